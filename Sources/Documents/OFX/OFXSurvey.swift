internal import Facts
internal import Scanning
internal import Reading

/// What the signs of a file's amounts mean.
///
/// - Source: OFX 2.1.1, 3.2.9.2 and 11.4.4.1: the sign of `TRNAMT` is the direction of money, and
///   `TRNTYPE` describes the row. Some banks write all amounts without a sign, and the type is the
///   only word for the direction.
enum OFXSign: Sendable {
    /// As OFX has it: money in is positive.
    case printed
    /// The user's choice: money in is negative.
    case inverted
    /// No amount has a minus: `TRNTYPE` is the direction.
    case byType
}

/// The direction that a `TRNTYPE` names.
enum OFXRowType {
    case moneyIn, moneyOut
    /// Out by its name, but refunds and deposits have it too: the sign decides.
    case mostlyOut
    /// Interest, a transfer, another type or none: the sign decides.
    case open

    /// - Parameter text: the trimmed text of the element.
    init(_ text: Span<UInt8>) {
        switch String(decoding: Array(text), as: UTF8.self).uppercased() {
        case "CREDIT", "DEP", "DIRECTDEP", "DIV": self = .moneyIn
        case "DEBIT", "FEE", "SRVCHG", "CHECK", "PAYMENT", "CASH", "DIRECTDEBIT", "REPEATPMT":
            self = .moneyOut
        case "POS", "ATM": self = .mostlyOut
        default: self = .open
        }
    }

    /// The words that a rejection expects.
    static let expected = "CREDIT, DEBIT"
}

/// What the rows of an OFX file need to know of all of it.
struct OFXSettled: Sendable {
    var sign = OFXSign.printed
    /// The types of accounts that share a number; the first one has it for its name.
    var typesOfNumbers: [String: [String]] = [:]
}

/// Surveys an OFX file for what no row says alone: the meaning of its signs, and the numbers that
/// accounts of different types share. Fed like a reader.
///
/// It ends at the first row of money out with a minus, which nearly every file has near its
/// beginning, unless the file begins with an account whose number another one may rather have.
final class OFXSurvey {
    private let file: String
    /// From the last `<` whose tag or text is not whole.
    private var tail: [UInt8] = []
    private var line = 1

    private var signs = Signs()
    private var type = OFXRowType.open
    private var amount: Amount?

    private var account = Account()
    private var isInAccount = false
    /// The types of each number.
    private var types: [String: Set<String>] = [:]
    private var hasAccount = false
    /// The first account is a checking account: it keeps its number whatever follows.
    private var isFirstPlain = false

    private struct Amount {
        let isNegative: Bool
        let text: String
        let line: Int
    }

    private struct Account {
        var isDebt = false
        var bank = ""
        var number = ""
        var type = ""
    }

    private struct Signs {
        /// A row of money out has a minus, or one of no known direction.
        var arePrinted = false
        /// Rows of money in, without and with a minus.
        var moneyIn = (plain: 0, minus: 0)
        /// Rows of money out without a minus.
        var moneyOut = 0
        var mostlyOut = 0
        /// The first of them.
        var example: Amount?
    }

    /// No tag or number is longer.
    private static let pieceMax = 256

    init(file: String) {
        self.file = file
    }

    /// Whether the rest of the file changes nothing. The head is always read whole.
    var isSettled: Bool { signs.arePrinted && (isFirstPlain || !hasAccount) }

    func read(_ chunk: Span<UInt8>, final: Bool) {
        tail.append(chunk)
        let bytes = tail
        let end = read(whole: bytes.span, final: final)
        tail = final ? [] : Array(bytes[end...])
    }

    /// - Throws: `layoutAmbiguous` if all amounts contradict their types.
    func settle(_ options: ReadOptions) throws(ReadFailure) -> OFXSettled {
        endRow()
        var settled = OFXSettled()
        for (number, types) in types where types.count > 1 {
            settled.typesOfNumbers[number] = types.sorted(by: Self.isPlainer)
        }
        if signs.arePrinted { return settled }
        let isUnsigned = signs.moneyIn.minus == 0
        if isUnsigned, signs.moneyOut > 0, signs.moneyIn.plain > 0 {
            settled.sign = .byType
        } else if signs.moneyOut + signs.mostlyOut > 0 {
            guard let sign = options.sign else { throw refusal }
            settled.sign = sign == .inverted ? .inverted : .printed
        }
        return settled
    }

