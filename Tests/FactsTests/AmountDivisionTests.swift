import Facts
import Testing

@Suite struct `Division of an amount` {
    private func units(
        _ whole: Int64, _ shares: [AmountShare]
    ) throws(AmountDivisionFault)
        -> [Int64]
    {
        try Money(minorUnits: whole, currency: .uah).divided(by: shares).map(\.units)
    }

    @Test func `what rounding leaves goes to the rest, else to the percentages in their order`()
        throws
    {
        let third = AmountShare.percent(AmountShare.wholePercent / 3)
        let last = AmountShare.percent(AmountShare.wholePercent / 3 + 1)
        #expect(try units(-1_001, [third, .rest, third]) == [-333, -335, -333])
        #expect(try units(1_001, [third, third, last]) == [334, 334, 333])
        #expect(try units(100, [.units(40), .percent(60_000_000)]) == [40, 60])
        #expect(try units(.min, [.percent(50_000_000), .rest]) == [.min / 2, .min / 2])
    }

    @Test func `parts that are not the whole are refused by what is off`() {
        #expect(throws: AmountDivisionFault.off(-1)) { try units(-10, [.units(9)]) }
        #expect(throws: AmountDivisionFault.off(1)) { try units(-10, [.units(11)]) }
        #expect(throws: AmountDivisionFault.emptyPart(1)) { try units(10, [.units(10), .rest]) }
        #expect(throws: AmountDivisionFault.off(1)) { try units(10, [.percent(99_999_999)]) }
        #expect(throws: AmountDivisionFault.off(1 - Int128(Int64.max))) {
            try units(1, [.units(.max)])
        }
        #expect(throws: AmountDivisionFault.twoRests) { try units(10, [.rest, .rest]) }
        #expect(throws: AmountDivisionFault.emptyPart(1)) {
            try units(10, [.rest, .percent(9_999_999)])
        }
    }

    @Test func `parts have the sign of the whole, are something, and sum to it`() throws {
        var seed: UInt64 = 1
        func next(_ below: Int64) -> Int64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(seed >> 33) % below
        }
        for _ in 0..<5_000 {
            let whole = next(2_000_000) - 1_000_000
            var shares: [AmountShare] = []
            var left = AmountShare.wholePercent
            for _ in 0..<(1 + next(5)) {
                let percent = 1 + next(left)
                left -= percent
                shares.append(.percent(percent))
                if left == 0 { break }
            }
            if left > 0 { shares.append(next(2) == 0 ? .rest : .percent(left)) }
            guard let parts = try? units(whole, shares) else { continue }
            #expect(parts.reduce(0, +) == whole)
            #expect(parts.allSatisfy { $0.signum() == whole.signum() })
        }
    }
}
