import Facts
import Glibc
import Pipeline
import Saving
import Scanning
import Workspaces
import Reading

/// `kopiyka import [PATH…]`: files into the queue, as one step that happens whole or not at all.
enum ImportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.forget) { return try ForgetFiles.run(invocation, console) }
        // An import may bring back what is missing.
        let access = try WorkspaceAccess.open(.writing, console, tellsMissing: false)
        defer { WorkspaceAccess.reportMissing(in: access.workspace, console) }
        let paths =
            invocation.operands.isEmpty ? [access.workspace.paths.inbox] : invocation.operands
        if let file = invocation[.plan] {
            return try plan(invocation, paths, access, file, console)
        }
        let job = try ImportJob(
            access: access, choices: invocation, paths: paths, isDryRun: invocation.isDryRun,
            keepsRows: invocation.wantsJSON || console.options.isVerbose)
        let report =
            AccountQuestion.mayAsk(invocation, console)
            ? try runAsking(job, console) : try job.run(console)
        try report.show(asJSON: invocation.wantsJSON, access.settings, console)
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return report.isClean && job.inputs.problems.isEmpty ? .done : .needsPerson
    }

    /// The run, and where a person said whose lines a file holds, once more with that: whatever was
    /// read before is taken back.
    private static func runAsking(_ job: ImportJob, _ console: Console) throws -> ImportReport {
        var question = try AccountQuestion(job.access, console)
        do {
            return try job.run(console) { report in
                let answers = try question.ask(about: report)
                if answers.values.contains(where: { $0 != .own }) {
                    throw AccountQuestion.Answered(answers: answers)
                }
                return Set(answers.keys.map { report.files[$0].path })
            }
        } catch let said as AccountQuestion.Answered {
            let report = try job.answered(said.answers).run(console)
            try question.remember()
            return report
        }
    }

    /// The same run, its commit withheld, written down for `apply`.
    private static func plan(
        _ invocation: Invocation, _ paths: [String], _ access: WorkspaceAccess, _ file: String,
        _ console: Console
    ) throws -> ExitCode {
        guard !paths.contains("-"), file != "-" else {
            throw UsageFailure(
                .other(
                    what: Phrase("import.planNeitherMade"),
                    fix: Phrase("import.nameFiles")),
                command: invocation.command)
        }
        let job = try ImportJob(
            access: access, choices: invocation.withAbsolutePaths(),
            paths: paths.map(absolutePath), isDryRun: true, keepsRows: true)
        let place = absolutePath(file)
        guard !job.paths.contains(where: { place == $0 || place.hasPrefix($0 + "/") }) else {
            throw PlanRefused(file, .amongInputs)
        }
        var plan = try ImportPlan(of: job)
        let report = try job.run(console) {
            plan.add($0)
            return []
        }
        try plan.write(to: file)
        try report.show(asJSON: invocation.wantsJSON, access.settings, console)
        console.narrate(.planWritten, ["file": .text(file)])
        return report.isClean && job.inputs.problems.isEmpty ? .done : .needsPerson
    }
}

/// One import as a command line describes it: what `import`, `apply` and `watch` have in common.
struct ImportJob {
    let access: WorkspaceAccess
    /// The invocation of `import` whose options say how files are to be read.
    let choices: Invocation
    let paths: [String]
    private(set) var inputs: InputList
    /// The files a person was asked about, by name, when everything else was told before.
    private var asked: Set<String>?
    let isDryRun: Bool
    let keepsRows: Bool

    private let accountOption: AccountOption
    /// Files of folders that somebody was writing: the next import finds them.
    private let unwritten: [String]
    private let remembered: RememberedFiles
    private let began = Clock.now.secondsSince1970

    /// - Parameters:
    ///   - isWatching: the files were found in a folder, although each is named.
    ///   - onlySeen: leaves out files that never came in.
    init(
        access: WorkspaceAccess, choices: Invocation, paths: [String], isDryRun: Bool,
        keepsRows: Bool, isWatching: Bool = false, onlySeen: Bool = false
    ) throws {
        self.access = access
        self.choices = choices
        self.paths = paths
        self.isDryRun = isDryRun
        self.keepsRows = keepsRows
        accountOption = try AccountOption(choices[.account], access, choices.command)
        let files = RememberedFiles(of: access.workspace, context: try access.context(choices))
        remembered = files
        let workspace = access.workspace
        let isShort = workspace.linesMissing.contains { $0.value > 0 }
        // Whoever wants every row's reason wants the rows read, and so do lines that left the
        // queue.
        var inputs = InputList(
            paths: paths, inbox: workspace.paths.inbox, isFolder: isWatching,
            unchanged: keepsRows || isShort ? { _, _ in [] } : { files.files(at: $0, $1) })
        unwritten = inputs.leaveOutUnwritten()
        // A file that showed the missing lines before tells which import they are of, a new one
        // does not.
        if isShort || onlySeen {
            try inputs.putSeenFirst(onlySeen: onlySeen) { file in
                guard let digest = FileDigest(of: file) else { return false }
                return try workspace.hasSeen(digestHigh: digest.high, digestLow: digest.low)
            }
        }
        self.inputs = inputs
    }

