import Facts
import Importing
import Reading
import Scanning
import Workspaces

/// An import from a command line: the messages that `import`, `apply` and `watch` share.
struct ImportSession {
    let access: WorkspaceAccess
    /// The invocation of `import` whose options say how files are to be read.
    let choices: Invocation
    private(set) var job: ImportJob
    /// The paths of files a person was asked about; all other files were reported before.
    private var asked: Set<String>?
    private let accountOption: AccountOption

    /// - Parameters: as of ``ImportJob``.
    init(
        access: WorkspaceAccess, choices: Invocation, paths: [String], isDryRun: Bool,
        keepsRows: Bool, isWatching: Bool = false, onlySeen: Bool = false
    ) throws {
        self.access = access
        self.choices = choices
        accountOption = try AccountOption(choices[.account], access)
        job = try ImportJob(
            into: access.workspace, paths: paths, context: try access.context(choices),
            isDryRun: isDryRun, keepsRows: keepsRows, isWatching: isWatching, onlySeen: onlySeen,
            nowSeconds: Clock.now.secondsSince1970)
    }

    /// The same files, with a person's answers about some of them.
    func answered(_ answers: [Int: AccountQuestion.Answer]) -> ImportSession {
        var session = self
        session.asked = Set(answers.keys.map { job.inputs.files[$0].path })
        session.job.assign(
            answers.compactMapValues { answer -> String?? in
                switch answer {
                case .own: nil
                case .account(let name): .some(name)
                case .leftOut: .some(nil)
                }
            })
        return session
    }

    /// Reads the files and makes the import durable; problems are reported as they are met.
    ///
    /// - Parameter beforeCommit: called with the preview; if it throws, nothing is committed. It
    ///   returns the paths of files whose account a person has just chosen.
    func run(
        _ console: Console, beforeCommit: (ImportReport) throws -> Set<String> = { _ in [] }
    ) throws -> ImportReport {
        var told: Set<String> = []
        let faulty = access.workspace.problems
        guard faulty.isEmpty else { throw WorkspaceFailure.queue(faulty) }
        if asked == nil { reportInputs(console) }
        let report = try job.run(
            with: means,
            events: { event, file in
                // The files read before the question were reported then.
                if asked?.contains(file.path) != false { self.report(event, of: file, console) }
            }, beforeCommit: { told = try beforeCommit($0) })
        console.progress.clear()
        for file in report.files where !told.contains(file.path) { reportOwner(file, console) }
        if let account = accountOption.made(by: report.files) {
            console.narrate(.importAccountMade, ["account": .text(account)])
        }
        reportCurrencies(report.files, console)
        return report
    }

    private func means() throws -> ImportJob.Means {
        let workspace = access.workspace
        var reading = ReadOptions(choices)
        reading.layouts += try yamlFiles(in: workspace.paths.layouts)
        let options = ImportOptions(
            reading: reading, account: choices[.account] ?? "", country: access.country,
            isDryRun: job.isDryRun, made: Clock.now.text, keepsRows: job.keepsRows)
        return ImportJob.Means(
            options, try access.categorizer(), access.book, try Memory(of: workspace))
    }

    private func reportInputs(_ console: Console) {
        for problem in job.inputs.problems { console.report(problem) }
        for path in job.inputs.passedOver {
            console.narrate(.inputPassedOver, ["file": .text(path)])
        }
        for path in job.unwritten {
            console.narrate(.importUnwritten, ["file": .text(path)], .doubtful)
        }
    }

