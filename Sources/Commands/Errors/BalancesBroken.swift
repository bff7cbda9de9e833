import Facts
import Normalizing
import Importing

/// Printed balances do not follow from the rows: one may be missing.
struct BalancesBroken: HouseError {
    /// One for each place.
    let messages: [HouseMessage]

    var message: HouseMessage { messages[0] }

    /// Nil when all follow.
    init?(_ report: FileReport) {
        func message(
            _ line: Int, _ name: Phrase, from: Phrase, _ expected: Money, _ printed: Money,
            _ difference: Money?, isAcrossRejection: Bool = false
        ) -> HouseMessage {
            let fix: Phrase? =
                isAcrossRejection ? Phrase("balancesBroken.rejectedRowStands") : nil
            var message = HouseMessage(
                at: SourcePlace(file: report.path, line: line), as: .warning,
                "error.balances-break",
                [
                    "name": .phrase(name), "printed": .amount(printed), "from": .phrase(from),
                    "expected": .amount(expected), "off": difference.map { .amount($0) } ?? "?",
                ], fix: fix)
            message.facts = [
                .init(name: "expected", value: expected.text, isMasked: false),
                .init(name: "printed", value: printed.text, isMasked: false),
                .init(name: "difference", value: difference?.text ?? "", isMasked: false),
            ]
            return message
        }
        let gaps = report.balancesWithGaps.flatMap(\.gaps).map { gap in
            message(
                gap.line, Phrase("balancesBroken.balance"),
                from: Phrase("balancesBroken.line", ["previousLine": "\(gap.previousLine)"]),
                gap.expected, gap.printed, gap.difference,
                isAcrossRejection: gap.isAcrossRejection)
        }
        let totals = report.totals.flatMap(\.breaks).map { broken in
            message(
                broken.line, broken.name.text, from: Phrase("balancesBroken.rows"),
                broken.counted, broken.printed, broken.difference)
        }
        messages = gaps + totals
        if messages.isEmpty { return nil }
    }
}
