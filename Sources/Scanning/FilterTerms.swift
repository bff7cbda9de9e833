/// The terms of a filter as a person writes them: `category:кава min:500 text:"нова пошта" вчора`.
///
/// A term is `NAME:VALUE` or a bare word. Straight quotation marks, «…» and “…” keep blanks and
/// colons in a value or word; within straight ones `\` takes the next character as it is. The
/// meaning of names and values is the reader's.
package struct FilterTerms: Sendable, Equatable {
    package struct Term: Sendable, Equatable {
        /// Nil for a bare word.
        package let name: String?
        package let value: String
        /// Some of the value is in quotation marks, so that it is only text.
        package let isQuoted: Bool
        /// Of the term.
        package let place: Place

        package init(
            _ name: String?, _ value: String, isQuoted: Bool = false, at place: Place = Place()
        ) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted
            self.place = place
        }
    }

    /// 1-based, in Unicode scalars.
    package struct Place: Sendable, Equatable {
        package var line = 1
        package var column = 1

        package init(line: Int = 1, column: Int = 1) {
            self.line = line
            self.column = column
        }
    }

    package struct Fault: Error, Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case quotationOpen
            case unknownName(String)
            case valueMissing(String)
        }

        package let kind: Kind
        package let place: Place
    }

    package let terms: [Term]

    /// - Parameter names: of terms; another name before a colon is a fault.
    package init(_ text: String, names: [String]) throws(Fault) {
        var reader = Reader(scalars: Array(text.unicodeScalars), names: names)
        terms = try reader.read()
    }

    /// A value as a term or part of one, in quotation marks where it needs them.
    package static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0 != "\\" && $0 != ":" && Reader.closing[$0] == nil
            }
        if isPlain { return value }
        let escaped = value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"" + escaped.joined() + "\""
    }

    private struct Reader {
        static let closing: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "«": "»", "“": "”"]

        let scalars: [Unicode.Scalar]
        let names: [String]
        private var index = 0
        private var place = Place()

        init(scalars: [Unicode.Scalar], names: [String]) {
            self.scalars = scalars
            self.names = names
        }

        mutating func read() throws(Fault) -> [Term] {
            var terms: [Term] = []
            while let next {
                if next.properties.isWhitespace { step() } else { terms.append(try term()) }
            }
            return terms
        }

        private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

        private mutating func step() {
            if scalars[index] == "\n" {
                place = Place(line: place.line + 1)
            } else {
                place.column += 1
            }
            index += 1
        }

        private mutating func term() throws(Fault) -> Term {
            let start = place
            guard let name = try name() else {
                let (value, isQuoted) = try value()
                return Term(nil, value, isQuoted: isQuoted, at: start)
            }
            let (value, isQuoted) = try value()
            if value.isEmpty { throw Fault(kind: .valueMissing(name), place: start) }
            return Term(name, value, isQuoted: isQuoted, at: start)
        }

        /// Passes `category:`. A word with other letters before its colon has no name: `12:30`.
        private mutating func name() throws(Fault) -> String? {
            var name = String.UnicodeScalarView()
            for scalar in scalars[index...] {
                if scalar == ":" { break }
                guard scalar.isASCII, scalar.properties.isAlphabetic || scalar == "-" else {
                    return nil
                }
                name.append(scalar)
            }
            guard !name.isEmpty, index + name.count < scalars.count else { return nil }
            let known = String(name).lowercased()
            guard names.contains(known) else {
                throw Fault(kind: .unknownName(known), place: place)
            }
            for _ in 0...name.count { step() }
            return known
        }

        private mutating func value() throws(Fault) -> (String, isQuoted: Bool) {
            var value = String.UnicodeScalarView()
            var isQuoted = false
            while let scalar = next, !scalar.properties.isWhitespace {
                guard let end = Self.closing[scalar] else {
                    value.append(scalar)
                    step()
                    continue
                }
                isQuoted = true
                value.append(contentsOf: try quotation(until: end))
            }
            return (String(value), isQuoted)
        }

        private mutating func quotation(
            until end: Unicode.Scalar
        ) throws(Fault) -> String.UnicodeScalarView {
            let start = place
            var text = String.UnicodeScalarView()
            step()
            while let scalar = next, scalar != end {
                if end == "\"", scalar == "\\", index + 1 < scalars.count { step() }
                text.append(scalars[index])
                step()
            }
            if next == nil { throw Fault(kind: .quotationOpen, place: start) }
            step()
            return text
        }
    }
}
