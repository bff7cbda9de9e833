import SoakKit
import Testing

@Suite struct `Random histories` {
    /// More of them: `make soak COUNT=10000 SEED=1`; one told step by step: `make soak COUNT=1 SEED=<seed>`.
    @Test func `lose nothing, double nothing and ask only what nobody can tell`() {
        var tally = SoakTally()
        let soak = Soak()
        for seed in UInt64(1)...250 { soak.run(seed: seed, into: &tally) }
        for (seed, failure, troubles) in tally.failures {
            Issue.record("seed \(seed): \(failure.kind.rawValue): \(failure) \(troubles)")
        }
        #expect(tally.proved > 25)
        #expect(tally.rows > 5_000)
    }
}
