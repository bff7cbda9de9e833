import Testing

@testable import Categorizing

@Suite struct Evaluations {
    /// Category, confidence, label, other acceptable keys. The figures below are those of the
    /// independent script that judges releases.
    private static let rows: [(String, Int, String, String)] = [
        ("a", 995, "a", ""), ("a.b", 995, "a.b", ""), ("a.b", 991, "a", "a.*"), ("c", 990, "c", ""),
        ("c.d", 985, "c.e", ""), ("x", 970, "x", ""), ("x.y", 930, "x.z", "x|x.y"),
        ("m", 900, "n", ""), ("m.n", 862, "m.n", ""), ("", 0, "k", ""), ("k.l", 640, "k.l", ""),
        ("k.l", 640, "k", ""), ("q", 600, "q", ""), ("q.r", 410, "z", ""), ("t", 333, "t", ""),
        ("u.v", 66, "u.w", ""),
    ]

    @Test func `give the figures the definitions say`() {
        var evaluation = Evaluation()
        for (category, permille, label, others) in Self.rows {
            evaluation.add(
                category: category, permille: permille, label: label,
                others: others.split(separator: "|").map(String.init))
        }
        #expect(evaluation.rows == 16)
        #expect(evaluation.answered == 15)
        #expect(evaluation.right == 10)
        #expect(evaluation.strictlyRight == 8)
        #expect(evaluation.rightGroup == 13)
        #expect(evaluation.at(990) == (4, 4))
        #expect(evaluation.at(950) == (6, 5))
        #expect(evaluation.at(600) == (12, 9))
        #expect(evaluation.coverage(atPrecision: 99) == (4, 990))
        #expect(evaluation.coverage(atPrecision: 60) == (15, 66))
        #expect(abs(evaluation.expectedCalibrationError - 0.210_466_667) < 1e-6)
        #expect(abs(evaluation.brier - 0.195_115_312) < 1e-6)
    }

    @Test func `of nothing are nothing`() {
        let evaluation = Evaluation()
        #expect(evaluation.brier == 0 && evaluation.expectedCalibrationError == 0)
        #expect(evaluation.coverage(atPrecision: 99).permille == nil)
    }
}
