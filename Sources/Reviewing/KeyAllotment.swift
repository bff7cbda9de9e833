/// Gives out keys of the keyboard to what is in sight.
///
/// Whoever has a key keeps it as long as it stays in sight. The key of what was answered is given
/// to nobody until the screen is left, and the key that was just pressed to nobody yet: what a
/// person saw under a key a moment ago is not something else now, also where the key is pressed
/// twice.
struct KeyAllotment<Owner: Hashable & Sendable>: Sendable {
    private var free: [Character]
    /// Of what was answered on this screen.
    private var spent: Set<Character> = []
    private var owned: [Owner: Character] = [:]

    init(_ keys: some Sequence<Character>) { free = Array(keys) }

    func hasKey(_ names: [Owner]) -> Bool { names.contains { owned[$0] != nil } }

    /// The keys of all that is in sight, in the order given; nil where none is left. All others
    /// lose theirs.
    ///
    /// - Parameter inSight: the names that each is known by. What is one group now may have been
    ///   another part of it before.
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

/// How what is in sight came to be other than before.
struct ScreenChange: Sendable {
    /// Something was answered: the screen is left when nothing of it remains.
    var isSameScreen = false
    /// The key that did it.
    var pressed: Character?
}
