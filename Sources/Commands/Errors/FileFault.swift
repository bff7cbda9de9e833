import Facts
import Scanning

extension HouseMessage {
    /// A message about a fault in a file that a household writes: the text `GROUP.NAME.what`, and
    /// names that may be meant.
    ///
    /// - Parameters:
    ///   - kind: the stable name of the event.
    ///   - syntax: why the file is no YAML.
    static func fileFault(
        at place: SourcePlace, kind: String, _ words: ErrorWords, meant: Phrase,
        near: [String], syntax: YAMLError.Problem?
    ) -> HouseMessage {
        var words = words
        if let syntax { words.why = Phrase(same: syntax.found) }
        if !near.isEmpty { words.fix = meant.with(["near": .list(near.map { .text($0) })]) }
        return HouseMessage(place: place, kind: kind, words: words, exitCode: .damaged)
    }
}
