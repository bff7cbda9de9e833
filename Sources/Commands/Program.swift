import CBuild
import Facts
import Glibc
import Ledger
import Saving
import Scanning
import Workspaces

/// One command of the program.
package protocol Command: SendableMetatype {
    /// Runs one invocation. A thrown ``HouseError`` is reported in the house format.
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode
}

/// The program from its arguments to its exit code.
package enum Program {
    /// The only place of the version.
    package static let version = "0.1.0"

    /// The output of `--version`: the version, and the commit if the builder gave it.
    ///
    /// Plans, pages of the manual and answers of `pipe` name the version alone: they are equal for
    /// equal programs.
    package static var versionText: String {
        var commit: [UInt8] = []
        while case let byte = kbuild_commit_byte(commit.count), byte != 0 { commit.append(byte) }
        if commit.isEmpty { return "kopiyka \(version)" }
        return "kopiyka \(version) (\(String(decoding: commit, as: UTF8.self)))"
    }

    /// Distinguishes this program from another build of the same version, by its file.
    static var stamp: String {
        let file = realPath(of: "/proc/self/exe").flatMap { try? fileStamp($0) }
        return "\(versionText) \(file?.text ?? "")"
    }

    /// Runs the command of this process. The first argument is the program's own name.
    package static func run(arguments: [String]) -> Int32 {
        ignoreBrokenPipes()
        let output = CheckedOutput(descriptor: Environment.standardOutput)
        let errors = CheckedOutput(descriptor: Environment.standardError)
        do throws(SavingError) {
            try occupyClosedStandardDescriptors()
        } catch {
            return ExitCode.inputOutput.rawValue
        }
        return run(
            Array(arguments.dropFirst()), output: output, errors: errors, environment: .process
        ).rawValue
    }

    /// The same with injected dependencies, for tests.
    package static func run(
        _ arguments: [String], output: any OutputSink, errors: any OutputSink,
        environment: Environment
    ) -> ExitCode {
        let language =
            ArgumentParser.language(in: arguments) ?? Language(environment: environment)
        var console = Console(
            output: output, errors: errors, language: language, environment: environment)
        var code: ExitCode
        do {
            switch try ArgumentParser.parse(arguments) {
            case .version: code = try printVersion(console)
            case .help(let command, let topic): code = try printHelp(on: command, topic, console)
            case .nothing:
                console.narrate(help: HelpText(language).program())
                code = .usage
            case .run(let invocation, let options):
                console = Console(
                    output: output, errors: errors, language: language, environment: environment,
                    options: options, hasJSONErrors: invocation.wantsJSON,
                    isDryRun: invocation.isDryRun)
                console.command = invocation.command.rawValue
                let command = CommandTable.declaration(of: invocation.command)
                guard let implementation = command.implementation else {
                    preconditionFailure("the parser answers help and version")
                }
                code = try implementation.run(invocation, console)
            }
        } catch let error as any HouseError {
            console.report(failure: error)
            code = error.exitCode
        } catch {
            // Typed throws leave no other errors; an unknown one is reported without its text,
            // which may be private.
            let words = ErrorWords(what: Phrase(same: String(describing: type(of: error))))
            console.report(HouseMessage(kind: "unexpected", words: words))
            code = .inputOutput
        }
        return finish(console, code)
    }

    /// Flushes the output; ends with 74 when that fails.
    private static func finish(_ console: Console, _ code: ExitCode) -> ExitCode {
        do throws(SavingError) {
            try console.flush()
        } catch {
            // It was reported already, as a broken stage.
            if code == .stageBroken {
                console.flushErrors()
                return code
            }
            // The reader of the output has read enough (`| head`).
            if code != .inputOutput, error.errno != EPIPE { console.report(failure: error) }
            console.flushErrors()
            return .inputOutput
        }
        console.flushErrors()
        return code
    }

    private static func printVersion(_ console: Console) throws(SavingError) -> ExitCode {
        try console.raw(versionText + "\n")
        return .done
    }

    private static func printHelp(
        on command: CommandName?, _ topic: HelpTopic.Name?, _ console: Console
    ) throws(SavingError) -> ExitCode {
        let help = HelpText(console.language, columns: console.width ?? HelpText.columnsMax)
        let parts = [
            command.map { help.command(CommandTable.declaration(of: $0)) },
            topic.map { help.topic(HelpTopic($0, console.language)) },
        ].compactMap(\.self)
        try console.raw(parts.isEmpty ? help.program() : parts.joined(separator: "\n"))
        return .done
    }
}

extension Console {
    /// Reports the error that ended the command. If the command's work was saved before, or perhaps
    /// was, the message says so: running it again would be another command.
    fileprivate func report(failure: any HouseError) {
        var failed = failure as? SavingError
        if case .saving(let inner)? = failure as? WorkspaceFailure { failed = inner }
        if case .queue(reportedProblems)? = failure as? WorkspaceFailure, !reportedProblems.isEmpty
        {
            return
        }
        let isReport = failed?.operation == .write && failed?.path == "stdout"
        // The reader of the output has read enough (`| head`).
        if isReport, failed?.errno == EPIPE { return }
        var isOfLedger = failure is LedgerFailure
        if case .ledger? = failure as? WorkspaceFailure { isOfLedger = true }
        guard isWorkSaved || isWorkUndecided, failed != nil || isOfLedger else {
            return report(failure)
        }
        // Its advice would be to run the command again.
        var message = failure.message
        message.words.fix = .empty
        report(message)
        let note =
            isWorkUndecided
            ? "error.work-undecided" : isReport ? "error.work-saved" : "error.work-saved.before"
        report(HouseMessage(as: .note, note))
    }

    /// Help on standard error, for a command line without a command.
    fileprivate func narrate(help: String) {
        for line in help.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            narrate(text: String(line))
        }
    }
}
