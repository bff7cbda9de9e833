import Facts

/// The elements of a bank-to-customer message that are read; all others are `other`.
///
/// - Source: ISO 20022 camt.052, camt.053 and camt.054, versions 02 to 13: all have the same names.
enum CAMTElement: String, CaseIterable {
    case other = ""
    /// The messages: report of the day, statement, notification.
    case reports = "BkToCstmrAcctRpt"
    case statements = "BkToCstmrStmt"
    case notifications = "BkToCstmrDbtCdtNtfctn"
    /// The part of one account.
    case report = "Rpt"
    case statement = "Stmt"
    case notification = "Ntfctn"
    case account = "Acct"
    case identification = "Id"
    case iban = "IBAN"
    case otherIdentification = "Othr"
    case currency = "Ccy"
    /// Balances and totals.
    case balance = "Bal"
    case creditEntries = "TtlCdtNtries"
    case debitEntries = "TtlDbtNtries"
    case sum = "Sum"
    /// A row.
    case entry = "Ntry"
    case amount = "Amt"
    case direction = "CdtDbtInd"
    case reversal = "RvslInd"
    case status = "Sts"
    case code = "Cd"
    case proprietary = "Prtry"
    case bookingDate = "BookgDt"
    case valueDate = "ValDt"
    case day = "Dt"
    case moment = "DtTm"
    case entryReference = "NtryRef"
    case servicerReference = "AcctSvcrRef"
    case entryInformation = "AddtlNtryInf"
    /// One payment of a row: a batch has several.
    case details = "TxDtls"
    case references = "Refs"
    case instructedAmount = "InstdAmt"
    case transactionAmount = "TxAmt"
    case counterValue = "CntrValAmt"
    case debtor = "Dbtr"
    case creditor = "Cdtr"
    case party = "Pty"
    case name = "Nm"
    case debtorAccount = "DbtrAcct"
    case creditorAccount = "CdtrAcct"
    case unstructured = "Ustrd"
    case referenceInformation = "CdtrRefInf"
    case reference = "Ref"
    case detailsInformation = "AddtlTxInf"
    case merchantCode = "MrchntCtgyCd"

    init(name: Span<UInt8>) {
        // The longest name here has 21 letters.
        let known = name.count <= 32 ? CAMTElement(rawValue: String(utf8: name)) : nil
        self = known ?? .other
    }

    /// Elements whose text may be read.
    var hasText: Bool {
        switch self {
        case .identification, .iban, .currency, .amount, .direction, .reversal, .status, .code,
            .proprietary, .day, .moment, .entryReference, .servicerReference, .entryInformation,
            .name, .unstructured, .reference, .detailsInformation, .merchantCode, .sum:
            true
        default: false
        }
    }
}
