internal import Facts
internal import Scanning
internal import Reading
internal import Tables

/// Why a record is no line.
struct RecordProblem: Error {
    let kind: RowRejection.Kind
    var field = ""
    var found = ""
    var expected = ""
    /// The position of the member; nil for the record as a whole.
    var position: TextPosition?
}

/// Maps records to lines: each becomes a row whose columns are the members that a layout names, and
/// goes through the tables' row mapper.
///
/// Handles what tables do not have: shapes of records, amounts in minor units, epoch and zoned
/// times, doubly escaped texts, holds marked by missing members.
final class RecordMapper {
    let layout: Layout
    private(set) var accounts: [AccountClaim] = []
    private let shapes: [RecordShape]
    private var accountIndices: [AccountClaim: Int32] = [:]

    init(layout: Layout) {
        self.layout = layout
        var shapes = (layout.records?.shapes ?? []).compactMap { RecordShape($0) }
        if let own = RecordShape(layout) { shapes.append(own) }
        self.shapes = shapes
    }

    /// First names of the members that make an object a record, for each shape.
    var signatures: [[Set<[UInt8]>]] { shapes.map(\.signature) }

    /// Members outside records that the layout reads.
    var outsidePaths: [OutsideMember] {
        var wanted: [OutsideMember] = []
        for part in shapes.flatMap(\.paths).flatMap(\.parts) where part.origin == .outside {
            if !wanted.contains(where: { $0.path == part }) {
                wanted.append(OutsideMember(path: part))
            }
        }
        if let incomplete = layout.records?.incomplete { wanted.append(incomplete) }
        return wanted
    }

    /// Appends the record's line, or the reason to skip it; throws the problem otherwise.
    func map(
        _ record: RecordView, line number: Int, index: UInt32, into batch: inout LineBatch
    ) -> RecordProblem? {
        let arenaBefore = batch.arena.count
        do throws(RecordProblem) {
            try feed(record, number, index, &batch)
            return nil
        } catch {
            batch.arena.removeLast(batch.arena.count - arenaBefore)
            return error
        }
    }

    private func feed(
        _ record: RecordView, _ number: Int, _ index: UInt32, _ batch: inout LineBatch
    ) throws(RecordProblem) {
        if let kind = record.members.overflow {
            throw RecordProblem(
                kind: kind, expected: kind == .fieldTooLong ? "record-bytes" : "columns")
        }
        guard let shape = shapes.first(where: { $0.fits(record) }) else {
            let missing = shapes.last?.missing(in: record) ?? ""
            throw RecordProblem(kind: .valueMissing, field: missing, expected: "value")
        }
        var line = StatementLine()
        let fate = try shape.map(record, number, index, to: &line, into: &batch)
        if case .skipped(let reason) = fate {
            batch.skipped.append(RowSkip(reason: reason, line: number))
            return
        }
        line.account = try account(shape.accounts[Int(line.account)])
        batch.lines.append(line)
    }

    /// Each shape numbers accounts separately.
    private func account(_ claim: AccountClaim) throws(RecordProblem) -> Int32 {
        if let known = accountIndices[claim] { return known }
        if accounts.count >= Limits.accountsPerFileMax {
            throw RecordProblem(
                kind: .columnsTooMany, expected: "\(Limits.accountsPerFileMax) accounts")
        }
        let index = Int32(truncatingIfNeeded: accounts.count)
        accounts.append(claim)
        accountIndices[claim] = index
        return index
    }
}

/// One shape of a layout's records, ready to map.
private final class RecordShape {
    private let layout: Layout
    private let rules: RecordRules
    private let requires: [[MemberPath]]
    private let columns: [Column]
    private let rowMapper: CSVRowMapper
    private let memoColumn: Int
    private var cells: [UInt8] = []
    private var scratch: [UInt8] = []

    /// The source of a cell's text.
    private struct Origin {
        var kind = RecordMembers.Kind.text
        /// Nil outside the record.
        var position: TextPosition?
    }

    private struct Column {
        /// Nil for one used only by a rule that skips rows.
        let field: LayoutField?
        let content: Content
        let isDescription: Bool
        let names: [MemberPath]
        let title: String

        init(_ field: LayoutField?, _ names: [MemberPath]) {
            self.field = field
            content = Content(of: field)
            isDescription = field == .description
            self.names = names
            title = names.first?.text ?? ""
        }
    }

