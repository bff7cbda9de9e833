import Glibc
import SoakKit
import TestKit
import Testing

@Suite struct `Random inboxes` {
    /// A longer run: `make soak COUNT=10000 SEED=1`.
    @Test func `an import of what was imported changes nothing`() {
        var tally = SoakTally()
        let soak = InboxSoak()
        for seed in 1...UInt64(draws(3, slow: 120)) { soak.run(seed: seed, into: &tally) }
        for (seed, failure, _) in tally.failures {
            Issue.record("seed \(seed): \(failure.kind.rawValue): \(failure)")
        }
        #expect(tally.imports > draws(20, slow: 1_200))
    }

    /// Each twelfth pair in a quick run; each fourth set of three with `KOPIYKA_INBOX_FILES=3`: all
    /// take ten minutes.
    @Test func `every pair of samples can be imported again and again`() throws {
        let here = #filePath.utf8.split(separator: UInt8(ascii: "/")).dropLast(4)
        let folder = here.map { "/" + String(Substring($0)) }.joined() + "/samples"
        let inboxes = SampleInboxes(folder: folder)
        #expect(inboxes.fileCount > 12)
        let most = environment("KOPIYKA_INBOX_FILES").flatMap { Int($0) } ?? 2
        let steps = [1, isSlowRun || most > 2 ? 1 : 12, 4]
        for (count, step) in zip(1...most, steps) {
            #expect(try inboxes.doubled(inSetsOf: count, every: step) == [])
        }
    }
}

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
