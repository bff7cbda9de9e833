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
    /// Members whose numbers are instants.
    let epochs: [Int: RecordRules.Epoch]
    /// Members whose numbers are in the smallest coin, with the source of their currency.
    let coins: [Int: CoinCurrency]
    /// The rows above the table: a label and its value each.
    let preamble: [(label: String, text: [UInt8])]
    /// The name of the list is each record's state: `pending`.
    let areStates: Bool
    let numbers: [[UInt8]: Int]
    /// The source of each list's account; its columns follow those of the members.
    let owners: RecordOwners.Source
    private(set) var ownerHeadings: [String] = []

    /// The currency that says how many coins it has.
    enum CoinCurrency: Equatable {
        case member(Int)
        case code([UInt8])
    }

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
        let all = records.flatMap(\.members)
        for member in all where numbers[member.path] == nil {
            if Self.isTwin(member, among: all) { continue }
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
        let coins = Self.coins(members, numbered, around)
        let named = numbered.filter { headings.isMoney(members[$0].path) }
        // Without a known name any number within money may be the amount, or a number of coins.
        let money = Set(
            named.isEmpty ? numbered.filter { headings.isWithinMoney(members[$0].path) } : named
        ).subtracting(coins.keys)
        // Whole numbers everywhere may be coins.
        let isUnclear = money.allSatisfy { members[$0].fractions == 0 }
        self.headings = members.indices.map {
            headings.heading(
                of: members[$0].path, isUnclear: isUnclear && money.contains($0),
                isConverted: coins[$0] != nil)
        }
        self.coins = coins
        epochs = Dictionary(
            uniqueKeysWithValues: members.indices.compactMap { index in
                members[index].epoch.map { (index, $0) }
            })
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

    /// Whether a member has the coins of an amount that is beside it in its currency:
    /// `{"value": "-12.50", "valueInBaseUnits": -1250}`.
    private static func isTwin(
        _ member: RecordOutline.Member, among all: [RecordOutline.Member]
    ) -> Bool {
        let headings = RecordHeadings()
        guard headings.namesCoins(member.path) else { return false }
        let object = MemberPath.names(of: member.path).dropLast()
        return all.contains {
            $0.isNumber && $0.fractions > 0 && $0.filled == member.filled && !object.isEmpty
                && MemberPath.names(of: $0.path).dropLast() == object
        }
    }

    /// The members that are called coins and have a currency: in their own object, else in the
    /// record, else around all records.
    private static func coins(
        _ members: [RecordOutline.Member], _ numbered: [Int],
        _ around: [(path: [UInt8], text: [UInt8])]
    ) -> [Int: CoinCurrency] {
        let headings = RecordHeadings()
        let words = HeadingWords.builtIn
        func isCurrency(_ name: String?) -> Bool {
            words.meaning(of: name ?? "").roles.contains(.currency)
        }
        let outside = around.filter { isCurrency(MemberPath.names(of: $0.path).last) }
        var coins: [Int: CoinCurrency] = [:]
        for index in numbered where headings.namesCoins(members[index].path) {
            let object = MemberPath.names(of: members[index].path).dropLast()
            let currencies = members.indices.filter { other in
                let names = MemberPath.names(of: members[other].path)
                return members[other].filled >= members[index].filled && isCurrency(names.last)
                    && (names.dropLast() == object || names.count == 1)
            }
            let own = currencies.filter {
                MemberPath.names(of: members[$0].path).dropLast() == object
            }
            if let found = own.first ?? currencies.first {
                coins[index] = .member(found)
            } else if outside.count == 1 {
                coins[index] = .code(outside[0].text)
            }
        }
        return coins
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
    var places: [String] { Self.places(patterns.map { MemberPath.names(of: $0) }) }

    /// The places without the names of states, each once: `transactions[]`.
    var placesOfStates: [String] {
        let words = HeadingWords.builtIn
        let places = Self.places(
            patterns.map { pattern in
                MemberPath.names(of: pattern).filter { words.state(HeaderText.fold($0)) == nil }
            })
        return Set(places).sorted()
    }

    private static func places(_ patterns: [[String]]) -> [String] {
        patterns.map { names in
            names.map { $0 == "[]" ? "[]" : "." + $0 }.joined().drop { $0 == "." } + "[]"
        }
    }

    /// The member of a column as layouts write it; empty for none.
    func path(ofColumn column: Int) -> String {
        let index = column - (areStates ? 1 : 0)
        return layoutPaths.indices.contains(index) ? layoutPaths[index] : ""
    }

    /// The column of the account of a list.
    var ownerColumn: Int { paths.count }

    /// Rows above the first record.
    var rowsAbove: Int { preamble.count + 1 }
}
