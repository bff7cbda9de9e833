/// Accumulates the quality of answers: accuracy, coverage at a precision, calibration.
///
/// An answer is right when it is the label or one of the other acceptable keys (`x.*` is every
/// child of `x`); its group is right when it is the group of one of those. No answer counts as
/// wrong with confidence 0. ECE: 15 bins of equal width over the answered rows, the gap between
/// mean confidence and share of right ones, weighted by rows. Brier: mean squared gap over all
/// rows.
package struct Evaluation: Sendable {
    /// One answered row.
    private struct Answer {
        let permille: Int
        let isRight: Bool
    }

    package struct Bin: Sendable, Equatable {
        package var rows = 0
        package var permilleSum = 0
        package var right = 0
    }

    package static let binCount = 15

    package private(set) var rows = 0
    package private(set) var right = 0
    package private(set) var strictlyRight = 0
    package private(set) var rightGroup = 0
    /// Reliability: bin *i* holds confidences from *i*/15 up.
    package private(set) var bins = [Bin](repeating: Bin(), count: binCount)
    private var answers: [Answer] = []
    private var squares = 0.0

    package init() {}

    /// Adds a row and returns whether the answer is right.
    ///
    /// - Parameter others: other acceptable keys, `x.*` for every child of `x`.
    @discardableResult
    package mutating func add(
        category: String, permille: Int, label: String, others: [String] = []
    ) -> Bool {
        let isRight = Self.isRight(category, label, others)
        rows += 1
        right += isRight ? 1 : 0
        strictlyRight += category == label ? 1 : 0
        if !category.isEmpty {
            let groups = ([label] + others).map(Self.group)
            rightGroup += groups.contains(Self.group(category)) ? 1 : 0
            answers.append(Answer(permille: permille, isRight: isRight))
            let bin = min(Self.binCount - 1, permille * Self.binCount / 1_000)
            bins[bin].rows += 1
            bins[bin].permilleSum += permille
            bins[bin].right += isRight ? 1 : 0
        }
        let gap = (category.isEmpty ? 0 : Double(permille) / 1_000) - (isRight ? 1 : 0)
        squares += gap * gap
        return isRight
    }

    package static func isRight(_ category: String, _ label: String, _ others: [String]) -> Bool {
        if category.isEmpty { return false }
        if category == label { return true }
        return others.contains {
            $0 == category || ($0.hasSuffix(".*") && category.hasPrefix($0.dropLast()))
        }
    }

    package var answered: Int { answers.count }

    package var brier: Double { rows == 0 ? 0 : squares / Double(rows) }

    package var expectedCalibrationError: Double {
        if answers.isEmpty { return 0 }
        return bins.reduce(0) { sum, bin in
            sum + abs(Double(bin.permilleSum) / 1_000 - Double(bin.right))
        } / Double(answers.count)
    }

    /// The number of rows answered with at least this confidence, and of right ones among them.
    package func at(_ permille: Int) -> (rows: Int, right: Int) {
        answers.reduce(into: (0, 0)) { sum, answer in
            guard answer.permille >= permille else { return }
            sum.0 += 1
            sum.1 += answer.isRight ? 1 : 0
        }
    }

    /// The most rows, from the highest confidence down, of which at least this share is right, and
    /// the lowest confidence among them.
    ///
    /// Fitted to these very rows; equal confidences are taken together.
    package func coverage(atPrecision percent: Int) -> (rows: Int, permille: Int?) {
        var best: (rows: Int, permille: Int?) = (0, nil)
        let sorted = answers.sorted { $0.permille > $1.permille }
        var taken = 0
        var right = 0
        while taken < sorted.count {
            let permille = sorted[taken].permille
            while taken < sorted.count, sorted[taken].permille == permille {
                right += sorted[taken].isRight ? 1 : 0
                taken += 1
            }
            if right * 100 >= percent * taken { best = (taken, permille) }
        }
        return best
    }

    private static func group(_ key: String) -> Substring { key.prefix { $0 != "." } }
}
