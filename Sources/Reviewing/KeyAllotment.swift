/// Gives out keys of the keyboard to what is in sight.
///
/// Whoever has a key keeps it as long as it stays in sight, and a key that is free again is the
/// last to be given out: what a person saw under a key a moment ago is not something else now.
struct KeyAllotment<Owner: Hashable & Sendable>: Sendable {
    private var free: [Character]
    private var owned: [Owner: Character] = [:]

    init(_ keys: some Sequence<Character>) { free = Array(keys) }

    /// The keys of all that is in sight, in the order given; nil where none is left. All others
    /// lose theirs.
    ///
    /// - Parameter inSight: the names that each is known by. What is one group now may have been
    ///   another part of it before.
    mutating func allot(to inSight: [[Owner]]) -> [Character?] {
        var keys: [Character?] = []
        var taken: Set<Character> = []
        for names in inSight {
            let own = names.compactMap { owned[$0] }.first { !taken.contains($0) }
            if let own { taken.insert(own) }
            keys.append(own)
        }
        free += Set(owned.values).subtracting(taken).sorted()
        owned = [:]
        for (place, names) in inSight.enumerated() {
            if keys[place] == nil, !free.isEmpty { keys[place] = free.removeFirst() }
            if let key = keys[place] {
                for name in names where owned[name] == nil { owned[name] = key }
            }
        }
        return keys
    }
}