    /// The kind of a column, decided once, as each cell of each record needs it.
    private enum Content {
        /// Money; the first given one of these fields is its currency.
        case amount(currencies: [LayoutField])
        case moment, currency, text
        /// Copied unchanged.
        case asItIs

        init(of field: LayoutField?) {
            self =
                switch field {
                case nil, .status, .direction, .time: .asItIs
                case .originalAmount: .amount(currencies: [.originalCurrency, .currency])
                case .balance: .amount(currencies: [.balanceCurrency, .currency])
                case .amount, .debit, .credit, .fee, .cashback: .amount(currencies: [.currency])
                case .made, .booked, .value: .moment
                case .currency, .originalCurrency, .balanceCurrency: .currency
                default: .text
                }
        }
    }

    init?(_ layout: Layout) {
        guard let rules = layout.records else { return nil }
        self.layout = layout
        self.rules = rules
        let separator = rules.grammar.separator
        requires = rules.requires
        var columns: [Column] = []
        func add(_ names: [MemberPath], to field: LayoutField?) {
            columns.append(Column(field, names))
        }
        // First, since the mapper finds them by title and needs the unconverted text.
        for skip in layout.skips {
            add(skip.column.map { MemberPath($0.text, separator: separator) }, to: nil)
        }
        for source in layout.sources {
            let lists = source.columns.map {
                $0.map { MemberPath($0.text, separator: separator) }
            }
            if source.field == .description {
                // One column, so that `wording` splits the chosen text as a whole.
                add(lists.flatMap(\.self), to: .description)
            } else {
                for names in lists { add(names, to: source.field) }
            }
        }
        memoColumn = rules.wording.isEmpty ? -1 : columns.count
        if memoColumn >= 0 { add([], to: .memo) }
        self.columns = columns
        rowMapper = CSVRowMapper(
            records: layout, titles: columns.map(\.title), fields: columns.map(\.field))
    }

    var accounts: [AccountClaim] { rowMapper.accounts }
    var signature: [Set<[UInt8]>] {
        requires.map { names in Set(names.compactMap { $0.parts.first?.steps.first?.name }) }
    }
    var paths: [MemberPath] { columns.flatMap(\.names) }

    func fits(_ record: RecordView) -> Bool {
        requires.allSatisfy { names in names.contains { isGiven($0, record) } }
            && rules.when.allSatisfy { holds($0, record) }
    }

    /// The first required member that the record lacks.
    func missing(in record: RecordView) -> String {
        requires.first { names in !names.contains { isGiven($0, record) } }?.first?.text ?? ""
    }

    func map(
        _ record: RecordView, _ number: Int, _ index: UInt32,
        to line: inout StatementLine, into batch: inout LineBatch
    ) throws(RecordProblem) -> CSVFate {
        if let refused = rules.refused {
            let value = value(refused, record) ?? []
            throw RecordProblem(
                kind: .statusUnknown, field: refused.text, found: CellText.excerpt(value.span),
                expected: "a known status")
        }
        cells.removeAll(keepingCapacity: true)
        var row = CSVRow(record: number, index: index, cells: columns.count)
        var origins: [Origin?] = []
        var memo: [UInt8] = []
        for column in columns {
            let start = cells.count
            let origin = try fill(column, record, &memo)
            origins.append(origin)
            row.append(start..<cells.count)
        }
        if memoColumn >= 0, !memo.isEmpty {
            let start = cells.count
            cells += memo
            row.replace(memoColumn, by: start..<cells.count)
        }
        let fate: CSVFate
        do throws(CellProblem) {
            fate = try rowMapper.map(row, of: cells.span, to: &line, into: &batch)
            if case .needsDirection = fate { throw rowMapper.directionProblem }
            if case .line = fate { try complete(&line, record) }
        } catch {
            throw problem(error, row, origins)
        }
        return fate
    }

