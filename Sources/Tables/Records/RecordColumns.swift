internal import Facts

/// The columns of the table that records become.
struct RecordColumns {
    /// The places of the records.
    let patterns: [[UInt8]]
    /// The path of each member.
    let paths: [[UInt8]]
    let headings: [String]
    /// The paths as layouts write them.
    let layoutPaths: [String]
    /// Members whose `true` means a hold: `pending`.
    let holds: Set<Int>
    /// The rows above the table: a label and its value each.
    let preamble: [(label: String, text: [UInt8])]
    /// The name of the list is each record's state: `pending`.
    let areStates: Bool
    let numbers: [[UInt8]: Int]
    /// The source of each list's account; its columns follow those of the members.
    let owners: RecordOwners.Source
    private(set) var ownerHeadings: [String] = []
    /// For accounts named by the lists' places: the currency beside each list.
    let ownerCurrencies: [[UInt8]: [UInt8]]

    init(
        _ records: [RecordOutline.List], _ owners: RecordOwners.Source,
        outside: [(path: [UInt8], text: [UInt8])]
    ) {
        self.owners = owners
        let (around, currencies) = Self.parted(outside, records, owners)
        ownerCurrencies = currencies
        switch owners {
        case .members(_, _, let currency):
            ownerHeadings = ["Account number"] + (currency == nil ? [] : ["Account currency"])
        case .names:
            ownerHeadings = ["Account number"] + (currencies.isEmpty ? [] : ["Account currency"])
        case .records, .unclear: break
        }
        var members: [RecordOutline.Member] = []
        var numbers: [[UInt8]: Int] = [:]
        for member in records.flatMap(\.members) where numbers[member.path] == nil {
            numbers[member.path] = members.count
            members.append(member)
        }
        self.numbers = numbers
        patterns = records.map(\.pattern)
        paths = members.map(\.path)
        layoutPaths = members.map(\.layoutPath)
        var headings = RecordHeadings()
        let words = HeadingWords.builtIn
        let numbered = members.indices.filter { members[$0].isNumber }
        let named = numbered.filter { headings.isMoney(members[$0].path) }
        // Without a known name any number within money may be the amount, or a number of coins.
        let money = Set(
            named.isEmpty ? numbered.filter { headings.isWithinMoney(members[$0].path) } : named)
        // Whole numbers everywhere may be coins.
        let isUnclear = money.allSatisfy { members[$0].fractions == 0 }
        self.headings = members.indices.map {
            headings.heading(of: members[$0].path, isUnclear: isUnclear && money.contains($0))
        }
        func name(_ path: [UInt8]) -> String { MemberPath.names(of: path).last ?? "" }
        func state(_ path: [UInt8]) -> HeadingWords.State? {
            words.state(HeaderText.fold(name(path)))
        }
        holds = Set(
            members.indices.filter {
                guard members[$0].isTruth, case .hold? = state(members[$0].path) else {
                    return false
                }
                return true
            })
        // Booked payments may be in no list, or in one whose name says nothing.
        let states = records.map { state($0.pattern) }
        areStates =
            states.count > 1 && states.allSatisfy { $0 != nil }
            || states.contains { if case .hold? = $0 { true } else { false } }
                && states.count == 1
        preamble = around.map { path, text in (name(path), text) }
    }

    /// The members around all lists, and the currency of each account that is a name in the lists'
    /// places; no currency unless each of them has one.
    private static func parted(
        _ outside: [(path: [UInt8], text: [UInt8])], _ records: [RecordOutline.List],
        _ owners: RecordOwners.Source
    ) -> (around: [(path: [UInt8], text: [UInt8])], currencies: [[UInt8]: [UInt8]]) {
        guard case .names(let position) = owners else { return (outside, [:]) }
        var around = outside
        var currencies: [[UInt8]: [UInt8]] = [:]
        for list in records {
            let owner = MemberPath.names(of: list.pattern).prefix(position + 1)
            for member in outside {
                let names = MemberPath.names(of: member.path)
                guard names.starts(with: owner) else { continue }
                around.removeAll { $0.path == member.path }
                let roles = HeadingWords.builtIn.meaning(of: names.last ?? "").roles
                if names.count == owner.count + 1, roles.contains(.currency) {
                    currencies[list.pattern] = member.text
                }
            }
        }
        return (around, currencies.count == records.count ? currencies : [:])
    }

    /// The places of the records as layouts write them: `transactions.booked[]`.
    var places: [String] {
        patterns.map { pattern in
            let names = MemberPath.names(of: pattern).map { $0 == "[]" ? "[]" : "." + $0 }
            return names.joined().drop { $0 == "." } + "[]"
        }
    }

    /// The column of the account of a list.
    var ownerColumn: Int { paths.count }

    /// Rows above the first record.
    var rowsAbove: Int { preamble.count + 1 }
}
