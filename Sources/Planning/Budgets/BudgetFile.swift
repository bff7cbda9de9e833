package import Facts
internal import Reports
package import Scanning

/// `budget.yaml` of a workspace: a list of budgets, money given out, and goals.
///
/// ```yaml
/// - {settings: {envelopes: on, accounts: [Чорна, cash-UAH]}}
/// - {category: groceries, amount: "15000", every: month}
/// - {category: shopping, amount: "6000", every: month, unused: carry up to 4000, over: carry,
///    from: 2026-01-01}
/// - {given: "15000", category: groceries, on: 2026-03-01}
/// - {goal: Відпустка, target: "60000", by: 2026-07-01, accounts: [savings-UAH], saved: "12000"}
/// ```
package struct BudgetFile: Sendable {
    /// The meaning of a name in the file.
    package enum Meaning: Sendable {
        /// Keys of a category, ids of accounts.
        case found([String])
        case unknown(near: [String])
    }

    package private(set) var plan = BudgetPlan()
    /// The file's entries.
    package private(set) var entries: [YAMLNode] = []

    /// A workspace without budgets.
    package init() {}

    /// - Parameters:
    ///   - base: the currency of amounts that name none.
    ///   - category: the category of a written name.
    ///   - isSpent: whether money of a category is spent, not earned or kept.
    package init(
        _ bytes: [UInt8], base: Currency, category: @escaping (String) -> Meaning,
        account: @escaping (String) -> Meaning, isSpent: @escaping (String) -> Bool
    ) throws(PlanFaults) {
        var reader = BudgetReader()
        entries = reader.file.entries(bytes)
        reader.read(
            entries, .init(base: base, category: category, account: account, isSpent: isSpent))
        try reader.file.verify()
        plan = reader.plan
    }

    /// The file's text with entries at its end; everything else stays byte for byte.
    ///
    /// - Parameter bytes: what this was read from.
    package func adding(
        _ gifts: [Gift], _ budgets: [Budget], base: Currency, to bytes: [UInt8]
    ) -> [UInt8] {
        var text = EntryListText(bytes, entries: entries)
        let added =
            gifts.map { Self.text(of: $0, base: base) }
            + budgets.map { Self.text(of: $0, base: base) }
        text.write(replacing: [:], adding: added, heading: Self.heading)
        return text.bytes
    }

    private static let heading = "Budgets: changed by `kopiyka budget`, and by hand."

    private static func text(of gift: Gift, base: Currency) -> String {
        let currency = currency(of: gift.amount, base)
        return "{given: \"\(gift.amount.text)\", category: \(yamlScalar(gift.category)), "
            + "on: \(gift.day.text)\(currency)}"
    }

    /// An entry of a monthly budget.
    package static func text(of budget: Budget, base: Currency) -> String {
        let currency = currency(of: budget.amount, base)
        return "{category: \(yamlScalar(budget.category)), amount: \"\(budget.amount.text)\", "
            + "every: month\(currency)}"
    }

    /// Amounts without one are in the base currency.
    private static func currency(of amount: Money, _ base: Currency) -> String {
        amount.currency == base ? "" : ", currency: " + amount.currency.code
    }
}

/// Reads the entries one after another, then verifies them together.
private struct BudgetReader {
    struct Names {
        let base: Currency
        let category: (String) -> BudgetFile.Meaning
        let account: (String) -> BudgetFile.Meaning
        let isSpent: (String) -> Bool
    }

    var plan = BudgetPlan()
    var file = PlanReader(file: "budget.yaml")
    private var budgetNodes: [YAMLNode] = []
    private var giftNodes: [YAMLNode] = []
    private var hasSettings = false

    private static let budgetKeys = [
        "category", "amount", "every", "currency", "from", "to", "reset_day", "unused", "over",
    ]
    private static let giftKeys = ["given", "category", "on", "currency"]
    private static let goalKeys = ["goal", "target", "by", "currency", "accounts", "saved"]
    private static let settingsKeys = ["envelopes", "accounts"]