    private func complete(
        _ line: inout StatementLine, _ record: RecordView
    ) throws(CellProblem) {
        if rules.holdWhen.contains(where: { holds($0, record) }) { line.isHold = true }
        if !layout.zone.isEmpty, line.made.hasTime, line.made.hasOffset {
            line.instant =
                Int64(line.made.day.daysSince1970) * 86_400 + Int64(line.made.second)
                - Int64(line.made.offsetMinutes) * 60
        }
        if rules.isFeeSigned { line.fee = line.fee?.negated }
        guard rules.isFeeApart, let fee = line.fee, fee.currency == line.amount.currency else {
            return
        }
        do throws(Money.Refusal) {
            line.amount = try line.amount.adding(fee.negated)
        } catch {
            throw rowMapper.amountOverflow
        }
    }

    private func problem(
        _ problem: CellProblem, _ row: CSVRow, _ origins: [Origin?]
    ) -> RecordProblem {
        guard columns.indices.contains(problem.column) else {
            return RecordProblem(kind: problem.kind, expected: problem.expected)
        }
        let cell = Array(cells[row.range(ofColumn: problem.column)])
        return RecordProblem(
            kind: problem.kind, field: columns[problem.column].title,
            found: CellText.excerpt(cell.span),
            expected: problem.expected, position: origins[problem.column]?.position)
    }

    // MARK: cells

    /// Appends the text of the column's first name that has one; returns its source.
    private func fill(
        _ column: Column, _ record: RecordView, _ memo: inout [UInt8]
    ) throws(RecordProblem) -> Origin? {
        for name in column.names {
            scratch.removeAll(keepingCapacity: true)
            guard let origin = try text(of: name, record, into: &scratch), !isBlank(scratch) else {
                continue
            }
            try convert(column, record, origin)
            if column.isDescription { separateMemo(&memo) }
            cells += scratch
            return origin
        }
        return nil
    }

    private func isBlank(_ text: [UInt8]) -> Bool { text.allSatisfy { $0 <= 0x20 } }

    /// Appends the value at a path; nil if there is none.
    private func text(
        of path: MemberPath, _ record: RecordView, into text: inout [UInt8]
    ) throws(RecordProblem) -> Origin? {
        var first: Origin?
        for part in path.parts {
            let start = text.count
            switch part.origin {
            case .recordName:
                text += record.path.last { $0 != RowsPattern.element } ?? []
            case .outside: text += record.outside.value(part, around: record.path) ?? []
            case .record:
                guard let member = record.members.member(part), member.kind != .null else {
                    return nil
                }
                try check(member, path, record.members)
                text += record.members.bytes[member.value]
                first = first ?? Origin(kind: member.kind, position: member.position)
            }
            if part.takesUnit { keepUnit(&text, from: start) }
            if text.count == start { return nil }
        }
        return first ?? Origin()
    }

    private func check(
        _ member: RecordMembers.Member, _ path: MemberPath, _ members: RecordMembers
    ) throws(RecordProblem) {
        let expected: String
        let kind: RowRejection.Kind
        if member.isRepeated {
            (kind, expected) = (.valueOfWrongType, "one value")
        } else if member.isTooLong {
            (kind, expected) = (.fieldTooLong, "field-bytes")
        } else if member.kind == .container {
            (kind, expected) = (.valueOfWrongType, "string or number")
        } else {
            return
        }
        let value = Array(members.bytes[member.value])
        throw RecordProblem(
            kind: kind, field: path.text, found: CellText.excerpt(value.span),
            expected: expected, position: member.position)
    }

    /// Keeps the letters after a number.
    private func keepUnit(_ text: inout [UInt8], from start: Int) {
        var at = text.count
        while at > start, text[at - 1] <= 0x20 { at -= 1 }
        text.removeLast(text.count - at)
        while at > start, (text[at - 1] | 0x20) &- 0x61 < 26 || text[at - 1] >= 0x80 { at -= 1 }
        text.removeSubrange(start..<at)
    }

    /// Converts the text to the format of the tables' mapper.
    private func convert(
        _ column: Column, _ record: RecordView, _ origin: Origin
    ) throws(RecordProblem) {
        func wrong(_ kind: RowRejection.Kind, _ expected: String) -> RecordProblem {
            let text = scratch
            return RecordProblem(
                kind: kind, field: column.title, found: CellText.excerpt(text.span),
                expected: expected, position: origin.position)
        }
        switch column.content {
        case .amount(let currencies):
            if origin.kind == .truth { throw wrong(.valueOfWrongType, "number") }
            guard rules.hasMinorUnits else { return }
            let currency = try currency(currencies, record)
            guard currency.isKnown else { throw wrong(.currencyUnknown, "a currency code") }
            guard setPoint(digits: currency.exponent) else {
                throw wrong(.amountNotANumber, "whole minor units")
            }
        case .moment:
            if let epoch = rules.epoch {
                guard setMoment(epoch) else { throw wrong(.dateNotADay, epoch.rawValue) }
            } else {
                dropNamesAroundMoment()
            }
        case .currency: setCode()
        case .asItIs: return
        case .text:
            if origin.kind == .truth { throw wrong(.valueOfWrongType, "string") }
            if rules.isEscapedTwice, scratch.contains(0x26) {
                var plain: [UInt8] = []
                OFXEntities.undo(scratch.span, into: &plain)
                scratch = plain
            }
        }
    }

