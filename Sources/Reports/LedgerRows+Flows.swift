package import Facts
internal import Ledger

extension LedgerRows {
    /// Calls the body with the sum of each day of accepted lines on which money moved, in no order
    /// of accounts.
    ///
    /// - Returns: false where the ledger keeps none, or the filter asks for single lines.
    /// - Complexity: O(days), not entries.
    package func forEachKeptFlow(
        _ body: (AccountPlace, CalendarDate, ExactSum) -> Void
    ) throws -> Bool {
        try forEachKeptDay { place, day, sums in
            guard sums.groups.contains(where: { $0.moneyIn != 0 || $0.moneyOut != 0 }) else {
                return
            }
            var sum = ExactSum(place.currency)
            sum.add(sums)
            body(place, day, sum)
        }
    }

    /// Calls the body with the amount of each accepted side of a transfer whose other side was
    /// booked before, and with both days.
    ///
    /// - Complexity: O(transfers), not entries.
    package func forEachLaterSide(
        _ body: (AccountPlace, Money, _ booked: CalendarDate, _ before: CalendarDate) -> Void
    ) throws {
        let movements = try MovementReader(ledger)
        for (key, pairs) in try decidedPairs() {
            guard let other = pairs.last(where: \.isPair)?.other,
                let before = try movements.movement(other)?.day,
                let side = try movements.movement(key), before < side.day
            else { continue }
            let amount = named(side.amount, of: side.account)
            if filter.accepts(side.account, amount.currency, on: side.day) {
                body(AccountPlace(side.account, amount.currency), amount, side.day, before)
            }
        }
    }
}
