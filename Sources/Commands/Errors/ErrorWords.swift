/// The three sentences of an error kind: the error, the rule, the fix.
///
/// Placeholders as in ``Template``. A `why` with a placeholder without a value is left out.
package struct ErrorWords: Sendable, Equatable {
    var what: Phrase
    var why = Phrase.empty
    var fix = Phrase.empty
}

extension ErrorWords {
    /// The texts `KEY.what`, `KEY.why` and `KEY.fix`.
    ///
    /// If a kind has only the first, rule and fix of its group apply, if any: for
    /// `queueProblem.key-twice` those of `queueProblem`.
    init(
        _ key: String, _ values: [String: Template.Value] = [:], why: Phrase? = nil,
        fix: Phrase? = nil
    ) {
        let own = (why: why ?? .ifKnown(key + ".why"), fix: fix ?? .ifKnown(key + ".fix"))
        let isBare = own.why == nil && own.fix == nil
        let group = String(key.prefix { $0 != "." })
        what = Phrase(key + ".what", values)
        self.why = (own.why ?? (isBare ? .ifKnown(group + ".why") : nil) ?? .empty).with(values)
        self.fix = (own.fix ?? (isBare ? .ifKnown(group + ".fix") : nil) ?? .empty).with(values)
    }

    /// The same with values for the placeholders that have none.
    func with(_ values: [String: Template.Value]) -> ErrorWords {
        ErrorWords(what: what.with(values), why: why.with(values), fix: fix.with(values))
    }

    /// Adds a detail to the rule: in its place, else as an ending. A rule with a place for it is
    /// left out when there is no detail.
    mutating func completeWhy(_ place: String, _ detail: String, _ ending: Phrase) {
        if why.hasPlace(place) {
            if detail.isEmpty { why = .empty }
        } else if !detail.isEmpty {
            why = why == .empty ? ending : why + Phrase(same: "; ") + ending
        }
    }
}
