/// Deterministic random numbers, equal on every machine: SplitMix64.
package struct Dice {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func roll(_ sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(sides))
    }
}

/// The same as a generator for the standard library.
package struct SeededDice: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    package mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