    private var refusal: ReadFailure {
        let sample = signs.example?.text ?? ""
        return ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: file, line: signs.example?.line ?? 1),
            found: sample,
            details: ["types"] + AmountSign.allCases.map(\.rawValue)
                + ["printed → \(sample)", "inverted → -\(sample)"])
    }

    // MARK: elements

    /// Returns the offset of the first byte that is not read.
    private func read(whole bytes: Span<UInt8>, final: Bool) -> Int {
        var at = 0
        while true {
            guard let found = ByteMarks.first(0x3C, in: bytes.extracting(at...)) else {
                return bytes.count
            }
            let start = at + found
            countLines(bytes, at..<start)
            if signs.arePrinted, start + 2 < bytes.count, !Self.mayBeOfAccount(bytes, at: start) {
                at = start + 1
                continue
            }
            let window = start..<min(bytes.count, start + Self.pieceMax)
            guard let close = Self.first(0x3E, bytes, window) else {
                if bytes.count < start + Self.pieceMax, !final { return start }
                at = start + 1
                continue
            }
            let text = (close + 1)..<min(bytes.count, close + 1 + Self.pieceMax)
            let next = Self.first(0x3C, bytes, text)
            if next == nil, bytes.count < close + 1 + Self.pieceMax, !final { return start }
            feed(
                String(decoding: Array(bytes.extracting((start + 1)..<close)), as: UTF8.self)
                    .uppercased(),
                bytes.extracting(bytes.trimmed((close + 1)..<(next ?? text.upperBound))))
            at = close + 1
        }
        return bytes.count
    }

    /// Whether a tag may be an account's; rows have few such tags.
    private static func mayBeOfAccount(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        let name = bytes[start + 1] == 0x2F ? start + 2 : start + 1
        switch bytes[name] & 0xDF {
        case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "C"), UInt8(ascii: "I"),
            UInt8(ascii: "L"):
            return true
        case UInt8(ascii: "S"): return bytes[start + 1] != 0x2F
        default: return false
        }
    }

    private static func first(_ byte: UInt8, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for index in range where bytes[index] == byte { return index }
        return nil
    }

    /// Lines are counted as far as the example.
    private func countLines(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        if signs.example != nil { return }
        for index in range where bytes[index] == 0x0A { line += 1 }
    }

    private func feed(_ tag: String, _ text: Span<UInt8>) {
        switch tag {
        case "TRNTYPE": type = OFXRowType(text)
        case "TRNAMT": amount = Self.amount(text, line)
        case "STMTTRN", "/STMTTRN", "STMTTRNP", "/STMTTRNP", "/BANKTRANLIST", "/BANKTRANLISTP":
            endRow()
        case "STMTRS", "INVSTMTRS": account = Account()
        case "CCSTMTRS", "LOANSTMTRS": account = Account(isDebt: true)
        case "BANKACCTFROM", "CCACCTFROM", "LOANACCTFROM", "INVACCTFROM": isInAccount = true
        case "/BANKACCTFROM", "/CCACCTFROM", "/LOANACCTFROM", "/INVACCTFROM": endAccount()
        case "BANKID" where isInAccount, "BROKERID" where isInAccount:
            account.bank = Self.string(text)
        case "ACCTID" where isInAccount: account.number = Self.string(text)
        case "ACCTTYPE" where isInAccount: account.type = Self.string(text)
        default: break
        }
    }

    private static func string(_ text: Span<UInt8>) -> String {
        String(decoding: Array(text), as: UTF8.self)
    }

    /// Nil for zero and for what is no number.
    private static func amount(_ text: Span<UInt8>, _ line: Int) -> Amount? {
        guard let number = try? OFXAmount.parse(text), number.mantissa != 0 else { return nil }
        return Amount(isNegative: number.mantissa < 0, text: number.text, line: line)
    }

    private func endRow() {
        defer {
            amount = nil
            type = .open
        }
        guard let amount else { return }
        switch (type, amount.isNegative) {
        case (.moneyIn, false): signs.moneyIn.plain += 1
        case (.moneyIn, true): signs.moneyIn.minus += 1
        case (.moneyOut, false): signs.moneyOut += 1
        case (.mostlyOut, false): signs.mostlyOut += 1
        case (.open, false): break
        case (_, true): signs.arePrinted = true
        }
        let isOut = type == .moneyOut || type == .mostlyOut
        if isOut, !amount.isNegative, signs.example == nil { signs.example = amount }
    }

    private func endAccount() {
        isInAccount = false
        guard !account.number.isEmpty else { return }
        let number = OFXAccountNumber.text(bank: account.bank, account: account.number)
        let type = OFXAccountNumber.type(account.type, isOfDebt: account.isDebt)
        if !hasAccount { isFirstPlain = type == "checking" }
        hasAccount = true
        types[number, default: []].insert(type)
    }

    /// The plainest type has the number for its name: a checking account, then one without a type;
    /// a debt is the last.
    private static func isPlainer(_ one: String, _ other: String) -> Bool {
        func rank(_ type: String) -> Int {
            switch type {
            case "checking": 0
            case "": 1
            case OFXAccountNumber.debt: 3
            default: 2
            }
        }
        return (rank(one), one) < (rank(other), other)
    }
}
