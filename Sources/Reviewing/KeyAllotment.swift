/// Assigns keyboard keys to the visible items.
///
/// An item keeps its key while it is visible. The key of an answered item is not assigned again on
/// that screen, nor is the key just pressed: a key must not change its meaning right after a person
/// saw it, even if it is pressed twice.
struct KeyAllotment<Owner: Hashable & Sendable>: Sendable {
    private var free: [Character]
    /// Keys of items answered on this screen.
    private var spent: Set<Character> = []
    private var owned: [Owner: Character] = [:]

    init(_ keys: some Sequence<Character>) { free = Array(keys) }

    func hasKey(_ names: [Owner]) -> Bool { names.contains { owned[$0] != nil } }

    /// The keys of all visible items, in the order given; nil where none is left. All others lose
    /// theirs.
    ///
    /// - Parameter inSight: the names of each item. A group may have been part of another one
    ///   before.
    mutating func allot(
        to inSight: [[Owner]], after change: ScreenChange = ScreenChange()
    ) -> [Character?] {
        var keys: [Character?] = []
        var taken: Set<Character> = []
        for names in inSight {
            let own = names.compactMap { owned[$0] }.first { !taken.contains($0) }
            if let own { taken.insert(own) }
            keys.append(own)
        }
        spent.formUnion(Set(owned.values).subtracting(taken))
        if !change.isSameScreen || taken.isEmpty {
            free += spent.sorted()
            spent = []
        }
        owned = [:]
        for (place, names) in inSight.enumerated() {
            if keys[place] == nil, let next = free.firstIndex(where: { $0 != change.pressed }) {
                keys[place] = free.remove(at: next)
            }
            if let key = keys[place] {
                for name in names where owned[name] == nil { owned[name] = key }
            }
        }
        return keys
    }
}

/// How the visible items changed.
struct ScreenChange: Sendable {
    /// An item was answered: the screen has changed when no other item of it remains.
    var isSameScreen = false
    /// The key that was pressed.
    var pressed: Character?
}
