/// A key of a file that people write: what its reader refuses other keys by, and what `kopiyka
/// help` says.
package struct FileKey: Sendable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    package indirect enum Value: Sendable {
        case of(Kind)
        /// One of these words.
        case choice([String])
        case list(Value)
        /// A list, or one value of it.
        case oneOrList(Value)
        case map([FileKey])
        /// A map with some of these names, whose values are alike.
        case fields([String], Value)
        /// A map whose keys are not fixed.
        case named(Kind, Value)
        case either(Value, Value)

        /// The keys of the map that the value may be or contain, each of which has a meaning.
        package var maps: [FileKey] {
            switch self {
            case .of, .choice, .fields: []
            case .list(let value), .oneOrList(let value), .named(_, let value): value.maps
            case .map(let keys): keys
            case .either(let one, let other): one.maps + other.maps
            }
        }
    }

    /// The meaning of a value. The raw value is the last part of its name's key in `rules/words/`.
    package enum Kind: String, CaseIterable, Sendable {
        case text, flag, number, count, currency, amount
        case account, category, country, filter, word, mcc, monthDay, expression
        case zone, datePattern, column, field, reason, rejection, shape, member, place, condition,
            layout
    }
}

extension [FileKey] {
    package func contains(_ name: String) -> Bool { contains { $0.name == name } }

    package var names: [String] { map(\.name) }
}
