import Facts
import Importing
import Testing
import Reading

/// Long files are read on a second thread, some batches ahead of who takes them.
@Suite struct `Reading a long file` {
    private static let rowsOfLongFile = 4_000

    /// Items of Monobank's API, newest first; the last `cut` bytes are missing.
    private static func items(_ count: Int, cut: Int = 0) -> String {
        let items = (0..<count).map { number in
            """
            {"id":"\(number)","time":\(1_771_095_933 - number),"description":"shop \(number % 7)",\
            "mcc":5411,"hold":false,"amount":-\(number + 1),"operationAmount":-\(number + 1),\
            "currencyCode":980,"balance":0}
            """
        }
        return String("[\(items.joined(separator: ","))]".dropLast(cut))
    }

    private func read(
        _ run: inout ReadRun, _ path: String, upTo rowsMax: Int = .max
    ) throws -> (report: FileReport, amounts: [Int64]) {
        struct Enough: Error {}
        var amounts: [Int64] = []
        let file = try #require(InputList(paths: [path]).files.first)
        let report = try run.read(file) { batch, context throws(Enough) in
            for line in batch.lines { amounts.append(line.amount.units) }
            if amounts.count >= rowsMax { throw Enough() }
        }
        return (report, amounts)
    }

    @Test(arguments: [10, rowsOfLongFile])
    func `gives every row once and in the order of the file`(_ count: Int) throws {
        let household = try Household()
        let path = household.write(Self.items(count), to: "a.json")
        var run = ReadRun(options: ReadOptions())
        for _ in 0..<2 {
            let (report, amounts) = try read(&run, path)
            #expect(amounts == (0..<count).map { -Int64($0 + 1) })
            #expect(report.new == count && report.rowsRead == count && report.failure == nil)
            #expect(report.layout == "monobank/json" && report.encoding == "utf-8")
        }
    }

    @Test func `keeps the rows before the place where it cannot be read further`() throws {
        let household = try Household()
        let path = household.write(Self.items(Self.rowsOfLongFile, cut: 50), to: "a.json")
        var run = ReadRun(options: ReadOptions())
        let (report, amounts) = try read(&run, path)
        #expect(amounts.count == Self.rowsOfLongFile - 1)
        #expect(report.failure?.kind == .truncated)
        #expect(report.rejections.map(\.kind) == [.recordIncomplete])
    }

    @Test func `ends when who takes the rows has enough, and another file can be read`() throws {
        let household = try Household()
        let long = household.write(Self.items(Self.rowsOfLongFile), to: "a.json")
        var run = ReadRun(options: ReadOptions())
        #expect(throws: (any Error).self) { try read(&run, long, upTo: 100) }
        #expect(try read(&run, long).amounts.count == Self.rowsOfLongFile)
    }
}
