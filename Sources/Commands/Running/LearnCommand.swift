import Categorizing
import Facts
import Importing
import Opening
import Pending
import Reading
import Reviewing
import Scanning
import Workspaces

/// `kopiyka learn FILE…`: decisions that a journal, or a table of another program, has about its
/// rows, without the rows themselves.
enum LearnCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let mapping = try invocation[.map].map { try RecordedMapping(readFrom: $0, console) }
        let inputs = InputList(paths: invocation.operands)
        for problem in inputs.problems { console.report(problem) }
        for path in inputs.passedOver { console.narrate(.inputPassedOver, ["file": .text(path)]) }
        let file = try categoryFile(of: access.workspace.paths)
        var values = RecordedValues(file.table, shownIn: console.language.ofCategories)
        var lessons: [LessonFile] = []
        var options = ReadOptions(invocation)
        options.layouts += try yamlFiles(in: access.workspace.paths.layouts)
        var run = ReadRun(
            options: options, account: invocation[.account] ?? "", book: access.book)
        for input in inputs.files {
            var lesson = LessonFile(name: input.name)
            let report = run.read(input) { batch, context in
                lesson.add(batch, context, &values)
            }
            lesson.report = report
            lessons.append(lesson)
            console.report(report)
            console.narrate(report.notices)
        }
        var map = CategoriesMap(access, console)
        let answers = try map.answers(
            about: values.open, in: file, mapping, makesNew: invocation.has(.new),
            asks: AccountQuestion.mayAsk(invocation, console))
        let reports = try learn(from: lessons, answers.meanings, file, invocation, access, console)
        for (lesson, report) in zip(lessons, reports) {
            try show(lesson, report, answers, map, invocation, console)
        }
        if !invocation.wantsJSON { map.narrate(answers, hint: .learnedHint) }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        let isClean = inputs.problems.isEmpty && lessons.allSatisfy { $0.report?.isClean ?? false }
        return isClean && answers.left.isEmpty ? .done : .needsPerson
    }

    private static func learn(
        from lessons: [LessonFile], _ meanings: RecordedMeanings, _ file: CategoryFile,
        _ invocation: Invocation, _ access: WorkspaceAccess, _ console: Console
    ) throws -> [TeachingReport] {
        let after: CategoryFile
        do throws(CategoryFaults) {
            after = meanings.isEmpty ? file : try meanings.changed()
        } catch {
            throw error.refusal
        }
        let table = after.table
        let categorizer = Categorizer(
            userRules: try ruleFiles(of: access.workspace.paths, table, access.settings),
            categories: table)
        let folder = TextFolder()
        let reports = try access.workspace.learn(
            from: lessons.map(\.taught), meaning: { table.recorded(folder.fold($0)) },
            Learning(by: categorizer, country: access.country),
            categories: meanings.isEmpty ? nil : after.bytes, isDryRun: invocation.isDryRun)
        console.categories = table
        return reports
    }

    private static func show(
        _ lesson: LessonFile, _ report: TeachingReport, _ answers: CategoriesMap.Answers,
        _ map: borrowing CategoriesMap, _ invocation: Invocation, _ console: Console
    ) throws {
        let skipped = lesson.skipped + report.known + report.open
        if invocation.wantsJSON {
            return try console.json([
                "file": .string(lesson.taught.name), "learned": .count(report.learned),
                "skipped": .count(skipped), "known": .count(report.known),
                "open": .count(report.open),
                "rejected": .count(lesson.report?.rejected ?? 0),
                "values": answers.left.isEmpty
                    ? nil
                    : .array(answers.left.map { map.object(of: $0, ["near": .ifAny($0.near)]) }),
            ])
        }
        if lesson.report?.failure != nil || console.options.isQuiet { return }
        let places: [String: Template.Value] = [
            "file": .text(lesson.taught.name), "learned": .count(report.learned),
            "known": .count(report.known), "skipped": .count(skipped - report.known),
        ]
        if lesson.isOfBank {
            try console.line(.learnedBank, places, .doubtful)
        } else if report.learned == 0 && report.known > 0 {
            try console.line(.learnedKnown, places)
        } else {
            try console.line(report.learned > 0 ? .learned : .learnedNothing, places)
        }
        if skipped > report.known, !lesson.isOfBank { console.narrate(.learnedSkipped, places) }
    }
}

/// The rows of one file, as far as they teach something.
private struct LessonFile {
    var taught: TaughtFile
    var report: FileReport?
    /// Categories of the layout are a bank's guesses.
    private(set) var isOfBank = false
    private var rowsWithoutLesson = 0

    init(name: String) { taught = TaughtFile(name: name) }

    /// Rows that teach nothing, those that the reader skipped included.
    var skipped: Int { rowsWithoutLesson + (report?.skipped ?? 0) }

    mutating func add(
        _ batch: borrowing LineBatch, _ context: ReadRun.Context, _ values: inout RecordedValues
    ) {
        isOfBank = !KeptLayouts.contains(context.layout)
        var rows = copy batch
        for index in rows.lines.indices {
            rows.recordDecision(of: index)
            let line = rows.lines[index]
            let account = context.accounts[Int(line.account)]
            let hasCategory =
                !isOfBank && !line.bankCategory.isEmpty && line[.recordedParts].isEmpty
                // The other side says what it is.
                && line[.transferAccount].isEmpty && !line.isHold
                // Opening equity is spent on nothing.
                && !EquityAccount.holds(rows.string(line.bankCategory))
            guard hasCategory else {
                rowsWithoutLesson += 1
                continue
            }
            let fact = StatementFact(of: line, in: rows, account: account)
            values.add(fact)
            taught.add(fact, accountTag: Categorizer.accountTag(account))
        }
    }
}
