import Scanning
import Testing

@testable import Categorizing

struct RegexCase: Sendable, CustomTestStringConvertible {
    let pattern: String
    let found: [String]
    let notFound: [String]
    var testDescription: String { pattern }
}

@Suite struct `Expressions in rules` {
    @Test(arguments: [
        RegexCase(
            pattern: "АТБ|Сільпо", found: ["АТБ-маркет 12", "СІЛЬПО", "сильпо сiльпо"],
            notFound: ["Фора", ""]),
        RegexCase(
            pattern: "^uber( eats)?$", found: ["UBER", "Uber  Eats!"],
            notFound: ["UBER TRIP", "my uber", "uber eats kyiv"]),
        RegexCase(
            pattern: #"аптека №? ?\d{1,3}\b"#, found: ["Аптека № 7", "АПТЕКА 123"],
            notFound: ["аптека", "аптека 1234"]),
        RegexCase(
            pattern: "кав'?ярня", found: ["Кав’ярня", "КАВЯРНЯ", "кавʼярня"], notFound: ["кава"]),
        RegexCase(pattern: "[А-Яґ]{3}", found: ["ґава"], notFound: ["ab", "шт", "я я я"]),
        RegexCase(pattern: "[^a-z ]", found: ["abc 1", "ї"], notFound: ["abc def"]),
        RegexCase(
            pattern: "a+b*c?d{2}", found: ["add", "aaabcdd", "xaddx"], notFound: ["abcd", "bdd"]),
        RegexCase(pattern: "(ab|a)(bc)?c", found: ["abcc", "abc", "ac"], notFound: ["ab", "bc"]),
        RegexCase(
            pattern: #"\bfee\b"#, found: ["card fee", "FEE", "fee 12"],
            notFound: ["coffee", "feet"]),
        RegexCase(pattern: #"\w+\s\d+"#, found: ["shop 12"], notFound: ["12", "shop"]),
        RegexCase(pattern: "(?:x|y){2,3}$", found: ["axy", "xyx"], notFound: ["x", "xya"]),
        RegexCase(pattern: "", found: ["", "anything"], notFound: []),
        RegexCase(pattern: "a.c", found: ["abc", "a c", "аїс abc"], notFound: ["ac"]),
        RegexCase(pattern: "[]x]+", found: ["x"], notFound: ["y"]),
        RegexCase(pattern: "(a*)*b", found: ["aab", "b"], notFound: ["aaa"]),
    ])
    func `an expression finds what it says, in text as it is folded`(_ c: RegexCase) throws {
        let regex = try LinearRegex(c.pattern)
        let folder = TextFolder()
        for text in c.found {
            #expect(finds(regex, Array(folder.fold(text).utf8)), "\(text)")
        }
        for text in c.notFound {
            #expect(!finds(regex, Array(folder.fold(text).utf8)), "\(text)")
        }
    }

    @Test(arguments: [
        ("(", LinearRegex.Fault.Reason.wrong), (")", .wrong), ("a)", .wrong), ("[a", .wrong),
        ("[]", .wrong), ("[z-a]", .wrong), ("*a", .wrong), ("a**", .wrong), ("a{2", .wrong),
        ("a{3,2}", .wrong), ("a{,2}", .wrong), ("\\", .wrong), ("(a)\\1", .unsupported),
        ("a(?=b)", .unsupported), ("(?<!a)b", .unsupported), ("\\p{L}", .unsupported),
        ("a{101}", .tooLarge), ("((a{90}){90}){90}", .tooLarge),
        (String(repeating: "(", count: 60) + String(repeating: ")", count: 60), .tooLarge),
    ])
    func `an expression that cannot be used is refused with the reason`(
        _ pattern: String, _ reason: LinearRegex.Fault.Reason
    ) {
        do throws(LinearRegex.Fault) {
            _ = try LinearRegex(pattern)
            Issue.record("accepted")
        } catch {
            #expect(error.reason == reason)
        }
    }

    @Test func `time is linear whatever the expression`() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
        for pattern in ["(a*)*b", "(a|a)*b", "(a|aa)+b", "a*a*a*a*a*b", "(.*)(.*)(.*)b"] {
            // Backtracking would not come back from any of these.
            #expect(!finds(try LinearRegex(pattern), text))
        }
    }

