import Facts
import Scanning
import Workspaces

/// The counterparty numbers in an import's new lines: a later file may prove one to be an own
/// account's.
///
/// Memory is 8 bytes for each line with a number, and some 32 for each number.
struct NamedNumbers {
    /// Distinct hashes of the numbers by ``OwnNumbers/key(_:)``; 0 for an invalid number.
    private var keys: [UInt64] = []
    /// Indices into `keys`, by hash of the written number.
    private var places: [UInt64: UInt32] = [:]
    /// Line numbers within the import, with the index of the named number.
    private var lines: [(line: UInt32, place: UInt32)] = []

    /// - Parameter line: its number among the lines of the import, from 0.
    mutating func add(_ number: Span<UInt8>, line: Int) {
        let hash = StableHash.hash(number, seed: 13)
        let place: UInt32
        if let known = places[hash] {
            place = known
        } else {
            var bytes: [UInt8] = []
            bytes.append(number)
            place = UInt32(truncatingIfNeeded: keys.count)
            keys.append(OwnNumbers.key(bytes).map(Self.hash) ?? 0)
            places[hash] = place
        }
        if keys[Int(place)] == 0 { return }
        assert(lines.last.map { $0.line <= line } ?? true, "lines come in their order")
        lines.append((UInt32(truncatingIfNeeded: line), place))
    }

    /// The lines that name one of these numbers, in order.
    func lines(naming numbers: [[UInt8]]) -> [(line: Int, key: [UInt8])] {
        var wanted: [UInt64: [UInt8]] = [:]
        for number in numbers { wanted[Self.hash(number)] = number }
        let found = keys.map { wanted[$0] }
        return lines.compactMap { line in
            found[Int(line.place)].map { (Int(line.line), $0) }
        }
    }

    private static func hash(_ key: [UInt8]) -> UInt64 { StableHash.hash(key.span, seed: 14) | 1 }
}