    mutating func read(_ entries: [YAMLNode], _ names: Names) {
        for item in entries {
            if let settings = item["settings"] {
                file.verifyKeys(of: item, ["settings"])
                readSettings(settings, names)
            } else if item["given"] != nil {
                readGift(item, names)
            } else if item["goal"] != nil {
                readGoal(item, names)
            } else {
                readBudget(item, names)
            }
        }
        if file.faults.isEmpty { verifyTogether() }
    }

    // MARK: Entries

    private mutating func readSettings(_ node: YAMLNode, _ names: Names) {
        if hasSettings { file.fault(.settingsTwice, node) }
        hasSettings = true
        guard file.isMapping(node) else { return }
        file.verifyKeys(of: node, Self.settingsKeys)
        plan.hasEnvelopes =
            node["envelopes"].flatMap { file.answer($0, yes: "on", no: "off") } ?? false
        if let accounts = node["accounts"] { plan.accounts = readAccounts(accounts, names) }
    }

    private mutating func readBudget(_ node: YAMLNode, _ names: Names) {
        file.verifyKeys(of: node, Self.budgetKeys)
        let currency = currency(of: node, names)
        let category = category(of: node, names)
        let amount = amount("amount", of: node, currency)
        let from = day("from", of: node)
        let to = day("to", of: node)
        guard let everyNode = file.required("every", of: node),
            let interval = interval(everyNode, of: node, from), let category, let amount
        else { return }
        var budget = Budget(category, amount, every: interval, from: from, to: to)
        if let value = node["unused"] { budget.unused = unused(value, currency) }
        if let value = node["over"] { budget.over = over(value, names, of: category) }
        if budget.carries, from == nil { file.fault(.fromMissing, node, found: "from") }
        if let from, let to, to < from {
            file.fault(.toBeforeFrom, node["to"] ?? node, found: to.text)
        }
        plan.budgets.append(budget)
        budgetNodes.append(node)
    }

    private mutating func readGift(_ node: YAMLNode, _ names: Names) {
        file.verifyKeys(of: node, Self.giftKeys)
        let currency = currency(of: node, names)
        let amount = amount("given", of: node, currency, isSigned: true)
        let category = category(of: node, names)
        guard file.required("on", of: node) != nil, let day = day("on", of: node), let amount,
            let category
        else { return }
        plan.gifts.append(Gift(category, amount, on: day))
        giftNodes.append(node)
    }

    private mutating func readGoal(_ node: YAMLNode, _ names: Names) {
        file.verifyKeys(of: node, Self.goalKeys)
        let currency = currency(of: node, names)
        let target = amount("target", of: node, currency)
        guard let nameNode = file.required("goal", of: node), let name = file.text(nameNode),
            file.required("by", of: node) != nil, let by = day("by", of: node), let target
        else { return }
        var goal = SavingsGoal(name, target: target, by: by)
        if let accounts = node["accounts"] { goal.accounts = readAccounts(accounts, names) }
        if node["saved"] != nil {
            goal.saved = amount("saved", of: node, currency, isSigned: true)
        }
        if plan.goals.contains(where: { $0.name == name }) {
            file.fault(.twice, nameNode, found: name)
        }
        plan.goals.append(goal)
    }

    // MARK: Values

    private mutating func category(of node: YAMLNode, _ names: Names) -> String? {
        guard let value = file.required("category", of: node), let typed = file.text(value) else {
            return nil
        }
        return category(typed, value, names)
    }

    private mutating func category(
        _ typed: String, _ node: YAMLNode, _ names: Names
    ) -> String? {
        switch names.category(typed) {
        case .found(let keys):
            guard let key = keys.first, names.isSpent(key) else {
                file.fault(.categoryNotSpent, node, found: typed)
                return nil
            }
            return key
        case .unknown(let near):
            file.fault(.categoryUnknown, node, found: typed, near: near)
            return nil
        }
    }

    private mutating func readAccounts(_ node: YAMLNode, _ names: Names) -> [String] {
        let items = node.text == nil ? node.items : [node]
        if items.isEmpty { file.fault(.notAText, node) }
        var accounts: [String] = []
        for item in items {
            guard let typed = file.text(item) else { continue }
            switch names.account(typed) {
            case .found(let ids): accounts += ids.filter { !accounts.contains($0) }
            case .unknown(let near): file.fault(.accountUnknown, item, found: typed, near: near)
            }
        }
        return accounts
    }

