/// Steps to correct lines in the wrong account, as far as balances prove it.
///
/// No two steps concern the same account, so each remains valid after the others. Files of another
/// account come first, then accounts with lines of several, then accounts to merge.
package struct AccountAdvice {
    package private(set) var meetings: [AccountPieces.Meeting] = []
    package private(set) var several: [CoverageTally.Coverage] = []
    /// Accounts that have a step.
    package private(set) var accounts: Set<String> = []

    package init(_ tally: CoverageTally, _ coverages: [CoverageTally.Coverage]) {
        let pieces = AccountPieces(tally, coverages)
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
