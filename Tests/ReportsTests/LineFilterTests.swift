import Facts
import Scanning
import Testing

@testable import Reports

@Suite struct `A filter of lines` {
    private static let tree = CategoryTree(kindOf: { key in
        key.hasPrefix("income") ? .income : key.hasPrefix("transfers") ? .transfer : .expense
    })

    /// Whether a filter with this change accepts the row.
    private func passes(_ row: ReportRow, _ change: (inout LineFilter) -> Void) -> Bool {
        var filter = LineFilter(Self.tree)
        change(&filter)
        return filter.accepts(row)
    }

    private func words(_ text: String) -> NameChoice { .words(WordSearch(text)) }

    @Test func `every field narrows the rows`() {
        var coffee = row(
            1, "2025-03-14", money("-60"), category: "eating_out.coffee", "КАВ’ЯРНЯ №1")
        coffee.tags = ["робота"]
        func passes(_ change: (inout LineFilter) -> Void) -> Bool { self.passes(coffee, change) }
        #expect(passes { _ in })
        #expect(passes { $0.from = day("2025-03-14") } && !passes { $0.from = day("2025-03-15") })
        #expect(passes { $0.to = day("2025-03-14") } && !passes { $0.to = day("2025-03-13") })
        #expect(passes { $0.accounts = ["x", "monobank-UAH"] } && !passes { $0.accounts = ["x"] })
        #expect(passes { $0.texts = [WordSearch("РОБОТА"), WordSearch("кавярня")] })
        #expect(!passes { $0.texts = [WordSearch("робота"), WordSearch("сільпо")] })
        #expect(!passes { $0.texts = [WordSearch("!!!")] })
        #expect(!passes { $0.currency = .usd } && !passes { $0.currency = .unknown })
        #expect(passes { $0.isIn = false } && !passes { $0.isIn = true })
        #expect(passes { $0.kinds = [[.expense]] } && !passes { $0.kinds = [[.income, .refund]] })
    }

    @Test func `a category has all below it, or only itself`() {
        let coffee = row(1, "2025-03-14", money("-60"), category: "eating_out.coffee")
        let open = row(2, "2025-03-14", money("-60"))
        func passes(_ choices: [CategoryChoice]..., row: ReportRow = coffee) -> Bool {
            self.passes(row) { $0.categories = choices }
        }
        #expect(passes([CategoryChoice("eating_out")]) && !passes([CategoryChoice("eating")]))
        #expect(!passes([CategoryChoice("eating_out", isExact: true)]))
        #expect(passes([CategoryChoice("eating_out.coffee", isExact: true)]))
        #expect(passes([CategoryChoice("pets"), CategoryChoice("eating_out")]))
        #expect(!passes([CategoryChoice("pets")], [CategoryChoice("eating_out")]))
        #expect(!passes([CategoryChoice("")]) && passes([CategoryChoice("")], row: open))
    }

