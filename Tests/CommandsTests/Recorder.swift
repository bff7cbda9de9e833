import Facts
import Saving

@testable import Commands

/// Standard output or error kept in memory; may fail like a full disk.
final class Recorder: OutputSink {
    private(set) var bytes: [UInt8] = []
    private let failure: SavingError?
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(failing failure: SavingError? = nil) { self.failure = failure }

    func write(_ part: Span<UInt8>) throws(SavingError) {
        bytes.append(part)
    }

    func flush() throws(SavingError) { if let failure { throw failure } }
}

/// One run of the program: what it printed and its exit code.
struct Run {
    let output: String
    let errors: String
    let code: ExitCode

    init(_ arguments: String..., environment: Environment = Environment()) {
        self.init(arguments: arguments, environment: environment)
    }

    init(arguments: [String], environment: Environment) {
        let output = Recorder()
        let errors = Recorder()
        code = Program.run(arguments, output: output, errors: errors, environment: environment)
        self.output = output.text
        self.errors = errors.text
    }

    init(output: String, errors: String, code: ExitCode) {
        self.output = output
        self.errors = errors
        self.code = code
    }
}

private struct NotRun: Error {}

/// The parsed command, or the error.
func parsed(_ arguments: String...) throws -> (Invocation, GlobalOptions) {
    try parsed(arguments)
}

func parsed(_ arguments: [String]) throws -> (Invocation, GlobalOptions) {
    guard case .run(let invocation, let options) = try ArgumentParser.parse(arguments) else {
        throw NotRun()
    }
    return (invocation, options)
}
