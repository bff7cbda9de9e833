import SoakKit
import Testing

@Suite struct `Random inboxes` {
    /// More of them: `make soak COUNT=10000 SEED=1`.
    @Test func `an import of what was imported changes nothing`() {
        var tally = SoakTally()
        let soak = InboxSoak()
        for seed in UInt64(1)...300 { soak.run(seed: seed, into: &tally) }
        for (seed, failure, _) in tally.failures {
            Issue.record("seed \(seed): \(failure.kind.rawValue): \(failure)")
        }
        #expect(tally.imports > 3_000)
    }
}
