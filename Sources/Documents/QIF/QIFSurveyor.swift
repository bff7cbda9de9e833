package import Facts
package import Reading

/// The order of days and the style of amounts in a whole QIF file, which no record gives.
package struct QIFSettled: Sendable {
    /// The order of days that begin with a year; nil if each is unambiguous.
    var yearFirst: QIFDay.Order?
    /// The order of other days.
    var yearLast: QIFDay.Order?
    var style: NumberStyle
    /// By the first lines of their records, transfers that only one of two accounts has: their
    /// splits, none for the whole record.
    var oneSided: [Int: [Int]] = [:]

    /// For files in which every day and amount is unambiguous.
    package static let nothing = QIFSettled(yearFirst: nil, yearLast: nil, style: .either)

    /// The day, nil if it does not fit the order.
    func moment(_ day: QIFDay) -> CivilMoment? {
        switch day.shape {
        case .named: day.namedMoment
        case .yearFirst: moment(day, yearFirst, .yearMonthDay, .yearDayMonth)
        case .yearLast, .short: moment(day, yearLast, .dayMonthYear, .monthDayYear)
        }
    }

    /// The expected order of a day, for a rejection.
    func expected(_ day: QIFDay) -> String {
        (day.shape == .yearFirst ? yearFirst : yearLast)?.rawValue ?? "one order of day and month"
    }

    private func moment(
        _ day: QIFDay, _ settled: QIFDay.Order?, _ one: QIFDay.Order, _ other: QIFDay.Order
    ) -> CivilMoment? {
        if let settled { return day.moment(settled) }
        let (a, b) = (day.moment(one), day.moment(other))
        return a == nil || b == nil || a == b ? a ?? b : nil
    }
}

