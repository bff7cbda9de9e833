import Deduplicating
import Facts
import Ledger
import Pending
import Scanning
package import Workspaces

/// Decisions after all files of a run: transfers, and own accounts named by lines.
extension ImportRun {
    /// Limit of the lines kept for pairing while there is only one account.
    private static var arrivedOfOneAccountMax: Int { 4_096 }
    private static var arrivedOfFilesMax: Int { 16_384 }

    /// Keeps a new line that may be a side of a transfer until all files are read.
    mutating func keepSide(
        _ line: StatementLine, of rows: PreparedRows, _ identity: LineIdentity,
        _ account: FileAccounts.Account, _ tendency: TransferTendency
    ) {
        // A line of another kind becomes a side only by an own account's number, which another file
        // may bring.
        let isUnnamed =
            filesExpected == 1 && line.counterpartyIBAN.isEmpty && line.transferAccount.isEmpty
        let hasOthers = accounts.names.count > 1
        if isUnnamed, tendency == .none || tendency == .otherwise && !hasOthers { return }
        // Most lines mean something else; the others are more likely sides.
        let isUnlikely = isUnnamed && tendency == .otherwise
        let most =
            hasOthers && !isUnlikely
            ? Limits.transferSidesMax
            : filesExpected > 1 ? Self.arrivedOfFilesMax : Self.arrivedOfOneAccountMax
        guard arrived.count < most else { return }
        arrived.add(
            identity,
            number: options.isDryRun ? nil : writer.lastNumber, tendency
        ) {
            StatementFact(of: line, in: rows.batch, account: account.name)
        }
    }

    /// Searches for transfers among the new lines and those of queue and ledger; once, after all
    /// files.
    package mutating func pairTransfers() throws(WorkspaceFailure) {
        if isPaired { return }
        isPaired = true
        let before = proposer.own
        proposer.own = OwnNumbers(names: writer.accountsWithLines, book: book)
        let anew = try transaction.linesToRenew(by: proposer.own)
        try findPairs(anew, before)
        try proposeByOwnNumbers(otherwiseThan: before)
        try transaction.propose(anew, by: proposer.own, proposer.ordinary)
    }

    private mutating func findPairs(
        _ anew: [LineKey], _ before: OwnNumbers
    ) throws(WorkspaceFailure) {
        let own = OwnAccounts(names: accounts.names, book: book)
        guard own.all.count > 1 else { return }
        let search = try TransferSearch(
            transaction, own, arrived, anew: anew, proposer, ownBefore: before)
        arrived = ArrivedLines(factsMax: 0)
        let found = try search.run()
        report.transfers = found.pairs
        report.confidentAsSides = found.confidentMore
        for (key, suggestion) in found.suggestions {
            transaction.propose(suggestion, for: key)
            guard options.keepsRows else { continue }
            var content = ByteWriter(capacity: 512)
            content.append(key.text)
            SuggestionJSON.append(suggestion, to: &content)
            writer.addToContent(content)
        }
    }

    /// Proposes again for lines without another side that name a number now known to be an own
    /// account's, or not.
    private mutating func proposeByOwnNumbers(
        otherwiseThan before: OwnNumbers
    ) throws(WorkspaceFailure) {
        let own = proposer.own
        let numbers = own.numbersOfOthers(than: before)
        let named = writer.takeNamed()
        let lines = numbers.isEmpty ? [] : named.lines(naming: numbers)
        if lines.isEmpty { return }
        var names: [UInt64: String] = [:]
        for name in writer.accountsWithLines { names[LineIdentity.hash(ofAccount: name)] = name }
        let additions = transaction.additionsToNewLines()
        for (number, key) in lines {
            let line = try transaction.appendedLine(number)
            let account = names[line.account] ?? ""
            let owner = own.account(by: key, from: account)
            if owner == before.account(by: key, from: account) { continue }
            if transaction.isProposed(line.key) { continue }
            if options.keepsRows {
                var content = ByteWriter(capacity: 64)
                content.append(line.key.text)
                content.append(owner ?? "")
                writer.addToContent(content)
            }
            // A dry run appends nothing.
            guard !options.isDryRun, var fact = try transaction.appendedFact(number)?.fact else {
                continue
            }
            if let more = additions[line.key],
                let filled = transaction.filled(fact, line, by: more)
            {
                fact = filled.fact
            }
            transaction.propose(try proposer.suggestion(fact, line.key, nil), for: line.key)
        }
    }
}