    /// The same files, with what a person said of some of them.
    func answered(_ answers: [Int: AccountQuestion.Answer]) -> ImportJob {
        var job = self
        job.asked = Set(answers.keys.map { inputs.files[$0].path })
        job.inputs.assign(
            answers.compactMapValues { answer -> String?? in
                switch answer {
                case .own: nil
                case .account(let name): .some(name)
                case .leftOut: .some(nil)
                }
            })
        return job
    }

    /// Reads the files and makes the import durable; problems are reported as they are met.
    ///
    /// - Parameter beforeCommit: sees what is about to be done; when it throws, nothing is. It
    ///   gives the paths of files whose account a person has just told.
    func run(
        _ console: Console, beforeCommit: (ImportReport) throws -> Set<String> = { _ in [] }
    ) throws -> ImportReport {
        var told: Set<String> = []
        let faulty = access.workspace.problems
        guard faulty.isEmpty else { throw WorkspaceFailure.queue(faulty) }
        if asked == nil {
            for problem in inputs.problems { console.report(problem) }
            for path in inputs.passedOver {
                console.narrate(.inputPassedOver, ["file": .text(path)])
            }
            for path in unwritten {
                console.narrate(.importUnwritten, ["file": .text(path)], .doubtful)
            }
        }
        let isUnchanged =
            try inputs.files.allSatisfy { $0.remembered != nil } && !isDryRun
            && access.workspace.hasLookedForOwnNumbers
        let report =
            isUnchanged
            ? ImportReport(unchanged: inputs.files)
            : try read(console) { told = try beforeCommit($0) }
        console.progress.clear()
        for file in report.files where !told.contains(file.path) { reportOwner(file, console) }
        if let account = accountOption.made(by: report.files) {
            console.narrate(.importAccountMade, ["account": .text(account)])
        }
        reportCurrencies(report.files, console)
        if !isDryRun {
            remembered.record(inputs, report, now: began, roots: inputs.roots)
            remembered.save()
        }
        return report
    }

    /// Where the owner has named accounts, lines that none of them was found for are worth a word.
    private func reportOwner(_ file: FileReport, _ console: Console) {
        for account in file.keptApart {
            console.report(
                AccountKeptApart(
                    file: file.name, account: account.kept, other: account.named,
                    isByRows: account.isByRows))
        }
        if file.new > 0, asked?.contains(file.path) != true {
            for account in file.unproved {
                console.report(AccountUnproved(file: file.name, account: account))
            }
            for account in file.unprovedByRows {
                console.report(AccountUnproved(file: file.name, account: account, isByRows: true))
            }
        }
        guard !access.settings.accounts.isEmpty, file.new > 0, file.keptApart.isEmpty,
            asked?.contains(file.path) != true
        else { return }
        if access.isUnnamed(file) {
            console.report(AccountNotNamed(file: file.name, account: file.accounts[0]))
        }
    }

    /// Of each account once that nothing tells its currency, and of each file that its is another
    /// one than the account's.
    private func reportCurrencies(_ files: [FileReport], _ console: Console) {
        var told: Set<String> = []
        for file in files {
            for account in file.accountsWithoutCurrency where told.insert(account).inserted {
                console.report(CurrencyUntold(file: file.path, account: account))
            }
            for (account, currency) in file.currenciesShown.sorted(by: { $0.key < $1.key })
            where told.insert(account).inserted {
                console.report(
                    CurrencyUntold(file: file.path, account: account, shown: currency))
            }
            for contradicted in file.currenciesContradicted {
                console.report(CurrencyContradicted(file: file, contradicted: contradicted))
            }
        }
    }

