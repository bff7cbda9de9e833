/// What to do about lines that lie in the wrong account, as far as balances tell.
///
/// No two steps of it touch one account: each still holds when the others were followed. Files that
/// are another account's come first, then accounts that hold several, then those to be merged.
package struct AccountAdvice {
    package private(set) var meetings: [AccountPieces.Meeting] = []
    package private(set) var several: [CoverageTally.Coverage] = []
    /// Accounts that a step is about.
    package private(set) var accounts: Set<String> = []

    package init(_ tally: CoverageTally, _ coverages: [CoverageTally.Coverage]) {
        let pieces = AccountPieces(tally)
        let all = pieces.meetings
        add(all.filter { !$0.files.isEmpty })
        several = coverages.filter { !$0.parts.isEmpty && !accounts.contains($0.account) }
        accounts.formUnion(several.map(\.account))
        add(all.filter(\.files.isEmpty))
        if accounts.isEmpty { add(pieces.meetingsByOneSeam) }
    }

    private mutating func add(_ more: [AccountPieces.Meeting]) {
        let open = more.filter { !accounts.contains($0.account) && !accounts.contains($0.other) }
        meetings += open
        accounts.formUnion(open.flatMap { [$0.account, $0.other] })
    }
}