    @Test func `names are words or exactly so`() {
        var shop = row(1, "2025-03-14", money("-60"), category: "groceries", "SILPO 12 KYIV")
        shop.payee = "Сільпо Кафе"
        shop.tags = ["Відпустка 2025"]
        func passes(_ change: (inout LineFilter) -> Void) -> Bool { self.passes(shop, change) }
        #expect(passes { $0.payees = [[words("кафе сіль")]] })
        #expect(
            passes { $0.payees = [[words("kyiv")]] } && !passes { $0.payees = [[words("atb")]] })
        #expect(passes { $0.payees = [[NameChoice(exactly: "сільпо кафе")]] })
        #expect(!passes { $0.payees = [[NameChoice(exactly: "сільпо")]] })
        #expect(passes { $0.tags = [[NameChoice(exactly: "ВІДПУСТКА 2025")]] })
        #expect(!passes { $0.tags = [[NameChoice(exactly: "відпустка")]] })
        #expect(!passes { $0.tags = [[.none]] } && passes { $0.persons = [[.none]] })
        #expect(!passes { $0.persons = [[words("сільпо")]] })
        var person = row(2, "2025-03-14", money("-60"), category: "transfers.person", "Переказ")
        person.counterparty = "Олена К."
        #expect(self.passes(person) { $0.persons = [[words("олена")]] })
        #expect(self.passes(person) { $0.persons = [[NameChoice(exactly: "Олена К.")]] })
        #expect(!self.passes(person) { $0.persons = [[.none]] })
    }

    @Test func `of a divided line the parts asked for count`() throws {
        var shop = row(1, "2025-03-14", money("-500"), category: "home")
        shop.splits = [
            Decision.Split(category: "groceries", amount: money("-120")),
            Decision.Split(category: "home", amount: money("-400")),
            Decision.Split(category: "income.refund", amount: money("20")),
        ]
        func amount(_ change: (inout LineFilter) -> Void) throws -> String {
            var filter = LineFilter(Self.tree)
            change(&filter)
            #expect(filter.accepts(shop))
            return try filter.amount(of: shop).text
        }
        #expect(try amount { _ in } == "-500.00")
        #expect(try amount { $0.categories = [[CategoryChoice("groceries")]] } == "-120.00")
        #expect(try amount { $0.kinds = [[.expense]] } == "-520.00")
        #expect(try amount { $0.kinds = [[.expense], [.refund, .expense]] } == "-520.00")
        #expect(try amount { $0.kinds = [[.refund]] } == "20.00")
        #expect(!passes(shop) { $0.kinds = [[.income]] })
    }

    @Test func `a side of a linked pair is a transfer whatever its category`() {
        var side = row(1, "2025-03-14", money("-500"), category: "groceries")
        #expect(Self.tree.kind(of: side.parts[0], in: side) == .expense)
        side.transfer = TransferLeg(
            key: side.key, account: "x", day: side.day, amount: money("500"))
        #expect(Self.tree.kind(of: side.parts[0], in: side) == .transfer)
    }

    @Test(
        arguments: [
            ("-60", "60", "60", false, true), ("-60", "59.999", "60.001", false, true),
            ("60", "60.00", "60", false, true), ("-60", "60.001", nil, false, false),
            ("-60", nil, "59.999", false, false), ("-60", "-60.000", "-60", true, true),
            ("-60", "-59.999", nil, true, false), ("-60", nil, "-60.0001", true, false),
            ("-60", "60", nil, true, false), ("60", nil, "-1", true, false),
            ("-60", "-100", "0", true, true), ("60", "-100", "0", true, false),
        ] as [(String, String?, String?, Bool, Bool)])
    func `bounds are of the size unless they are signed`(
        amount: String, min: String?, max: String?, isSigned: Bool, isIn: Bool
    ) {
        let bounds = [(min, true), (max, false)].compactMap { text, isMin in
            text.flatMap { Decimal18(text: $0) }.map {
                AmountBound($0, isMin: isMin, isSigned: isSigned)
            }
        }
        let row = row(1, "2025-03-14", money(amount), category: "pets")
        #expect(passes(row) { $0.bounds = bounds } == isIn)
    }

    @Test(arguments: [
        ("АТБ", "Переказ з картки ПриватБанку", false), ("АТБ", "АТБ-Маркет №5", true),
        ("атб", "ATБ 12", true), ("АТБ", "Маркет АТБ", true),
        ("подорожник аптека", "Аптека Подорожник 12", true),
        ("подор апт", "Аптека Подорожник 12", true), ("орожник", "Аптека Подорожник", false),
        ("аптека подорожник львів", "Аптека Подорожник", false), ("№5", "АТБ №5", true),
        ("!!!", "АТБ", false), ("!!!", "Ура!!!", true), ("", "АТБ", true),
    ])
    func `words begin words, in any order`(text: String, description: String, isIn: Bool) {
        let row = row(1, "2025-03-14", money("-60"), category: "pets", description)
        #expect(passes(row) { $0.texts = [WordSearch(text)] } == isIn)
    }

    @Test func `words may stand in several fields of a row`() {
        var shop = row(1, "2025-03-14", money("-60"), category: "pets", "Аптека 12")
        shop.tags = ["відпустка"]
        shop.note = "для мами"
        #expect(passes(shop) { $0.texts = [WordSearch("відп мами аптека")] })
    }

    @Test func `a category is within each group above it`() {
        let parents = ["a.b": "x", "x": "y", "loop": "pool", "pool": "loop"]
        let tree = CategoryTree(kindOf: { _ in nil }, parentOf: { parents[$0] })
        #expect(tree.isWithin("a.b", "y") && tree.isWithin("a.b", "a.b"))
        #expect(!tree.isWithin("a.b", "a") && !tree.isWithin("y", "a.b"))
        #expect(tree.group(of: "a.b", level: 1) == "y" && tree.group(of: "a.b", level: 2) == "x")
        #expect(tree.group(of: "a.b", level: 9) == "a.b" && tree.group(of: "y", level: 1) == "y")
        // A circle in a file is no endless loop.
        #expect(tree.isWithin("loop", "pool"))
    }
}
