/// The three sentences of an error kind: the error, the rule, the fix.
///
/// Placeholders as in ``Template``. A `why` with a placeholder without a value is left out.
struct ErrorWords {
    let what: Phrase
    let why: Phrase
    let fix: Phrase

    init(what: Phrase, why: Phrase = .empty, fix: Phrase = .empty) {
        self.what = what
        self.why = why
        self.fix = fix
    }

    /// The texts `KEY.what`, `KEY.why` and `KEY.fix`.
    ///
    /// If a kind has only the first, rule and fix of its group apply, if any: for
    /// `queueProblem.key-twice` those of `queueProblem`.
    init(
        _ key: String, _ values: [String: Template.Value] = [:], why: Phrase? = nil,
        fix: Phrase? = nil
    ) {
        let group = String(key.prefix { $0 != "." })
        let own = (
            why: why ?? .ifKnown(key + ".why", values), fix: fix ?? .ifKnown(key + ".fix", values)
        )
        let isBare = own.why == nil && own.fix == nil
        self.init(
            what: Phrase(key + ".what", values),
            why: own.why ?? (isBare ? .ifKnown(group + ".why") : nil) ?? .empty,
            fix: own.fix ?? (isBare ? .ifKnown(group + ".fix") : nil) ?? .empty)
    }

    var all: [Phrase] { [what, why, fix] }
}

/// The kinds of one error, each with its words.
protocol WordedKind: CaseIterable, RawRepresentable where RawValue == String {
    var words: ErrorWords { get }
}
