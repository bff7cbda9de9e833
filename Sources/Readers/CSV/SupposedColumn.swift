internal import Facts
internal import Scanning

/// A bank's table whose header somebody changed: one heading of it is another, or all are gone.
///
/// Which column is which is supposed from the bank's own header, as the examples of its layout have
/// it, and taken only where the rows prove it.
struct Supposition {
    let table: CSVTable
    /// The column whose heading is not the bank's; −1 where there is no header.
    let column: Int
    /// All other headings stand where the bank's own header has them.
    let isInPlace: Bool
    /// The heading that is not the bank's speaks of money, so only balances are believed.
    let saysMoney: Bool
}

extension CSVHead {
    /// What the beginning of a file that no layout fits may be.
    ///
    /// - Parameter isWhole: the head is the whole file.
    func suppositions(_ head: Span<UInt8>, isWhole: Bool) -> [Supposition] {
        var cut: [(rows: HeadRows, fitting: [Int])] = []
        for isResaved in isSheet ? [false] : [false, true] {
            cut += candidates(head, isWhole: isWhole, isResaved: isResaved).map {
                (isResaved ? $0.rows : unquoted($0.rows, head, isWhole), $0.fitting)
            }
        }
        let byHeading = distinct(cut.flatMap { renamed($0.rows, $0.fitting) })
        return byHeading.isEmpty
            ? distinct(cut.flatMap { headless($0.rows, $0.fitting) }) : byHeading
    }

    /// Examples of one layout, and ways to cut the head, lead to the same table.
    private func distinct(_ all: [Supposition]) -> [Supposition] {
        var kept: [Supposition] = []
        for new in all {
            let isKnown = kept.contains {
                $0.table.layout.name == new.table.layout.name && $0.column == new.column
                    && $0.table.headerRow == new.table.headerRow
                    && $0.table.columns == new.table.columns && $0.table.shape == new.table.shape
            }
            if !isKnown { kept.append(new) }
        }
        return kept
    }

    // MARK: one heading

    private func renamed(_ rows: HeadRows, _ fitting: [Int]) -> [Supposition] {
        var found: [Supposition] = []
        for (number, row) in rows.all.enumerated() {
            for named in layouts.naming(row)
            where fitting.contains(named.number) && !layouts.cards[named.number].isHeadless {
                let layout = layouts[named.number]
                guard isDrift(of: layout, rows, number) else { continue }
                for change in changes(of: row, layout, layouts.examples(of: named.number)) {
                    var raw = row.raw
                    raw[change.column] = change.heading
                    let folded = HeaderText.fold(change.heading)
                    guard
                        let match = match(
                            layout, rows, number,
                            HeadRow(raw: raw, folded: raw.map { HeaderText.fold($0) }),
                            // The example's currency is not the file's.
                            printsCurrency: !layout.printsCurrency(in: folded)),
                        !match.hasRowsAbove
                    else { continue }
                    found.append(
                        Supposition(
                            table: match.table, column: change.column,
                            isInPlace: change.isInPlace,
                            saysMoney: layout.isStranger(row.folded[change.column])))
                }
            }
        }
        return found
    }

    /// Whether the row is the bank's without the heading in question: headings that many banks have
    /// tell neither bank nor currency.
    private func isDrift(of layout: Layout, _ rows: HeadRows, _ number: Int) -> Bool {
        guard let row = rows[number] else { return false }
        var missing: [String] = []
        var matched = 0
        _ = columns(of: layout, in: row, &matched, &missing)
        return Near(
            layout: layout, rows: rows, number: number, row: row, matched: matched,
            missing: missing
        ).isDrift(beside: layouts.plain)
    }

    private typealias Change = (column: Int, heading: String, isInPlace: Bool)

