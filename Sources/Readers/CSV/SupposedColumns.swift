internal import Facts
internal import Scanning

/// Tries suppositions on all rows of a file, which is given twice, and keeps the one that they prove.
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
    }

    /// Whether the file is to be given from its beginning, once more.
    var needsFile: Bool { step != .done }

    /// What cannot be read proves nothing, and refutes a supposition.
    func read(_ chunk: Span<UInt8>, final: Bool) {
        switch step {
        case .done: return
        case .head:
            unsafe chunk.withUnsafeBufferPointer { unsafe head.append(contentsOf: $0) }
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
        if trials.isEmpty, step != .head { step = .done }
    }

    /// The table that the rows prove.
    ///
    /// - Throws: why the file was not read, when they prove none, or several.
    func settled() throws(ReadFailure) -> SettledColumns {
        let proved = trials.filter(\.isProved)
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
