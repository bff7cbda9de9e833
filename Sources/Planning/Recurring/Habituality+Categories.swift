package import Reports

extension Habituality {
    /// Categories of contracts and standing orders.
    private static let bills = [
        "housing", "utilities", "telecom", "subscriptions", "insurance", "income.salary",
        "finance.loan", "kids.childcare", "education", "sport.fitness", "government.taxes",
    ]
    /// Categories of payments that people make when they happen to need something.
    private static let habits = [
        "groceries", "eating_out", "transport", "shopping", "home", "health", "gifts",
        "personal_care", "kids.goods", "pets", "entertainment.events", "entertainment.gambling",
        "sport.goods", "services.post", "transfers.cash", "travel",
    ]

    /// By the category of most payments; without one nothing is presumed.
    package init(of category: String, in tree: CategoryTree) {
        if Self.bills.contains(where: { tree.isWithin(category, $0) }) {
            self = .bill
        } else if Self.habits.contains(where: { tree.isWithin(category, $0) }) {
            self = .habit
        } else {
            self = .plain
        }
    }
}
