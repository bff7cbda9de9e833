internal import Facts
internal import Scanning

/// Descriptions without what varies between lines of one merchant.
package struct SteadyText {
    private let maker = SubjectMaker(tables: .shared, sign: 1)

    package init() {}

    /// The folded description without numbers, cities, terminals, addresses and words that the
    /// caller knows to vary; all of it when nothing else is left.
    ///
    /// - Parameter varies: called with each folded word.
    package func of(_ description: String, without varies: (String) -> Bool) -> String {
        let folded = TextFolder().fold(description)
        let kept = folded.split(separator: " ").filter { !varies(String($0)) }
        let text = kept.isEmpty ? folded : kept.joined(separator: " ")
        return maker.text(text.utf8.span)?.undirected ?? folded
    }
}
