/// One node of a file that people write: settings, layouts, rules.
///
/// A plain tree of texts. The caller interprets a text (number, day, colour); YAML's own guesses
/// (`no` is false, `12:30` is 750) are not made.
package struct YAMLNode: Sendable {
    package indirect enum Content: Sendable {
        case scalar(String, quoted: Bool)
        case sequence([YAMLNode])
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package let content: Content
    /// 1-based place of the first character.
    package let line: Int
    /// 1-based, in Unicode scalars.
    package let column: Int
    /// The place after the last character: exact for scalars and for `[…]` and `{…}`.
    package let end: End

    package struct End: Sendable, Equatable {
        package let line: Int
        package let column: Int
    }

    /// A node made of others: a layout with some parts replaced.
    package init(content: Content, line: Int, column: Int, end: End? = nil) {
        self.content = content
        self.line = line
        self.column = column
        self.end = end ?? End(line: line, column: column)
    }

    /// Parses one document; nil when there is none or it is empty.
    ///
    /// - Throws: ``YAMLError`` with the place, also for valid YAML that we refuse: anchors,
    ///   aliases, merge keys, tags, a second document, keys other than texts, repeated keys.
    package static func parse(_ bytes: [UInt8]) throws(YAMLError) -> YAMLNode? {
        try YAMLReader.read(bytes)
    }

    /// The value of a key of a mapping.
    package subscript(_ key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        for member in members {
            if case .scalar(let text, _) = member.key.content, isSameBytes(text, key) {
                return member.value
            }
        }
        return nil
    }

    /// Empty, `~` or `null`, without quotes.
    package var isNull: Bool {
        guard case .scalar(let text, quoted: false) = content else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }

    /// The text of a scalar; nil for lists, mappings and null.
    package var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    /// Decimal digits with an optional sign, unquoted; nil for anything else and on overflow.
    package var integer: Int? {
        guard case .scalar(let text, quoted: false) = content else { return nil }
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let digit = Int(byte &- UInt8(ascii: "0"))
            let (sum, over) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !tooLarge, !over else { return nil }
            value = sum
        }
        return value
    }

    /// Only `true` and `false`, unquoted.
    package var boolean: Bool? {
        guard case .scalar(let text, quoted: false) = content else { return nil }
        return text == "true" ? true : text == "false" ? false : nil
    }

    /// The elements of a list; empty for anything else.
    package var items: [YAMLNode] {
        if case .sequence(let items) = content { items } else { [] }
    }

    /// The members of a mapping in file order; empty for anything else.
    package var pairs: [(key: String, keyNode: YAMLNode, value: YAMLNode)] {
        guard case .mapping(let members) = content else { return [] }
        return members.compactMap { member in
            guard case .scalar(let key, _) = member.key.content else { return nil }
            return (key: key, keyNode: member.key, value: member.value)
        }
    }
}

package struct YAMLError: Error, Sendable, Equatable {
    package enum Problem: Sendable, Equatable {
        /// libyaml's message.
        case syntax(String)
        case notUTF8
        case tooLarge(limit: Int)
        case tooDeep(limit: Int)
        case tooManyNodes(limit: Int)
        case anchor, alias, mergeKey
        case tag(String)
        case manyDocuments
        case keyNotText
        case duplicateKey(String)
        case outOfMemory
    }
    package let problem: Problem
    package let line: Int
    package let column: Int

    package init(problem: Problem, line: Int, column: Int) {
        self.problem = problem
        self.line = line
        self.column = column
    }
}
