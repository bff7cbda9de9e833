package import Facts
import Pending
package import Saving
package import Scanning

/// Where bytes go: standard output or error, or a test's memory.
package protocol OutputSink: AnyObject {
    func write(_ bytes: Span<UInt8>) throws(SavingError)
    func flush() throws(SavingError)
}

extension CheckedOutput: OutputSink {}

/// How a command talks to its person: results on standard output, narration and errors on standard
/// error.
///
/// A failed write of a result is thrown and ends the run with 74; a failed write of narration is
/// not, because there is nobody left to tell. Text of `line` and `narrate` is made safe for the
/// terminal here; `raw` is for forms with rules of their own (JSON, CSV, exports).
package final class Console {
    package let language: Language
    package let environment: Environment
    package let options: GlobalOptions
    /// True when errors are JSON objects.
    package let hasJSONErrors: Bool
    /// The command only shows what it would do.
    package let isDryRun: Bool
    package let style: Style
    package let errorStyle: Style
    package let progress: ProgressLine
    /// What the command was asked to do is durable; only its report may still fail.
    package var isWorkSaved = false
    /// What opening the workspace told already: a command that ends for it does not tell it again.
    var toldProblems: [QueueProblem] = []
    private let output: any OutputSink
    private let errors: any OutputSink

    package init(
        output: any OutputSink, errors: any OutputSink, language: Language,
        environment: Environment,
        options: GlobalOptions = GlobalOptions(), hasJSONErrors: Bool = false,
        isDryRun: Bool = false
    ) {
        self.output = output
        self.errors = errors
        self.language = language
        self.environment = environment
        self.options = options
        self.hasJSONErrors = hasJSONErrors
        self.isDryRun = isDryRun
        style = Style(
            options.color, descriptor: Environment.standardOutput, environment: environment)
        errorStyle = Style(
            options.color, descriptor: Environment.standardError, environment: environment)
        progress = ProgressLine(
            sink: errors,
            width: environment.columns(of: Environment.standardError),
            isShown: environment.isTerminal(Environment.standardError) && !options.isQuiet
                && environment["TERM"] != "dumb")
    }

    /// Columns of standard output; nil when it is no terminal, so that nothing is cut in a file.
    package var width: Int? {
        environment.isTerminal(Environment.standardOutput)
            ? environment.columns(of: Environment.standardOutput) : nil
    }

    /// One line of results.
    package func line(_ text: String, _ tone: Tone = .plain) throws(SavingError) {
        try raw(style.paint(escapedForTerminal(text), tone) + "\n")
    }

    package func line(
        _ message: Message, _ values: [String: Template.Value] = [:], _ tone: Tone = .plain
    ) throws(SavingError) {
        try line(words(message, values), tone)
    }

    package func table(_ table: Table) throws(SavingError) {
        try raw(table.text(width: width, style: style))
    }

    /// One line of JSON.
    package func json(_ value: JSONValue) throws(SavingError) {
        var writer = ByteWriter()
        value.append(to: &writer)
        writer.append("\n")
        try raw(writer.bytes)
    }

    /// Bytes of a form that escapes by rules of its own.
    package func raw(_ bytes: [UInt8]) throws(SavingError) {
        progress.clear()
        try output.write(bytes.span)
    }

    package func raw(_ bytes: Span<UInt8>) throws(SavingError) {
        progress.clear()
        try output.write(bytes)
    }

    package func raw(_ text: String) throws(SavingError) {
        progress.clear()
        try output.write(text.utf8.span)
    }

    /// Whole lines of a table for other programs. A terminal would obey the controls that a bank
    /// wrote into a text, so there they are shown instead.
    package func export(_ bytes: [UInt8]) throws(SavingError) {
        guard environment.isTerminal(Environment.standardOutput) else { return try raw(bytes) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let safe = lines.map { line in
            let end = line.last == UInt8(ascii: "\r") ? "\r" : ""
            return escapedForTerminal(
                String(decoding: line.dropLast(end.utf8.count), as: UTF8.self)) + end
        }
        try raw(safe.joined(separator: "\n"))
    }

    /// Results so far are out, or an error says why not. What is acknowledged must be flushed.
    package func flush() throws(SavingError) { try output.flush() }

    /// One line about what is going on, not with `--quiet`.
    package func narrate(
        _ message: Message, _ values: [String: Template.Value] = [:], _ tone: Tone = .plain
    ) {
        if options.isQuiet { return }
        narrate(text: words(message, values), tone)
    }

    package func narrate(text: String, _ tone: Tone = .plain) {
        if options.isQuiet { return }
        writeError(errorStyle.paint(escapedForTerminal(text), tone) + "\n")
    }

    /// An error in the house format, or as a JSON object when errors are wanted so. `--quiet` does
    /// not silence it.
    package func report(_ message: HouseMessage) {
        if hasJSONErrors {
            writeError(message.json().span)
        } else {
            writeError(message.text(in: language, painted: errorStyle))
        }
    }

    /// All that an error has to say; of very many messages the first, then how many more there are.
    package func report(_ error: any HouseError) {
        let messages = error.messages(in: language)
        let shown = hasJSONErrors ? messages[...] : messages.prefix(Limits.rejectionsShownMax)
        for message in shown { report(message) }
        if messages.count > shown.count {
            let rest = messages.count - shown.count
            writeError(words(.moreErrors, ["count": .count(rest)]) + "\n")
        }
    }

    /// Rejected rows of one file: the first in full, then how many more there are.
    ///
    /// As JSON all of them are written, because no person reads them one by one.
    ///
    /// - Parameter isEveryRow: no row of the file was read; one reason that all of them have is
    ///   said once.
    package func report(
        _ rejections: [RowRejection], total: Int? = nil, isEveryRow: Bool = false
    ) {
        let isOneReason =
            isEveryRow
            && rejections.allSatisfy {
                $0.kind == rejections[0].kind && $0.field == rejections[0].field
            }
        let most = isOneReason ? 1 : Limits.rejectionsShownMax
        let shown = hasJSONErrors ? rejections[...] : rejections.prefix(most)
        for rejection in shown { report(rejection) }
        let rest = max(total ?? 0, rejections.count) - shown.count
        guard rest > 0, let file = rejections.first?.place.file, !hasJSONErrors else { return }
        let words = words(.moreRejected, ["count": .count(rest), "file": .text(file)])
        writeError(escapedForTerminal(words) + "\n")
    }

    /// A message in the person's language.
    package func words(_ message: Message, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }

    /// Narration has no one to tell about its own failure; the next result finds a closed terminal
    /// itself.
    func flushErrors() {
        progress.clear()
        try? errors.flush()
    }

    private func writeError(_ text: String) { writeError(text.utf8.span) }

    private func writeError(_ bytes: Span<UInt8>) {
        progress.clear()
        // Results written before appear before; a failure of theirs is met again by the last flush.
        try? output.flush()
        try? errors.write(bytes)
        try? errors.flush()
    }
}
