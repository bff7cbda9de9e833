import Deduplicating
import Facts

/// Rows of a file that are kept until its end, because only all of them tell which account they are
/// of.
struct HeldRows {
    enum Question {
        /// The file names its account, and its rows may be lines of one of these others.
        case elsewhere(orOneOf: [String])
        /// The file's account has the number of another one, and the bank in a form that cannot be
        /// compared.
        case alike(kept: String)
        /// Neither the file nor its owner says the account: it is one of its bank and currency, one
        /// of these others that the settings give to the bank, or a new one.
        case guess(orOneOf: [String])
    }

    let question: Question
    /// The account that the file would go to.
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

    /// Rows that say whether the file's own account has them.
    static let rowsProbed = 24

    /// How many rows were looked for in another account, and how they were found.
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
        ///   - countsDays: false where nobody says whose the file is: two banks may both have a
        ///     payment of one day, amount and text.
        ///   - takesFew: one row is enough where it is proved and no other one is not: nothing but
        ///     the file says that the account is another one.
        init(countsDays: Bool = true, takesFew: Bool = false) {
            self.countsDays = countsDays
            self.takesFew = takesFew
        }

        /// Fewer rows alike are no proof: two accounts may both have a payment of one day and
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

        /// At least four in five are there, and as many as can be no accident.
        var isElsewhere: Bool {
            takesFew && rows > 0 && proved == rows
                || proved + toTheDay == rows && rows >= Self.allMin
                || (proved + toTheDay) * 5 >= rows * 4
                    && (proved >= Self.provedMin || proved + toTheDay >= Self.toTheDayMin)
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
