import Categorizing
import Facts
import Reports
import Reviewing
import Workspaces

/// Terms for words that no line has: «кава минулого місяця» is `category:кава month:2026-10`.
struct FilterHint {
    private let invocation: Invocation
    private let access: WorkspaceAccess
    private let console: Console
    private let today: CalendarDate

    init(_ invocation: Invocation, _ access: WorkspaceAccess, _ console: Console) {
        self.invocation = invocation
        self.access = access
        self.console = console
        today = invocation.asOf ?? Clock.localDay
    }

    /// Names the command whose terms select lines, if there is one.
    func narrate() throws {
        let words = invocation.filterOperands.flatMap { $0.split(separator: " ").map(String.init) }
        guard (1...Self.wordsMax).contains(words.count), words.allSatisfy(Self.isPlain) else {
            return
        }
        for hasCategories in [false, true] {
            let terms = terms(words, hasCategories: hasCategories)
            if terms != words, try selectsLines(terms) { return narrate(terms) }
        }
        // Several words of a period are hardly those of a line, even if the period has no line.
        var rest = words
        if !takePeriod(from: &rest).isEmpty, rest.count + 1 < words.count {
            narrate(terms(words, hasCategories: true))
        }
    }

    private func narrate(_ terms: [String]) {
        console.narrate(.wordsAreTexts)
        let command = "kopiyka \(invocation.command.rawValue) " + terms.joined(separator: " ")
        console.narrate(.nextCommand, ["command": .text(command)])
    }

    private static let wordsMax = 12

    /// Neither a term nor what a filter gives a meaning.
    private static func isPlain(_ word: String) -> Bool {
        !word.hasPrefix("-")
            && word.allSatisfy { $0.isLetter || $0.isNumber || "-.,'’ʼ".contains($0) }
    }

    private func selectsLines(_ terms: [String]) throws -> Bool {
        let changed = invocation.filtered(by: terms, today: today)
        guard let filter = try? access.filter(changed, console) else { return false }
        var isFound = false
        try access.rows(filter).forEachLast(1) { _, _ in isFound = true }
        return isFound
    }

    // MARK: Terms

    private func terms(_ words: [String], hasCategories: Bool) -> [String] {
        var rest = words
        let period = takePeriod(from: &rest)
        var terms: [String] = []
        var isLeftOut = false
        var at = 0
        while at < rest.count {
            let word = rest[at].lowercased()
            at += 1
            let isMore = Self.more.contains(word)
            if isMore || Self.less.contains(word) {
                let next =
                    at + (at < rest.count && Self.than.contains(rest[at].lowercased()) ? 1 : 0)
                if next < rest.count, OptionValue.decimal(rest[next]) != nil {
                    terms.append((isMore ? "min:" : "max:") + rest[next])
                    at = next + 1
                    continue
                }
            }
            if Self.without.contains(word) {
                isLeftOut = true
            } else if !Self.small.contains(word) {
                // A word that no text has would leave out nothing.
                let isCategory =
                    (hasCategories || isLeftOut)
                    && (try? console.categoryNames.key(of: word)) != nil
                terms.append(
                    (isLeftOut ? "-" : "") + (isCategory ? "category:" : "") + rest[at - 1])
                isLeftOut = false
            }
        }
        return terms + period
    }

    /// The longest words that mean a period, and the preposition before them.
    private func takePeriod(from words: inout [String]) -> [String] {
        for count in [4, 3, 2, 1] where count <= words.count {
            for start in 0...(words.count - count) {
                let text = words[start..<(start + count)].joined(separator: " ")
                guard text.contains(where: \.isLetter) || text.utf8.count == 4,
                    let period = QuickPeriod(text, today: today)
                else { continue }
                words.removeSubrange(start..<(start + count))
                switch period.unit {
                case .month: return ["month:" + period.first.text.dropLast(3)]
                case .year: return ["year:" + period.first.text.dropLast(6)]
                default: return ["from:" + period.first.text, "to:" + period.last.text]
                }
            }
        }
        return []
    }

    private static let more = words(of: Phrase("filterHint.more"))
    private static let less = words(of: Phrase("filterHint.less"))
    private static let than = words(of: Phrase("filterHint.than"))
    private static let without = words(of: Phrase("filterHint.without"))
    private static let small = words(of: Phrase("filterHint.small"))

    /// In any language: people mix them.
    private static func words(of phrase: Phrase) -> Set<String> {
        Set(
            Language.allCases.flatMap {
                phrase[$0].split(separator: " ").map(String.init)
            })
    }
}
