package import Facts

/// A key of the review, independent of the terminal.
package enum ReviewKey: Sendable, Equatable {
    case character(Character)
    case enter, escape, tab, backspace
    case up, down, left, right, pageUp, pageDown, home, end
    /// Erases all typed text.
    case eraseLine
    /// An unused key, or a resized window.
    case nothing

    /// The character of the key where letters are assigned.
    var letter: Character? {
        guard case .character(let typed) = self else { return nil }
        guard let capital = Self.capital(typed) else { return Self.latin(typed) }
        return ReviewState.labels[capital]
    }

    /// The Latin letter at the same place of the keyboard, for Ukrainian and Russian layouts: ф is
    /// a.
    static func latin(_ typed: Character) -> Character {
        guard let place = cyrillic.firstIndex(of: typed) ?? russian.firstIndex(of: typed) else {
            return typed
        }
        return letters[place]
    }

    /// Index of a typed capital in the alphabet, also on Ukrainian and Russian layouts; nil for
    /// everything else.
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

/// Every action of a review; front ends offer them by keys or by words.
package enum ReviewAction: Sendable, Equatable {
    /// The group, or the row when the group is open, with this category or the suggested one.
    case approve(category: String?)
    case approveCertain
    /// Everything visible from the cursor down; in an open group, from the open row on.
    case approveShown
    /// From the cursor down to before the group, or the row of an open group, that is this many
    /// below.
    case approveDown(to: Int)
    case dismiss
    case move(by: Int)
    case first, last
    case open, close
    case setPayee(String), setNote(String), setTags([String])
    case split([Decision.Split])
    case transfer(ReviewState.Option)
    /// Makes the rule, and approves the group or row at the cursor.
    case always(RuleDraft)
    case filter(String), find(String), nextOrder
    case undo, redo, quit
}

/// An action for the front end, which then reports to ``ReviewState/settle(_:)``.
package enum ReviewEffect: Sendable, Equatable {
    /// One decision a line, all in one command.
    case decide([KeyedChoice], rule: RuleDraft?)
    /// Undo the last command, and remove `rule`.
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
