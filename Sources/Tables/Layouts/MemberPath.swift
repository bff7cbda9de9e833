/// The path of a value in a record, as layouts write it: `totalAmount.value`, `@amount`,
/// `Account/BankClientID`.
///
/// | written | means |
/// | --- | --- |
/// | `a.b` (JSON), `a/b` (XML) | member of a member, child of a child |
/// | `@a` | an attribute |
/// | `list[key=account].value` | the element of a list whose member `key` is `account` |
/// | `^a.b` | a member of the nearest enclosing object that has it; it must precede the record |
/// | `#key` | the record's own name, or that of the list it is in |
/// | `a+b` | both values concatenated; absent when one of them is |
/// | `a#unit` | the text after the number in `164.00 UAH` |
package struct MemberPath: Sendable, Hashable {
    package enum Origin: Sendable, Hashable { case record, outside, recordName }

    package struct Step: Sendable, Hashable {
        package let name: [UInt8]
        /// The element of a list that is selected.
        package let selector: Selector?
    }

    package struct Selector: Sendable, Hashable {
        package let key: [UInt8]
        package let value: [UInt8]
    }

    package struct Part: Sendable, Hashable {
        package let origin: Origin
        package let steps: [Step]
        package let takesUnit: Bool
        /// The steps joined, if none of them selects.
        package let joined: [UInt8]
    }

    /// Separates names in paths kept as bytes; no name of a bank contains it.
    package static let separator: UInt8 = 0x1F

    /// The names of a path kept as bytes.
    static func names(of path: [UInt8]) -> [String] {
        path.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }

    /// As written in the layout, trimmed.
    package let text: String
    package let parts: [Part]

    /// - Parameter separator: `.` in JSON, `/` in XML.
    package init(_ text: String, separator: Character) {
        var trimmed = Substring(text)
        while trimmed.last == " " { trimmed.removeLast() }
        self.text = String(trimmed.drop { $0 == " " })
        parts = text.split(separator: "+").map { Self.part($0, separator: separator) }
    }

    private static func part(_ text: Substring, separator: Character) -> Part {
        var rest = text
        while rest.last == " " { rest.removeLast() }
        rest = rest.drop { $0 == " " }
        if rest == "#key" {
            return Part(origin: .recordName, steps: [], takesUnit: false, joined: [])
        }
        let isOutside = rest.first == "^"
        if isOutside { rest.removeFirst() }
        let takesUnit = rest.hasSuffix("#unit")
        if takesUnit { rest.removeLast(5) }
        let steps = rest.split(separator: separator).map { step($0) }
        var joined: [UInt8] = []
        for step in steps {
            if !joined.isEmpty { joined.append(Self.separator) }
            joined += step.name
        }
        return Part(
            origin: isOutside ? .outside : .record, steps: steps, takesUnit: takesUnit,
            joined: steps.contains { $0.selector != nil } ? [] : joined)
    }

    private static func step(_ text: Substring) -> Step {
        guard text.last == "]", let open = text.firstIndex(of: "["),
            let equals = text[open...].firstIndex(of: "=")
        else { return Step(name: Array(text.utf8), selector: nil) }
        let key = text[text.index(after: open)..<equals]
        let value = text[text.index(after: equals)...].dropLast()
        return Step(
            name: Array(text[..<open].utf8),
            selector: Selector(key: Array(key.utf8), value: Array(value.utf8)))
    }
}

/// The place of records in a document: names from the outermost on, `[]` for the elements of a
/// list, nil for any name.
package struct RowsPattern: Sendable, Hashable {
    package let names: [[UInt8]?]

    package static let element: [UInt8] = Array("[]".utf8)

    package init(names: [[UInt8]?]) {
        self.names = names
    }

    /// `StatementsResponse.statements[].*`
    init(_ text: String, separator: Character) {
        var names: [[UInt8]?] = []
        for part in text.split(separator: separator) {
            var name = part
            var lists = 0
            while name.hasSuffix("[]") {
                name.removeLast(2)
                lists += 1
            }
            if name == "*" {
                names.append(nil)
            } else if !name.isEmpty {
                names.append(Array(name.utf8))
            }
            for _ in 0..<lists { names.append(Self.element) }
        }
        self.names = names
    }

    package func matches(_ path: [[UInt8]]) -> Bool {
        path.count == names.count && isSuffix(of: path)
    }

    package func isSuffix(of path: [[UInt8]]) -> Bool {
        guard path.count >= names.count else { return false }
        let start = path.count - names.count
        for (index, name) in names.enumerated() {
            if let name, name != path[start + index] { return false }
        }
        return true
    }

    /// This pattern after the names before it in a path that ends with it.
    package func anchored(at path: [[UInt8]]) -> RowsPattern {
        RowsPattern(names: path[..<(path.count - names.count)].map { $0 } + names)
    }

    /// The container of the records: the list, or the enclosing element.
    package var holder: RowsPattern {
        var names = names
        while let last = names.last, last == nil { names.removeLast() }
        return RowsPattern(names: Array(names.dropLast()))
    }
}
