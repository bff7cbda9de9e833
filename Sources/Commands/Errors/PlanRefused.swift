import Facts

/// A plan that cannot be written or carried out.
struct PlanRefused: HouseError {
    enum Reason: Equatable {
        case notAPlan, damaged, taken
        /// The plan would be among its own input files.
        case amongInputs
        case otherVersion
        case changed([Change])
    }

    /// In the order of reporting.
    enum Change: Comparable {
        case ledger, queue, settings, rules
        case fileChanged(String), fileGone(String), fileNew(String)
        /// All inputs are equal, but the rows have another outcome.
        case outcome
    }

    let path: String
    let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    var messages: [HouseMessage] {
        if case .changed(let changes) = reason { changes.map(message(of:)) } else { [message] }
    }

    var message: HouseMessage {
        let place = SourcePlace(file: path)
        return switch reason {
        case .notAPlan: HouseMessage(at: place, "error.plan-not-a-plan", exitCode: .damaged)
        case .damaged:
            HouseMessage(at: place, "error.plan-damaged", fix: Self.planAgain, exitCode: .damaged)
        case .taken: HouseMessage(at: place, "error.plan-would-overwrite", exitCode: .usage)
        case .amongInputs: HouseMessage(at: place, "error.plan-among-inputs", exitCode: .usage)
        case .otherVersion:
            HouseMessage(at: place, "error.plan-of-another-version", fix: Self.planAgain)
        case .changed(let changes): message(of: changes.first ?? .outcome)
        }
    }

    private static let planAgain = Phrase("planRefused.planAgain")

    private func message(of change: Change) -> HouseMessage {
        let (what, path): (Phrase, String) =
            switch change {
            case .ledger: (Phrase("planRefused.ledgerChangedSince"), path)
            case .queue: (Phrase("planRefused.queueChangedSince"), path)
            case .settings: (Phrase("planRefused.kopiykaYamlChanged"), path)
            case .rules: (Phrase("planRefused.rulesLayoutsChanged"), path)
            case .fileChanged(let file): (Phrase("planRefused.fileChangedSince"), file)
            case .fileGone(let file): (Phrase("planRefused.filePlanGone"), file)
            case .fileNew(let file): (Phrase("planRefused.thereFilePlan"), file)
            case .outcome: (Phrase("planRefused.rowsCameOut"), path)
            }
        let words = ErrorWords(
            what: what, why: Phrase("planRefused.planDoneExactly"), fix: Self.planAgain)
        return HouseMessage(place: SourcePlace(file: path), kind: "plan-out-of-date", words: words)
    }
}
