import Facts

/// The difficulties of a history. Each is random by itself, so that a failing seed shows which ones
/// it needs.
package struct Troubles: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Equal payments on one day.
    static let twins = Troubles(rawValue: 1 << 0)
    static let holds = Troubles(rawValue: 1 << 1)
    /// A hold is booked under another id.
    static let holdsRenamed = Troubles(rawValue: 1 << 2)
    /// A hold is booked with another amount.
    static let holdsRepriced = Troubles(rawValue: 1 << 3)
    static let holdsVanish = Troubles(rawValue: 1 << 4)
    /// `Скасування. …` of a payment some minutes later.
    static let cancellations = Troubles(rawValue: 1 << 5)
    /// Rows that appear days after their date.
    static let lateRows = Troubles(rawValue: 1 << 6)
    /// The bank rewords a payment.
    static let rewording = Troubles(rawValue: 1 << 7)
    /// The last day of an export ends at the time of the export.
    static let cutDays = Troubles(rawValue: 1 << 8)
    static let shuffledRows = Troubles(rawValue: 1 << 9)
    /// Days around the night with a repeated hour.
    static let clockChange = Troubles(rawValue: 1 << 10)
    /// A person approves, edits and dismisses between imports.
    static let reviews = Troubles(rawValue: 1 << 11)
    /// Ids are row numbers of each export.
    static let positionalIDs = Troubles(rawValue: 1 << 12)
    /// Ids are random in each export.
    static let sessionIDs = Troubles(rawValue: 1 << 13)
    /// One id for all rows of a day.
    static let sharedIDs = Troubles(rawValue: 1 << 14)
    static let blankIDs = Troubles(rawValue: 1 << 15)
    /// Files are imported in another order than they were made.
    static let shuffledFiles = Troubles(rawValue: 1 << 16)
    /// A file is imported again under another name.
    static let repeatedFiles = Troubles(rawValue: 1 << 17)
    /// The bank recomputes balances in each export, so that a late row changes those after it.
    static let recountedBalances = Troubles(rawValue: 1 << 18)
    /// A second account with the ids of the first.
    static let equalIDs = Troubles(rawValue: 1 << 19)
    /// The first day of an export starts in its middle.
    static let cutStarts = Troubles(rawValue: 1 << 20)
    /// A person undoes commands and redoes some of them.
    static let undo = Troubles(rawValue: 1 << 21)
    /// Every hold is approved before the bank books it.
    static let approvedHolds = Troubles(rawValue: 1 << 22)
    /// A person edits the queue: other order, blank lines, own members.
    static let handEdits = Troubles(rawValue: 1 << 23)

    static let names: [(Troubles, String)] = [
        (.twins, "twins"), (.holds, "holds"), (.holdsRenamed, "holds-renamed"),
        (.holdsRepriced, "holds-repriced"), (.holdsVanish, "holds-vanish"),
        (.cancellations, "cancellations"), (.lateRows, "late-rows"), (.rewording, "rewording"),
        (.cutDays, "cut-days"), (.shuffledRows, "shuffled-rows"), (.clockChange, "clock-change"),
        (.reviews, "reviews"), (.positionalIDs, "positional-ids"), (.sessionIDs, "session-ids"),
        (.sharedIDs, "shared-ids"), (.blankIDs, "blank-ids"), (.shuffledFiles, "shuffled-files"),
        (.repeatedFiles, "repeated-files"), (.recountedBalances, "recounted-balances"),
        (.equalIDs, "equal-ids"), (.cutStarts, "cut-starts"), (.undo, "undo"),
        (.approvedHolds, "approved-holds"), (.handEdits, "hand-edits"),
    ]

    static let changingIDs: Troubles = [.positionalIDs, .sessionIDs, .sharedIDs, .blankIDs]
}

/// The behaviour of a bank for one kind of account.
enum Bank: CaseIterable {
    /// Ids, seconds and balances in the API; seconds and balances in the app.
    case monobank
    /// Two cards in one file; seconds and balances.
    case privatbank
    /// Tables, OFX and QIF of an unknown bank.
    case other
}

/// A payment with the bank's successive versions of it.
struct Payment {
    /// The bank's version of a payment from an instant on.
    struct Showing {
        var from: Int
        var units: Int
        var isHold = false
        var text: String
        var id: String
        /// A hold that came to nothing disappears.
        var isGone = false
    }

    let number: Int
    let account: String
    /// Seconds since 1970 UTC.
    let instant: Int
    var balance = 0
    var showings: [Showing]

    /// The version in an export made at this moment; nil before the first, or after it disappeared.
    func showing(at moment: Int) -> Showing? {
        guard let last = showings.last(where: { $0.from <= moment }), !last.isGone else {
            return nil
        }
        return last
    }

    /// Days since 1970 and second of the day, in Kyiv's time in the autumn of 2026.
    var local: (day: Int, second: Int) { Self.local(of: instant) }

