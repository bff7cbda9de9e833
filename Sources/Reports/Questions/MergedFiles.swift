import Facts

/// Files of several accounts in one: separately their balances are continuous, together they break.
///
/// - Returns: the files of each account, the one with most rows first; empty when all may be of
///   one.
func mergedFiles(_ account: CoverageTally.Account, at place: AccountPlace) -> [[String]] {
    let pieces = BalancePiece.files(of: account, at: place)
    guard pieces.count > 1 else { return [] }
    let clusters = PieceCluster.clusters(of: pieces)
    var accounts: [[PieceCluster]] = []
    for cluster in clusters.sorted(by: { $0.whole.rows > $1.whole.rows }) {
        // Rows may be missing between two that do not meet.
        let fitting = accounts.firstIndex { !$0.contains { $0.contradicts(cluster) } }
        if let fitting {
            accounts[fitting].append(cluster)
        } else {
            accounts.append([cluster])
        }
    }
    guard accounts.count > 1 else { return [] }
    return accounts.map { $0.flatMap(\.whole.files.keys).sorted() }
}
