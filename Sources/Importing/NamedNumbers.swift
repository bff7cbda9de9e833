import Facts
import Scanning
import Workspaces

/// The numbers of counterparties that the new lines of an import name: a later file may show that
/// one is an own account's.
///
/// Memory is 8 bytes for each line that names one, and some 32 for each number.
struct NamedNumbers {
    /// Hashes of the numbers as ``OwnNumbers/key(_:)`` makes them, each number once; 0 for what is
    /// none.
    private var keys: [UInt64] = []
    /// Places in `keys`, by hash of the number as it is written.
    private var places: [UInt64: UInt32] = [:]
    /// Numbers of lines among those of the import, with the place of what they name.
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

    /// The lines that name one of these numbers, in their order.
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
