import Facts
import Scanning

/// The facts that a journal has beside its amounts, as tags of hledger and ledger or metadata of
/// beancount.
package struct JournalMetadata: Sendable, Equatable {
    private var names: Set<String>
    /// Everything of each line, in texts that can be read back exactly.
    package let isWhole: Bool

    package static let none = JournalMetadata()

    private init() {
        names = []
        isWhole = false
    }

    /// - Parameter list: names separated by commas, or `all`.
    /// - Throws: the unknown name.
    package init(list: String) throws(Unknown) {
        var names: Set<String> = []
        for name in list.split(separator: ",") {
            let name = name.trimmingBlanks
            guard Self.all.contains(name) || name == Self.whole else { throw Unknown(name: name) }
            names.insert(name)
        }
        isWhole = names.contains(Self.whole)
        self.names = isWhole ? Set(Self.all) : names
    }

    package struct Unknown: Error, Equatable, Sendable {
        package let name: String
    }

    private static let whole = "all"

    /// In the order in which they are written. Those of ``said`` are a person's decision, the
    /// others are facts.
    package static let all: [String] =
        ["key", "account", "category", "payee", "time", "made_at"]
        + FactDay.allCases.map(\.name) + FactText.allCases.map(\.exportedName) + ["mcc"]
        + FactMoney.allCases.map(\.name) + said

    private static let said = [
        "tags", "parts", "transfer_account", "transfer_with", "not_transfer_with",
        "note",
    ]

    func has(_ name: String) -> Bool { names.contains(name) }

    /// Names and values of a row.
    func values(of row: ReportRow) -> [(name: String, value: String)] {
        if names.isEmpty { return [] }
        var values: [String: String] = [
            "key": row.key.text, "account": row.account, "category": row.category,
            "payee": row.payee, "note": row.note, "tags": PercentText.text(of: row.tags),
            "parts": RecordedPart.text(of: row.splits.map(Self.escaped)),
            "transfer_account": row.transferTo, "transfer_with": row.transfer?.key.text ?? "",
            "not_transfer_with": row.notTransferWith.map(\.text).joined(separator: " "),
        ]
        if let fact = row.fact {
            values["time"] = timeText(fact.made)
            values["made_at"] = momentText(fact.made)
            values["mcc"] = fact.mcc == 0 ? "" : fourDigits(fact.mcc)
            for field in FactDay.allCases { values[field.name] = fact[field]?.text }
            for field in FactText.allCases { values[field.exportedName] = fact[field] }
            for field in FactMoney.allCases {
                values[field.name] = fact[field].map { $0.text + " " + $0.currency.code }
            }
        }
        return Self.all.compactMap { name in
            guard has(name), let value = values[name], !value.isEmpty else { return nil }
            return (name, value)
        }
    }
}

extension JournalMetadata {
    /// A note may have the bytes that separate parts.
    private static func escaped(_ part: Decision.Split) -> Decision.Split {
        Decision.Split(
            category: part.category, amount: part.amount, note: PercentText.escaped(part.note))
    }
}

/// `18:22:05`; empty when unknown. A leap second is `23:59:60`.
private func timeText(_ moment: CivilMoment) -> String {
    guard moment.hasTime else { return "" }
    let second = Int(moment.second)
    let (hour, minute, rest) =
        second == 86_400 ? (23, 59, 60) : (second / 3600, second / 60 % 60, second % 60)
    return [hour, minute, rest].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
}

/// `2025-03-14T18:22:05+02:00`; empty when time or offset is unknown.
private func momentText(_ moment: CivilMoment) -> String {
    guard moment.hasTime, moment.offsetMinutes != CivilMoment.unknownOffset else { return "" }
    let offset = Int(moment.offsetMinutes)
    let sign = offset < 0 ? "-" : "+"
    let parts = [abs(offset) / 60, abs(offset) % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return moment.day.text + "T" + timeText(moment) + sign + parts.joined(separator: ":")
}

func fourDigits(_ code: UInt16) -> String {
    let digits = String(code)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
