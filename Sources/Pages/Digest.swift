/// SHA-256 of FIPS 180-4: the policy of a page names its style by it.
enum SHA256 {
    static func digest(of text: String) -> [UInt8] {
        var message = Array(text.utf8)
        let bits = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        var state = start
        for block in stride(from: 0, to: message.count, by: 64) {
            compress(message[block..<block + 64], into: &state)
        }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() {
            words[index / 4] = words[index / 4] << 8 | UInt32(byte)
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let s0 = turned(a, 7) ^ turned(a, 18) ^ a >> 3
            let s1 = turned(b, 17) ^ turned(b, 19) ^ b >> 10
            words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
        }
        var v = state
        for index in 0..<64 {
            let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
            let choice = v[4] & v[5] ^ ~v[4] & v[6]
            let first = v[7] &+ s1 &+ choice &+ constants[index] &+ words[index]
            let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
            let second = s0 &+ majority
            v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] &+= v[index] }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word >> bits | word << (32 - bits)
    }

    /// The first 64 primes; from their roots come the constants.
    private static let primes: [Int] = {
        var found: [Int] = []
        var number = 2
        while found.count < 64 {
            if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
            number += 1
        }
        return found
    }()

    /// First 32 bits of the fractions of the roots of primes: an exact search in integers.
    private static func fraction(of prime: Int, power: Int) -> UInt32 {
        // root × 2^32, the largest whole number whose power is not above prime × 2^(32 × power).
        let target = power == 2 ? UInt128(prime) << 64 : UInt128(prime) << 96
        var (low, high) = (UInt128(0), UInt128(1) << 37)
        while high - low > 1 {
            let middle = (low + high) / 2
            let raised = power == 2 ? middle * middle : middle * middle * middle
            if raised <= target { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static let start = primes[..<8].map { fraction(of: $0, power: 2) }
    private static let constants = primes.map { fraction(of: $0, power: 3) }
}

/// RFC 4648 §4.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let padded = part + [UInt8](repeating: 0, count: 3 - part.count)
            let word = padded.reduce(0) { $0 << 8 | Int($1) }
            for place in 0..<4 {
                text.append(place > part.count ? "=" : digits[word >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
