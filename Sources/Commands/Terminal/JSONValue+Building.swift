import Facts
import Reports
package import Scanning

/// `["file": .string(name), "rows": .count(3), "balance": nil]`: the members that are nil are left
/// out.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue?)...) {
        self = .object(members.compactMap { key, value in value.map { (key, $0) } })
    }
}

/// A decimal from units of its last digit: `-0.5` from −5 with one digit.
func decimalText(_ units: Int64, digits: UInt8 = 1) -> String {
    Money(units: units, scale: digits, currency: .unknown).text
}

extension JSONValue {
    static func count(_ count: Int) -> JSONValue { .number(String(count)) }
    static func amount(_ amount: Money) -> JSONValue { .string(amount.text) }
    static func day(_ day: CalendarDate) -> JSONValue { .string(day.text) }
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    static func keys(_ keys: [LineKey]) -> JSONValue { .texts(keys.map(\.text)) }

    /// Nil when it is empty.
    static func ifAny(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
    static func ifAny(_ texts: [String]) -> JSONValue? { texts.isEmpty ? nil : .texts(texts) }
    static func ifAny(_ keys: [LineKey]) -> JSONValue? { keys.isEmpty ? nil : .keys(keys) }

    /// The members of two objects, in order.
    static func + (first: JSONValue, second: JSONValue) -> JSONValue {
        guard case .object(let some) = first, case .object(let more) = second else { return first }
        return .object(some + more)
    }

    /// A cell of CSV; of a list, the number of its items. An amount is no formula.
    var cell: String {
        switch self {
        case .null, .object: ""
        case .bool(let isSo): isSo ? "true" : "false"
        case .number(let text): text
        case .string(let text): Decimal18(text: text) == nil ? CSVText.cell(text) : text
        case .array(let items): String(items.count)
        }
    }

    /// One line, with its end.
    var line: String {
        var writer = ByteWriter()
        append(to: &writer)
        writer.append("\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
