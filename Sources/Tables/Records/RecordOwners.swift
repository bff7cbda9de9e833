internal import Facts

/// The account of records in several lists: said by the objects around the lists, or by the names
/// of the lists.
struct RecordOwners {
    enum Source {
        /// All records are of one account, or say it themselves.
        case records
        /// The members of the objects of a list around those of the records: the account, and its
        /// currency if they have it.
        case members(pattern: [UInt8], account: [UInt8], currency: [UInt8]?)
        /// A name in the patterns: its position.
        case names(Int)
        /// Lists that may be of several accounts: their places.
        case unclear([String])
    }

    static func source(of records: [RecordOutline.List], in all: [RecordOutline.List]) -> Source {
        let words = HeadingWords.builtIn
        func roles(_ names: ArraySlice<String>) -> [HeadingRole] {
            words.meaning(of: names.joined(separator: " ")).roles
        }
        func has(_ role: HeadingRole, _ member: RecordOutline.Member) -> Bool {
            let names = MemberPath.names(of: member.path)
            return names.count <= 2
                && (roles(names[...]).contains(role) || roles(names.suffix(1)).contains(role))
        }
        // Within another object an account is the other side's.
        let headings = RecordHeadings()
        let isSaid = records.allSatisfy { list in
            list.members.contains {
                $0.filled == list.objects && headings.roles(ofPath: $0.path).contains(.account)
            }
        }
        if isSaid { return .records }
        let places = records.map { place(of: $0.pattern) }
        // One account alone is said like one of several: its next export may have more.
        if let first = records.first, first.owner >= 0,
            records.allSatisfy({ $0.owner == first.owner })
        {
            let owner = all[first.owner]
            let known = owner.members.filter { !$0.isLate && $0.filled == owner.objects }
            let accounts = known.filter { has(.account, $0) } + ids(in: owner, known, words)
            let iban = accounts.first { member in
                MemberPath.names(of: member.path).last.map { $0.lowercased().contains("iban") }
                    ?? false
            }
            if let account = iban ?? accounts.first {
                return .members(
                    pattern: owner.pattern, account: account.path,
                    currency: known.first { has(.currency, $0) }?.path)
            }
        }
        if records.contains(where: { $0.lists > 1 }) { return .unclear(places) }
        return names(of: records.map(\.pattern), words).map(Source.names)
            ?? (areOfOne(records.map(\.pattern), words) ? .records : .unclear(places))
    }

    /// The id of each object in a list of accounts is the account's.
    private static func ids(
        in owner: RecordOutline.List, _ members: [RecordOutline.Member], _ words: HeadingWords
    ) -> [RecordOutline.Member] {
        let name = HeaderText.fold(MemberPath.names(of: owner.pattern).last ?? "")
        // The names of interfaces are English: `accounts`.
        let isPlural = name.last == UInt8(ascii: "s") && words.isAccount(Array(name.dropLast()))
        guard isPlural || words.isAccount(name) else { return [] }
        return members.filter { [["id"], ["_id"]].contains(MemberPath.names(of: $0.path)) }
    }

    /// `accounts[].transactions`
    static func place(of pattern: [UInt8]) -> String {
        MemberPath.names(of: pattern).map { $0 == "[]" ? "[]" : "." + $0 }.joined()
            .drop { $0 == "." } + "[]"
    }

    /// The one position at which the patterns have numbers of accounts.
    private static func names(of patterns: [[UInt8]], _ words: HeadingWords) -> Int? {
        let names = patterns.map { MemberPath.names(of: $0) }
        guard patterns.count > 1, let first = names.first,
            names.allSatisfy({ $0.count == first.count })
        else { return nil }
        let positions = first.indices.filter { position in
            names.contains { $0[position] != first[position] }
        }
        let accounts = positions.filter { position in
            names.allSatisfy { isAccount($0, at: position) }
        }
        // Booked and pending lists of each account.
        let others = positions.filter { !accounts.contains($0) }
        let areStates = others.allSatisfy { position in
            names.allSatisfy { words.state(HeaderText.fold($0[position])) != nil }
        }
        return accounts.count == 1 && areStates ? accounts[0] : nil
    }

    /// Whether lists side by side are states of payments, or periods: booked payments may be in one
    /// whose name says nothing.
    private static func areOfOne(_ patterns: [[UInt8]], _ words: HeadingWords) -> Bool {
        let names = patterns.map { MemberPath.names(of: $0) }
        let unnamed = names.filter { names in
            !names.contains { words.state(HeaderText.fold($0)) != nil }
        }
        guard unnamed.count > 1, let first = unnamed.first else { return true }
        return unnamed.allSatisfy { $0.count == first.count }
            && first.indices.allSatisfy { position in
                unnamed.allSatisfy { $0[position] == first[position] }
                    || unnamed.allSatisfy { isPeriod($0, at: position) }
            }
    }

    private static func isAccount(_ names: [String], at position: Int) -> Bool {
        AccountNumberText.isNumber(Array(names[position].utf8)) && !isPeriod(names, at: position)
    }

    /// Whether a name is a year, a month or a day: `2026`, `202601`, `2026-01-31`; `1` only below
    /// one. Any of them may number accounts.
    private static func isPeriod(_ names: [String], at position: Int) -> Bool {
        let bytes = Array(names[position].utf8)
        let parts = bytes.split { [0x2D, 0x2E, 0x2F].contains($0) }
        guard (1...10).contains(bytes.count),
            parts.joined().allSatisfy({ $0 &- 0x30 < 10 })
        else { return false }
        let parent = position > 0 ? names[position - 1] : ""
        if HeadingWords.builtIn.isAccount(HeaderText.fold(parent)) { return false }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 &- 0x30) } }
        func isMonth(_ year: Int, _ month: Int) -> Bool {
            years.contains(year) && (1...12).contains(month)
        }
        switch (numbers.count, bytes.count) {
        case (1, 1...2): return position > 0 && isPeriod(names, at: position - 1)
        case (1, 4): return years.contains(numbers[0])
        case (1, 6): return isMonth(numbers[0] / 100, numbers[0] % 100)
        case (2, _):
            return isMonth(numbers[0], numbers[1]) || isMonth(numbers[1], numbers[0])
        default: return DayReadings.isDay(bytes.span)
        }
    }

    private static let years = 1990...2100
}