    private func separateMemo(_ memo: inout [UInt8]) {
        if rules.wording.isEmpty { return }
        let description = rules.wording.description(in: scratch) ?? []
        if description != scratch { memo = scratch }
        scratch = description
    }

    private func currency(
        _ fields: [LayoutField], _ record: RecordView
    ) throws(RecordProblem) -> Currency {
        let kept = scratch
        defer { scratch = kept }
        for field in fields {
            for column in columns where column.field == field {
                for name in column.names {
                    scratch.removeAll()
                    guard try text(of: name, record, into: &scratch) != nil else { continue }
                    setCode()
                    if let currency = CurrencyText.parse(scratch.span) { return currency }
                }
            }
        }
        return layout.fixedCurrency
    }

    /// Inserts the decimal point into minor units; false if the text is no integer.
    private func setPoint(digits: UInt8) -> Bool {
        guard let text = RecordValue.withPoint(scratch, digits: Int(digits)) else { return false }
        scratch = text
        return true
    }

    private func setMoment(_ epoch: RecordRules.Epoch) -> Bool {
        guard let text = RecordValue.moment(scratch, epoch) else { return false }
        scratch = text
        return true
    }

    /// `Thu Jan 31 2019 14:43:56 GMT+0200 (EET)` → without the redundant names of day and zone.
    private func dropNamesAroundMoment() {
        if scratch.last == 0x29, let open = scratch.lastIndex(of: 0x28) {
            scratch.removeSubrange(open...)
            while scratch.last == 0x20 { scratch.removeLast() }
        }
        guard scratch.count > 8, scratch[3] == 0x20, scratch[7] == 0x20,
            scratch[..<3].allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }),
            scratch[4..<7].allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
        else { return }
        scratch.removeFirst(4)
    }

    /// `980` → `UAH`
    private func setCode() {
        guard scratch.count == 3, scratch.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = Int(String(decoding: scratch, as: UTF8.self)),
            let currency = Currency(numeric: number)
        else { return }
        scratch = Array(currency.code.utf8)
    }

    // MARK: conditions

    private func isGiven(_ path: MemberPath, _ record: RecordView) -> Bool {
        path.parts.allSatisfy { $0.origin != .record || record.members.member($0) != nil }
    }

    private func value(_ path: MemberPath, _ record: RecordView) -> [UInt8]? {
        guard let part = path.parts.first else { return nil }
        guard part.origin == .record else { return record.outside.value(part, around: record.path) }
        guard let member = record.members.member(part), member.kind != .null else { return nil }
        return Array(record.members.bytes[member.value])
    }

    private func holds(_ condition: RecordCondition, _ record: RecordView) -> Bool {
        let part = condition.member.parts.first
        let isContainer =
            part.flatMap { $0.origin == .record ? record.members.member($0) : nil }?.kind
            == .container
        let value = value(condition.member, record)
        let isThere = isContainer || value.map { !isBlank($0) } ?? false
        switch condition.test {
        case .absent: return !isThere
        case .present: return isThere
        case .isOneOf:
            guard let value, value.count <= Limits.fieldBytesMax else { return false }
            return condition.words.contains(HeaderText.fold(value.span))
        case .isNoneOf:
            guard let value, !isBlank(value), value.count <= Limits.fieldBytesMax else {
                return false
            }
            return !condition.words.contains(HeaderText.fold(value.span))
        case .starts:
            guard let value else { return false }
            return condition.words.contains { value.starts(with: $0) }
        case .differs:
            guard let other = condition.other, let value, let second = self.value(other, record)
            else { return false }
            return value != second
        }
    }
}
