import Facts
import Planning
import Reports
import Scanning

/// Balances in one currency, where one is asked for.
struct BalancesWorth {
    /// Nil where none is asked for.
    let base: Currency?
    private var worths: [AccountPlace: Money] = [:]
    private var total: ExactSum
    private var converted: [Money] = []
    private var unconverted: [Money] = []
    private let day: CalendarDate
    private let converter: CurrencyConverter?

    /// - Parameter hidden: accounts that are in no sum.
    init(
        of standings: [BalanceTally.Standing], hidden: Set<String> = [],
        _ access: WorkspaceAccess, _ invocation: Invocation
    ) throws {
        day = invocation.asOf ?? Clock.localDay
        var converter = try access.converter(invocation, day)
        self.converter = converter
        base = converter?.base
        total = ExactSum(base ?? .unknown)
        for standing in standings where base != nil {
            let worth = converter?.stock(standing.balance, on: day)
            worths[standing.place] = worth
            if hidden.contains(standing.account) { continue }
            if let worth {
                total.add(worth)
                converted.append(standing.balance)
            } else {
                unconverted.append(standing.balance)
            }
        }
    }

    /// Nil without a rate.
    subscript(place: AccountPlace) -> Money? { worths[place] }

    func members(at place: AccountPlace) -> JSONValue {
        guard let base else { return [:] }
        return ["in": .string(base.code), "worth": worths[place].map { .amount($0) }]
    }

    func print(_ console: Console) throws {
        guard let base else { return }
        guard let total = total.money else {
            throw ReportFailure.sumTooLarge(account: "", currency: base)
        }
        let left = unconverted.filter { !$0.isZero }
        // Nothing known is not nothing.
        if left.isEmpty || !total.isZero {
            try console.line(.balanceTotalIn, ["amount": .amount(total), "base": .text(base.code)])
        }
        console.narrate(unconverted: left)
        if let converter { console.narrate(oldPricesOf: converted, on: day, converter) }
    }
}
