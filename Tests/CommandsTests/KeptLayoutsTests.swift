import Tables
import Testing

@testable import Commands

@Suite struct `Files with a person's own categories` {
    @Test func `are those of layouts without a bank`() {
        let names = LayoutSet.builtIn.all.filter { $0.bank.isEmpty }.map(\.name)
        #expect(KeptLayouts.names == Set(names))
    }
}
