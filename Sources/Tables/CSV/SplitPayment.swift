internal import Facts
internal import Scanning
internal import Reading

/// A row that waits for the other rows of its payment, with its own bytes.
struct SplitRow {
    let text: [UInt8]
    let row: CSVRow
    let mark: Mark

    /// The statement of the row's column about its payment.
    struct Mark {
        /// Belongs to the rows above.
        var continues = false
        /// The number of the last part is known.
        var isLast = false
        /// The row has only texts.
        var isWhole = false
        /// Where the part's note begins in its cell; 0 for no mark.
        var rest = 0
    }
}

/// The rows of the payment that is being read.
struct SplitGroup {
    private var rows: [SplitRow] = []
    private var value: [UInt8] = []
    private var expected = 0

    /// Longer payments would only use memory.
    private static let rowsMax = 1_000

    var isFull: Bool { rows.last?.mark.isLast == true || rows.count >= Self.rowsMax }

    /// The row's mark; a part continues the part or the whole above it.
    mutating func mark(
        of row: CSVRow, _ text: Span<UInt8>, _ mapper: CSVRowMapper
    ) -> SplitRow.Mark {
        var mark = SplitRow.Mark()
        let range = mapper.range(mapper.splitColumn, row, text)
        let cell = range.map { Array(text.extracting($0)) } ?? []
        switch mapper.layout.recorded.split?.grouping {
        case .same(let categories):
            // Later sides of a payment may leave its columns blank; a part repeats them.
            let isBlank =
                !categories.isEmpty && cell.isEmpty && mapper.cell(.made, row, text) == nil
            mark.continues = !rows.isEmpty && (isBlank || !cell.isEmpty && cell == value)
            if !isBlank { value = cell }
            mark.isLast = cell.isEmpty && !isBlank
        case .marked(let part, let whole):
            if let found = part.match(cell.span), found.of > 1 {
                let number = found.number
                mark.continues =
                    number == 1
                    ? rows.count == 1 && rows[0].mark.isWhole && expected == found.of
                    : expected == found.of && partsSoFar == number - 1
                mark.isLast = number == found.of
                mark.rest = found.rest
                expected = found.of
            } else if let found = whole?.match(cell.span) {
                mark.isWhole = true
                mark.rest = found.rest
                expected = found.of
            } else {
                mark.isLast = true
                expected = 0
            }
        case nil: mark.isLast = true
        }
        return mark
    }

    private var partsSoFar: Int { rows.count - (rows.first?.mark.isWhole == true ? 1 : 0) }

    mutating func add(_ text: [UInt8], _ row: CSVRow, _ mark: SplitRow.Mark) {
        rows.append(SplitRow(text: text, row: row, mark: mark))
    }

    mutating func take() -> [SplitRow]? {
        defer { rows = [] }
        return rows.isEmpty ? nil : rows
    }
}

/// Makes one line of the rows of a payment, or a line of each own account.
struct SplitPayment {
    let rows: [SplitRow]
    let mapper: CSVRowMapper

    /// - Parameter start: the index of the first row's line; there is one of each row.
    /// - Returns: false if the sides of the payment are not all there; the lines stay as they are.
    func settle(from start: Int, in batch: inout LineBatch) -> Bool {
        let lines = Array(batch.lines[start...])
        let made: (lines: [StatementLine], continued: [Int])?
        if mapper.layout.recorded.split?.categories.isEmpty ?? true {
            made = whole(lines, &batch)
        } else {
            if !areBalanced(lines) { return false }
            made = sides(lines, &batch)
        }
        guard let made else { return true }
        batch.lines.removeSubrange(start...)
        batch.lines += made.lines
        for index in made.continued {
            batch.skipped.append(RowSkip(reason: .continuation, line: rows[index].row.line))
        }
        return true
    }

    /// All sides of a payment sum to zero, in its currency.
    private func areBalanced(_ lines: [StatementLine]) -> Bool {
        let values = lines.map { $0.originalAmount ?? $0.amount }
        guard Set(values.map(\.currency)).count == 1 else { return true }
        return values.reduce(Int128(0)) { $0 + $1.atto } == 0
    }

    private func text(_ ref: TextRef, _ batch: LineBatch) -> [UInt8] {
        Array(batch.arena[ref.range])
    }

    /// One line of parts; nil if they are of several accounts.
    private func whole(
        _ lines: [StatementLine], _ batch: inout LineBatch
    ) -> (lines: [StatementLine], continued: [Int])? {
        var line = lines[0]
        let isHead = rows[0].mark.isWhole
        let parts = lines.indices.dropFirst(isHead ? 1 : 0)
        if rows[0].mark.rest > 0 || isHead { line.memo = note(of: 0, lines[0], &batch) }
        guard parts.count > 1 else { return nil }
        guard parts.allSatisfy({ lines[$0].account == line.account }),
            parts.allSatisfy({ lines[$0].made.day == line.made.day })
        else { return nil }
        // Parts with words of their own have them as notes.
        let names = Set(parts.map { text(lines[$0].description, batch) })
        var recorded = RecordedParts()
        for index in parts {
            let part = lines[index]
            var category = text(part.bankCategory, batch)
            if category.isEmpty, !part.transferAccount.isEmpty {
                category = [0x5B] + text(part.transferAccount, batch) + [0x5D]
            }
            let note = note(of: index, part, &batch)
            let isNamed = note.isEmpty && names.count > 1 && part.transferAccount.isEmpty
            let words = isNamed ? part.description : note
            recorded.add(part.amount, category: category, note: text(words, batch))
        }
        guard let sum = recorded.sum else { return nil }
        line.amount = sum
        if !isHead, mapper.layout.recorded.split?.hasWholeOriginals == false {
            line.originalAmount = original(of: lines)
        }
        line.recordedTags = tags(of: lines, &batch)
        line.bankCategory = .none
        line.transferAccount = .none
        if !isHead { line.memo = .none }
        line.recordedParts = batch.add(recorded.bytes(summingTo: sum).span)
        return ([line], Array(lines.indices.dropFirst()))
    }

