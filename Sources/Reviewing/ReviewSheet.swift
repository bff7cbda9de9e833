package import Categorizing
internal import Facts
package import Pending
internal import Scanning

/// The queue as an editable text table: a line for each queue line, with the decision first.
///
/// ```
/// ok    1  groceries | 2026-02-05  -100.50 UAH  monobank-UAH  Фора  (97%) | note: for the party
/// ```
/// Before the first bar: decision (`ok`, `drop`, `wait`), number, category (key or name). Between
/// the bars: the bank's facts, which must not change. After: `payee:`, `note:`, `tags:`, `split:`,
/// `to:`, each preceded by a bar. Lines that begin with `#` are comments. The table is read as a
/// whole: with one fault there are no decisions.
package struct ReviewSheet: Sendable {
    private let items: [ReviewItem]
    private let state: ReviewState
    private var names: CategoryNames { state.search.names }

    package struct Fault: Error, Sendable, Equatable {
        package enum Kind: Error, Equatable {
            case verbUnknown(String), numberUnknown(String), numberTwice(Int)
            case categoryUnknown(CategoryUnknown), categoryMissing
            case factChanged
            case fieldUnknown(String)
            case split(SplitText.Fault)
        }
        /// 1-based, in the edited text.
        package var line: Int
        package var kind: Kind
    }

    package struct Faults: Error, Sendable, Equatable {
        package var faults: [Fault]
    }

    /// Lines of one group are adjacent.
    package init(_ state: ReviewState) {
        items = state.groups.flatMap(\.items)
        self.state = state
    }

    package var isEmpty: Bool { items.isEmpty }

    // MARK: Writing

    /// The table, preceded by comments.
    ///
    /// - Parameter remark: a comment below a line; empty for none.
    package func text(
        intro: String, remark: (QueueLine) -> String = { _ in "" }
    ) -> String {
        var text = ""
        for line in intro.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "#\n" : "# \(line)\n"
        }
        let width = items.map { $0.category.utf8.count }.max() ?? 0
        let digits = String(items.count).count
        for (place, item) in items.enumerated() {
            let number = String(place + 1)
            let category = item.category.isEmpty ? "-" : item.category
            text += "wait  " + String(repeating: " ", count: digits - number.count) + number + "  "
            text += category + String(repeating: " ", count: max(0, width - category.utf8.count))
            text += " | " + facts(of: item) + said(about: item) + "\n"
            let remark = plain(remark(item.line))
            if !remark.isEmpty { text += "#     " + remark + "\n" }
        }
        return text
    }

    private func facts(of item: ReviewItem) -> String {
        let fact = item.line.fact
        var text = "\(fact.made.day.text)  \(fact.amount.text) \(fact.amount.currency.code)"
        text += "  \(state.shownName(of: fact.account))  \(fact.description)"
        if item.line.state != .new { text += "  [\(item.line.state.rawValue)]" }
        if item.vanished != nil { text += "  [vanished]" }
        text += "  (\(item.level.rawValue) \(Self.percent(item.permille)))"
        return plain(text)
    }

    private static func percent(_ permille: Int) -> String {
        permille % 10 == 0 ? "\(permille / 10)%" : "\(permille / 10).\(permille % 10)%"
    }

    /// One line without bars, so that it can be parsed.
    private func plain(_ text: String) -> String {
        String(escapedForTerminal(text).map { $0 == "|" ? "¦" : $0 })
    }

    private func said(about item: ReviewItem) -> String {
        let decision = Self.shown(of: item)
        var text = ""
        if let payee = decision.payee { text += " | payee: " + plain(payee) }
        if let note = decision.note { text += " | note: " + plain(note) }
        if let tags = decision.tags { text += " | tags: " + plain(tags.joined(separator: ", ")) }
        if let splits = decision.splits, !splits.isEmpty {
            let parts = splits.map { part in
                let amount = part.amount.isNegative ? part.amount.negated : part.amount
                return "\(part.category) \(amount.text)"
            }
            text += " | split: " + parts.joined(separator: "; ")
        }
        if let to = decision.transferTo {
            text += " | to: " + plain(state.shownName(of: to))
        }
        return text
    }

    /// The part of a line that the table shows after its facts: its decision, and the parts that a
    /// rule suggests.
    private static func shown(of item: ReviewItem) -> Decision {
        var shown = item.line.decision ?? Decision()
        let suggested = item.line.suggestion.splits
        if shown.splits == nil, shown.category == nil, !suggested.isEmpty {
            shown.splits = suggested
        }
        return shown
    }

    /// The text with every fault as a comment above its line.
    package static func marked(_ text: String, _ faults: [(line: Int, words: String)]) -> String {
        var result = ""
        for (place, line) in lines(of: text).enumerated() {
            // Removes comments of an earlier reading.
            if line.hasPrefix(faultMark) { continue }
            for fault in faults where fault.line == place + 1 {
                result += faultMark + " " + fault.words + "\n"
            }
            result += line + "\n"
        }
        return result
    }

    private static let faultMark = "#!"

    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    // MARK: Reading

    /// The decisions of an edited table, in its order; unchanged lines have none.
    package func decisions(in text: String) throws(Faults) -> [KeyedChoice] {
        var choices: [KeyedChoice] = []
        var faults: [Fault] = []
        var seen: Set<Int> = []
        for (place, line) in Self.lines(of: text).enumerated() {
            let isBlank = line.allSatisfy { $0 == " " || $0 == "\t" }
            if isBlank || line.hasPrefix("#") { continue }
            do throws(Fault.Kind) {
                let (number, choice) = try choice(in: line)
                if !seen.insert(number).inserted { throw .numberTwice(number) }
                if let choice { choices.append(choice) }
            } catch {
                faults.append(Fault(line: place + 1, kind: error))
            }
        }
        if !faults.isEmpty { throw Faults(faults: faults) }
        return choices
    }

    private func choice(
        in line: Substring
    ) throws(Fault.Kind) -> (number: Int, choice: KeyedChoice?) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        let words = fields[0].split { $0 == " " || $0 == "\t" }
        var decision = Decision()
        switch words.first {
        case "ok": decision.verdict = .approve
        case "drop": decision.verdict = .dismiss
        case "same": decision.verdict = .same
        case "wait": break
        default: throw .verbUnknown(String(words.first ?? ""))
        }
        guard words.count > 1, let number = Int(words[1]), items.indices.contains(number - 1) else {
            throw .numberUnknown(words.count > 1 ? String(words[1]) : "")
        }
        let item = items[number - 1]
        let category = try category(words.dropFirst(2).joined(separator: " "))
        if category != item.category { decision.category = category }
        guard fields.count > 1, Self.trimmed(fields[1]) == Self.trimmed(facts(of: item)[...]) else {
            throw .factChanged
        }
        for field in fields.dropFirst(2) { try read(field, of: item, into: &decision) }
        if decision.verdict == .approve, category.isEmpty, (decision.splits ?? []).isEmpty {
            throw .categoryMissing
        }
        Self.forget(Self.shown(of: item), in: &decision)
        return (number, decision == Decision() ? nil : KeyedChoice(item.key, decision))
    }

    private func category(_ typed: String) throws(Fault.Kind) -> String {
        if typed == "-" || typed.isEmpty { return "" }
        do throws(CategoryUnknown) {
            return try names.key(of: typed)
        } catch {
            throw .categoryUnknown(error)
        }
    }

    private func read(
        _ field: Substring, of item: ReviewItem, into decision: inout Decision
    ) throws(Fault.Kind) {
        let text = Self.trimmed(field)
        if text.isEmpty { return }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? Self.trimmed(parts[1]) : ""
        guard parts.count == 2 else { throw .fieldUnknown(text) }
        switch parts[0] {
        case "payee": decision.payee = value
        case "note": decision.note = value
        case "tags": decision.tags = ReviewState.tags(of: value)
        case "to": decision.transferTo = state.account(shownAs: value)
        case "split":
            do throws(SplitText.Fault) {
                decision.splits = try SplitText.parse(value, of: item.line.fact.amount) {
                    typed throws(CategoryUnknown) in try names.key(of: typed)
                }
            } catch {
                throw .split(error)
            }
        default: throw .fieldUnknown(String(parts[0]))
        }
    }

    /// Removes what the table already showed of the line, and empties what was deleted from it.
    private static func forget(_ old: Decision, in decision: inout Decision) {
        func change<Value: Equatable>(
            _ field: WritableKeyPath<Decision, Value?>, _ empty: Value
        ) {
            guard let shown = old[keyPath: field] else { return }
            let kept = decision[keyPath: field] ?? empty
            decision[keyPath: field] = kept == shown ? nil : kept
        }
        // The parts that stay beside another category are stated with it.
        let parts = decision.splits
        change(\.payee, "")
        change(\.note, "")
        change(\.tags, [])
        change(\.splits, [])
        change(\.transferTo, "")
        if decision.category != nil, let parts { decision.splits = parts }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
