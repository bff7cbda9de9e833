import Facts
import Normalizing
import Pipeline

/// Balances that a file prints do not follow from its rows: one may be missing.
struct BalancesBroken: HouseError {
    fileprivate struct Place {
        let line: Int
        let name: Bilingual
        let from: Bilingual
        let expected: Money
        let printed: Money
        let difference: Money?
        let isAcrossRejection: Bool
    }

    private static let fixMissing = Bilingual(
        uk: "тут, мабуть, бракує рядка: завантажте виписку за ці дні ще раз",
        en: "a row is probably missing: download the statement of these days again")
    private static let fixRejected = Bilingual(
        uk: "між ними є відхилений рядок: з ним залишки мають зійтися",
        en: "a rejected row stands between them: mend it, and they should agree")

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

    /// Places that are told.
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
                what: Bilingual(
                    uk: "залишки не сходяться: \(place.name.uk) \(printed), а має бути \(expected)",
                    en: "the balances break: \(place.name.en) is \(printed), and not \(expected)"
                )[language],
                why: Bilingual(
                    uk: "\(expected) випливає з \(place.from.uk): різниця \(off)",
                    en: "\(expected) follows from \(place.from.en): off by \(off)")[language],
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
            line: gap.line, name: Bilingual(uk: "залишок", en: "the balance"),
            from: Bilingual(
                uk: "рядка \(gap.previousLine)", en: "line \(gap.previousLine)"),
            expected: gap.expected, printed: gap.printed, difference: gap.difference,
            isAcrossRejection: gap.isAcrossRejection)
    }

    fileprivate init(_ broken: StatementTotals.Break) {
        self.init(
            line: broken.line, name: broken.name.words.text,
            from: Bilingual(uk: "рядків", en: "the rows"), expected: broken.counted,
            printed: broken.printed, difference: broken.difference, isAcrossRejection: false)
    }
}
