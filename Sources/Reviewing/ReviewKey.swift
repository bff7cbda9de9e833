package import Facts

/// A key as the review understands it, wherever it was pressed.
package enum ReviewKey: Sendable, Equatable {
    case character(Character)
    case enter, escape, tab, backspace
    case up, down, left, right, pageUp, pageDown, home, end
    /// Takes everything typed away.
    case eraseLine
    /// A key without a meaning here, or a window of another size.
    case nothing

    /// The character that stands for the key where letters are given out.
    var letter: Character? {
        guard case .character(let typed) = self else { return nil }
        guard let capital = Self.capital(typed) else { return Self.latin(typed) }
        return ReviewState.labels[capital]
    }

    /// The Latin letter of the same key on a keyboard, for hands that type Ukrainian or Russian: ф
    /// is a.
    static func latin(_ typed: Character) -> Character {
        guard let place = cyrillic.firstIndex(of: typed) ?? russian.firstIndex(of: typed) else {
            return typed
        }
        return letters[place]
    }

    /// Which capital of the alphabet was typed, from 0, also by hands that type Ukrainian or
    /// Russian; nil for everything else.
    static func capital(_ typed: Character) -> Int? {
        guard typed.isUppercase, let small = typed.lowercased().first,
            let letter = latin(small).asciiValue, (0x61...0x7A).contains(letter)
        else { return nil }
        return Int(letter - 0x61)
    }

    private static let letters = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,./")
    private static let cyrillic = Array("йцукенгшщзхїфівапролджєячсмитьбю.")
    private static let russian = Array("йцукенгшщзхъфывапролджэячсмитьбю.")
}

/// Everything a person can ask for while reviewing; fronts offer the same by keys or by words.
package enum ReviewAction: Sendable, Equatable {
    /// The group, or the row when the group is open, under this category or as it is proposed.
    case approve(category: String?)
    case approveCertain
    /// What a person sees, from the cursor down; of an open group the rows from the open one on.
    case approveShown
    /// From the cursor down to before the group, or the row of an open group, that stands so many
    /// below.
    case approveDown(to: Int)
    case dismiss
    case move(by: Int)
    case first, last
    case open, close
    case setPayee(String), setNote(String), setTags([String])
    case split([Decision.Split])
    case transfer(ReviewState.Option)
    /// Makes the rule, and approves what is under the cursor.
    case always(RuleDraft)
    case filter(String), find(String), nextOrder
    case undo, redo, quit
}

/// What a front has to do for the review, and then to tell it by ``ReviewState/settle(_:)``.
package enum ReviewEffect: Sendable, Equatable {
    /// One decision a line, done together as one command.
    case decide([KeyedChoice], rule: RuleDraft?)
    /// Take the last command back; `rule` goes with it.
    case undo(hasCommand: Bool, rule: RuleDraft?)
    case redo(hasCommand: Bool, rule: RuleDraft?)
    case quit
}

/// A decision and the line it is about.
package struct KeyedChoice: Sendable, Equatable {
    package let key: LineKey
    package let decision: Decision

    package init(_ key: LineKey, _ decision: Decision) {
        self.key = key
        self.decision = decision
    }
}
