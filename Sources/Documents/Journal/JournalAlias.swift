import Facts

/// Another name of an account and of all below it: `alias bank = Assets:Bank`.
struct JournalAlias: Equatable {
    private let from: String
    private let to: String

    init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// - Parameter text: `bank = Assets:Bank`.
    /// - Returns: nil for a regular expression: `/^bank/ = Assets`.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).trimmingBlanks }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[0].hasPrefix("/")
        else { return nil }
        from = parts[0]
        to = parts[1]
    }

    func renamed(_ account: String) -> String {
        if account == from { return to }
        guard account.utf8.starts(with: (from + ":").utf8) else { return account }
        return to + String(decoding: account.utf8.dropFirst(from.utf8.count), as: UTF8.self)
    }
}

/// A `pad` of beancount: the next balance of the account is made true from the source.
struct JournalPad {
    let line: Int
    let day: CalendarDate
    let account: String
    let source: String
    /// Those whose balance came.
    var commodities: Set<String> = []

    var isUsed: Bool { !commodities.isEmpty }
}
