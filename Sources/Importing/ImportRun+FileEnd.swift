import Deduplicating
import Facts
import Ledger
import Opening
import Reading
import Workspaces

/// Decisions at the end of a file.
extension ImportRun {
    /// Ends a file after all its rows were added.
    mutating func end(
        _ input: InputFile, at place: Int, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        try addWaiting(of: input, &tally, events)
        try judgeRepeated(of: input, &tally, events)
        precondition(tally.isBalanced, "a row of a file had no fate, or two")
        if options.keepsRows {
            precondition(tally.rows.count == tally.rowsRead, "a row's reason was not kept")
            tally.sortRows()
        }
        tally.openings = try takeOpenings()
        var printed = file.openings.statements(of: tally.accounts)
        if tally.rowsRead == 0 { try unify(&printed, &tally) }
        for index in printed.indices where !printed[index].1.unsigned.isEmpty {
            statements.sign(
                &printed[index].1, at: printed[index].0,
                beside: try transaction.filesSeen().flatMap(\.statements))
        }
        for (account, balances) in printed { statements.add(balances, at: account, file: place) }
        if decider.seen == nil { remember(input, tally, printed.flatMap(\.1.statements)) }
        repeatable.end(tally.digest, accounts: tally.accounts)
        accounts.endFile(input, of: tally.accounts, tally.layout)
        report.files[place] = tally
        events(.fileEnded(tally))
    }

    /// The openings that a journal or a QIF gives; the first file that opens an account decides.
    private func takeOpenings() throws(WorkspaceFailure) -> [FoundOpening] {
        if file.openings.isEmpty { return [] }
        let settings = try transaction.settingsWithOpenings()
        let found = file.openings.settled(beside: settings)
        for opening in found { take(opening, settings) }
        return found
    }

    private func take(_ opening: FoundOpening, _ settings: Settings) {
        var before: Settings.Account.Opening?
        switch opening.fate {
        case .taken: break
        case .movedBack(let later): before = later
        case .known, .unclear: return
        }
        let isKnown = settings.accounts.contains { $0.name == opening.account }
        transaction.openings.append(
            GivenOpening(
                account: opening.account, before: before, after: opening.opening,
                isEntry: !isKnown))
    }

    /// The openings that the statements of all files print, beside those of earlier imports.
    mutating func takeStatementOpenings() throws(WorkspaceFailure) {
        if statements.isEmpty { return }
        statements.add(earlier: try transaction.filesSeen().flatMap(\.statements))
        let settings = try transaction.settingsWithOpenings()
        let found = try statements.settled(
            beside: settings,
            hasLines: { account, day in
                let known = decider.deduplicator.daysKnown(
                    of: LineIdentity.hash(ofAccount: account))
                return known.map { $0.lowerBound < day.daysSince1970 } ?? false
            }, hasBalances: transaction.hasBalances)
        for (file, opening) in found {
            take(opening, settings)
            if let file { report.files[file].openings.append(opening) }
        }
    }

    /// Adds the rows that waited for the file's end.
    private mutating func addWaiting(
        of input: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        if file.waiting.batch.lines.isEmpty { return }
        var rows = PreparedRows()
        swap(&rows, &file.waiting)
        let tables = Set(
            accounts.names.filter(UnknownBank.isOne).map {
                LineKey.account(ofHash: LineIdentity.hash(ofAccount: $0))
            })
        let verdicts = try decider.settle(
            rows, beside: rows.layout, layouts, tables: tables, counts: file.counts)
        keepRepeated(rows, verdicts)
        try write(rows, verdicts, input, &tally, events)
    }

    /// Rows equal to earlier ones were counted as repetitions. If the file's balances do not prove
    /// that, it is read again, and each such row is judged by the gaps in the balances.
    private mutating func judgeRepeated(
        of input: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        // The earlier import of the same file gives the answer.
        if decider.seen != nil || decider.repetitions.areProved { return }
        var rows = file.repeatedOnce
        var answers: [RepeatedRows.Answer]
        if decider.repetitions.isReadOnce {
            answers = Array(repeating: .cannotTell, count: rows.identities.count)
        } else {
            rows = readAgain(input, &tally)
            answers = decider.repetitions.answers()
        }
        var doubted = PreparedRows()
        for (index, answer) in answers.enumerated() where answer != .isFirst {
            doubted.keep(index, of: rows)
        }
        answers.removeAll { $0 == .isFirst }
        let verdicts = try decider.judge(repeated: doubted.identities, answers)
        tally.forgetRepeated(doubted.batch.lines.map { Int($0.sourceLine) })
        try write(doubted, verdicts, input, &tally, events)
    }

    /// The rows that may have been mistaken for repetitions.
    ///
    /// - Parameter tally: gets the failure of this reading, whose rows stay repetitions.
    private mutating func readAgain(
        _ input: InputFile, _ tally: inout FileReport
    ) -> PreparedRows {
        var rows = PreparedRows()
        var prepared = PreparedBatch()
        decider.repetitions.beginAgain()
        preparation.begin(input)
        repeat {
            preparation.prepare(&prepared)
            tally.failure = tally.failure ?? prepared.failure
            // As at the first reading: identities contain the account.
            prepared.rows.unifyAccounts(with: accounts.names, before: file.accountsBefore)
            identify(&prepared.rows, in: file.accountsFound)
            for index in prepared.rows.identities.indices
            where decider.repetitions.addAgain(
                prepared.rows.identities[index], prepared.rows.batch.lines[index])
            {
                rows.keep(index, of: prepared.rows)
            }
        } while !prepared.isLast
        return rows
    }

    /// Keeps supposed repetitions of a file that cannot be read again.
    mutating func keepRepeated(_ rows: PreparedRows, _ verdicts: [Verdict]) {
        guard decider.repetitions.isReadOnce else { return }
        for (index, verdict) in verdicts.enumerated() where rows.identities[index].balance != 0 {
            if case .repeated(.timeAndBalance) = verdict {
                file.repeatedOnce.keep(index, of: rows)
            }
        }
    }

    /// The earlier import of a file with these bytes, under any name: its lines have it as a
    /// source.
    func seenBytes(_ digest: FileDigest?) throws(WorkspaceFailure) -> SeenBytes? {
        guard let digest else { return nil }
        if let inThisRun = repeatable[digest] { return inThisRun }
        let files = try transaction.seenFiles(digestHigh: digest.high, digestLow: digest.low)
        return files.isEmpty ? nil : SeenBytes(files)
    }

    private func remember(
        _ input: InputFile, _ tally: FileReport, _ statements: [StatementRecord]
    ) {
        guard let digest = tally.digest, !tally.layout.isEmpty else { return }
        var file = SeenFile(
            digestHigh: digest.high, digestLow: digest.low, name: input.name,
            size: input.sizeBytes, modifiedNanoseconds: 0, accounts: tally.accounts,
            rows: tally.rowsRead,
            isComplete: tally.rejected == 0 && tally.failure == nil && tally.isWhole)
        file.statements = statements
        transaction.remember(file)
    }
}
