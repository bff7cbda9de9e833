internal import Facts
internal import Scanning

/// `insights.yaml` of a workspace: what a person does not want to be told again.
///
/// ```yaml
/// - {dismissed: spending_spike, because: "critical groceries 2026-03"}
/// ```
package struct InsightDismissals: Sendable, Equatable {
    private struct Dismissal: Hashable {
        let id: Insight.ID
        let cause: String
    }

    package static let name = "insights.yaml"

    private let dismissed: Set<Dismissal>

    package init(_ bytes: [UInt8] = []) throws(PlanFaults) {
        var file = PlanReader(file: Self.name)
        var found: Set<Dismissal> = []
        for node in file.entries(bytes) {
            file.verifyKeys(of: node, ["dismissed", "because"])
            guard let id = file.required("dismissed", of: node),
                let cause = file.required("because", of: node),
                let id = file.choice(id, of: Insight.ID.allCases), let cause = file.text(cause)
            else { continue }
            found.insert(Dismissal(id: id, cause: cause))
        }
        try file.verify()
        dismissed = found
    }

    /// A card of the same cause was dismissed.
    package func contains(_ card: Insight) -> Bool {
        dismissed.contains(Dismissal(id: card.id, cause: card.cause))
    }

    /// The file with one card more.
    ///
    /// - Throws: the faults of the result, where the form of the file takes no further entry.
    package static func adding(
        _ card: Insight, to bytes: [UInt8]
    ) throws(PlanFaults) -> [UInt8] {
        var nodes: [YAMLNode] = []
        do throws(YAMLError) {
            if case .sequence(let items) = try YAMLNode.parse(bytes)?.content { nodes = items }
        } catch { nodes = [] }
        var text = EntryListText(bytes, entries: nodes)
        text.write(
            replacing: [:],
            adding: ["{dismissed: \(card.id.rawValue), because: \(yamlScalar(card.cause))}"],
            heading: "What is not to be told again: changed by `kopiyka insights dismiss`.")
        guard try InsightDismissals(text.bytes).contains(card) else {
            throw PlanFaults(notAList: Self.name)
        }
        return text.bytes
    }
}
