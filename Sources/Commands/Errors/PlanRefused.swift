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

    var exitCode: ExitCode {
        switch reason {
        case .notAPlan, .damaged: .damaged
        case .taken, .amongInputs: .usage
        case .otherVersion, .changed: .needsPerson
        }
    }

    func messages(in language: Language) -> [HouseMessage] {
        guard case .changed(let changes) = reason else { return [message(in: language)] }
        return changes.map { message($0, in: language) }
    }

    func message(in language: Language) -> HouseMessage {
        if case .changed(let changes) = reason {
            return message(changes.first ?? .outcome, in: language)
        }
        let (kind, words) = words
        return HouseMessage(
            at: SourcePlace(file: path), kind: kind, what: words.what[language],
            why: words.why[language], fix: words.fix[language])
    }

    private var words: (kind: String, ErrorWords) {
        switch reason {
        case .notAPlan:
            (
                "plan-not-a-plan",
                ErrorWords("planRefused.notAPlan")
            )
        case .damaged:
            (
                "plan-damaged",
                ErrorWords("planRefused.damaged", fix: Self.planAgain)
            )
        case .taken:
            (
                "plan-would-overwrite",
                ErrorWords("planRefused.taken")
            )
        case .amongInputs:
            (
                "plan-among-inputs",
                ErrorWords("planRefused.amongInputs")
            )
        case .otherVersion:
            (
                "plan-of-another-version",
                ErrorWords("planRefused.otherVersion", fix: Self.planAgain)
            )
        case .changed:
            ("plan-out-of-date", ErrorWords("planRefused.changed"))
        }
    }

    private static let planAgain = Phrase("planRefused.planAgain")

    private func message(_ change: Change, in language: Language) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: change.path.isEmpty ? path : change.path),
            kind: "plan-out-of-date", what: change.words[language],
            why: Phrase("planRefused.planDoneExactly")[language],
            fix: Self.planAgain[language])
    }
}

extension PlanRefused.Change {
    fileprivate var path: String {
        switch self {
        case .fileChanged(let path), .fileGone(let path), .fileNew(let path): path
        case .ledger, .queue, .settings, .rules, .outcome: ""
        }
    }

    fileprivate var words: Phrase {
        switch self {
        case .ledger:
            Phrase("planRefused.ledgerChangedSince")
        case .queue:
            Phrase("planRefused.queueChangedSince")
        case .settings:
            Phrase("planRefused.kopiykaYamlChanged")
        case .rules:
            Phrase("planRefused.rulesLayoutsChanged")
        case .fileChanged:
            Phrase("planRefused.fileChangedSince")
        case .fileGone:
            Phrase("planRefused.filePlanGone")
        case .fileNew:
            Phrase("planRefused.thereFilePlan")
        case .outcome:
            Phrase("planRefused.rowsCameOut")
        }
    }
}
