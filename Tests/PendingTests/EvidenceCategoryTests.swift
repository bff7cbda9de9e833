import Facts
import Scanning
import Testing

@testable import Pending

struct EvidenceCategoryTests {
    private let suggestion = Suggestion(
        category: "groceries", permille: 970,
        evidence: [
            Evidence(source: .brand, subject: "Сільпо", category: "groceries"),
            Evidence(source: .mcc, subject: "5499", category: "", isWeak: true),
            Evidence(source: .keyword, subject: "кафе", category: "eating_out"),
        ])

    @Test func `evidence names its category only where it is another`() throws {
        let bytes = SuggestionJSON.bytes(of: suggestion)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#"{"source":"brand","subject":"Сільпо"}"#))
        #expect(text.contains(#""subject":"5499","category":"","weak":true}"#))
        #expect(text.contains(#""subject":"кафе","category":"eating_out"}"#))
        #expect(try parse(bytes.span) == suggestion)
    }

    @Test(arguments: [
        #"{"category":"a","level":"low","evidence":[{"source":"sign","subject":"+","category":"a"}]}"#,
        #"{"category":"a","level":"low","evidence":[{"source":"sign","subject":"+"}]}"#,
        #"{"evidence":[{"source":"sign","subject":"+"}],"level":"low","category":"a"}"#,
    ])
    func `a category left out is the suggestion's, wherever that stands`(_ text: String) throws {
        let parsed = try parse(text.utf8.span)
        #expect(parsed.evidence.map(\.category) == ["a"])
    }

    private func parse(_ bytes: Span<UInt8>) throws -> Suggestion {
        var cursor = LineCursor()
        return try SuggestionJSON.parse(bytes, &cursor).suggestion
    }
}
