package import Categorizing
internal import Scanning

/// A rule about to be made from a person's decision about a merchant.
package struct RuleDraft: Sendable, Equatable {
    /// Consecutive folded words of the description.
    package var words: String
    package var isOut: Bool
    package var category: String
    package var payee: String
    /// A matching description, as the bank writes it.
    package var example: String

    package init(
        words: String, isOut: Bool, category: String, payee: String = "", example: String
    ) {
        self.words = TextFolder().fold(words)
        self.isOut = isOut
        self.category = category
        self.payee = payee
        self.example = example
    }

    /// The longest run of words without numbers that all descriptions share; empty when they share
    /// none.
    package static func commonWords(of descriptions: [String]) -> String {
        let folder = TextFolder()
        let texts = descriptions.map { folder.fold($0).split(separator: " ") }
        guard let first = texts.first else { return "" }
        var best: ArraySlice<Substring> = []
        for start in first.indices {
            for end in first.indices[start...]
            where end - start + 1 > best.count {
                let run = first[start...end]
                if run.contains(where: { $0.contains(where: \.isNumber) }) { break }
                guard texts.dropFirst().allSatisfy({ $0.holds(run) }) else { break }
                best = run
            }
        }
        return best.joined(separator: " ")
    }

    /// Tests lines against the rule; nil without words, as there is no such rule.
    package var trial: RuleTrial? {
        words.isEmpty ? nil : RuleTrial(words: words, sign: isOut ? -1 : 1)
    }

    /// The rule in the format of a rules file.
    package var yaml: [UInt8] {
        var out = ByteWriter()
        out.append("- name: ")
        out.append(jsonString: "\(words) \(isOut ? "−" : "+") \(category)")
        out.append("\n  when: {words: [")
        out.append(jsonString: words)
        out.append("], sign: \(isOut ? "out" : "in")}\n  then: {category: ")
        out.append(category)
        if !payee.isEmpty {
            out.append(", payee: ")
            out.append(jsonString: payee)
        }
        out.append("}\n")
        if !example.isEmpty {
            out.append("  yes: [")
            out.append(jsonString: example)
            out.append("]\n")
        }
        return out.bytes
    }
}
