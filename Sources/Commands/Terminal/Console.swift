package import Categorizing
package import Facts
import Pending
package import Saving
package import Scanning
import Workspaces

/// A destination of bytes: standard output or error, or a test's memory.
package protocol OutputSink: AnyObject {
    func write(_ bytes: Span<UInt8>) throws(SavingError)
    func flush() throws(SavingError)
}

extension CheckedOutput: OutputSink {}

/// The output of a command: results on standard output, narration and errors on standard error.
///
/// A failed write of a result is thrown and ends the run with 74; a failed write of narration is
/// not, because it could not be reported. Text of `line` and `narrate` is made safe for the
/// terminal here; `raw` is for formats with their own rules (JSON, CSV, exports).
package final class Console {
    package private(set) var language: Language
    package let environment: Environment
    package let options: GlobalOptions
    /// True when errors are JSON objects.
    package let hasJSONErrors: Bool
    /// The command only shows what it would do.
    package let isDryRun: Bool
    /// The command's word; empty before the arguments are parsed.
    var command = ""
    package let style: Style
    package let errorStyle: Style
    /// Bars, lines and signs are drawn with ASCII.
    package let isASCII: Bool
    package let progress: ProgressLine
    /// The command's work is durable; only its report may still fail.
    package var isWorkSaved = false
    /// A commit was requested and is not known to have happened.
    package var isWorkUndecided = false
    /// The categories of the workspace, once it is open. The built-in ones are read only when they
    /// are used.
    package var categories: CategoryTable {
        get { ownCategories ?? .builtIn }
        set { ownCategories = newValue }
    }
    private var ownCategories: CategoryTable?
    /// Problems reported while opening the workspace, which are not reported again.
    var reportedProblems: [QueueProblem] = []
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
        // A file or pipe is no terminal: its reader is not known.
        isASCII =
            options.isASCII
            || environment.isTerminal(Environment.standardOutput) && !environment.showsUnicode
        progress = ProgressLine(
            sink: errors,
            width: environment.columns(of: Environment.standardError),
            isShown: environment.isTerminal(Environment.standardError) && !options.isQuiet
                && environment["TERM"] != "dumb")
    }

    /// Takes the language of a workspace's settings, unless the command line chose one.
    func follow(_ settings: Settings) {
        guard options.language == nil, let own = Language(rawValue: settings.language) else {
            return
        }
        language = own
    }

    /// Width of standard output; nil when it is not a terminal, so that files are not cut.
    package var width: Int? {
        options.width
            ?? (environment.isTerminal(Environment.standardOutput)
                ? environment.columns(of: Environment.standardOutput) : nil)
    }

    /// Width of tables with periods side by side, which are unreadable when uncut: without a
    /// terminal that of most windows, or `COLUMNS`.
    package var drawnWidth: Int {
        width ?? environment.columns(of: Environment.standardOutput)
    }

    /// One line of results.
    package func line(_ text: String, _ tone: Tone = .plain) throws(SavingError) {
        try raw(drawn(style.paint(escapedForTerminal(text), tone)) + "\n")
    }

    package func line(
        _ message: Message, _ values: [String: Template.Value] = [:], _ tone: Tone = .plain
    ) throws(SavingError) {
        try line(words(message, values), tone)
    }

    package func table(_ table: Table) throws(SavingError) {
        try raw(drawn(table.text(in: language, width: width, style: style)))
    }

    package func table(_ table: Table, width: Int) throws(SavingError) {
        try raw(drawn(table.text(in: language, width: width, style: style)))
    }

    /// The text as this terminal can show it.
    private func drawn(_ text: String) -> String { isASCII ? asciiDrawn(text) : text }

    /// One line of JSON.
    package func json(_ value: JSONValue) throws(SavingError) { try raw(value.line) }

    package func json(_ values: [JSONValue]) throws(SavingError) {
        for value in values { try json(value) }
    }

    /// Objects as CSV with a heading: a column for each of these members.
    package func csv(_ columns: [String], of objects: [JSONValue]) throws(SavingError) {
        let rows = objects.map { object in columns.map { object[$0]?.cell ?? "" } }
        for cells in [columns] + rows {
            try export(Array((cells.joined(separator: ",") + "\r\n").utf8))
        }
    }

    /// Bytes of a format that escapes by its own rules.
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

    /// Whole lines of a table for other programs. On a terminal, control characters in a bank's
    /// text are escaped.
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

    /// Flushes results or throws. Acknowledgements must be flushed.
    package func flush() throws(SavingError) { try output.flush() }

    /// One line of progress, suppressed by `--quiet`.
    package func narrate(
        _ message: Message, _ values: [String: Template.Value] = [:], _ tone: Tone = .plain
    ) {
        if options.isQuiet { return }
        narrate(text: words(message, values), tone)
    }

    package func narrate(text: String, _ tone: Tone = .plain) {
        if options.isQuiet { return }
        writeError(drawn(errorStyle.paint(escapedForTerminal(text), tone)) + "\n")
    }

    /// An error in the house format, or as a JSON object if requested. `--quiet` does not suppress
    /// it.
    package func report(_ message: HouseMessage) {
        if hasJSONErrors {
            writeError(message.json(in: language))
        } else {
            writeError(message.text(in: language, painted: errorStyle))
        }
    }

    /// All messages of an error; of very many the first, then the number of the rest.
    package func report(_ error: any HouseError) {
        let messages = error.messages
        let shown = hasJSONErrors ? messages[...] : messages.prefix(Limits.rejectionsShownMax)
        for message in shown { report(message) }
        if messages.count > shown.count {
            let rest = messages.count - shown.count
            writeError(words(.moreErrors, ["count": .count(rest)]) + "\n")
        }
    }

    /// Rejected rows of one file: the first in full, then the number of the rest.
    ///
    /// As JSON all of them are written, for programs.
    ///
    /// - Parameter isEveryRow: no row of the file was read; a reason shared by all is printed once.
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

    /// A failure of narration cannot be reported; the next result finds a closed terminal itself.
    func flushErrors() {
        progress.clear()
        try? errors.flush()
    }

    private func writeError(_ text: String) { writeError(text.utf8.span) }

    private func writeError(_ bytes: Span<UInt8>) {
        progress.clear()
        // Earlier results appear first; their failure is met again by the last flush.
        try? output.flush()
        try? errors.write(bytes)
        try? errors.flush()
    }
}
