import Reading

/// The keys of client-bank rows and headings, case-sensitive: `Db` and `DB` differ.
enum ClientBankKey: Int, RecordKey {
    case docDate, opDate, docTime, opTime, number
    case debit, credit, debitNational, creditNational, debitOwn, creditOwn
    case account, name, taxID, operationID, documentID
    case rowCurrency, code
    case purpose, purpose2, purpose3, purpose4

    static let purposes: [ClientBankKey] = [.purpose, .purpose2, .purpose3, .purpose4]

    /// Keys within a row; of several for one field the first is shown in errors.
    private static let words: [(word: String, key: ClientBankKey)] = [
        ("DocDate", .docDate), ("OpDate", .opDate), ("DocTime", .docTime), ("DateTime", .opTime),
        ("Num", .number), ("Db", .debit), ("Credit", .credit), ("Deb", .debitNational),
        ("Cre", .creditNational), ("DebQ", .debitOwn), ("CreQ", .creditOwn), ("Acc", .account),
        ("KorName", .name), ("KorUNP", .taxID), ("UNNRec", .taxID),
        ("OperationID", .operationID), ("DocID", .documentID), ("I2", .rowCurrency),
        ("Code", .code), ("Nazn", .purpose), ("Nazn2", .purpose2), ("Nazn3", .purpose3),
        ("Nazn4", .purpose4),
    ]

    static let inRow = Dictionary(uniqueKeysWithValues: words)

    /// Keys of the whole statement; each ends the row before it.
    static let outside: Set<String> = [
        "DateIn", "RestIn", "DebIn", "CrIn", "InDeb", "InCre", "InDebQ", "InCreQ", "InRate", "DB",
        "CR", "DateOut", "RestOut", "DebOut", "CrOut", "OutDeb", "OutCre", "OutDebQ", "OutCreQ",
        "OutRate", "I1", "I3", "I4", "C3", "DebVQ", "CreVQ", "DebV", "CreV", "MyBankMFO",
        "MyBankName", "TypeVpsk", "Answer", "CurrCode", "DateBegin", "DateEnd", "Header1",
        "Header3", "Header4", "Header5",
    ]

    var isAmount: Bool {
        switch self {
        case .debit, .credit, .debitNational, .creditNational, .debitOwn, .creditOwn: true
        default: false
        }
    }

    var word: String {
        let key = Self.purposes.contains(self) ? .purpose : self
        return Self.words.first { $0.key == key }?.word ?? ""
    }
}