    private mutating func currency(of node: YAMLNode, _ names: Names) -> Currency {
        node["currency"].flatMap { file.currency($0) } ?? names.base
    }

    private mutating func amount(
        _ key: String, of node: YAMLNode, _ currency: Currency, isSigned: Bool = false
    ) -> Money? {
        file.required(key, of: node).flatMap { file.amount($0, currency, isSigned: isSigned) }
    }

    private mutating func day(_ key: String, of node: YAMLNode) -> CalendarDate? {
        node[key].flatMap { file.day($0) }
    }

    private mutating func interval(
        _ node: YAMLNode, of entry: YAMLNode, _ from: CalendarDate?
    ) -> BudgetInterval? {
        guard let text = file.text(node) else { return nil }
        let resetNode = entry["reset_day"]
        if let resetNode, text != "month" {
            file.fault(.resetDayAlone, resetNode, found: text)
            return nil
        }
        switch text {
        case "week": return .week
        case "year": return .year
        case "month":
            guard let resetNode else { return .month(from: 1) }
            return file.count(resetNode, upTo: 31, else: .resetDayInvalid).map {
                .month(from: $0)
            }
        default:
            let words = text.split(separator: " ")
            guard words.count == 2, words[1] == "days" || words[1] == "day",
                let count = Int32(words[0]), (1...BudgetInterval.daysMax).contains(count)
            else {
                file.fault(
                    .everyInvalid, node, found: text, near: ["week", "month", "year", "14 days"])
                return nil
            }
            guard let from else {
                if entry["from"] == nil { file.fault(.fromMissing, entry, found: "from") }
                return nil
            }
            return .days(count, from: from)
        }
    }

    private mutating func unused(_ node: YAMLNode, _ currency: Currency) -> Budget.Unused {
        let text = node.text ?? ""
        let limited = "carry up to "
        switch text {
        case "lapse": return .lapse
        case "carry": return .carry(upTo: nil)
        case _ where text.hasPrefix(limited):
            let limit = String(text.dropFirst(limited.count))
            return file.amount(limit, node, currency).map { .carry(upTo: $0) }
                ?? .lapse
        default:
            file.fault(
                .unusedInvalid, node, found: text, near: ["lapse", "carry", limited + "4000"])
            return .lapse
        }
    }

    private mutating func over(
        _ node: YAMLNode, _ names: Names, of own: String
    ) -> Budget.Over {
        let text = node.text ?? ""
        let covered = "cover from "
        switch text {
        case "forgive": return .forgive
        case "carry": return .carry
        case _ where text.hasPrefix(covered):
            guard let key = category(String(text.dropFirst(covered.count)), node, names) else {
                return .forgive
            }
            if key == own { file.fault(.coversItself, node, found: text) }
            return .cover(from: key)
        default:
            file.fault(
                .overInvalid, node, found: text, near: ["forgive", "carry", covered + "CATEGORY"])
            return .forgive
        }
    }

    // MARK: All entries together

    private mutating func verifyTogether() {
        let budgets = plan.budgets
        for (index, budget) in budgets.enumerated() {
            let earlier = budgets[..<index].contains {
                $0.category == budget.category
                    && (plan.hasEnvelopes || $0.interval == budget.interval)
                    && $0.days.first <= budget.days.last && budget.days.first <= $0.days.last
            }
            if earlier { file.fault(.twice, budgetNodes[index], found: budget.category) }
            if case .cover(let category) = budget.over,
                !budgets.contains(where: {
                    $0.category == category && $0.interval == budget.interval
                        && $0.amount.currency == budget.amount.currency
                })
            {
                file.fault(
                    .coverWithoutBudget, budgetNodes[index]["over"] ?? budgetNodes[index],
                    found: category)
            }
        }
        for (gift, node) in zip(plan.gifts, giftNodes)
        where !budgets.contains(where: {
            $0.category == gift.category && $0.days.contains(gift.day)
        }) {
            file.fault(.giftWithoutBudget, node["category"] ?? node, found: gift.category)
        }
    }
}