    /// The one heading of a row that the bank does not know, and the one of the bank's that is not
    /// in the row, where there is one of each.
    private func changes(
        of row: HeadRow, _ layout: Layout, _ examples: [LayoutExample]
    ) -> [Change] {
        var changes: [Change] = []
        for example in examples {
            let others = example.folded
            func isUnknown(_ column: Int) -> Bool {
                let heading = row.folded[column]
                return heading.isEmpty
                    || !layout.names(column: heading) && !others.contains(heading)
            }
            let differing = (0..<max(row.count, others.count)).filter { column in
                (column < row.count ? row.folded[column] : [])
                    != (column < others.count ? others[column] : [])
            }
            if differing.count == 1, let column = differing.first, column < row.count,
                column < others.count, !others[column].isEmpty
            {
                if isUnknown(column) { changes.append((column, example.header[column], true)) }
                continue
            }
            let unknown = row.folded.indices.filter {
                !row.folded[$0].isEmpty && !others.contains(row.folded[$0])
            }
            let lost = others.indices.filter {
                !others[$0].isEmpty && !row.folded.contains(others[$0])
            }
            guard unknown.count == 1, lost.count == 1, isUnknown(unknown[0]),
                row.folded.count(where: { !$0.isEmpty }) == others.count(where: { !$0.isEmpty })
            else { continue }
            changes.append((unknown[0], example.header[lost[0]], false))
        }
        if !changes.isEmpty { return changes }
        // A table that is none of the examples: by the names that the layout cannot do without.
        var missing: [String] = []
        var matched = 0
        _ = columns(of: layout, in: row, &matched, &missing)
        let lost = missing.filter { !$0.hasPrefix("+") }
        let unknown = row.folded.indices.filter { column in
            !row.folded[column].isEmpty && !layout.names(column: row.folded[column])
                && !layout.reads(position: column)
                && !examples.contains { $0.folded.contains(row.folded[column]) }
        }
        guard lost.count == 1, unknown.count == 1 else { return [] }
        return [(unknown[0], lost[0], false)]
    }

    // MARK: no heading

    private func headless(_ rows: HeadRows, _ fitting: [Int]) -> [Supposition] {
        let filled = rows.all.filter { row in !row.raw.allSatisfy(\.isEmpty) }
        guard let first = filled.first, first.count >= Self.headlessColumnsMin,
            filled.allSatisfy({ $0.count == first.count }),
            // A header, whosever it is, would be passed over as if it were the bank's.
            first.raw.contains(where: { DayReadings.isDay($0.utf8.span) })
        else { return [] }
        let kinds = CellKind.ofColumns(filled.map(\.raw))
        var found: [Supposition] = []
        for number in fitting
        where !layouts.cards[number].isHeadless && layouts.cards[number].kind == .table {
            let layout = layouts[number]
            for example in layouts.examples(of: number) where example.header.count == first.count {
                guard zip(kinds, example.kinds).allSatisfy({ $0.agrees(with: $1) }),
                    let match = match(
                        layout, rows, -1, HeadRow(raw: example.header, folded: example.folded),
                        printsCurrency: false)
                else { continue }
                found.append(
                    Supposition(table: match.table, column: -1, isInPlace: true, saysMoney: false))
            }
        }
        return found
    }

    /// Narrower tables are those of many banks.
    private static var headlessColumnsMin: Int { 6 }
}

extension Layout {
    /// Whether a heading is one of those in which the bank prints a currency.
    fileprivate func printsCurrency(in heading: [UInt8]) -> Bool {
        sources.contains { source in
            source.columns.joined().contains {
                $0.plain == nil && $0.position < 0 && $0.match(heading) != nil
            }
        }
    }
}

/// What most cells of a column are.
enum CellKind: Equatable {
    case nothing, day, number, text, mixed

    private init(_ cell: String) {
        let bytes = cell.utf8.span
        if ColumnProfile.isBlank(bytes) {
            self = .nothing
        } else if DayReadings.isDay(bytes) {
            self = .day
        } else {
            let words = HeadingWords.builtIn
            self = NumberReadings.isNumber(bytes, words) ? .number : .text
        }
    }

    static func ofColumns(_ rows: [[String]]) -> [CellKind] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            var kind = CellKind.nothing
            for row in rows where column < row.count {
                let other = CellKind(row[column])
                if other == .nothing || other == kind { continue }
                kind = kind == .nothing ? other : .mixed
            }
            return kind
        }
    }

    /// Whether both may be of one column.
    func agrees(with other: CellKind) -> Bool {
        if self == other { return true }
        return [self, other].contains { $0 == .nothing || $0 == .mixed }
    }
}

/// Tries suppositions on all rows of a file, which is given twice, and keeps the one that they prove.
final class SupposedColumns {
    private enum Step { case head, survey, trial, done }

    private let file: String
    private let layouts: LayoutSet
    private let isSheet: Bool
    private let options: ReadOptions
    private let refusal: ReadFailure
    private var step = Step.head
    private var head: [UInt8] = []
    private var trials: [SuppositionTrial] = []

    /// - Parameter refusal: why the file was not read.
    init(
        file: String, layouts: LayoutSet, isSheet: Bool = false, options: ReadOptions,
        refusal: ReadFailure
    ) {
        self.file = file
        self.layouts = layouts
        self.isSheet = isSheet
        self.options = options
        self.refusal = refusal
        let kinds: [ReadFailure.Kind] = [.layoutDrifted, .layoutUnknown, .layoutAmbiguous]
        if !kinds.contains(refusal.kind) { step = .done }
    }

