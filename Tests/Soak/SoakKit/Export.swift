/// A downloaded file: a part of a history, as the bank shows it at one moment, in one format.
struct Export {
    enum Format: String, CaseIterable {
        case monobankCSV, monobankJSON, monobankOFX, monobankXLSX
        case privatbankCSV
        /// Date and time in separate columns, without seconds.
        case privatbankMinutes
        case tableBare, tableTimed, tableBalanced, tableWithIDs, ofx1, ofx2, qif
        /// Only for inboxes: no bank of the histories exports them.
        case mt940, camt

        static func of(_ bank: Bank) -> [Format] {
            switch bank {
            case .monobank: [.monobankCSV, .monobankJSON, .monobankOFX, .monobankXLSX]
            case .privatbank: [.privatbankCSV, .privatbankMinutes]
            case .other:
                [.tableBare, .tableTimed, .tableBalanced, .tableWithIDs, .ofx1, .ofx2, .qif]
            }
        }

        var hasIDs: Bool {
            switch self {
            case .monobankJSON, .monobankOFX, .tableWithIDs, .ofx1, .ofx2, .mt940, .camt: true
            default: false
            }
        }

        /// Each row has its second and the balance after it, which together are unambiguous.
        var hasTimeAndBalance: Bool {
            switch self {
            case .monobankCSV, .monobankJSON, .monobankXLSX, .privatbankCSV: true
            default: false
            }
        }
    }

    struct Row {
        let payment: Int
        let account: String
        let day: Int
        let second: Int
        let instant: Int
        let units: Int
        let balance: Int
        var text: String
        var id: String
        let isHold: Bool
    }

    let format: Format
    let name: String
    let days: ClosedRange<Int>
    let made: Int
    /// The account, if the file cannot name it; otherwise empty.
    let account: String
    private(set) var rows: [Row]

    /// - Parameter from: earlier seconds of the first day are excluded.
    init(
        of history: History, _ format: Format, number: Int, days: ClosedRange<Int>, from: Int,
        made: Int, using random: inout SeededGenerator
    ) {
        self.format = format
        self.days = days
        self.made = made
        name = "\(number)-\(format.rawValue)"
        let account =
            history.bank == .other ? history.accounts[number % history.accounts.count] : ""
        self.account = account
        let session = random.next() % 100_000
        let isRecounted =
            history.bank == .other && history.troubles.contains(.recountedBalances)
        var rows: [Row] = []
        var recounted = 5_000_000
        for payment in history.payments.sorted(by: {
            ($0.instant, $0.number) < ($1.instant, $1.number)
        }) {
            let (day, second) = payment.local
            guard let shown = payment.showing(at: made) else { continue }
            if !account.isEmpty, payment.account != account { continue }
            recounted += shown.units
            guard days.contains(day), day > days.lowerBound || second >= from else { continue }
            // Tables and QIF of unknown banks have only booked rows.
            if shown.isHold, history.bank == .other { continue }
            var id = shown.id
            if history.bank == .other {
                if history.troubles.contains(.sessionIDs) { id = "S\(session)-\(rows.count)" }
                if history.troubles.contains(.positionalIDs) { id = "\(rows.count + 1)" }
                if history.troubles.contains(.sharedIDs) {
                    // By the contract, equal rows with one id are one row.
                    let equal = rows.count { $0.day == day && $0.units == shown.units }
                    id = equal == 0 ? "\(day)" : "\(day)-\(equal)"
                }
                if history.troubles.contains(.blankIDs), payment.number % 3 == 0 { id = "" }
            }
            rows.append(
                Row(
                    payment: payment.number, account: payment.account, day: day, second: second,
                    instant: payment.instant, units: shown.units,
                    balance: isRecounted ? recounted : payment.balance,
                    text: shown.text, id: id, isHold: shown.isHold))
        }
        if random.chance(50) { rows.reverse() }
        if history.troubles.contains(.shuffledRows), random.chance(50) {
            rows.shuffle(using: &random)
        }
        self.rows = rows
    }

    /// Replaces words and ids by those of another kind of export.
    mutating func reword(_ change: (inout Row) -> Void) {
        for index in rows.indices { change(&rows[index]) }
    }
}

extension History {
    /// Exports in the order of their import.
    func exportsInOrder(using random: inout SeededGenerator) -> [Export] {
        var result = exports(using: &random)
        result.sort { $0.made < $1.made }
        if troubles.contains(.shuffledFiles) { result.shuffle(using: &random) }
        return result
    }

    /// Some exports that together contain each payment at least once if the last of them is late
    /// enough.
    private func exports(using random: inout SeededGenerator) -> [Export] {
        var formats = Export.Format.of(bank).shuffled(using: &random)
        formats = Array(formats.prefix(random.number(1...min(3, formats.count))))
        var result: [Export] = []
        for number in 0..<random.number(2...6) {
            let first = random.number(days.lowerBound...days.upperBound)
            let last = min(days.upperBound, first + random.number(1...12))
            // Made at the end of the last day or later; or in the middle of it.
            var made = (last + 1) * 86_400 - 10_800 + random.one(of: [0, 0, 100_000, 400_000])
            if troubles.contains(.cutDays), random.chance(60) {
                made = last * 86_400 - 10_800 + random.number(30_000...70_000)
            }
            let from =
                troubles.contains(.cutStarts) && random.chance(60)
                ? random.number(30_000...70_000) : 0
            result.append(
                Export(
                    of: self, random.one(of: formats), number: number, days: first...last,
                    from: from, made: made, using: &random))
        }
        return result.filter { !$0.rows.isEmpty }
    }
}
