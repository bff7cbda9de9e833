package import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Own accounts' numbers applied to lines that wait since earlier imports.
extension ImportTransaction {
    /// The lines that waited before this import and whose suggestion may depend on own accounts'
    /// numbers, in the queue's order; the import records the search.
    ///
    /// Reads nothing if the numbers of the same accounts were already searched in all waiting
    /// lines.
    package func linesToRenew(by own: OwnNumbers) throws(WorkspaceFailure) -> [LineKey] {
        let digest = own.digest
        if try keeping(workspace.ledger.ownNumbers) == digest {
            return []
        }
        ownNumbers = digest
        let (path, length) = (workspace.paths.queue, workspace.state.length)
        if length == 0 { return [] }
        return try saving { () throws(SavingError) in
            var found: [LineKey] = []
            var reader = try QueueReader(path, range: 0..<length)
            while try reader.next() != nil {
                if reader.withRaw({ mayDepend(on: own, $0) }),
                    case .line(let line) = reader.content()
                {
                    found.append(line.key)
                }
            }
            return found
        }
    }

    /// Renews the suggestions of such lines without an existing other side, unless they have a new
    /// one already.
    ///
    /// - Parameter ordinary: the suggestion for a line by itself.
    package func propose(
        _ lines: [LineKey], by own: OwnNumbers, _ ordinary: (StatementFact) -> Suggestion
    ) throws(WorkspaceFailure) {
        if lines.isEmpty { return }
        // Another source changes their facts: they get a new suggestion anyway.
        let changed = Set(try changedLines().map(\.line.key))
        for key in lines where !isProposed(key) && !changed.contains(key) {
            guard let line = try waiting(key) else { continue }
            let other = line.suggestion.otherSide
            if let other, try knownLine(other) != nil { continue }
            let now = try workspace.proposed(
                ordinary(line.fact), of: line.fact, key, line.decision, own)
            if other != nil || now.ownNumber?.subject != line.suggestion.ownNumber?.subject {
                propose(now, for: key)
            }
        }
    }
}

/// Whether a queue line may contain an own account's number, or is suggested as a transfer: most do
/// not, and are not parsed.
private func mayDepend(on own: OwnNumbers, _ line: Span<UInt8>) -> Bool {
    let names: StaticString = "\"iban\""
    var from = 0
    while let found = place(of: names, in: line, from: from) {
        from = found + names.utf8CodeUnitCount
        let start = from + 2
        guard start < line.count, line[from] == UInt8(ascii: ":"),
            line[from + 1] == UInt8(ascii: "\"")
        else { return true }
        var number: [UInt8] = []
        var at = start
        while at < line.count, line[at] != UInt8(ascii: "\"") {
            number.append(line[at])
            at += 1
        }
        if let key = OwnNumbers.key(number), own.contains(key) { return true }
    }
    return place(of: "\"source\":\"transfer\"", in: line, from: 0) != nil
}

private func place(of text: StaticString, in s: Span<UInt8>, from: Int) -> Int? {
    (from..<max(from, s.count)).first { s.has(text, at: $0) }
}
