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
                            saysMoney: layout.isStranger(row.folded[change.column])))
                }
            }
        }
        return found
    }

    /// So many headings in one order, all but one, are one bank's, though each may be of many.
    private static var headingsOfOneBankMin: Int { 7 }

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
