package import Facts

extension StatementLine {
    /// The line as one text, fields in a fixed order, absent ones left out: equal texts mean equal lines.
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
        add("booked", bookedOn?.text)
        add("value", valueOn?.text)
        add("amount", amount.rendered)
        add("original", originalAmount?.rendered)
        add("balance", balance?.rendered)
        add("fee", fee?.rendered)
        add("cashback", cashback?.rendered)
        add("mcc", mcc == 0 ? nil : "\(mcc)")
        add("hold", isHold ? "yes" : nil)
        add("id", batch.string(bankID))
        add("description", batch.string(description))
        add("memo", batch.string(memo))
        add("name", batch.string(counterpartyName))
        add("iban", batch.string(counterpartyIBAN))
        add("tax", batch.string(counterpartyTaxID))
        add("category", batch.string(bankCategory))
        add("merchant", batch.string(merchant))
        return parts.joined(separator: " | ")
    }
}

extension CivilMoment {
    /// `2026-02-14 21:05:33`, with the offset in minutes when it is known.
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
    /// `-125.50 UAH`; `?` when the currency is not known.
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
