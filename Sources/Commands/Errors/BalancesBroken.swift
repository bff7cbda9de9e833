import Facts
import Normalizing
import Importing

/// Printed balances do not follow from the rows: one may be missing.
struct BalancesBroken: HouseError {
    fileprivate struct Place {
        let line: Int
        let name: Phrase
        let from: Phrase
        let expected: Money
        let printed: Money
        let difference: Money?
        let isAcrossRejection: Bool
    }

    private static let fixMissing = Phrase("balancesBroken.rowProbablyMissing")
    private static let fixRejected = Phrase("balancesBroken.rejectedRowStands")

    private let file: String
    private let places: [Place]

    /// Nil when all follow.
    init?(_ report: FileReport) {
        file = report.path
        places =
            report.balancesWithGaps.flatMap { $0.gaps.map(Place.init) }
            + report.totals.flatMap { $0.breaks.map(Place.init) }
        if places.isEmpty { return nil }
    }

    /// Number of places to report.
    var count: Int { places.count }

    var exitCode: ExitCode { .needsPerson }

    func message(in language: Language) -> HouseMessage {
        messages(in: language)[0]
    }

    func messages(in language: Language) -> [HouseMessage] {
        places.map { place in
            let (expected, printed) = (
                peopleText(of: place.expected, in: language),
                peopleText(of: place.printed, in: language)
            )
            let off = place.difference.map { peopleText(of: $0, in: language) } ?? "?"
            return HouseMessage(
                at: SourcePlace(file: file, line: place.line), .warning, kind: "balances-break",
                what: Phrase(
                    "balancesBroken.what",
                    [
                        "name": .phrase(place.name), "printed": .text(printed),
                        "expected": .text(expected),
                    ])[language],
                why: Phrase(
                    "balancesBroken.why",
                    ["expected": .text(expected), "from": .phrase(place.from), "off": .text(off)]
                )[language],
                fix: (place.isAcrossRejection ? Self.fixRejected : Self.fixMissing)[language],
                facts: [
                    .init("expected", place.expected.text, isMasked: false),
                    .init("printed", place.printed.text, isMasked: false),
                    .init("difference", place.difference?.text ?? "", isMasked: false),
                ])
        }
    }
}

extension BalancesBroken.Place {
    fileprivate init(_ gap: BalanceProof.Break) {
        self.init(
            line: gap.line, name: Phrase("balancesBroken.balance"),
            from: Phrase("balancesBroken.line", ["previousLine": "\(gap.previousLine)"]),
            expected: gap.expected, printed: gap.printed, difference: gap.difference,
            isAcrossRejection: gap.isAcrossRejection)
    }

    fileprivate init(_ broken: StatementTotals.Break) {
        self.init(
            line: broken.line, name: broken.name.words.text,
            from: Phrase("balancesBroken.rows"), expected: broken.counted,
            printed: broken.printed, difference: broken.difference, isAcrossRejection: false)
    }
}
