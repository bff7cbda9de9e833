package import Facts

/// The balance of each account: the sum of its lines, and the balance the bank printed last.
///
/// The lines of a day have no known order, so a day's first and last balance are found by its
/// chain: the closing balance is the one that no other line of that day starts from. If that is
/// ambiguous, there is no result.
package struct BalanceTally: Sendable {
    package struct Standing: Sendable, Equatable {
        package let account: String
        package let currency: Currency
        package let count: Int
        package let firstDay: CalendarDate
        package let lastDay: CalendarDate
        /// Sum of all lines.
        package let sum: Money
        /// Balance before the first line: the given one, else from the bank's balances.
        package let opening: Money?
        /// The day of the given balance.
        package let openingOn: CalendarDate?
        /// Opening and lines. Without an opening, a bank's last balance and the lines of later
        /// days, else the lines alone.
        package let balance: Money
        /// The last balance the bank printed and its day.
        package let printed: Money?
        package let printedOn: CalendarDate?
        /// The printed balance minus opening and lines up to that day; not zero when a line is
        /// missing or doubled.
        package let difference: Money?
        /// Lines that explain a difference: holds that the bank never booked, waiting lines and
        /// dismissed lines; if those do not, entries by hand and doubled payments. Empty when there
        /// are none, or when several sets of lines fit.
        package let explainedBy: [LineKey]
        /// Those of them that a person dismissed, which are no longer in question.
        package let dismissed: [LineKey]
        /// Those of them that wait in the queue.
        package let waiting: [LineKey]
        /// Lines wait on the days of the difference, so it proves nothing yet.
        package let isOpen: Bool
        /// The lines agree with the bank's balances, and the given opening does not.
        package let isOpeningWrong: Bool
        /// Lines that were not read may explain the difference (``BalanceTally/addDays(of:)``).
        package let isUnread: Bool

        package var place: AccountPlace { AccountPlace(account, currency) }

        /// The opening. Where no first balance of the bank proves one, its last balance has it: the
        /// money that the balance has beside its lines.
        package var start: Money? { opening ?? before }

        /// The money that the balance has beside its lines; nil for none.
        package var before: Money? {
            var before = ExactSum(currency)
            before.add(balance)
            before.add(sum.negated)
            return before.money.flatMap { $0.isZero ? nil : $0 }
        }
    }

    /// A line with a printed balance, on the first or last such day.
    struct Step: Sendable {
        var before: Money
        var after: Money
        var second: Int32
    }

    struct Account: Sendable {
        var sum: ExactSum
        var firstDay: CalendarDate
        var lastDay: CalendarDate
        var firstPrintedDay: CalendarDate?
        var firstSteps: [Step] = []
        var lastPrintedDay: CalendarDate?
        var lastSteps: [Step] = []
        var days: [CalendarDate: ExactSum] = [:]
        var holds: [Candidate] = []
        /// Entries by hand, and lines that no printed balance includes, beside one that does.
        var surplus: [Candidate] = []
        /// Lines of the last days that another export may repeat.
        var recent: [Recent] = []
        /// Added by days: surplus lines are not known.
        var isOfDays = false

        mutating func keep(_ step: Step, on day: CalendarDate) {
            Self.keep(step, on: day, day: &firstPrintedDay, steps: &firstSteps, isBetter: <)
            Self.keep(step, on: day, day: &lastPrintedDay, steps: &lastSteps, isBetter: >)
        }

        /// Records which of two lines with one amount the bank's balances do not include, or which
        /// repeats the other.
        mutating func noteIfTwice(_ line: Recent, isSame: (Money, Money) -> Bool) {
            let first = line.candidate.day.daysSince1970 &- BalanceTally.bookingDaysMax
            if let oldest = recent.first, oldest.candidate.day.daysSince1970 < first {
                recent.removeAll { $0.candidate.day.daysSince1970 < first }
            }
            // On busier days equal amounts prove nothing.
            if recent.count >= BalanceTally.recentMax { return }
            if let other = recent.first(where: { $0.isRepeated(by: line, isSame: isSame) }) {
                surplus.append(other.step == nil ? other.candidate : line.candidate)
            }
            recent.append(line)
        }

        private static func keep(
            _ step: Step, on day: CalendarDate, day kept: inout CalendarDate?, steps: inout [Step],
            isBetter: (CalendarDate, CalendarDate) -> Bool
        ) {
            if let known = kept, known != day, !isBetter(day, known) { return }
            if kept != day { steps = [] }
            kept = day
            steps.append(step)
        }
    }

    /// A line that may explain a difference, and its effect on printed minus counted.
    struct Candidate: Sendable {
        let key: LineKey
        let day: CalendarDate
        let effect: Money
    }

    /// A bank's line, while another export may still repeat it.
    struct Recent: Sendable {
        let candidate: Candidate
        let amount: Money
        let step: Step?

        /// Both have the amount, and the bank's balances include one of them.
        func isRepeated(by other: Recent, isSame: (Money, Money) -> Bool) -> Bool {
            let isOfScale = amount.scale == other.amount.scale
            if isOfScale, amount.units != other.amount.units { return false }
            guard isSame(amount, other.amount) else { return false }
            guard let step, let others = other.step else {
                return (step == nil) != (other.step == nil)
            }
            return isSame(step.after, others.after)
        }
    }

    /// A line that the bank includes and a person dismissed.
    struct Dismissed: Sendable {
        let candidate: Candidate
        let step: Step?
        let files: Set<String>
        /// A line of the ledger is the same payment in another export.
        var isRepeated = false
    }

    /// The fields that two exports of one account share about a payment.
    private struct Look: Hashable {
        let amount: Money
        let balance: Money
    }

    /// A balance that a person knows: before the lines of its day.
    package struct Opening: Sendable, Equatable {
        package let amount: Money
        package let day: CalendarDate

        package init(amount: Money, day: CalendarDate) {
            self.amount = amount
            self.day = day
        }
    }

    /// The last balance that a statement prints after its rows: that of the end of its last day.
    package struct Closing: Sendable, Equatable {
        package let amount: Money
        package let day: CalendarDate
        /// The names of the files that print it.
        package let files: Set<String>

        package init(amount: Money, day: CalendarDate, files: Set<String>) {
            self.amount = amount
            self.day = day
            self.files = files
        }

        /// Whether the statement books a line; one without a day of booking is booked when made.
        func includes(_ made: CalendarDate, _ booked: CalendarDate?, _ files: [String]) -> Bool {
            let on = booked ?? made
            // A file of a later day may show more of the statement's last day.
            return on < day || on == day && (files.isEmpty || !self.files.isDisjoint(with: files))
        }
    }

    private let given: [AccountPlace: Opening]
    let closings: [AccountPlace: Closing]
    private var waiting: [AccountPlace: [Candidate]] = [:]
    private(set) var dismissed: [AccountPlace: [Dismissed]] = [:]
    /// Indices of dismissed lines by their looks.
    private var dismissedByLook: [AccountPlace: [Look: [Int]]] = [:]
    var accounts: [AccountPlace: Account] = [:]
    /// The sum of lines that a statement books by its last day, less the sum of those made by then.
    private var shifted: [AccountPlace: ExactSum] = [:]

    /// - Parameters:
    ///   - given: balances that a person gave; they take precedence over the bank's.
    ///   - closings: for places whose lines print no later balance.
    package init(
        given: [AccountPlace: Opening] = [:], closings: [AccountPlace: Closing] = [:]
    ) {
        self.given = given
        self.closings = closings
    }

    /// Adds a line of the ledger, by day, oldest first.
    ///
    /// - Parameters:
    ///   - isByHand: a person wrote it, so no bank's balance is computed from it.
    ///   - booked: the day on which the bank booked it, if it prints one.
    ///   - files: names of its files; called where lines were dismissed, which must be added first,
    ///     and where statements print balances.
    package mutating func add(
        _ row: ReportRow, isByHand: Bool = false, booked: CalendarDate? = nil,
        files: @autoclosure () -> [String] = []
    ) {
        let place = AccountPlace(row.account, row.amount.currency)
        if let closing = closings[place] {
            note(row, booked, isByHand ? [] : files(), against: closing, at: place)
        }
        var account =
            accounts.removeValue(forKey: place)
            ?? Account(sum: ExactSum(row.amount.currency), firstDay: row.day, lastDay: row.day)
        account.sum.add(row.amount)
        let candidate = Candidate(key: row.key, day: row.day, effect: row.amount.negated)
        if row.isHold { account.holds.append(candidate) }
        if isByHand { account.surplus.append(candidate) }
        account.firstDay = min(account.firstDay, row.day)
        account.lastDay = max(account.lastDay, row.day)
        account.days[row.day, default: ExactSum(row.amount.currency)].add(row.amount)
        let step = step(row.amount, row.balance, row.second)
        if let step {
            account.keep(step, on: row.day)
            markRepeated(row, at: place, files: files)
        }
        if !isByHand {
            let line = Recent(candidate: candidate, amount: row.amount, step: step)
            account.noteIfTwice(line, isSame: isSame)
        }
        accounts[place] = account
    }

    /// Records a line that the statement of a closing balance books on the other side of its last
    /// day than it was made.
    mutating func note(
        _ row: ReportRow, _ booked: CalendarDate?, _ files: [String], against closing: Closing,
        at place: AccountPlace
    ) {
        let isMade = row.day <= closing.day
        if closing.includes(row.day, booked, files) == isMade { return }
        shifted[place, default: ExactSum(place.currency)]
            .add(isMade ? row.amount.negated : row.amount)
    }

    /// Adds a line that waits in the queue: the bank includes it, the ledger does not.
    package mutating func add(waiting key: LineKey, _ fact: StatementFact) {
        let place = AccountPlace(fact.account, fact.amount.currency)
        waiting[place, default: []].append(
            Candidate(key: key, day: fact.made.day, effect: fact.amount))
    }

    /// Adds a bank's line that a person dismissed and that no other line replaces: the bank
    /// includes it, and its balance is the bank's. All of them are added before the rows of the
    /// ledger.
    package mutating func add(dismissed key: LineKey, _ fact: StatementFact, files: [String]) {
        let place = AccountPlace(fact.account, fact.amount.currency)
        let line = Dismissed(
            candidate: Candidate(key: key, day: fact.made.day, effect: fact.amount),
            step: step(fact.amount, fact.balance, Int32(fact.made.second)), files: Set(files))
        let number = dismissed[place]?.count ?? 0
        dismissed[place, default: []].append(line)
        if let step = line.step {
            let look = Look(amount: fact.amount, balance: step.after)
            dismissedByLook[place, default: [:]][look, default: []].append(number)
        }
    }

    /// The accounts, sorted by name, then currency.
    package func standings() throws(ReportFailure) -> [Standing] {
        var standings: [Standing] = []
        var all = accounts
        for (place, opening) in given where all[place] == nil {
            all[place] = Account(
                sum: ExactSum(place.currency), firstDay: opening.day, lastDay: opening.day)
        }
        let sorted = all.sorted { $0.key < $1.key }
        for (place, account) in sorted {
            standings.append(try standing(of: account, at: place))
        }
        return standings
    }

    func step(_ amount: Money, _ balance: Money?, _ second: Int32) -> Step? {
        guard let after = balance, after.currency == amount.currency,
            let before = try? after.adding(amount.negated)
        else { return nil }
        return Step(before: before, after: after, second: second)
    }

    /// Another export of the bank may print the day of booking.
    static let bookingDaysMax: Int32 = 5
    private static let recentMax = 256

    mutating func markRepeated(
        _ row: ReportRow, at place: AccountPlace, files: () -> [String]
    ) {
        guard let looks = dismissedByLook[place], let balance = row.balance,
            let numbers = looks[Look(amount: row.amount, balance: balance)]
        else { return }
        for number in numbers {
            guard let line = dismissed[place]?[number], let step = line.step else { continue }
            let days = line.candidate.day.daysSince1970 &- row.day.daysSince1970
            let isOfTime =
                step.second < 0 || row.second < 0 || (days == 0 && step.second == row.second)
            // Two rows of one file are two payments.
            if isOfTime, abs(days) <= Self.bookingDaysMax, line.files.isDisjoint(with: files()) {
                dismissed[place]?[number].isRepeated = true
            }
        }
    }

    private func standing(
        of entries: Account, at place: AccountPlace
    ) throws(ReportFailure)
        -> Standing
    {
        var account = entries
        let removed = (dismissed[place] ?? []).filter { !$0.isRepeated }
        for line in removed {
            if let step = line.step { account.keep(step, on: line.candidate.day) }
        }
        func tooLarge() -> ReportFailure {
            .sumTooLarge(account: place.account, currency: place.currency)
        }
        guard let sum = account.sum.money else { throw tooLarge() }
        let last = lastBalance(of: account, at: place)
        let printed = last?.amount
        // Lines before the first printed balance are between it and the opening.
        var opening = end(of: account.firstSteps, \.before, unlike: \.after) {
            $0.second < $1.second
        }
        if let found = opening, let day = account.firstPrintedDay {
            opening = difference(found, lines(of: account, where: { $0 < day }))
        }
        func gap(from opening: Money?) -> Money? {
            guard let opening, let last else { return nil }
            return difference(difference(last.amount, opening), last.lines)
        }
        var missing = gap(from: opening)
        var isOpeningWrong = false
        let said = given[place]
        if let said {
            let isWhole = missing?.isZero ?? false
            opening = difference(said.amount, lines(of: account, where: { $0 < said.day }))
            missing = gap(from: opening)
            isOpeningWrong = isWhole && missing?.isZero == false
        }
        guard let balance = balance(sum, from: opening, last) else { throw tooLarge() }
        let until = last?.day ?? account.lastPrintedDay ?? account.lastDay
        let since = min(account.firstDay, account.firstPrintedDay ?? account.firstDay)
        let open = (waiting[place] ?? []).filter { $0.day >= since && $0.day <= until }
        let holds = account.holds.filter { $0.day <= until }
        let gone = removed.map(\.candidate).filter { $0.day >= since && $0.day <= until }
        // Lines before the first balance do not affect the difference.
        let first = account.firstPrintedDay ?? account.firstDay
        let surplus = account.surplus.reversed().filter { $0.day >= first && $0.day <= until }
        let unexplained = isOpeningWrong ? nil : missing
        let explained = unexplained.map { explanation(of: $0, holds, open, gone, surplus) } ?? []
        let dismissedKeys = Set(gone.map(\.key))
        let waitingKeys = Set(open.map(\.key))
        return Standing(
            account: place.account, currency: place.currency, count: account.sum.count,
            firstDay: account.firstDay, lastDay: account.lastDay, sum: sum, opening: opening,
            openingOn: said?.day, balance: balance, printed: printed,
            printedOn: last?.day,
            difference: missing, explainedBy: explained,
            dismissed: explained.filter(dismissedKeys.contains),
            waiting: explained.filter(waitingKeys.contains), isOpen: !open.isEmpty,
            isOpeningWrong: isOpeningWrong,
            isUnread: account.isOfDays && explained.isEmpty && unexplained?.isZero == false)
    }

    /// The last balance that the bank printed, and the sum of the lines that it includes.
    private struct LastBalance {
        let amount: Money
        let day: CalendarDate
        /// Nil if too large.
        let lines: Money?
    }

    /// The closing balance of a statement that is later than those beside lines.
    func closing(of account: Account, at place: AccountPlace) -> Closing? {
        guard let closing = closings[place],
            account.lastPrintedDay.map({ $0 < closing.day }) ?? true
        else { return nil }
        return closing
    }

    private func lastBalance(of account: Account, at place: AccountPlace) -> LastBalance? {
        if let closing = closing(of: account, at: place) {
            let made = lines(of: account, where: { $0 <= closing.day })
            let moved = (shifted[place] ?? ExactSum(place.currency)).money
            return LastBalance(
                amount: closing.amount, day: closing.day,
                lines: difference(made, moved?.negated))
        }
        guard let day = account.lastPrintedDay,
            let amount = end(
                of: account.lastSteps, \.after, unlike: \.before,
                isFurther: { $0.second > $1.second })
        else { return nil }
        return LastBalance(
            amount: amount, day: day, lines: lines(of: account, where: { $0 <= day }))
    }

    /// Nil if too large.
    private func balance(
        _ sum: Money, from opening: Money?, _ last: LastBalance?
    ) -> Money? {
        if let opening { return try? opening.adding(sum) }
        guard let last else { return sum }
        return difference(sum, last.lines).flatMap { try? last.amount.adding($0) }
    }

    /// More candidates would make the search for three of them slow.
    private static let candidatesMax = 200

    /// The one set of lines whose effects sum to the difference: all holds, all waiting, all
    /// dismissed lines, these together, or at most three of any; else at most three including
    /// surplus ones.
    private func explanation(
        of difference: Money, _ holds: [Candidate], _ waiting: [Candidate],
        _ dismissed: [Candidate], _ surplus: [Candidate]
    ) -> [LineKey] {
        if difference.isZero { return [] }
        for all in [
            holds, waiting, dismissed, holds + waiting, waiting + dismissed, holds + dismissed,
            holds + waiting + dismissed,
        ] where !all.isEmpty {
            if isSum(of: all, difference) { return all.map(\.key).sorted() }
        }
        let bank = holds + waiting + dismissed
        let found = few(of: bank, difference)
        if !found.isEmpty { return found.count == 1 ? found[0] : [] }
        var keys: Set<LineKey> = Set(bank.map(\.key))
        let all = few(of: bank + surplus.filter { keys.insert($0.key).inserted }, difference)
        return all.count == 1 ? all[0] : []
    }

    /// The smallest sets of at most three lines whose effects sum to the difference.
    private func few(of candidates: [Candidate], _ difference: Money) -> [[LineKey]] {
        let some = Array(candidates.prefix(Self.candidatesMax))
        var found: [[Candidate]] = []
        for first in some where isSum(of: [first], difference) { found.append([first]) }
        if found.isEmpty {
            for (a, first) in some.enumerated() {
                for (b, second) in some.enumerated().dropFirst(a + 1) {
                    if isSum(of: [first, second], difference) { found.append([first, second]) }
                    for third in some.dropFirst(b + 1)
                    where isSum(of: [first, second, third], difference) {
                        found.append([first, second, third])
                    }
                }
            }
        }
        return found.map { $0.map(\.key).sorted() }
    }

    private func isSum(of candidates: [Candidate], _ wanted: Money) -> Bool {
        var sum = ExactSum(wanted.currency)
        for candidate in candidates { sum.add(candidate.effect) }
        return sum.money.map { isSame($0, wanted) } ?? false
    }

    /// The balance at one end of a day: the only one that continues no other line; else the one
    /// with the first or last time.
    private func end(
        of steps: [Step], _ mine: KeyPath<Step, Money>, unlike other: KeyPath<Step, Money>,
        isFurther: (Step, Step) -> Bool
    ) -> Money? {
        let ends = steps.filter { step in
            !steps.contains { isSame($0[keyPath: other], step[keyPath: mine]) }
        }
        if ends.count == 1 { return ends[0][keyPath: mine] }
        guard !steps.contains(where: { $0.second < 0 }),
            let outermost = steps.max(by: { isFurther($1, $0) }),
            steps.filter({ $0.second == outermost.second }).count == 1
        else { return nil }
        return outermost[keyPath: mine]
    }

    private func isSame(_ a: Money, _ b: Money) -> Bool {
        (try? a.adding(b.negated))?.isZero ?? false
    }

    private func difference(_ a: Money?, _ b: Money?) -> Money? {
        guard let a, let b else { return nil }
        return try? a.adding(b.negated)
    }

    private func lines(of account: Account, where isWanted: (CalendarDate) -> Bool) -> Money? {
        var sum = ExactSum(account.sum.currency)
        for (day, lines) in account.days where isWanted(day) {
            guard let money = lines.money else { return nil }
            sum.add(money)
        }
        return sum.money
    }
}