    /// The sum of the parts' original amounts; nil if they are not all there, in one currency.
    private func original(of lines: [StatementLine]) -> Money? {
        var sum: Money?
        for line in lines {
            guard let part = line.originalAmount else { return nil }
            guard let before = sum else {
                sum = part
                continue
            }
            guard before.currency == part.currency, let more = try? before.adding(part) else {
                return nil
            }
            sum = more
        }
        return sum
    }

    /// The tags of all parts, each once.
    private func tags(of lines: [StatementLine], _ batch: inout LineBatch) -> TextRef {
        let all = lines.map { text($0.recordedTags, batch) }.filter { !$0.isEmpty }
        guard let first = all.first, all.contains(where: { $0 != first }) else {
            return lines.first { !$0.recordedTags.isEmpty }?.recordedTags ?? .none
        }
        let separator = Array(", ".utf8)
        var names: [[UInt8]] = []
        for name in all.flatMap({ $0.split(separator: 0x2C) }) {
            let plain = Array(name.drop { $0 == 0x20 })
            if !names.contains(plain) { names.append(plain) }
        }
        return batch.add(Array(names.joined(separator: separator)).span)
    }

    /// The row's note without the mark of a part.
    private func note(of index: Int, _ line: StatementLine, _ batch: inout LineBatch) -> TextRef {
        let memo = line.memo
        let rest = rows[index].mark.rest
        guard rest > 0 else { return memo }
        return batch.add(Array(batch.arena[memo.range].dropFirst(rest)).span)
    }

    /// A line of each own account's side. The other sides are categories: one is the line's,
    /// several are its parts.
    private func sides(
        _ lines: [StatementLine], _ batch: inout LineBatch
    ) -> (lines: [StatementLine], continued: [Int])? {
        let names = lines.map { mapper.accounts[Int($0.account)].number }
        let isCategory = names.map { name in
            let first = name.split(separator: ":").first.map(String.init) ?? ""
            return mapper.layout.recorded.split?.categories.contains(HeaderText.fold(first))
                ?? false
        }
        let own = lines.indices.filter { !isCategory[$0] }
        let categories = lines.indices.filter { isCategory[$0] }
        // A payment between categories moves no money of an account.
        guard let main = own.first else { return ([], Array(lines.indices)) }
        var made: [StatementLine] = []
        for index in own {
            var line = lines[index]
            if line.description.isEmpty { line.description = lines[0].description }
            // The row's own memo, else the payment's notes.
            if line.memo.isEmpty { line.memo = lines[0].memo }
            if let other = other(of: index, own, lines) {
                line.transferAccount = batch.add(names[other])
            }
            if index == main {
                addCategories(categories, names, lines, own.count, to: &line, &batch)
            }
            made.append(line)
        }
        return (made, categories)
    }

    /// The account that a transfer leads to: the largest of the opposite sign.
    private func other(of index: Int, _ own: [Int], _ lines: [StatementLine]) -> Int? {
        own.filter { $0 != index && lines[$0].amount.isNegative != lines[index].amount.isNegative }
            .max { magnitude(lines[$0]) < magnitude(lines[$1]) }
    }

    private func magnitude(_ line: StatementLine) -> Int128 {
        line.amount.atto < 0 ? 0 - line.amount.atto : line.amount.atto
    }

    private func addCategories(
        _ categories: [Int], _ names: [String], _ lines: [StatementLine], _ owns: Int,
        to line: inout StatementLine, _ batch: inout LineBatch
    ) {
        if categories.count == 1, owns == 1 {
            line.bankCategory = batch.add(names[categories[0]])
            return
        }
        guard let most = categories.max(by: { magnitude(lines[$0]) < magnitude(lines[$1]) }) else {
            return
        }
        // Sides in another currency are no parts of the line's amount.
        guard categories.allSatisfy({ lines[$0].amount.currency == line.amount.currency }) else {
            line.bankCategory = batch.add(names[most])
            return
        }
        var recorded = RecordedParts()
        for index in categories {
            recorded.add(
                lines[index].amount.negated, category: Array(names[index].utf8),
                note: text(lines[index].memo, batch))
        }
        // The amount that goes to other accounts is a part without a category.
        line.recordedParts = batch.add(recorded.bytes(summingTo: line.amount).span)
    }
}
