import Facts
import TestKit
import Testing

@testable import Planning

@Suite struct ExactRatioTests {
    private func money(_ units: Int64, _ scale: UInt8) -> Money {
        Money(units: units, scale: scale, currency: .uah)
    }

    @Test(
        arguments: [
            (1, 2, 0, 1), (-1, 2, 0, -1), (1, 3, 1, 3), (5, 100, 1, 1), (-5, 100, 1, -1),
            (49, 1000, 1, 0), (-49, 1000, 1, 0), (7, 1, 2, 700), (0, 9, 4, 0), (2, 3, 4, 6_667),
        ] as [(Int, Int, UInt8, Int64)])
    func `A half is rounded away from zero`(a: Int, b: Int, digits: UInt8, wanted: Int64) {
        #expect((ExactRatio(a) / b).rounded(digits: digits) == wanted)
    }

    @Test func `Drawn fractions keep the laws of a field`() {
        var random = SeededNumbers(seed: 28)
        func drawn() -> ExactRatio {
            let size = Int64(random.below(2_000_000)) - 1_000_000
            return ExactRatio(money(size, UInt8(random.below(5))))
                / (ExactRatio(1 + random.below(9_999)))
        }
        for _ in 0..<400 {
            let (a, b, c) = (drawn(), drawn(), drawn())
            #expect(a + b == b + a)
            #expect(a + b - b == a)
            #expect((a + b) * c == a * c + b * c)
            #expect(c == .zero || a * c / c == a)
            #expect((a < b) == (b - a > .zero))
            #expect(a.size >= .zero && (a.size == a || a.size == -a))
        }
    }

    @Test func `The largest amounts are multiplied without an overflow`() {
        let most = ExactRatio(money(.max, 0))
        #expect(((most * most * most) / most / most).rounded(digits: 0) == nil)
        #expect(((most * most) / most - most + ExactRatio(3)).rounded(digits: 0) == 3)
        #expect((most / (most - ExactRatio(1))) > ExactRatio(1))
        #expect((most * 10).rounded(digits: 0) == nil)
    }
}
