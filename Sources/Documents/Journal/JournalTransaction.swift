import Facts
import Reading

/// One line of a transaction: an account and its amount.
struct JournalPosting {
    var line: Int
    var account: String
    /// Nil when left out.
    var amount: JournalAmount?
    /// The amount at its cost or price, in another commodity.
    var cost: JournalAmount?
    /// The balance of the account after the posting.
    var balance: JournalAmount?
    /// The amount is what the balance needs.
    var isAssignment = false
    /// The balance is of the accounts below too.
    var isOfAll = false
    var day: CalendarDate?
    /// Texts of its comment.
    var notes: [String] = []

    /// The amount that the posting adds to the sum of its transaction.
    var weight: JournalAmount? { cost ?? amount }
}

/// A transaction of a journal, whose lines may come in several chunks.
struct JournalTransaction {
    var line: Int
    var day: CalendarDate
    var otherDay: CalendarDate?
    var isPending = false
    var code = ""
    var payee = ""
    var text = ""
    var comments: [String] = []
    var tags: [String] = []
    /// Named facts: of beancount's metadata and of Kopiyka's own journals.
    var facts: [(name: String, value: String)] = []
    var postings: [JournalPosting] = []
    var refusal: RowRejection?
    /// Ends at `bytesMax`.
    var bytes = 0

    init(line: Int, day: CalendarDate) {
        self.line = line
        self.day = day
    }

    func fact(_ name: String) -> String? { facts.first { $0.name == name }?.value }

    /// Kopiyka wrote it, with all facts and decisions.
    func isOwn(_ directives: JournalDirectives) -> Bool {
        directives.isOwn && fact("key") != nil
    }

    mutating func refuse(_ rejection: RowRejection) {
        if refusal == nil { refusal = rejection }
    }

    /// Completes left-out amounts, and checks that the amounts sum to zero.
    ///
    /// - Returns: false if they do not.
    mutating func balance() throws(JournalAmount.Problem) -> Bool {
        var sums: [JournalAmount] = []
        /// Digits of the amounts without prices, to which a sum with prices is rounded.
        var digits: [String: Int] = [:]
        var hasCosts = false
        for posting in postings {
            guard let weight = posting.weight else { continue }
            if posting.cost == nil {
                digits[weight.commodity] = max(digits[weight.commodity] ?? 0, weight.scale)
            } else {
                hasCosts = true
            }
            if let index = sums.firstIndex(where: { $0.commodity == weight.commodity }) {
                sums[index] = try sums[index].adding(weight)
            } else {
                sums.append(weight)
            }
        }
        sums.removeAll { $0.isZero }
        let open = postings.indices.filter { postings[$0].amount == nil }
        if open.count > 1 { return false }
        if let index = open.first {
            if sums.isEmpty {
                postings[index].amount = JournalAmount(commodity: digits.keys.min() ?? "")
                return true
            }
            // One left-out amount stands for one of each commodity.
            var filled: [JournalPosting] = []
            for sum in sums {
                var posting = postings[index]
                posting.amount = sum.negated
                filled.append(posting)
            }
            postings.replaceSubrange(index...index, with: filled)
            return true
        }
        if sums.isEmpty { return true }
        if hasCosts {
            sums = try sums.filterOpen(digits)
            if sums.isEmpty { return true }
        }
        // Two commodities without a price are exchanged for each other.
        return sums.count == 2 && sums[0].isNegative != sums[1].isNegative
    }
}

extension [JournalAmount] {
    /// Those that are not zero at the digits that the transaction shows of their commodity.
    fileprivate func filterOpen(
        _ digits: [String: Int]
    ) throws(JournalAmount.Problem) -> [JournalAmount] {
        var open: [JournalAmount] = []
        for sum in self {
            let shown = digits[sum.commodity] ?? 2
            let unit = JournalAmount(units: 1, scale: shown, commodity: sum.commodity)
            let scale = Swift.max(sum.scale, shown)
            let (double, overflow) = try sum.size.units(at: scale)
                .multipliedReportingOverflow(by: 2)
            if overflow { throw .overflow }
            if try double > unit.units(at: scale) { open.append(sum) }
        }
        return open
    }
}
