internal import Facts
internal import Scanning

/// A bank's table with a changed header: one heading differs, or the header is missing.
///
/// The columns are supposed from the bank's own header, in the examples of its layout, and used
/// only if the rows prove them.
struct Supposition {
    let table: CSVTable
    /// The column with the changed heading; −1 if there is no header.
    let column: Int
    /// All other headings are in the bank's positions.
    let isInPlace: Bool
    /// The changed heading names money, so only balances prove it.
    let namesMoney: Bool
}

extension CSVHead {
    /// Candidate tables for the head of a file that no layout fits.
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

    /// Removes duplicates: several examples and ways to cut the head give the same table.
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
                let isDrift = isDrift(of: layout, rows, number)
                for change in changes(of: row, layout, layouts.examples(of: named.number))
                where isDrift || change.isInPlace && row.count >= Self.headingsOfOneBankMin {
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
                            namesMoney: layout.isStranger(row.folded[change.column])))
                }
            }
        }
        return found
    }

    /// This many headings in order, except one, identify a bank, even if each is common.
    private static var headingsOfOneBankMin: Int { 7 }

    /// Whether the row is the bank's without the changed heading: common headings identify neither
    /// bank nor currency.
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

    /// The one heading unknown to the bank, and the one of the bank's that the row lacks, if there
    /// is exactly one of each.
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
        // Unlike all examples: uses the names that the layout requires.
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
            // A header would be skipped as if it were the bank's.
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
                    Supposition(table: match.table, column: -1, isInPlace: true, namesMoney: false))
            }
        }
        return found
    }

    /// Narrower tables are common to many banks.
    private static var headlessColumnsMin: Int { 6 }
}

extension Layout {
    /// Whether the bank prints a currency in this heading.
    fileprivate func printsCurrency(in heading: [UInt8]) -> Bool {
        sources.contains { source in
            source.columns.joined().contains {
                $0.plain == nil && $0.position < 0 && $0.match(heading) != nil
            }
        }
    }
}
