package import Reports

extension Habituality {
    /// What contracts and standing orders are filed under.
    private static let bills = [
        "housing", "utilities", "telecom", "subscriptions", "insurance", "income.salary",
        "finance.loan", "kids.childcare", "education", "sport.fitness", "government.taxes",
    ]
    /// What people pay for when they happen to need it.
    private static let habits = [
        "groceries", "eating_out", "transport", "shopping", "home", "health.pharmacy", "gifts",
        "personal_care", "pets.supplies", "transfers.cash", "travel",
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
