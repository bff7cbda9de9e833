package import Ledger
package import Workspaces
internal import Facts

/// The openings of accounts whose statements a repair takes away or brings.
package struct RenewedOpenings {
    private let before: [FileOpenings.Place: [StatementRecord]]
    private let after: [FileOpenings.Place: [StatementRecord]]

    /// - Parameter file: the record of a file after the repair; nil if there is none.
    package init(_ files: [SeenFile], to file: (SeenFile) -> SeenFile?) {
        func byPlace(_ files: [SeenFile]) -> [FileOpenings.Place: [StatementRecord]] {
            Dictionary(grouping: files.flatMap(\.statements), by: FileOpenings.Place.init)
        }
        before = byPlace(files)
        after = byPlace(files.compactMap(file))
    }

    /// The changes of the settings. An opening of a statement that is gone goes with it; the
    /// statements that an account has now give one.
    ///
    /// - Parameter account: the account of a line after the repair; nil if the line goes.
    /// - Complexity: reads all lines if statements change places.
    package func changes(
        _ workspace: Workspace, of account: (RepairedLine) -> String?
    ) throws(WorkspaceFailure) -> [GivenOpening] {
        let places = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        if places.isEmpty { return [] }
        let lines = try Lines(workspace, of: account)
        let settings = try workspace.settings()
        return places.sorted().compactMap { place in
            let known = settings.opening(of: place.account, in: place.currency)
            let isTheirs = known.map { !isGone($0, at: place) } ?? false
            let new = opening(at: place, beside: isTheirs ? known : nil, lines)
            if new == known { return nil }
            let isEntry = !settings.accounts.contains { $0.name == place.account }
            return GivenOpening(
                account: place.account, before: known, after: new, isEntry: isEntry)
        }
    }

    private func isGone(_ known: Settings.Account.Opening, at place: FileOpenings.Place) -> Bool {
        (before[place] ?? []).contains { $0.isOpening(known) }
            && !(after[place] ?? []).contains { $0.isOpening(known) }
    }

    private func opening(
        at place: FileOpenings.Place, beside known: Settings.Account.Opening?, _ lines: Lines
    ) -> Settings.Account.Opening? {
        guard let records = after[place] else { return known }
        var settings = Settings()
        if let known {
            settings.accounts = [Settings.Account(name: place.account)]
            settings.accounts[0].openings = [known]
        }
        let found = StatementOpenings(of: records).settled(
            beside: settings,
            hasLines: { account, day in lines.firstDays[account].map { $0 < day } ?? false },
            hasBalances: { account, currency in
                lines.printed.contains(.init(account: account, currency: currency))
            })
        return found.first?.opening.opening ?? known
    }

    /// The lines after the repair.
    private struct Lines {
        private(set) var firstDays: [String: CalendarDate] = [:]
        /// Accounts with balances in their entries.
        private(set) var printed: Set<FileOpenings.Place> = []

        init(
            _ workspace: Workspace, of account: (RepairedLine) -> String?
        ) throws(WorkspaceFailure) {
            try workspace.forEachRepairedLine { line throws(WorkspaceFailure) in
                guard line.place != .tombstone, let name = account(line) else { return }
                let day = line.fact.made.day
                firstDays[name] = min(firstDays[name] ?? day, day)
                if line.place == .ledger, line.fact.balance != nil {
                    printed.insert(.init(account: name, currency: line.fact.amount.currency))
                }
            }
        }
    }
}
