import Scanning
import Testing

@Suite struct `Near words` {
    @Test func `are named once, nearest first, at most three`() {
        #expect(
            nearest(to: "groseries", among: ["groceries", "taxi", "groceries"]) == ["groceries"])
        #expect(nearest(to: "d1", among: ["d4", "d3", "d2", "d2", "d5"]) == ["d2", "d3", "d4"])
        #expect(nearest(to: "taxi", among: ["groceries"]).isEmpty)
    }
}