    static func local(of instant: Int) -> (day: Int, second: Int) {
        let local = instant + (instant < Payment.clockChange ? 10_800 : 7_200)
        return (local / 86_400, local % 86_400)
    }

    /// 25 October 2026, 01:00 UTC.
    static let clockChange = 1_792_890_000
}

/// The true payments on the accounts of one bank.
struct History {
    let bank: Bank
    let troubles: Troubles
    let accounts: [String]
    private(set) var payments: [Payment] = []
    /// First and last day, since 1970.
    let days: ClosedRange<Int>

    init(bank: Bank, troubles: Troubles, using random: inout SeededGenerator) {
        self.bank = bank
        self.troubles = troubles
        switch bank {
        case .monobank: accounts = ["monobank-UAH"]
        case .privatbank: accounts = ["5168 **** **** 4471", "4149 **** **** 4961"]
        case .other: accounts = troubles.contains(.equalIDs) ? ["plain", "second"] : ["plain"]
        }
        let first =
            troubles.contains(.clockChange)
            ? Payment.clockChange / 86_400 - random.number(1...5) : 20_700 + random.number(0...20)
        days = first...(first + random.number(4...16))
        for day in days {
            for _ in 0..<random.number(0...4) { addPayment(on: day, using: &random) }
        }
        while payments.count < 3 { addPayment(on: days.lowerBound, using: &random) }
        setBalances()
    }

    private static let texts = [
        "Silpo", "АТБ-Маркет", "Bolt", "Нова пошта", "Aroma Kava", "WOG", "Rozetka", "Аптека 9-1-1",
        "Uklon", "Переказ Олені",
    ]
    private static let prices = [4_500, 8_500, 12_000, 12_050, 20_000, 50_000, 99_900]

    private mutating func addPayment(on day: Int, using random: inout SeededGenerator) {
        let isChangeNight =
            troubles.contains(.clockChange) && day == Payment.clockChange / 86_400
        let second =
            isChangeNight && random.chance(60)
            // 03:00 to 04:00 occurs twice.
            ? random.number(0...7_199) : random.number(21_600...75_000)
        let instant = day * 86_400 - (isChangeNight ? 0 : 10_800) + second
        let text = random.one(of: Self.texts)
        let isIncome = random.chance(12)
        let price = random.chance(50) ? random.one(of: Self.prices) : random.number(1_000...90_000)
        add(
            at: instant, units: isIncome ? price * 3 : -price, text: text,
            account: random.one(of: accounts), using: &random)
        guard let last = payments.last else { return }
        if troubles.contains(.twins), random.chance(25) {
            for _ in 0..<random.number(1...2) {
                add(
                    at: min(
                        last.instant + random.one(of: [0, 1, 60, 5_400]), day * 86_400 + 75_600),
                    units: last.showings[0].units, text: text, account: last.account, using: &random
                )
            }
        }
        if troubles.contains(.cancellations), !isIncome, random.chance(12) {
            add(
                at: last.instant + random.number(30...2_000), units: price,
                text: "Скасування. " + text, account: last.account, using: &random)
        }
    }

    private mutating func add(
        at instant: Int, units: Int, text: String, account: String,
        using random: inout SeededGenerator
    ) {
        let number = payments.count
        var from = instant
        if troubles.contains(.lateRows), random.chance(8) {
            from += random.number(1...3) * 86_400
        }
        let drawn = random.next() % 1_000_000
        let id =
            troubles.contains(.equalIDs)
            ? "E\(payments.count { $0.account == account })" : "T\(number)x\(drawn)"
        var payment = Payment(
            number: number, account: account, instant: instant,
            showings: [.init(from: from, units: units, text: text, id: id)])
        if troubles.contains(.holds), units < 0, random.chance(25) {
            payment.showings[0].isHold = true
            var booked = payment.showings[0]
            booked.isHold = false
            booked.from += random.number(1...4) * 50_000
            if troubles.contains(.holdsRepriced), random.chance(40) {
                booked.units += booked.units / random.one(of: [50, 20, 10, -25])
            }
            if troubles.contains(.holdsRenamed), random.chance(40) { booked.id += "b" }
            if troubles.contains(.holdsVanish), random.chance(20) { booked.isGone = true }
            payment.showings.append(booked)
        }
        if troubles.contains(.rewording), random.chance(15), var last = payment.showings.last,
            !last.isGone
        {
            last.from += random.number(1...3) * 86_400
            last.text = text + ", Київ"
            payment.showings.append(last)
        }
        payments.append(payment)
    }

    /// Banks print the balance after a payment, in the order in which payments appeared; printed
    /// balances do not change.
    private mutating func setBalances() {
        for account in accounts {
            var balance = 5_000_000
            let order = payments.indices.filter { payments[$0].account == account }.sorted {
                (payments[$0].showings[0].from, $0) < (payments[$1].showings[0].from, $1)
            }
            for index in order {
                balance += payments[index].showings[0].units
                payments[index].balance = balance
            }
        }
    }
}