    private func read(
        _ console: Console, beforeCommit: (ImportReport) throws -> Void
    ) throws -> ImportReport {
        let workspace = access.workspace
        var reading = ReadOptions(choices)
        reading.layouts += try yamlFiles(in: workspace.paths.layouts)
        var run = try ImportRun(
            into: workspace, categorizer: categorizer(of: workspace.paths), book: access.book,
            memory: Memory(of: workspace),
            options: ImportOptions(
                reading: reading, account: choices[.account] ?? "", country: access.country,
                isDryRun: isDryRun, made: Clock.now.text, keepsRows: keepsRows),
            files: inputs.files)
        for file in inputs.files {
            // Said when the files were read before the question.
            let isTold = asked.map { !$0.contains(file.path) } ?? false
            try run.add(file) { if !isTold { report($0, of: file, console) } }
        }
        try run.pairTransfers()
        try beforeCommit(run.preview)
        return try run.commit()
    }

    private func report(_ event: ReadingEvent, of file: InputFile, _ console: Console) {
        switch event {
        case .rejected(let rejections) where console.hasJSONErrors && asked == nil:
            console.report(rejections)
        case .rowsRead(let rows):
            console.progress.update(
                console.words(
                    .progressReading, ["file": .text(file.name), "count": .count(rows)]))
        case .fileEnded(let report):
            if asked == nil { reportReading(report, console) }
            for entry in report.revised { reportRevision(entry, of: report, console) }
            for account in report.keptAccounts + report.foundByRows {
                reportAccount(account, of: report, console)
            }
            for account in report.shownAsOne {
                console.report(
                    AccountsShownAsOne(file: report.path, account: account, access.settings))
            }
            for account in report.perhapsOne where report.new > 0 {
                let settings = access.settings
                console.report(
                    AccountsPerhapsOne(account.kept, account.named, settings, file: report.path))
            }
            for account in report.alsoElsewhere where report.new > 0 {
                console.report(
                    FileAlsoElsewhere(file: report.path, account: account, access.settings))
            }
            for account in report.foundAlike {
                console.report(AccountAlike(file: report.path, account: account, isFound: true))
            }
            for account in report.perhapsAlike {
                console.report(AccountAlike(file: report.path, account: account, isFound: false))
            }
            for account in report.passedOver {
                console.report(AccountOptionUnused(file: report.path, account: account))
            }
        case .fileBegan, .rejected: break
        }
    }

    /// What depends on the file alone.
    private func reportReading(_ report: FileReport, _ console: Console) {
        if !console.hasJSONErrors {
            console.report(
                report.rejections, total: report.rejected, isEveryRow: report.hasNoLines)
        }
        if let failure = report.failure { console.report(failure) }
        console.narrate(report.notices)
        console.warnOfBreaks(in: report)
    }

    /// The one thing an import changes in the ledger by itself, so it is said each time.
    private func reportRevision(_ entry: RevisedEntry, of file: FileReport, _ console: Console) {
        let (earlier, now) = (entry.earlier, entry.now)
        console.narrate(
            .importRevised,
            [
                "file": .text(file.path), "key": .text(entry.key.text),
                "earlier": .text(
                    peopleText(of: earlier, in: console.language) + " " + earlier.currency.code),
                "now": .text(peopleText(of: now, in: console.language) + " " + now.currency.code),
            ])
    }

    private func reportAccount(_ account: KeptAccount, of file: FileReport, _ console: Console) {
        let isThere = (try? KnownAccounts(access).named(account.named, .importFiles)) != nil
        let name = shellWord(account.named)
        let move = "kopiyka move --file \(shellWord(file.name)) \(name)"
        console.narrate(
            .importKeptAccount,
            [
                "file": .text(file.path), "kept": .text(account.kept),
                "named": .text(account.named),
                "command": .text(isThere ? move : "kopiyka accounts add \(name) && " + move),
            ], .doubtful)
    }
}

extension WorkspaceAccess {
    /// One word for everything beside a file's bytes that says how it is read: program, settings,
    /// layouts and options.
    fileprivate func context(_ choices: Invocation) throws -> String {
        let paths = workspace.paths
        var words = [Program.version]
        for option in [
            OptionName.account, .format, .encoding, .dateOrder, .decimalMark, .sign,
        ] where CommandTable.accepts(option, choices.command) {
            words.append(option.rawValue + "=" + (choices[option] ?? ""))
        }
        let layouts =
            CommandTable.accepts(.layout, choices.command) ? choices.values(of: .layout) : []
        for path in try [paths.settings] + yamlFiles(in: paths.layouts) + layouts {
            // The folder's name depends on where the program was started.
            let name = path.split(separator: "/").last.map(String.init) ?? path
            words.append(name + "=" + (FileDigest(ofFile: path)?.text ?? ""))
        }
        let text = words.joined(separator: "\n")
        return FileDigest(of: text.utf8.span, seed: 11).text
    }
}
