package import Facts

extension LineSource {
    /// The file name in sources of entries written by hand.
    package static let manual = "manual"
    /// The layout of entries that the program writes as other sides.
    package static let otherSide = "other side"
}

extension LedgerFile {
    package var hasEntriesByHand: Bool {
        get throws(LedgerFailure) {
            try database.prepare(
                """
                SELECT 1 FROM source_file
                WHERE name = ?1 AND layout IN (?1, ?2)
                """
            ).bind(LineSource.manual, LineSource.otherSide).hasRow()
        }
    }

    /// Layouts of the files that brought the last entries of an account.
    ///
    /// - Complexity: O(`entriesMax`), not entries of the account.
    package func lastLayouts(
        ofAccount name: String, entriesMax: Int = 16
    ) throws(LedgerFailure) -> Set<String> {
        let row = try database.prepare(
            """
            SELECT layout FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 ORDER BY k1 DESC, k2 DESC, k3 DESC, n DESC LIMIT ?2
            """)
        var found: Set<String> = []
        for keyAccount in try keyAccounts(of: name) {
            try row.bind(keyAccount, Int64(entriesMax))
            defer { row.reset() }
            while try row.step() { found.insert(row.text(0)) }
        }
        return found
    }

    /// Keys of entries that fit the text, sorted; at most `countMax`.
    ///
    /// - Parameter text: of a ``KeyPattern``.
    /// - Complexity: reads one day's keys if account and day are complete, otherwise all.
    package func keys(
        fitting text: String, countMax: Int
    ) throws(LedgerFailure) -> [LineKey] {
        let pattern = KeyPattern(text)
        let row = try database.prepare(
            """
            SELECT k1, k2, k3 FROM entry
            WHERE k1 BETWEEN ?1 AND ?2 AND k2 BETWEEN ?3 AND ?4 ORDER BY k1, k2, k3
            """
        ).bind(
            pattern.account.map { Int64($0) } ?? 0, pattern.account.map { Int64($0) } ?? .max,
            pattern.day.map { Int64($0) } ?? Int64(Int32.min),
            pattern.day.map { Int64($0) } ?? Int64(Int32.max))
        var found: [LineKey] = []
        while found.count < countMax, try row.step() {
            if pattern.fits(row.key) { found.append(row.key) }
        }
        return found
    }
}

/// The start of a key, the start or end of its last part, or its day and the start of its last
/// part.
package struct KeyPattern: Sendable {
    private let text: String
    private let isTail: Bool
    /// Nil if incomplete.
    fileprivate var account: UInt32?
    fileprivate var day: Int32?

    /// Minimum digits of a key's last part; fewer are more likely a typo.
    package static let tailDigitsMin = 4

    package init(_ typed: String) {
        let text = typed.lowercased()
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, let day = Self.day(parts[0]), Self.isTail(parts[1]) {
            self.text = String(parts[1])
            isTail = true
            self.day = day
            return
        }
        self.text = text
        isTail = parts.count == 1 && Self.isTail(parts[0])
        guard parts.count > 2, parts[1].utf8.count == 8 else { return }
        account = UInt32(parts[1], radix: 16)
        guard parts.count > 3 else { return }
        day = Self.day(parts[2])
    }

    private static func isTail(_ digits: Substring) -> Bool {
        digits.utf8.count >= tailDigitsMin && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The day of `20260911`.
    private static func day(_ digits: Substring) -> Int32? {
        guard digits.utf8.count == 8, let date = Int(digits) else { return nil }
        return CalendarDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)?
            .daysSince1970
    }

    package func fits(_ key: LineKey) -> Bool {
        if text.isEmpty { return false }
        if let account, account != key.account { return false }
        if let day, day != key.day { return false }
        return isTail
            ? key.tail.hasPrefix(text) || key.tail.hasSuffix(text) : key.text.hasPrefix(text)
    }
}

extension LineKey {
    /// The digits after the last hyphen: equal payments of two days may share them.
    package var tail: Substring { text[text.index(text.endIndex, offsetBy: -16)...] }

    /// The day and the first digits of the last part, `20260911-e0328a1e`: enough to name a line of
    /// an account.
    package var short: Substring { text.dropLast(8).suffix(17) }
}
