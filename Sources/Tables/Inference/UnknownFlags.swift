internal import Facts
internal import Reading

/// A column of unknown words beside unsigned amounts: each word gets its meaning if the balances of
/// all rows prove it.
struct UnknownFlags {
    let amount: Int
    let balance: Int
    let flag: Int
    let mark: NumberStyle.DecimalMark

    private struct Row {
        let amount: Int128
        let balance: Int128
        let word: [UInt8]
    }

    /// The counts for one order of rows.
    private struct Votes {
        var links = 0
        var isBroken = false
        var meanings: [[UInt8]: Bool] = [:]

        mutating func feed(_ difference: Int128, of row: Row) {
            guard difference == row.amount || difference == 0 - row.amount else {
                isBroken = true
                return
            }
            let isIncoming = difference > 0
            if meanings.updateValue(isIncoming, forKey: row.word) == !isIncoming { isBroken = true }
            links += 1
        }
    }

    private var words: Set<[UInt8]> = []
    private var last: Row?
    private var oldestFirst = Votes()
    private var newestFirst = Votes()
    private var isDead = false

    /// A column of flags has no more words.
    private static let wordsMax = 6
    private static let linksMin = 3

    init(amount: Int, balance: Int, flag: Int, mark: NumberStyle.DecimalMark) {
        self.amount = amount
        self.balance = balance
        self.flag = flag
        self.mark = mark
    }

    /// The pairs of columns to test: amounts and balances that headings name, and every column that
    /// may hold a word.
    static func candidates(_ frame: TableFrame, _ plan: InferencePlan) -> [UnknownFlags] {
        guard let balance = plan.columns[.balance]?.first else { return [] }
        var result: [UnknownFlags] = []
        for case .signed(let amount) in plan.sources.prefix(min(plan.namedSources, 2)) {
            for flag in 0..<min(frame.width, 16) where flag != amount && flag != balance {
                let roles = frame.headings[flag].roles
                guard roles.isEmpty || roles.contains(.direction) else { continue }
                for mark in [NumberStyle.DecimalMark.point, .comma] {
                    result.append(
                        UnknownFlags(amount: amount, balance: balance, flag: flag, mark: mark))
                }
            }
        }
        return result
    }

    mutating func feed(_ numbers: [ReadNumber], _ word: Span<UInt8>) {
        if isDead { return }
        guard !ColumnProfile.isBlank(word), word.count <= 48, !DayReadings.isDay(word),
            let amount = numbers[amount].value(mark), amount >= 0,
            let balance = numbers[balance].value(mark)
        else {
            isDead = true
            return
        }
        let row = Row(amount: amount, balance: balance, word: Array(word))
        words.insert(row.word)
        if words.count > Self.wordsMax { isDead = true }
        if let last, amount != 0, last.amount != 0 {
            oldestFirst.feed(balance - last.balance, of: row)
            newestFirst.feed(last.balance - balance, of: last)
            if oldestFirst.isBroken, newestFirst.isBroken { isDead = true }
        }
        last = row
    }

    /// Words for money in and out; nil unless one order of rows explains every balance and each
    /// word, both directions occur, and words repeat: anything explains what occurs once.
    var meanings: (moneyIn: [String], moneyOut: [String])? {
        if isDead { return nil }
        let proved = [oldestFirst, newestFirst].filter { votes in
            !votes.isBroken && votes.links >= 2 * words.count - 1
                && votes.links >= Self.linksMin && words.allSatisfy { votes.meanings[$0] != nil }
                && Set(votes.meanings.values).count == 2
        }
        guard let first = proved.first, proved.allSatisfy({ $0.meanings == first.meanings }) else {
            return nil
        }
        func named(_ isIncoming: Bool) -> [String] {
            first.meanings.filter { $0.value == isIncoming }
                .map { String(decoding: $0.key, as: UTF8.self) }.sorted()
        }
        return (named(true), named(false))
    }
}
