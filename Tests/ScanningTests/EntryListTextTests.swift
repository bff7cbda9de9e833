import Testing

@testable import Scanning

@Suite struct `The text of a list of entries` {
    private static let file = """
        # Ours.

        - {match: {payee: Netflix, account: black}, state: confirmed}  # since 2024
        # The gym: both of us.
        - match:
            payee: "Sport: Life"
          name: Зал   # one hall

          remind: [3, 7]

        - match: {payee: Rent,
            account: black}
          state: paused
        # The end.

        """

    private func changed(_ text: String, _ change: (inout EntryListText) -> Void) throws -> String {
        let bytes = Array(text.utf8)
        var list = EntryListText(bytes, entries: try YAMLNode.parse(bytes)?.items ?? [])
        change(&list)
        return String(decoding: list.bytes, as: UTF8.self)
    }

    @Test func `is the same when nothing changes`() throws {
        for text in ["", "\n", "# a", "- {a: b}", Self.file, "- {a: b}\r\n- {c: d}\r\n"] {
            #expect(try changed(text) { _ in } == (text == "\n" ? "\n" : text))
        }
    }

    /// Every other byte stays: the lines that differ are exactly the written ones.
    @Test(arguments: [
        (0, [("state", "ended")], "account: black}, state: ended}  # since 2024"),
        (0, [("name", "Кіно")], "state: confirmed, name: Кіно}  # since 2024"),
        (0, [("state", "ended"), ("name", "Кіно")], "state: ended, name: Кіно}  # since"),
        (1, [("name", "\"Два: зали\"")], "  name: \"Два: зали\"   # one hall"),
        (1, [("state", "paused")], "  remind: [3, 7]\n  state: paused\n\n- match"),
        (1, [("remind", "[1]")], "  remind: [1]\n\n- match"),
        (2, [("state", "ended")], "    account: black}\n  state: ended\n# The end."),
        (2, [("name", "Житло")], "  state: paused\n  name: Житло\n# The end."),
    ])
    func `changes members where they stand`(
        entry: Int, members: [(key: String, value: String)], part: String
    ) throws {
        let text = try changed(Self.file) { $0.set(members, ofEntry: entry) }
        #expect(text.contains(part), "\(text)")
        let before = Set(Self.file.split(separator: "\n"))
        let after = text.split(separator: "\n")
        #expect(after.count { !before.contains($0) } <= members.count, "\(text)")
        let node = try #require(try YAMLNode.parse(Array(text.utf8))).items[entry]
        for member in members {
            let value = try YAMLNode.parse(Array(member.value.utf8))
            #expect(node[member.key]?.text == value?.text)
        }
    }

    @Test func `gives an empty member a value`() throws {
        let text = try changed("- a:\n  b: c\n") { $0.set([("a", "x")], ofEntry: 0) }
        #expect(text == "- a: x\n  b: c\n")
    }

    @Test func `replaces, removes and appends whole entries, with notes left in place`() throws {
        let text = try changed(Self.file) {
            $0.write(replacing: [0: "{a: b}", 1: nil], adding: ["{c: d}"], heading: "unused")
        }
        let wanted = """
            # Ours.

            - {a: b}
            # The gym: both of us.

            - match: {payee: Rent,
                account: black}
              state: paused
            # The end.
            - {c: d}

            """
        #expect(text == wanted)
    }

    @Test func `begins a new file with a heading`() throws {
        let text = try changed("") {
            $0.write(replacing: [:], adding: ["{a: b}"], heading: "What we say.")
        }
        #expect(text == "# What we say.\n- {a: b}\n")
    }

    @Test(arguments: [
        ("Netflix", "Netflix"), ("Sport Life", "Sport Life"), ("yes", "\"yes\""),
        ("3", "\"3\""), ("a: b", "\"a: b\""), ("", "\"\""), ("Їжа «всяка»", "\"Їжа «всяка»\""),
        ("a \"b\" \\", "\"a \\\"b\\\" \\\\\""), ("monobank-black", "monobank-black"),
    ])
    func `quotes scalars that need it`(text: String, written: String) throws {
        #expect(yamlScalar(text) == written)
        let node = try #require(try YAMLNode.parse(Array("- \(written)\n".utf8))).items.first
        guard case .scalar(let read, _) = node?.content else { return }
        #expect(read == text)
    }
}
