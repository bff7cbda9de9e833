internal import Scanning

/// How a table of another program writes one payment in several rows.
///
/// The keys are `LayoutKeys.split`; `kopiyka help layouts` has their meaning.
struct SplitRule: Sendable {
    /// Two or more numbers between fixed texts.
    struct Mark: Sendable {
        private var texts: [[UInt8]] = [[]]
        private var isNumberOfParts: [Bool] = []

        /// Nil without `{of}`.
        init?(_ pattern: String) {
            var rest = pattern[...]
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}")
            {
                texts[texts.count - 1] += rest[..<open].utf8
                isNumberOfParts.append(rest[open...close] == "{of}")
                texts.append([])
                rest = rest[rest.index(after: close)...]
            }
            texts[texts.count - 1] += rest.utf8
            guard isNumberOfParts.contains(true) else { return nil }
        }

        /// The numbers at the start of a text, and the place of the rest without blanks.
        func match(_ text: Span<UInt8>) -> (number: Int, of: Int, rest: Int)? {
            var at = 0
            var numbers = (part: 0, of: 0)
            for (index, fixed) in texts.enumerated() {
                guard text.count - at >= fixed.count,
                    fixed.indices.allSatisfy({ text[at + $0] == fixed[$0] })
                else { return nil }
                at += fixed.count
                guard index < isNumberOfParts.count else { break }
                let start = at
                var value = 0
                while at < text.count, text[at] &- 0x30 < 10, at - start < 4 {
                    value = value * 10 + Int(text[at] - 0x30)
                    at += 1
                }
                if at == start { return nil }
                if isNumberOfParts[index] { numbers.of = value } else { numbers.part = value }
            }
            while at < text.count, text[at] <= 0x20 { at += 1 }
            return (numbers.part, numbers.of, at)
        }
    }

    enum Grouping: Sendable {
        case marked(Mark, whole: Mark?)
        case same(categories: [[UInt8]])
    }

    let column: [HeaderPattern]
    let grouping: Grouping
    /// Each part repeats the original amount of the payment.
    let hasWholeOriginals: Bool

    /// Folded first parts of accounts that are categories; empty unless rows are sides.
    var categories: [[UInt8]] {
        if case .same(let categories) = grouping { return categories }
        return []
    }
}
