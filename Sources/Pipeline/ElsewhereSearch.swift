import Deduplicating
import Facts

/// Finds out whether the rows of a file are lines of another account already.
///
/// People name an account after its first import, and download the same months again: such a file must not come in
/// a second time under the new name. It is read to its end first, and its rows stay where they are when at least
/// four in five of them are there.
struct ElsewhereSearch {
    /// The account that the file would go to.
    let named: String
    /// The account that the first rows were found in.
    let kept: String
    /// Rows that were read and not decided yet.
    var rows = PreparedRows()

    /// Rows of the first batch that are looked for.
    static let rowsProbed = 24
    /// Fewer rows alike are no proof: two accounts may both have a payment of one day and amount.
    private static let rowsProvedMin = 3
    private static let rowsToTheDayMin = 8

    init(named: String, kept: String) {
        self.named = named
        self.kept = kept
    }

    /// How many rows were looked for in another account, and how they were found.
    struct Tally {
        var rows = 0
        private var proved = 0
        private var toTheDay = 0

        mutating func add(_ witness: Witness?) {
            rows += 1
            switch witness {
            case nil: break
            case .dayAndText: toTheDay += 1
            default: proved += 1
            }
        }

        /// At least four in five are there, and as many as can be no accident.
        var isElsewhere: Bool {
            (proved + toTheDay) * 5 >= rows * 4
                && (proved >= ElsewhereSearch.rowsProvedMin
                    || proved + toTheDay >= ElsewhereSearch.rowsToTheDayMin)
        }

        var hasFound: Bool { proved + toTheDay > 0 }
    }
}

extension LineIdentity {
    /// The same row as one of another account.
    func moved(to account: UInt64) -> LineIdentity {
        var moved = self
        moved.account = account
        return moved.with(occurrence: occurrence)
    }
}
