import Facts
import Testing

@Suite struct `History of a subject` {
    private func decision(
        _ category: String, _ manner: PastDecision.Manner = .approved, _ units: UInt64 = 12_550
    ) -> PastDecision {
        PastDecision(category: category, units: units, account: 0x3F2A, manner: manner)
    }

    @Test func `is written and read back`() throws {
        var history = MerchantHistory()
        history.add(decision("eating_out.coffee", .corrected))
        history.add(decision("groceries", .unasked, .max))
        history.add(decision("groceries", .approved, 0))
        #expect(
            history.text
                == "eating_out.coffee:c:12550:3f2a groceries:u:18446744073709551615:3f2a groceries:a:0:3f2a"
        )
        #expect(MerchantHistory(text: history.text) == history)
        #expect(!history.isPure)
    }

    @Test func `of decisions that differ in the amount only says the amounts`() {
        var history = MerchantHistory()
        history.add(decision("groceries"))
        for units in [7, 0, UInt64.max] { history.add(decision("groceries", .approved, units)) }
        history.add(decision("groceries", .corrected, 5))
        history.add(decision("gifts", .corrected, 5))
        history.add(decision("gifts", .corrected, 6))
        #expect(
            history.text
                == "groceries:a:12550:3f2a 7 0 18446744073709551615 groceries:c:5:3f2a gifts:c:5:3f2a 6"
        )
        #expect(MerchantHistory(text: history.text) == history)
    }

    @Test(arguments: [0, 1, 3, 24, 30], ["", "Салон Ярош", "= 7", "a b:c:1:2", "7 8"])
    func `keeps what a person calls the merchant`(_ decisions: Int, _ payee: String) {
        var history = MerchantHistory()
        for units in 0..<UInt64(decisions) {
            history.add(decision("groceries", units == 1 ? .corrected : .approved, units))
        }
        let before = history.decisions
        history.payee = payee
        #expect(MerchantHistory(text: history.text) == history)
        #expect(history.decisions == before)
        #expect(history.isEmpty == (decisions == 0 && payee.isEmpty))
    }

    @Test func `of amounts of any length is read back`() {
        var history = MerchantHistory()
        var units: UInt64 = 9
        for _ in 0..<19 {
            history.add(decision("groceries", .approved, units))
            units = units &* 10 &+ 8
        }
        history.add(decision("groceries", .approved, 1))
        #expect(MerchantHistory(text: history.text) == history)
        // The oldest leave while it is read.
        let crowded = history.text + " 1234567 12345678 123456789 4 5 6 7"
        #expect(
            MerchantHistory(text: crowded)?.decisions.map(\.units).suffix(8) == [
                1, 1_234_567, 12_345_678, 123_456_789, 4, 5, 6, 7,
            ])
        #expect(MerchantHistory(text: crowded)?.count == MerchantHistory.decisionsMax)
    }

    @Test(arguments: [
        "", "7", "groceries:a:1:2 x", "groceries:a:1:2 3:4",
        "groceries:a:1:2 18446744073709551616", "groceries", "groceries:a:1", "groceries:x:1:2",
        ":a:1:2", "groceries:a:-1:2",
        "groceries:a:1:zz", "groceries:a:1:2:3", "groceries:a:1:2 ", "groceries:a:1:2 7 ",
        "groceries:a:1:2 1234567x", "groceries:a:1:2 7654321 12345678x 7654321",
    ])
    func `that nobody wrote is refused`(_ text: String) {
        #expect(MerchantHistory(text: text) == nil)
    }

    @Test func `keeps the newest, and what people looked at longest`() {
        var history = MerchantHistory()
        history.add(decision("gifts", .corrected, 1))
        for units in 0..<40 { history.add(decision("groceries", .unasked, UInt64(100 + units))) }
        #expect(history.decisions.count == MerchantHistory.decisionsMax)
        #expect(history.decisions.first?.category == "gifts")
        #expect(history.decisions.last?.units == 139)
        for units in 0..<40 { history.add(decision("kids", .approved, UInt64(200 + units))) }
        #expect(history.decisions.map(\.units) == (216..<240).map { UInt64($0) })
    }

    @Test func `keeps a dozen that nobody looked at and a dozen that somebody did`() {
        var history = MerchantHistory()
        for units in 0..<40 { history.add(decision("kids", .approved, UInt64(units))) }
        for units in 0..<40 { history.add(decision("kids", .unasked, UInt64(100 + units))) }
        let kept = Array(28..<40) + Array(128..<140)
        #expect(history.decisions.map(\.units) == kept.map { UInt64($0) })
        #expect(history.unlooked == MerchantHistory.unlookedMax)
        history.add(decision("kids", .approved, 7))
        #expect(history.unlooked == 0)
        for units in 0..<3 { history.add(decision("kids", .unasked, UInt64(200 + units))) }
        #expect(history.unlooked == 3)
        #expect(history.decisions.count { $0.manner != .unasked } == 12)
    }
}
