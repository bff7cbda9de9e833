package import Facts

/// Finds accounts of a bank that are pieces of one by their balances.
///
/// An import puts a file that continues no account into a new one, or into the only one that does
/// not contradict it. Later rows may connect the two, or show that a file went to the wrong one.
/// The balances of all files decide here: continuous runs of days are cut out of their accounts,
/// runs that meet form clusters, and a cluster belongs to the account with most of its rows.
package struct AccountPieces {
    package struct Meeting: Sendable, Equatable {
        package let account: String
        package let other: String
        /// The first day on which one continues the other.
        package let day: CalendarDate
        /// Files of `other` that belong to `account`; empty when all do.
        package let files: [String]
    }

    /// The possible next steps: files that leave an account come before accounts that are merged
    /// with it.
    package var meetings: [Meeting] { Self.inOrder(sure) }
    /// Also accounts that meet at one place only, where the balances of one of them break.
    package var meetingsByOneSeam: [Meeting] { Self.inOrder(sure + byOneSeam) }
    private var sure: [Meeting] = []
    /// One seam between two accounts that people named may be chance.
    private var byOneSeam: [Meeting] = []

    /// - Complexity: O(*n*²) in the accounts of a bank and the breaks in them.
    package init(_ tally: CoverageTally, _ coverages: [CoverageTally.Coverage]) {
        struct Kin: Hashable {
            let banks: Set<Substring>
            let currency: Currency
        }
        var breaks: [AccountPlace: [CoverageTally.Break]] = [:]
        for coverage in coverages {
            breaks[AccountPlace(coverage.account, coverage.currency)] = coverage.breaks
        }
        let kins = Dictionary(grouping: tally.accounts) {
            Kin(banks: $0.value.banks, currency: $0.key.currency)
        }
        for accounts in kins.values where accounts.count > 1 {
            let pieces = accounts.sorted { $0.key.account < $1.key.account }.flatMap {
                BalancePiece.runs(of: $0.value, at: $0.key, breaks: breaks[$0.key] ?? [])
            }
            let clusters = PieceCluster.clusters(of: pieces)
            if clusters.count < pieces.count { addMeetings(of: clusters, accounts[0].key.currency) }
        }
    }

    private static func inOrder(_ all: [Meeting]) -> [Meeting] {
        let mixed = Set(all.filter { !$0.files.isEmpty }.map(\.other))
        return all.filter {
            !$0.files.isEmpty || !mixed.contains($0.account) && !mixed.contains($0.other)
        }.sorted { ($0.account, $0.other, $0.day) < ($1.account, $1.other, $1.day) }
    }

    private mutating func addMeetings(of clusters: [PieceCluster], _ currency: Currency) {
        let owners = Self.owners(of: clusters, currency)
        for (cluster, owner) in zip(clusters, owners) {
            guard let owner else { continue }
            for name in cluster.accounts where name != owner {
                let isWhole = zip(clusters, owners).allSatisfy { other, itsOwner in
                    !other.accounts.contains(name) || itsOwner == owner
                }
                let moved = cluster.pieces.filter { $0.account == name }
                let rest = cluster.pieces.filter { $0.account != name }
                let days = moved.flatMap { piece in rest.compactMap { piece.meets($0) } }
                guard let day = days.min() else { continue }
                let meeting = Meeting(
                    account: owner, other: name, day: day,
                    files: isWhole ? [] : moved.flatMap(\.files.keys).sorted())
                let isGuessed = [owner, name].contains {
                    AccountPlace($0, currency).isGuess
                }
                let isBroken = [owner, name].contains { account in
                    clusters.count { $0.accounts.contains(account) } > 1
                }
                if isGuessed || Set(days).count > 1 {
                    sure.append(meeting)
                } else if isBroken {
                    byOneSeam.append(meeting)
                }
            }
        }
    }

    /// The account of each cluster: one named by a person, else the one with most of its rows;
    /// clusters that contradict each other get different accounts.
    private static func owners(of clusters: [PieceCluster], _ currency: Currency) -> [String?] {
        var owners: [String?] = Array(repeating: nil, count: clusters.count)
        let choices = clusters.enumerated().flatMap { index, cluster in
            cluster.accounts.map { name in
                let isGuess = AccountPlace(name, currency).isGuess
                return (
                    rank: isGuess ? 1 : 0, rows: cluster.rows(in: name), index: index, name: name
                )
            }
        }
        let sorted = choices.sorted {
            ($0.rank, $1.rows, $0.index, $0.name) < ($1.rank, $0.rows, $1.index, $1.name)
        }
        for choice in sorted where owners[choice.index] == nil {
            let isTaken = owners.indices.contains {
                owners[$0] == choice.name && clusters[$0].contradicts(clusters[choice.index])
            }
            if !isTaken { owners[choice.index] = choice.name }
        }
        return owners
    }
}
