internal import Facts

/// The terms of a filter as a person writes them: `category:кава min:500 text:"нова пошта" вчора`.
///
/// ```
/// filter = part… (or part…)…        `or` and `або`: what stands between them applies together
/// part   = [- | not:] (term | "(" filter ")")
/// term   = NAME:VALUE[,VALUE…] | word
/// ```
/// `-` or `not:` excludes what the part selects. Straight quotation marks, «…» and “…” keep blanks,
/// colons, commas and brackets in a value or word; within straight ones `\` takes the next
/// character as it is. A bracket that nothing opens is a letter of its word. The meaning of names
/// and values is the reader's.
package struct FilterTerms: Sendable, Equatable {
    package struct Term: Sendable, Equatable {
        /// Nil for a bare word.
        package let name: String?
        /// The alternatives of the value; one for a bare word.
        package let alternatives: [String]
        /// Some of the value is in quotation marks, so that it is only text.
        package let isQuoted: Bool
        /// Selects what the term does not.
        package let isNegated: Bool
        /// The place of the term.
        package let place: Place

        /// The whole value, for names that have no alternatives.
        package var value: String { alternatives.joined(separator: ",") }

        package init(
            _ name: String?, _ alternatives: [String], isQuoted: Bool = false,
            isNegated: Bool = false, at place: Place = Place()
        ) {
            self.name = name
            self.alternatives = alternatives
            self.isQuoted = isQuoted
            self.isNegated = isNegated
            self.place = place
        }

        /// The term of an option, whose value has no quotation marks: a comma before a blank is
        /// part of a name.
        package init(option name: String, _ value: String) {
            var alternatives: [String] = []
            var start = value.startIndex
            for index in value.indices where value[index] == "," {
                let next = value.index(after: index)
                if index == start || next == value.endIndex || value[next].isWhitespace { continue }
                alternatives.append(String(value[start..<index]))
                start = next
            }
            self.init(name, alternatives + [String(value[start...])])
        }
    }

    package enum Part: Sendable, Equatable {
        case term(Term)
        case group(Group)
    }

    /// A filter in brackets.
    package struct Group: Sendable, Equatable {
        package let alternatives: [[Part]]
        package let isNegated: Bool
        package let place: Place
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
            /// `min:1` and `000` in arguments of their own: one number, or a number and a word.
            case numberApart(name: String, number: String)
            case bracketOpen
            case bracketsTooDeep
            /// Nothing stands before or after this `or`, or between brackets.
            case alternativeMissing(String)
        }

        package let kind: Kind
        package let place: Place
    }

    /// One of them must apply; all parts of one together. Never empty, but its only one may be.
    package let alternatives: [[Part]]

    /// - Parameters:
    ///   - arguments: the text, or the arguments of a command line that it consists of.
    ///   - names: what each name of a term is called in ``Term/name``; another name before a colon
    ///     is a fault.
    ///   - amounts: names whose values are numbers: `min:1 000` is 1000 within an argument.
    package init(
        _ arguments: [String], names: [String: String], amounts: [String] = []
    ) throws(Fault) {
        var reader = Reader(arguments, names: names, amounts: amounts)
        alternatives = try reader.read()
    }

    /// Between alternatives.
    package static let alternativeWords = ["or", "або"]

    /// A value as a term or part of one, in quotation marks where it needs them.
    package static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && !":,\\()".unicodeScalars.contains($0)
                    && Reader.closing[$0] == nil
            } && (value == "-" || value.unicodeScalars.first != "-")
            && !alternativeWords.contains(value.lowercased())
        if isPlain { return value }
        let escaped = value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"" + escaped.joined() + "\""
    }

    private struct Reader {
        static let closing: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "«": "»", "“": "”"]

        private var scalars: [Unicode.Scalar] = []
        private let names: [String: String]
        private let amounts: [String]
        /// Blanks between arguments.
        private var seams: Set<Int> = []
        private var index = 0
        private var place = Place()
        /// Brackets that are open.
        private var depth = 0

        init(_ arguments: [String], names: [String: String], amounts: [String]) {
            self.names = names
            self.amounts = amounts
            for (number, argument) in arguments.enumerated() {
                if number > 0 {
                    seams.insert(scalars.count)
                    scalars.append(" ")
                }
                scalars += argument.unicodeScalars
            }
        }

        /// Reads up to the end, or to the bracket that closes an open one.
        mutating func read() throws(Fault) -> [[Part]] {
            var alternatives: [[Part]] = [[]]
            var mark: (word: String, place: Place)?
            while let next, depth == 0 || next != ")" {
                if next.properties.isWhitespace {
                    step()
                    continue
                }
                let start = place
                let part = try part()
                guard case .term(let term) = part, term.isMark else {
                    alternatives[alternatives.count - 1].append(part)
                    continue
                }
                if alternatives.last == [] {
                    throw Fault(kind: .alternativeMissing(term.value), place: start)
                }
                alternatives.append([])
                mark = (term.value, start)
            }
            if let mark, alternatives.last == [] {
                throw Fault(kind: .alternativeMissing(mark.word), place: mark.place)
            }
            return alternatives
        }

        private mutating func part() throws(Fault) -> Part {
            let start = place
            let isNegated = passNegation()
            guard next == "(" else { return .term(try term(isNegated, from: start)) }
            step()
            // Each one is a call of this function.
            guard depth < Limits.nestingMax else {
                throw Fault(kind: .bracketsTooDeep, place: start)
            }
            depth += 1
            let alternatives = try read()
            depth -= 1
            guard next == ")" else { throw Fault(kind: .bracketOpen, place: start) }
            if alternatives == [[]] {
                throw Fault(kind: .alternativeMissing("()"), place: start)
            }
            step()
            return .group(Group(alternatives: alternatives, isNegated: isNegated, place: start))
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

        private mutating func term(
            _ isNegated: Bool, from start: Place
        ) throws(Fault) -> Term {
            guard let name = try name() else {
                let (values, isQuoted) = try values(of: nil, from: start)
                return Term(
                    nil, [values.joined(separator: ",")], isQuoted: isQuoted, isNegated: isNegated,
                    at: start)
            }
            let (values, isQuoted) = try values(of: name, from: start)
            if values.contains("") { throw Fault(kind: .valueMissing(name), place: start) }
            return Term(name, values, isQuoted: isQuoted, isNegated: isNegated, at: start)
        }

        /// Passes `-` before a name, a word, a quotation or a bracket, or `not:`. `-5` and `-` are
        /// words.
        private mutating func passNegation() -> Bool {
            if scalars[index] == "-", index + 1 < scalars.count {
                let after = scalars[index + 1]
                guard after.properties.isAlphabetic || after == "(" || Self.closing[after] != nil
                else {
                    return false
                }
                step()
                return true
            }
            let word = "not:".unicodeScalars
            guard scalars[index...].starts(with: word) else { return false }
            for _ in word { step() }
            return true
        }

        /// Passes `category:`, in letters of any script. A word with others than letters before its
        /// colon has no name: `12:30`.
        private mutating func name() throws(Fault) -> String? {
            var name = String.UnicodeScalarView()
            for scalar in scalars[index...] {
                if scalar == ":" { break }
                guard scalar.properties.isAlphabetic || scalar == "-" else { return nil }
                name.append(scalar)
            }
            guard !name.isEmpty, index + name.count < scalars.count else { return nil }
            let written = String(name).lowercased()
            guard let known = names[written] else {
                throw Fault(kind: .unknownName(written), place: place)
            }
            for _ in 0...name.count { step() }
            return known
        }

        private mutating func values(
            of name: String?, from start: Place
        ) throws(Fault) -> ([String], isQuoted: Bool) {
            let isAmount = name.map { amounts.contains($0) } ?? false
            var values = [String.UnicodeScalarView()]
            var isQuoted = false
            while let scalar = next, depth == 0 || scalar != ")" {
                if scalar.properties.isWhitespace {
                    guard isAmount, !isQuoted, values.count == 1, groupFollows(values[0]) else {
                        break
                    }
                    if seams.contains(index) {
                        let number =
                            String(values[0])
                            + String(String.UnicodeScalarView(scalars[index..<(index + 4)]))
                        throw Fault(
                            kind: .numberApart(name: name ?? "", number: number), place: start)
                    }
                }
                if let end = Self.closing[scalar] {
                    isQuoted = true
                    values[values.count - 1].append(contentsOf: try quotation(until: end))
                    continue
                }
                if scalar == "," {
                    values.append(.init())
                } else {
                    values[values.count - 1].append(scalar)
                }
                step()
            }
            return (values.map { String($0) }, isQuoted)
        }

        /// Whether a blank here and three digits behind it continue the digits before it.
        private func groupFollows(_ number: String.UnicodeScalarView) -> Bool {
            let isDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
            let unsigned = number.drop { "+-−".unicodeScalars.contains($0) }
            let groups = unsigned.split(omittingEmptySubsequences: false) {
                $0.properties.isWhitespace
            }
            let rest = scalars[(index + 1)...]
            guard let first = groups.first, (1...3).contains(first.count),
                groups.allSatisfy({ $0.allSatisfy(isDigit) }), rest.prefix(3).count == 3,
                rest.prefix(3).allSatisfy(isDigit)
            else { return false }
            return rest.dropFirst(3).first.map {
                $0.properties.isWhitespace || ".,".unicodeScalars.contains($0)
                    || depth > 0 && $0 == ")"
            } ?? true
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

extension FilterTerms.Term {
    /// Not a term but the word between two alternatives.
    fileprivate var isMark: Bool {
        name == nil && !isQuoted && !isNegated
            && FilterTerms.alternativeWords.contains(value.lowercased())
    }
}
