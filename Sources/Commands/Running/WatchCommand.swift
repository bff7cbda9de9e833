import Facts
import Importing
import Saving
import Workspaces

/// `kopiyka watch`: imports new files of `inbox/` until a signal ends it.
///
/// The workspace is locked only during an import, so other commands work meanwhile.
enum WatchCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let inbox = try WorkspaceAccess.open(.reading, console).workspace.paths.inbox
        let interval = invocation.count(.poll)
        let watch = try InboxWatch(folder: inbox, usesKernel: interval == nil)
        var state = Watching(inbox: inbox, invocation: invocation)
        console.narrate(.watchBegan, ["folder": .text(inbox)])
        var isPolling = false
        while true {
            if !watch.isNotified, !isPolling {
                isPolling = true
                reportPolling(watch, interval, console)
            }
            let next = try state.importWhatIsWhole(console)
            try console.flush()
            let pause: Int? =
                switch next {
                case .whenSomethingComes: isPolling ? (interval ?? pollSeconds) : nil
                case .soon: quietSeconds
                case .later: pollSeconds
                }
            switch watch.wait(milliseconds: pause.map { $0 * 1_000 }) {
            case .stopped:
                console.narrate(.watchEnded)
                return .done
            case .timedOut:
                // A missing folder may exist again.
                if next == .later { watch.renew() }
            case .changed:
                // A copy causes many events; one scan after them is enough.
                if watch.wait(milliseconds: settleMilliseconds) == .stopped {
                    console.narrate(.watchEnded)
                    return .done
                }
            }
        }
    }

    private static let settleMilliseconds = 200
    private static let pollSeconds = 30

    private static func reportPolling(_ watch: InboxWatch, _ interval: Int?, _ console: Console) {
        let seconds = interval ?? pollSeconds
        guard watch.errnoOfNotify != 0 else {
            return console.narrate(.watchPolls, ["count": .count(seconds)])
        }
        console.narrate(
            .watchWithoutKernel,
            ["count": .count(seconds), "errno": "\(watch.errnoOfNotify)"], .doubtful)
    }
}

/// The state of a watch.
private struct Watching {
    let inbox: String
    let invocation: Invocation
    /// Marks of the files already examined. A file that could not be read is read again when it
    /// changes.
    var seen: [String: FileStamp] = [:]

    enum Next { case whenSomethingComes, soon, later }

    /// Listing problems already reported.
    var told: [InputProblem] = []

    /// The faults of a file that a person edits, already reported.
    var toldFaults: [HouseMessage] = []

    /// Imports new and complete files; returns when to scan again.
    mutating func importWhatIsWhole(_ console: Console) throws -> Next {
        let now = Clock.now.secondsSince1970
        let list = InputList(paths: [inbox], looksInside: false)
        if told != list.problems {
            for problem in list.problems { console.report(problem) }
            told = list.problems
        }
        let fresh = list.files.filter { $0.mark != nil && seen[$0.path] != $0.mark }
        let whole = fresh.filter { $0.isWritten(now: now, quietSeconds: quietSeconds) }
        guard !whole.isEmpty else {
            if !fresh.isEmpty { return .soon }
            // An unreadable folder may become readable without an event.
            let mayChange = list.problems.contains {
                if case .system = $0.reason { true } else { false }
            }
            return mayChange ? .later : .whenSomethingComes
        }
        do {
            try importing(whole.map(\.path), console)
            toldFaults = []
        } catch let failure as any HouseError {
            if failure.isOfEditedFile {
                if toldFaults != failure.messages { console.report(failure) }
                toldFaults = failure.messages
                return .later
            }
            console.report(failure)
            switch failure.exitCode {
            // Another command holds the workspace: the files wait.
            case .busy: return .soon
            // A full disk may get space; damage needs a person.
            case .inputOutput: return .later
            case .done, .needsPerson: break
            case .usage, .damaged, .stageBroken: throw failure
            }
        }
        for file in whole { seen[file.path] = file.mark }
        return fresh.count == whole.count ? .whenSomethingComes : .soon
    }

    /// A normal import, with the lock held during it.
    private func importing(_ paths: [String], _ console: Console) throws {
        let access = try WorkspaceAccess.open(.writing, console)
        let session = try ImportSession(
            access: access, choices: invocation, paths: paths, isDryRun: false,
            keepsRows: invocation.wantsJSON || console.options.isVerbose,
            isWatching: true)
        let report = try session.run(console)
        if report.files.allSatisfy(\.isUnchanged) { return }
        try report.show(asJSON: invocation.wantsJSON, access.settings, console)
    }
}

extension HouseError {
    /// A fault of settings, rules or categories, which an editor may have saved half.
    fileprivate var isOfEditedFile: Bool {
        exitCode == .damaged
            && [".yaml", ".yml"].contains { message.place.file.hasSuffix($0) }
    }
}

/// A file is complete if no process has it open for writing and it was unchanged for this long.
/// Longer than the resolution of file times, so that a later edit is always visible.
private let quietSeconds = 3