    /// Whether the file is to be given from its beginning, once more.
    var needsFile: Bool { step != .done }

    /// What cannot be read proves nothing, and refutes a supposition.
    func read(_ chunk: Span<UInt8>, final: Bool) {
        switch step {
        case .done: return
        case .head:
            unsafe chunk.withUnsafeBufferPointer { unsafe head.append(contentsOf: $0) }
            let isLong = head.count >= CSVHead.headBytes
            guard isLong || final else { return }
            begin(isWhole: !isLong)
            let bytes = head
            head = []
            for trial in trials { trial.survey(bytes.span, final: final) }
        case .survey:
            for trial in trials { trial.survey(chunk, final: final) }
        case .trial:
            for trial in trials { trial.read(chunk, final: final) }
        }
        if final { end() }
        trials.removeAll(where: \.isRefuted)
        if trials.isEmpty, step != .head { step = .done }
    }

    /// The table that the rows prove.
    ///
    /// - Throws: why the file was not read, when they prove none, or several.
    func settled() throws(ReadFailure) -> SettledColumns {
        let proved = trials.filter(\.isProved)
        guard proved.count == 1, var settled = proved[0].settled else { throw refusal }
        settled.isSupposed = true
        return settled
    }

    private func begin(isWhole: Bool) {
        let found = CSVHead(file: file, layouts: layouts, isSheet: isSheet).suppositions(
            head.span.extracting(0..<min(head.count, CSVHead.headBytes)), isWhole: isWhole)
        trials = found.map {
            SuppositionTrial($0, file: file, layouts: layouts, isSheet: isSheet)
        }
        step = .survey
    }

    private func end() {
        if step == .trial {
            step = .done
        } else {
            for trial in trials { trial.settle(options) }
            step = .trial
        }
    }
}

/// Reads a whole file as one supposition has it.
private final class SuppositionTrial {
    private let supposition: Supposition
    private let file: String
    private let layouts: LayoutSet
    private let isSheet: Bool
    private let surveyor: CSVSurveyor
    /// The rows again, for the cells of the supposed column.
    private var rows: CSVRows
    private var cells = SupposedCells()
    private(set) var settled: SettledColumns?
    private var reader: CSVReader?
    private(set) var isRefuted = false
    private var lines = 0
    private var chain = BalanceChain()
    /// Rows that print the amount of the operation too, as the account's; and as another one.
    private var sameAmounts = 0
    private var otherAmounts = 0

    init(_ supposition: Supposition, file: String, layouts: LayoutSet, isSheet: Bool) {
        self.supposition = supposition
        self.file = file
        self.layouts = layouts
        self.isSheet = isSheet
        let table = supposition.table
        surveyor = CSVSurveyor(
            file: file, layouts: layouts, isSheet: isSheet, supposed: table)
        rows = CSVRows(file: file, layouts: layouts, settled: table, isSheet: isSheet)
    }

    func survey(_ chunk: Span<UInt8>, final: Bool) {
        do throws(ReadFailure) {
            try surveyor.read(chunk, final: final)
            guard try rows.append(chunk, final: final) else { return }
        } catch {
            isRefuted = true
            return
        }
        while !isRefuted {
            switch rows.next(final: final) {
            case .row:
                let fields = rows.tokenizer.fields
                guard supposition.column >= 0, fields.count > 1 else { continue }
                guard supposition.column < fields.count else {
                    cells.takeNothing()
                    continue
                }
                let range = rows.tokenizer.range(of: fields[supposition.column])
                cells.take(rows.tokenizer.bytes.span.extracting(range))
            case .broken, .gaveUp: isRefuted = true
            case .needsMore: return
            }
        }
    }

    func settle(_ options: ReadOptions) {
        // Without a header nothing tells the bank but how it writes.
        if supposition.column < 0, surveyor.isResaved {
            isRefuted = true
            return
        }
        do throws(ReadFailure) {
            let settled = try surveyor.settle(
                order: options.dateOrder, decimalMark: options.decimalMark, sign: options.sign)
            self.settled = settled
            reader = CSVReader(file: file, layouts: layouts, settled: settled, isSheet: isSheet)
        } catch {
            isRefuted = true
        }
    }

    func read(_ chunk: Span<UInt8>, final: Bool) {
        var batch = LineBatch()
        do throws(ReadFailure) {
            try reader?.read(chunk, final: final, into: &batch)
        } catch {
            isRefuted = true
        }
        if !batch.rejections.isEmpty { isRefuted = true }
        lines += batch.lines.count
        for line in batch.lines { follow(line) }
    }

