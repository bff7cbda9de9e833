package import Facts

extension StatementLine {
    /// The line as text, fields in a fixed order, absent ones left out: equal texts mean equal
    /// lines.
    package func rendered(in batch: LineBatch) -> String {
        var parts = ["#\(sourceIndex)", "line \(sourceLine)", "account \(account)"]
        func add(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { parts.append("\(name)=\(text)") }
        }
        if instant == StatementLine.noInstant {
            add("made", made.rendered)
        } else {
            add("instant", "\(instant)")
        }
        for field in FactDay.allCases { add(field.shortName, self[field]?.text) }
        add("amount", amount.rendered)
        for field in FactMoney.allCases { add(field.shortName, self[field]?.rendered) }
        add("mcc", mcc == 0 ? nil : "\(mcc)")
        add("hold", isHold ? "yes" : nil)
        for field in FactText.allCases { add(field.shortName, batch.string(self[field])) }
        return parts.joined(separator: " | ")
    }
}

// A field's name in tests, without the common part of its kind.
extension FactText {
    package var shortName: String { name.without(prefix: "bank_").without(suffix: "_id") }
}

extension FactDay {
    package var shortName: String { name.without(suffix: "_on") }
}

extension FactMoney {
    package var shortName: String { name.without(suffix: "_amount") }
}

extension String {
    fileprivate func without(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }

    fileprivate func without(suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

extension CivilMoment {
    /// `2026-02-14 21:05:33`, with the offset in minutes if known.
    package var rendered: String {
        var text = day.text
        if hasTime {
            let parts = [second / 3600, second / 60 % 60, second % 60]
            text += " " + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        if hasOffset { text += " offset \(offsetMinutes)" }
        return text
    }
}

extension Money {
    /// `-125.50 UAH`; `?` for an unknown currency.
    package var rendered: String { "\(text) \(currency.isKnown ? currency.code : "?")" }
}

extension RowRejection {
    /// `18:24 amount-not-a-number Сума "1 250" (decimal comma)`.
    package var rendered: String {
        "\(place.line):\(place.column)\(place.path) \(kind.rawValue) \(field) \"\(found.revealed)\" (\(expected))"
    }
}

extension RowSkip {
    package var rendered: String { "\(line) \(reason.rawValue)" }
}

extension ReadFailure {
    package var rendered: String {
        "\(kind.rawValue) at \(place.line):\(place.column)\(place.path) \"\(found.revealed)\" \(details)"
    }
}
