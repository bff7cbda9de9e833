import Deduplicating
import Facts

/// Rows of a file that are kept until its end, because only all of them prove their account.
struct HeldRows {
    enum Question {
        /// The file names its account, and its rows may be lines of one of these others.
        case elsewhere(orOneOf: [String])
        /// The file's account has the number of another one, with a bank form that cannot be
        /// compared.
        case alike(kept: String)
        /// Neither the file nor its owner names the account: it is that of its bank and currency,
        /// one of these others that the settings give to the bank, or a new one.
        case guess(orOneOf: [String])
    }

    let question: Question
    /// The default account of the file.
    let named: String
    var rows = PreparedRows()

    init(_ question: Question, named: String) {
        self.question = question
        self.named = named
    }

    var isGuess: Bool {
        if case .guess = question { true } else { false }
    }

    /// The accounts that may have some of the rows.
    func accounts(of known: [String]) -> [String] {
        switch question {
        case .elsewhere(let others): [named] + others
        case .guess: known
        case .alike: []
        }
    }

    /// Number of rows tested against the file's own account.
    static let rowsProbed = 24

    /// How many rows were searched in another account, and how they were found.
    ///
    /// People name an account after its first import, and download the same months again: such a
    /// file must not come in a second time under the new name.
    struct Tally {
        private(set) var rows = 0
        private var proved = 0
        private var toTheDay = 0
        private let countsDays: Bool
        private let takesFew: Bool

        /// - Parameters:
        ///   - countsDays: false if the file's owner is unknown: two banks may both have a payment
        ///       of one day, amount and text.
        ///   - takesFew: one proved row is enough if no other one is unproved, as only the file
        ///       says that the accounts differ.
        init(countsDays: Bool = true, takesFew: Bool = false) {
            self.countsDays = countsDays
            self.takesFew = takesFew
        }

        /// Fewer equal rows are no proof: two accounts may both have a payment of one day and
        /// amount.
        private static let provedMin = 3
        private static let toTheDayMin = 8
        private static let allMin = 5

        mutating func add(_ witness: Witness?) {
            rows += 1
            switch witness {
            case nil: break
            case .dayAndText: toTheDay += countsDays ? 1 : 0
            default: proved += 1
            }
            assert(proved + toTheDay <= rows, "a row is found once")
        }

        /// At least four in five rows were found, and too many for chance.
        var isElsewhere: Bool {
            takesFew && rows > 0 && proved == rows
                || proved + toTheDay == rows && rows >= Self.allMin
                || (proved + toTheDay) * 5 >= rows * 4
                    && (proved >= Self.provedMin || proved + toTheDay >= Self.toTheDayMin)
        }
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
