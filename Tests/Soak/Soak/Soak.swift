import Glibc
import SoakKit

/// `soak COUNT [SEED]`: runs that many histories and inboxes; if COUNT is 1, one of each, with
/// every step printed.
///
/// `soak histories FOLDER COUNT SEED`, `soak tables FOLDER COUNT SEED`: only writes their files,
/// for `make same`.
@main struct SoakCommand {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        let arguments = words.compactMap { UInt64($0) }
        if words.count == 4, arguments.count == 2 {
            for seed in arguments[1]..<(arguments[1] + arguments[0]) {
                switch words[0] {
                case "histories": WrittenHistory(seed: seed).write(to: "\(words[1])/\(seed)")
                case "tables": writeTables(seed: seed, to: words[1])
                default: exit(64)
                }
            }
            return
        }
        let count = arguments.first ?? 10_000
        let first = arguments.dropFirst().first ?? 1
        var soak = Soak()
        if count == 1 { soak.tell = { print($0) } }
        var tally = SoakTally()
        var inboxTally = SoakTally()
        let inboxes = InboxSoak()
        for seed in first..<(first + count) {
            let failures = tally.failures.count
            soak.run(seed: seed, into: &tally)
            inboxes.run(seed: seed, into: &inboxTally)
            for failure in tally.failures[failures...] {
                print(
                    "seed \(failure.seed): \(failure.failure.kind.rawValue): \(failure.failure)"
                        + " [\(failure.troubles.joined(separator: " "))]")
            }
        }
        print(
            """
            \(tally.histories) histories, \(tally.payments) payments, \(tally.imports) imports, \(tally.rows) rows: \
            \(tally.failures.count) failed; \(tally.questions) questions (\(tally.questionsPerThousandRows) of 1,000 rows), \
            \(tally.vanished) about holds that vanished, \
            none in \(tally.proved) histories of \(tally.provedRows) rows that prove themselves
            """)
        for failure in inboxTally.failures {
            print("inbox \(failure.seed): \(failure.failure.kind.rawValue): \(failure.failure)")
        }
        print(
            "\(inboxTally.histories) inboxes, \(inboxTally.imports) imports: \(inboxTally.failures.count) failed"
        )
        if tally.failures.isEmpty, !inboxTally.failures.isEmpty { exit(1) }
        if !tally.failures.isEmpty {
            print("replay one with: make soak COUNT=1 SEED=\(tally.failures[0].seed)")
            exit(1)
        }
    }
}
