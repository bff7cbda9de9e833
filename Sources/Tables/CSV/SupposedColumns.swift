internal import Facts
internal import Scanning
internal import Reading

/// Tries suppositions on all rows of a file, which is read twice, and keeps the one that they
/// prove.
final class SupposedColumns {
    private enum Step { case head, survey, trial, done }

    private let file: String
    private let layouts: LayoutSet
    private let isSheet: Bool
    private let options: ReadOptions
    private let refusal: ReadFailure
    private var step = Step.head
    private var head: [UInt8] = []
    private var trials: [SuppositionTrial] = []
    /// Infers the table from its rows alone: another bank's table may share a known one's headings.
    private var inference: TableInference?

    /// - Parameter refusal: why the file was not read.
    init(
        file: String, layouts: LayoutSet, isSheet: Bool = false, options: ReadOptions,
        refusal: ReadFailure
    ) {
        self.file = file
        self.layouts = layouts
        self.isSheet = isSheet
        self.options = options
        self.refusal = refusal
        let kinds: [ReadFailure.Kind] = [.layoutDrifted, .layoutUnknown, .layoutAmbiguous]
        if !kinds.contains(refusal.kind) { step = .done }
        if Self.mayBeAnothers(refusal) {
            inference = TableInference(file: file, unknown: refusal, isSheet: isSheet)
        }
    }

    /// Whether the file lacks so many headings (`6/10`) that its table may be another bank's.
    private static func mayBeAnothers(_ refusal: ReadFailure) -> Bool {
        guard refusal.kind == .layoutDrifted, refusal.details.count > 1 else { return false }
        let counts = refusal.details[1].split(separator: "/").compactMap { Int($0) }
        return counts.count == 2 && counts[0] * 4 < counts[1] * 3
    }

    /// Whether the file must be fed once more from its beginning.
    var needsFile: Bool { step != .done }

    /// Unreadable input proves nothing, and refutes a supposition.
    func read(_ chunk: Span<UInt8>, final: Bool) {
        if step == .head || step == .survey { inference?.read(chunk, final: final) }
        switch step {
        case .done: return
        case .head:
            head.append(chunk)
            let isLong = head.count >= CSVHead.headBytes
            guard isLong || final else { return }
            begin(isWhole: !isLong)
            let bytes = head
            head = []
            for trial in trials { trial.survey(bytes.span, final: final) }
        case .survey:
            for trial in trials { trial.survey(chunk, final: final) }
        case .trial:
            for trial in trials { trial.read(chunk, final: final) }
        }
        if final { end() }
        trials.removeAll(where: \.isRefuted)
        let isLearning = inference != nil && step == .survey
        if trials.isEmpty, step != .head, !isLearning { step = .done }
    }

    /// The table that the rows prove.
    ///
    /// - Throws: the original refusal if they prove none, or several.
    func settled() throws(ReadFailure) -> SettledColumns {
        let proved = trials.filter(\.isProved)
        if proved.isEmpty, let inference,
            let settled = try? inference.settleProved(options)
        {
            return settled
        }
        guard proved.count == 1, var settled = proved[0].settled else { throw refusal }
        settled.isSupposed = true
        return settled
    }

    private func begin(isWhole: Bool) {
        let found = CSVHead(file: file, layouts: layouts, isSheet: isSheet).suppositions(
            head.span.extracting(0..<min(head.count, CSVHead.headBytes)), isWhole: isWhole)
        trials = found.map {
            SuppositionTrial($0, file: file, layouts: layouts, isSheet: isSheet)
        }
        step = .survey
    }

    private func end() {
        if step == .trial {
            step = .done
        } else {
            for trial in trials { trial.settle(options) }
            step = .trial
        }
    }
}
