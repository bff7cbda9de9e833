package import Facts
package import Reading

/// The complete output of a reader for an input.
package struct ReaderReport: Equatable, Sendable {
    package var layout = ""
    package var accounts: [AccountClaim] = []
    package var lines: [String] = []
    package var rejections: [String] = []
    package var skips: [String] = []
    /// Totals printed in the input about all rows.
    package var totals: [StatementTotals] = []
    package var failure: String?
    /// The number of accounts that lines refer to, from the first.
    package var accountsUsed = 0

    package init() {}

    /// Reads the input in chunks that end at the given offsets (ascending) and at its end, and
    /// takes the batch after each chunk.
    package init(_ input: [UInt8], cutAt cuts: [Int], by reader: any StatementReader) {
        var start = 0
        var batch = LineBatch()
        do throws(ReadFailure) {
            for end in cuts where end > start && end < input.count {
                try reader.read(input.span.extracting(start..<end), final: false, into: &batch)
                take(&batch)
                start = end
            }
            try reader.read(input.span.extracting(start..<input.count), final: true, into: &batch)
        } catch {
            failure = error.rendered
        }
        take(&batch)
        layout = reader.layout
        accounts = reader.accounts
    }

    /// Renders the batch's contents and empties it.
    package mutating func take(_ batch: inout LineBatch) {
        lines += batch.lines.map { $0.rendered(in: batch) }
        rejections += batch.rejections.map(\.rendered)
        skips += batch.skipped.map(\.rendered)
        accountsUsed = batch.lines.reduce(accountsUsed) { max($0, Int($1.account) + 1) }
        totals += batch.totals
        batch.removeAll()
    }
}

/// Tests that a reader does not depend on chunk boundaries, and that truncated input changes no
/// complete row.
///
/// Reads the input whole, byte by byte, cut once at every point (about 500 points of a long one; 50
/// unless the run is slow), in chunks of a few sizes; then truncated at as many points. Returns
/// problems as sentences; a trap fails the test by itself.
///
/// - Parameter make: creates a reader for each reading.
package func verifyReader(_ input: [UInt8], make: () -> any StatementReader) -> [String] {
    var problems: [String] = []
    let whole = ReaderReport(input, cutAt: [], by: make())
    if whole.accountsUsed > whole.accounts.count {
        problems.append("a line of an account that is not there")
    }

    func compare(_ name: String, cuts: [Int]) {
        let other = ReaderReport(input, cutAt: cuts, by: make())
        if other != whole { problems.append("\(name): \(difference(whole, other))") }
    }
    if input.count <= 20_000 { compare("byte by byte", cuts: Array(0..<input.count)) }
    for size in [2, 3, 7, 64, 4096] where input.count / size <= 20_000 {
        compare("pieces of \(size)", cuts: Array(stride(from: size, to: input.count, by: size)))
    }
    let step = max(1, input.count / draws(50, slow: 500))
    for cut in stride(from: 1, to: input.count, by: step) {
        compare("cut at \(cut)", cuts: [cut])
        if problems.count > 5 { return problems }
    }
    for count in stride(from: 0, to: input.count, by: step) {
        let short = ReaderReport(Array(input[..<count]), cutAt: [], by: make())
        if short.accountsUsed > short.accounts.count {
            problems.append("cut short at \(count): a line of an account that is not there")
        }
        // The row at the cut may be shorter; earlier ones must not differ.
        let complete = short.lines.dropLast()
        if !whole.lines.starts(with: complete) {
            problems.append("cut short at \(count): another line than in the whole input")
        }
        if problems.count > 5 { return problems }
    }
    return problems
}

/// The first difference.
private func difference(_ a: ReaderReport, _ b: ReaderReport) -> String {
    if a.failure != b.failure { return "failure \(a.failure ?? "none") / \(b.failure ?? "none")" }
    if a.accountsUsed != b.accountsUsed { return "\(a.accountsUsed) / \(b.accountsUsed) accounts" }
    if a.layout != b.layout { return "layout \(a.layout) / \(b.layout)" }
    if a.accounts != b.accounts { return "accounts \(a.accounts) / \(b.accounts)" }
    for (x, y) in [(a.lines, b.lines), (a.rejections, b.rejections), (a.skips, b.skips)] {
        if let pair = zip(x, y).first(where: { $0 != $1 }) { return "\(pair.0)\n/ \(pair.1)" }
        if x.count != y.count { return "\(x.count) / \(y.count) rows" }
    }
    return "?"
}
