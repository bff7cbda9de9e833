import SoakKit
import TestKit
import Testing

@Suite struct `Random histories` {
    /// A longer run: `make soak COUNT=10000 SEED=1`; one history with every step: `make soak
    /// COUNT=1 SEED=<seed>`.
    @Test func `lose nothing, double nothing and ask only what nobody can tell`() {
        var tally = SoakTally()
        let soak = Soak()
        for seed in 1...UInt64(draws(15, slow: 250)) { soak.run(seed: seed, into: &tally) }
        for (seed, failure, troubles) in tally.failures {
            Issue.record("seed \(seed): \(failure.kind.rawValue): \(failure) \(troubles)")
        }
        #expect(tally.proved > draws(1, slow: 25))
        #expect(tally.rows > draws(240, slow: 5_000))
    }
}
