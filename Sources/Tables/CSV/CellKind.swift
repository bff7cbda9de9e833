internal import Scanning

/// The type of most cells of a column.
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

    /// Whether both kinds may occur in one column.
    func agrees(with other: CellKind) -> Bool {
        if self == other { return true }
        return [self, other].contains { $0 == .nothing || $0 == .mixed }
    }
}