    private func follow(_ line: StatementLine) {
        let key = (0..<4).map { UInt8(truncatingIfNeeded: line.account >> (8 * $0)) }
        chain.take(
            key: key, amount: Self.units(line.amount), balance: line.balance.map(Self.units))
        guard let original = line.originalAmount, original.currency == line.amount.currency else {
            return
        }
        if Self.units(original).magnitude == Self.units(line.amount).magnitude {
            sameAmounts += 1
        } else {
            otherAmounts += 1
        }
    }

    /// In the smallest part of any currency, so that amounts of several scales compare.
    private static func units(_ money: Money) -> Int128 {
        var units = Int128(money.units)
        for _ in money.scale..<max(money.scale, 9) { units *= 10 }
        return units
    }

    // MARK: proof

    var isProved: Bool {
        guard !isRefuted, lines > 0 else { return false }
        if supposition.column < 0 { return isChained }
        let columns = supposition.table.columns
        let fields = LayoutField.allCases.filter {
            columns[$0] == supposition.column
                || columns.others[$0.rawValue].contains(supposition.column)
        }
        return fields.isEmpty ? isHeaderBanks : fields.allSatisfy(isProved)
    }

    /// Balances follow from the amounts throughout the file.
    private var isChained: Bool {
        chain.isUnbroken && (supposition.isInPlace || chain.isStrong)
    }

    private var isHeaderBanks: Bool { supposition.isInPlace && !supposition.saysMoney }

    private func isProved(_ field: LayoutField) -> Bool {
        let isAlone = isHeaderBanks || isChained
        switch field {
        case .made, .booked, .value:
            return !supposition.saysMoney && cells.days > 0 && cells.days == cells.filled
        case .amount:
            return isChained
                || isHeaderBanks && sameAmounts >= 2 && otherAmounts == 0
        case .debit, .credit, .balance, .fee: return isChained
        case .currency, .originalCurrency, .balanceCurrency:
            return !supposition.saysMoney && otherAmounts == 0
                && cells.filled > 0 && cells.currencies == cells.filled
                && (supposition.isInPlace || cells.filled == cells.count)
        case .description, .payerName, .counterpartyName:
            return isHeaderBanks && cells.filled == cells.count && cells.texts * 2 > cells.count
        case .account:
            return cells.filled == cells.count
                && (cells.ibans == cells.count || isHeaderBanks && cells.numbers == cells.count)
        case .direction:
            guard supposition.table.layout.direction?.otherwise == .reject else { return isChained }
            return isAlone
        case .status:
            return isHeaderBanks && supposition.table.layout.status?.isDoneOtherwise == false
        case .product: return isHeaderBanks && cells.filled == cells.count && isMainProductThere
        case .originalAmount: return isHeaderBanks && sameAmounts >= 2 && otherAmounts == 0
        case .time, .cashback, .mcc, .id, .memo, .counterpartyIBAN, .counterpartyTaxID,
            .bankCategory, .merchant:
            return isHeaderBanks
        }
    }

    private var isMainProductThere: Bool {
        supposition.table.layout.mainProducts.contains { cells.words.contains($0) }
    }
}

/// What the cells of the supposed column are.
private struct SupposedCells {
    private(set) var count = 0
    private(set) var filled = 0
    private(set) var days = 0
    private(set) var currencies = 0
    private(set) var ibans = 0
    /// Six digits at least, as numbers of accounts have.
    private(set) var numbers = 0
    /// With a letter, and no day.
    private(set) var texts = 0
    /// The first few different words.
    private(set) var words: Set<[UInt8]> = []

    private static let wordsMax = 64

    /// A row that ends in front of the column.
    mutating func takeNothing() { count += 1 }

    mutating func take(_ cell: Span<UInt8>) {
        count += 1
        if ColumnProfile.isBlank(cell) { return }
        filled += 1
        if DayReadings.isDay(cell) {
            days += 1
            return
        }
        if let currency = CurrencyText.parse(cell), currency.isListed { currencies += 1 }
        if IBANText.normalized(cell) != nil { ibans += 1 }
        let digits = cell.indices.count { cell[$0] &- 0x30 < 10 }
        if digits >= 6 { numbers += 1 }
        let folded = HeaderText.fold(cell)
        if words.count < Self.wordsMax { words.insert(folded) }
        if folded.contains(where: { $0 &- 0x61 < 26 || $0 >= 0x80 }) { texts += 1 }
    }
}
