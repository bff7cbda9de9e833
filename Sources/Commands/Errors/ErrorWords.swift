/// The three sentences of an error kind: what is wrong, the rule behind it, what to do.
///
/// Placeholders as in ``Template``. A `why` whose placeholder has no value is left out.
struct ErrorWords {
    let what: Bilingual
    let why: Bilingual
    let fix: Bilingual

    init(
        what: (uk: String, en: String), why: (uk: String, en: String) = ("", ""),
        fix: (uk: String, en: String) = ("", "")
    ) {
        self.what = Bilingual(uk: what.uk, en: what.en)
        self.why = Bilingual(uk: why.uk, en: why.en)
        self.fix = Bilingual(uk: fix.uk, en: fix.en)
    }

    var all: [Bilingual] { [what, why, fix] }
}

/// The kinds of one error, each with its words.
protocol WordedKind: CaseIterable, RawRepresentable where RawValue == String {
    var words: ErrorWords { get }
}