    /// Reports lines for which none of the owner's named accounts was found.
    private func reportOwner(_ file: FileReport, _ console: Console) {
        for account in file.keptApart {
            console.report(.accountKeptApart(account, file: file.name))
        }
        if file.new > 0, asked?.contains(file.path) != true {
            for account in file.unproved {
                console.report(.accountUnproved(account, file: file.name))
            }
            for account in file.unprovedByRows {
                console.report(.accountUnproved(account, file: file.name, isByRows: true))
            }
        }
        guard file.new > 0, file.keptApart.isEmpty, asked?.contains(file.path) != true,
            access.isUnnamed(file)
        else { return }
        // A person who has named no account has one of each bank; a table of no known bank has no
        // such name.
        let isClear =
            switch file.guess {
            case .proved: true
            case .unproved: access.settings.accounts.isEmpty
            case .new:
                access.settings.accounts.isEmpty && file.layout != UnknownBank.layoutName
            }
        if !isClear { console.report(.accountNotNamed(file.accounts[0], file: file.name)) }
    }

    /// Reports each account without a currency once, and each file with another currency than its
    /// account's.
    private func reportCurrencies(_ files: [FileReport], _ console: Console) {
        var told: Set<String> = []
        for file in files {
            for account in file.accountsWithoutCurrency where told.insert(account).inserted {
                console.report(.currencyUntold(account, file: file.path))
            }
            for (account, currency) in file.currenciesShown.sorted(by: { $0.key < $1.key })
            where told.insert(account).inserted {
                console.report(.currencyUntold(account, file: file.path, shown: currency))
            }
            for contradicted in file.currenciesContradicted {
                console.report(.currencyContradicted(contradicted, file: file))
            }
        }
    }

    private func report(_ event: ReadingEvent, of file: InputFile, _ console: Console) {
        switch event {
        case .rejected(let rejections) where console.hasJSONErrors && asked == nil:
            console.report(rejections)
        case .rowsRead(let rows):
            console.progress.update(
                console.words(.progressReading, ["file": .text(file.name), "count": .count(rows)]))
        case .fileEnded(let report):
            if asked == nil { reportReading(report, console) }
            for entry in report.revised { reportRevision(entry, of: report, console) }
            for account in report.keptAccounts + report.foundByRows {
                reportAccount(account, of: report, console)
            }
            for account in report.shownAsOne {
                console.report(.accountsShownAsOne(account, file: report.path, access.settings))
            }
            for account in report.perhapsOne where report.new > 0 {
                let settings = access.settings
                console.report(
                    .accountsPerhapsOne(account.kept, account.named, settings, file: report.path))
            }
            for account in report.alsoElsewhere where report.new > 0 {
                console.report(.fileAlsoElsewhere(account, file: report.path, access.settings))
            }
            for (accounts, what) in [
                (report.foundAlike, "error.account-found-alike"),
                (report.followsAlike, "error.account-follows-alike"),
                (report.perhapsAlike, "error.account-perhaps-alike"),
            ] {
                for account in accounts {
                    console.report(.accountAlike(account, file: report.path, what))
                }
            }
            for account in report.passedOver {
                console.report(.accountOptionUnused(account, file: report.path))
            }
        case .fileBegan, .rejected: break
        }
    }

    /// Reports results that depend on the file alone.
    private func reportReading(_ report: FileReport, _ console: Console) {
        if !console.hasJSONErrors {
            console.report(report.rejections, total: report.rejected, isEveryRow: report.hasNoLines)
        }
        if let failure = report.failure { console.report(failure) }
        console.narrate(report.notices)
        console.warnOfBreaks(in: report)
    }

    /// Reports the only change that an import makes in the ledger by itself.
    private func reportRevision(_ entry: RevisedEntry, of file: FileReport, _ console: Console) {
        console.narrate(
            .importRevised,
            [
                "file": .text(file.path), "key": .text(entry.key.text),
                "earlier": .money(entry.earlier), "now": .money(entry.now),
            ])
    }

    private func reportAccount(_ account: KeptAccount, of file: FileReport, _ console: Console) {
        let isThere = (try? KnownAccounts(access).named(account.named)) != nil
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
    /// A digest of all that decides how a file is read beside its bytes: program, settings, layouts
    /// and options.
    fileprivate func context(_ choices: Invocation) throws -> String {
        let paths = workspace.paths
        var words = [Program.version]
        for option in OptionDeclaration.reading.map(\.name)
        where option != .layout && CommandTable.accepts(option, choices.command) {
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