/// Surveys a QIF file for the order of its days and its decimal mark. Fed like a reader.
///
/// Days that only one order can read prove it. If none is proved and some day would differ, the
/// file is refused with both readings; also if days prove different orders and some day allows
/// both.
package final class QIFSurveyor {
    private let file: String
    private var lines: PhysicalLines
    private var sections: QIFSections
    private var numbers = DecimalMarkSurvey()
    private var first = Evidence()
    private var last = Evidence()
    /// A day ends with a year of four digits.
    private var hasYearLast = false
    private var short = ShortDays()
    private var transfers = QIFTransfers()
    /// Without names of accounts no transfer has another side in the file.
    private var hasAccounts = false

    private struct Evidence {
        var provesOne = false
        var provesOther = false
        var undecided: (text: String, line: Int)?
    }

    /// Days of three short parts, which may begin with the year: then the first part varies less
    /// than the last one.
    private struct ShortDays {
        var allowYearFirst = true
        var firsts = Set<Int>()
        var lasts = Set<Int>()
        var example: (text: String, line: Int)?

        var lookYearFirst: Bool { allowYearFirst && lasts.count > firsts.count }
    }

    package init(file: String) {
        self.file = file
        lines = PhysicalLines(file: file)
        sections = QIFSections(file: file)
    }

    package func read(_ chunk: Span<UInt8>, final: Bool) throws(ReadFailure) {
        lines.append(chunk)
        while let range = try lines.next(final: final) {
            let bytes = lines.bytes
            let line = bytes.span.extracting(range)
            guard let (letter, value) = try field(line) else { continue }
            switch letter {
            case UInt8(ascii: "D"): readDay(line.extracting(value))
            case UInt8(ascii: "T"), UInt8(ascii: "U"), UInt8(ascii: "$"):
                numbers.feed(line.extracting(value), line: lines.number)
            default: continue
            }
        }
    }

    /// The letter and value of a transaction's line; the transfers get every line.
    private func field(_ line: Span<UInt8>) throws(ReadFailure) -> (UInt8, Range<Int>)? {
        switch try sections.feed(line, lines.number) {
        case .blank: break
        case .header: transfers.endSection()
        case .end:
            if sections.current == .account {
                transfers.endListed()
            } else if hasAccounts {
                transfers.endRecord()
            }
        case .field(let letter, let value):
            switch sections.current {
            case .account:
                hasAccounts = true
                transfers.putListed(letter, line.extracting(value))
            case .transactions:
                if hasAccounts { transfers.put(letter, line.extracting(value), at: lines.number) }
                return (letter, value)
            case .list, .investments: break
            }
        }
        return nil
    }

    private func readDay(_ text: Span<UInt8>) {
        guard let day = QIFDay(text) else { return }
        switch day.shape {
        case .named: return
        case .yearFirst: feed(day, text, .yearMonthDay, .yearDayMonth, to: &first)
        case .yearLast:
            hasYearLast = true
            feed(day, text, .dayMonthYear, .monthDayYear, to: &last)
        case .short:
            feed(day, text, .dayMonthYear, .monthDayYear, to: &last)
            if day.hasApostrophe || day.moment(.yearMonthDay) == nil {
                short.allowYearFirst = false
            }
            short.firsts.insert(day.numbers[0])
            short.lasts.insert(day.numbers[2])
            if short.example == nil { short.example = (CellText.excerpt(text), lines.number) }
        }
    }

    private func feed(
        _ day: QIFDay, _ text: Span<UInt8>, _ one: QIFDay.Order, _ other: QIFDay.Order,
        to evidence: inout Evidence
    ) {
        switch (day.moment(one), day.moment(other)) {
        case (nil, nil): return
        case (_?, nil): evidence.provesOne = true
        case (nil, _?): evidence.provesOther = true
        case (let a?, let b?):
            // Days with points are day first everywhere.
            let isByCustom = day.hasPoints && !evidence.provesOther
            if a != b, !isByCustom, evidence.undecided == nil {
                evidence.undecided = (CellText.excerpt(text), lines.number)
            }
        }
    }

    /// - Parameter options: may give the order of days whose year is not first, and the decimal
    ///   mark.
    package func settle(
        _ options: ReadOptions = ReadOptions()
    ) throws(ReadFailure) -> QIFSettled {
        var mark = options.decimalMark
        if mark == nil { mark = try DecimalMarkSurvey.settle([numbers], file: file) }
        let style = NumberStyle(decimalMark: mark ?? .either)
        return QIFSettled(
            yearFirst: try yearFirst(), yearLast: try yearLast(options.dateOrder), style: style,
            oneSided: transfers.oneSided(style))
    }

    private func yearFirst() throws(ReadFailure) -> QIFDay.Order? {
        switch (first.provesOne, first.provesOther) {
        // Year, day, month is not used unless the file proves it.
        case (_, false): return .yearMonthDay
        case (false, true): return .yearDayMonth
        case (true, true):
            if let day = first.undecided { throw open(day, ["ymd", "ydm"]) }
            return nil
        }
    }

    private func yearLast(_ chosen: DateOrder?) throws(ReadFailure) -> QIFDay.Order? {
        switch chosen {
        case .dayFirst: return .dayMonthYear
        case .monthFirst: return .monthDayYear
        case .yearFirst: return hasYearLast ? try provedYearLast() : .yearMonthDay
        case .named, nil: break
        }
        if short.lookYearFirst, !hasYearLast, let day = short.example {
            throw open(day, ["ymd", "dmy", "mdy"])
        }
        return try provedYearLast()
    }

    private func provedYearLast() throws(ReadFailure) -> QIFDay.Order? {
        switch (last.provesOne, last.provesOther) {
        case (true, false): return .dayMonthYear
        case (false, true): return .monthDayYear
        case (true, true), (false, false):
            if let day = last.undecided { throw open(day, ["dmy", "mdy"]) }
            return last.provesOne ? nil : .dayMonthYear
        }
    }

    private func open(
        _ day: (text: String, line: Int), _ orders: [String]
    ) -> ReadFailure {
        ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: file, line: day.line), found: day.text,
            details: ["date-order"] + orders)
    }
}