    private func finds(_ regex: LinearRegex, _ text: [UInt8]) -> Bool {
        regex.isFound(in: text.span)
    }

    /// An independent judge: every way to read a short text is tried.
    @Test func `random expressions agree with trying everything`() throws {
        var random = SeededRandom(seed: 20_261_122)
        for _ in 0..<2_000 {
            let tree = TriedRegex.random(&random, depth: 3)
            let regex = try LinearRegex(tree.pattern)
            for _ in 0..<5 {
                let length = Int.random(in: 0...6, using: &random)
                let text = (0..<length).map { _ in
                    UInt8(ascii: "a") + UInt8.random(in: 0...2, using: &random)
                }
                let wanted = (0...text.count).contains {
                    !tree.ends(in: text, from: $0).isEmpty
                }
                #expect(finds(regex, text) == wanted, "\(tree.pattern) in \(text)")
            }
        }
    }
}

private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let word = (state >> 22 ^ state) &* 0x9E37_79B9_7F4A_7C15
        return word ^ word >> 29
    }
}

/// Expressions by their meaning: the places where a match that starts somewhere may end.
private indirect enum TriedRegex {
    case letter(UInt8)
    case any
    case set([UInt8])
    case both(TriedRegex, TriedRegex)
    case either(TriedRegex, TriedRegex)
    case times(TriedRegex, Int, Int?)

    static func random(_ random: inout SeededRandom, depth: Int) -> TriedRegex {
        let kind =
            depth == 0
            ? Int.random(in: 0...2, using: &random) : Int.random(in: 0...6, using: &random)
        func inner() -> TriedRegex { Self.random(&random, depth: depth - 1) }
        switch kind {
        case 0: return .letter(UInt8(ascii: "a") + UInt8.random(in: 0...2, using: &random))
        case 1: return .any
        case 2: return .set([UInt8(ascii: "a"), UInt8(ascii: "c")])
        case 3, 4: return .both(inner(), inner())
        case 5: return .either(inner(), inner())
        default:
            let min = Int.random(in: 0...2, using: &random)
            return .times(inner(), min, Bool.random(using: &random) ? nil : min + 1)
        }
    }

    var pattern: String {
        switch self {
        case .letter(let byte): String(UnicodeScalar(byte))
        case .any: "."
        case .set: "[ac]"
        case .both(let a, let b): a.pattern + b.pattern
        case .either(let a, let b): "(\(a.pattern)|\(b.pattern))"
        case .times(let a, let min, let max):
            "(?:\(a.pattern)){\(min),\(max.map { String($0) } ?? "")}"
        }
    }

    func ends(in text: [UInt8], from: Int) -> Set<Int> {
        switch self {
        case .letter(let byte): return from < text.count && text[from] == byte ? [from + 1] : []
        case .any: return from < text.count ? [from + 1] : []
        case .set(let bytes):
            return from < text.count && bytes.contains(text[from]) ? [from + 1] : []
        case .both(let a, let b):
            return Set(a.ends(in: text, from: from).flatMap { b.ends(in: text, from: $0) })
        case .either(let a, let b):
            return a.ends(in: text, from: from).union(b.ends(in: text, from: from))
        case .times(let a, let min, let max):
            var now: Set<Int> = [from]
            var reached: Set<Int> = min == 0 ? now : []
            for count in 1...(max ?? text.count + min + 1) where (max ?? 1) > 0 {
                now = Set(now.flatMap { a.ends(in: text, from: $0) })
                if count >= min { reached.formUnion(now) }
            }
            return reached
        }
    }
}
