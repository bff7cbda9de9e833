package import Reading

extension FormatCard {
    package static let mt940 = FormatCard(
        "mt940", otherNames: ["mt942"],
        begins: { head, _ in
            ["{1:", ":20:", ":25:", ":28C:", ":60F:", ":61:"].contains { head.begins(with: $0) }
        },
        holds: { head, _ in
            head.hasLine(":20:") && (head.hasLine(":25:") || head.hasLine(":60F:"))
        },
        undecodable: .marked,
        reader: { text in MT940Reader(file: text.path) })
}
