import Facts
import Tables
import Scanning
import Testing

/// `rules/banks/layout.schema.json` is what editors check layout files with; it must say what the
/// parser accepts.
@Suite struct `Layout schema` {
    private func schema() throws -> JSONValue {
        let bytes = try readWholeFile(
            `Layout files`.banks + "/layout.schema.json", limit: Limits.settingsBytesMax)
        return try JSONValue.parse(bytes.span)
    }

    @Test(arguments: tableLayoutFiles)
    func `every built-in layout is valid`(file: String) throws {
        let schema = try schema()
        let bytes = try #require(Layouts.embedded.first { $0.name == file }).bytes
        let root = try #require(try YAMLNode.parse(bytes))
        var check = SchemaCheck(root: schema)
        check.check(root, schema)
        for problem in check.problems { Issue.record("\(file):\(problem)") }
    }

    @Test func `the schema names the keys the parser accepts`() throws {
        let schema = try schema()
        let properties = schema["properties"]
        #expect(keys(schema) == (LayoutKeys.root + LayoutKeys.records).names.sorted())
        #expect(keys(properties?["labels"]) == LayoutKeys.labels.names.sorted())
        #expect(keys(properties?["status"]) == LayoutKeys.status.names.sorted())
        #expect(keys(properties?["direction"]) == LayoutKeys.direction.names.sorted())
        #expect(keys(properties?["skip"]?["items"]) == LayoutKeys.skip.names.sorted())
        #expect(keys(properties?["evidence"]) == LayoutKeys.evidence.names.sorted())
        let example = schema["$defs"]?["example"]
        #expect(keys(example) == LayoutKeys.example.names.sorted())
        #expect(
            keys(example?["properties"]?["lines"]?["items"])
                == LayoutKeys.exampleLine.names.sorted())
        #expect(words(schema["$defs"]?["field"]) == LayoutField.allCases.map(\.key).sorted())
        #expect(
            words(schema["$defs"]?["reason"]) == RowSkip.Reason.allCases.map(\.rawValue).sorted())
    }

    @Test func `a key the parser refuses is refused by the schema too`() throws {
        let schema = try schema()
        let yaml = "layout: a\ncolumms: {}\ncolumns: {made: D, when: E}\ndecimal: dot\n"
        let root = try #require(try YAMLNode.parse(Array(yaml.utf8)))
        var check = SchemaCheck(root: schema)
        check.check(root, schema)
        #expect(check.problems == ["2: columms", "3: when", "4: dot"])
    }

    private func keys(_ node: JSONValue?) -> [String] {
        guard case .object(let members) = node?["properties"] ?? .null else { return [] }
        return members.map(\.key).sorted()
    }

    private func words(_ node: JSONValue?) -> [String] {
        (node?["enum"]?.members ?? []).compactMap(\.text).sorted()
    }
}

/// As much of JSON Schema as the layouts' schema uses, over YAML.
private struct SchemaCheck {
    let root: JSONValue
    private(set) var problems: [String] = []

    init(root: JSONValue) {
        self.root = root
    }

    mutating func check(_ node: YAMLNode, _ schema: JSONValue) {
        if let reference = schema["$ref"]?.text {
            let name = reference.replacing("#/$defs/", with: "")
            check(node, root["$defs"]?[name] ?? .null)
            return
        }
        if let choices = schema["anyOf"]?.members {
            let fits = choices.contains { choice in
                var trial = SchemaCheck(root: root)
                trial.check(node, choice)
                return trial.problems.isEmpty
            }
            if !fits { fail(node) }
            return
        }
        if let words = schema["enum"]?.members {
            if !words.contains(where: { $0.text == node.text }) { fail(node) }
            return
        }
        switch schema["type"]?.text {
        case "object": checkObject(node, schema)
        case "array":
            if node.items.isEmpty { fail(node) }
            if let items = schema["items"] { for item in node.items { check(item, items) } }
        case "boolean": if node.boolean == nil { fail(node) }
        case "integer": if node.integer == nil { fail(node) }
        case "string": if case .scalar = node.content {} else { fail(node) }
        default: fail(node)
        }
    }

    private mutating func checkObject(_ node: YAMLNode, _ schema: JSONValue) {
        guard case .mapping = node.content else { return fail(node) }
        for name in schema["required"]?.members?.compactMap(\.text) ?? [] where node[name] == nil {
            problems.append("\(node.line): \(name) is missing")
        }
        for (key, keyNode, value) in node.pairs {
            if let names = schema["propertyNames"] {
                var trial = SchemaCheck(root: root)
                trial.check(keyNode, names)
                if !trial.problems.isEmpty {
                    problems.append("\(keyNode.line): \(key)")
                    continue
                }
            }
            if let known = schema["properties"]?[key] {
                check(value, known)
            } else if case .object = schema["additionalProperties"] ?? .null,
                let other = schema["additionalProperties"]
            {
                check(value, other)
            } else {
                problems.append("\(keyNode.line): \(key)")
            }
        }
    }

    private mutating func fail(_ node: YAMLNode) {
        problems.append("\(node.line): \(node.text ?? "")")
    }
}

extension JSONValue {
    fileprivate var members: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
