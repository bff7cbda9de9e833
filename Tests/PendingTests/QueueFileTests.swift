import Facts
import Glibc
import Pending
import Saving
import Scanning
import TestKit
import Testing

private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    try body(folder.path)
}

private func line(_ number: Int) -> String {
    var out = ByteWriter()
    var fact = StatementFact(
        account: "a", made: CivilMoment(day: CalendarDate(daysSince1970: 20_000)),
        amount: Money(minorUnits: Int64(number), currency: .uah))
    fact.description = String(repeating: "ї", count: number % 300)
    QueueLine(
        key: LineKey(
            account: 1, day: CalendarDate(daysSince1970: 20_000), rest: UInt64(number)), batch: 1,
        fact: fact
    ).append(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
}

private func identity(_ number: Int) -> LineIdentity {
    LineIdentity(
        key: LineKey(
            account: 7, day: CalendarDate(daysSince1970: Int32(20_000 + number / 10)),
            rest: UInt64(number) &* 0x9E37_79B9_7F4A_7C15), account: 99,
        day: Int32(20_000 + number / 10), second: Int32(number % 86_400), units: Int64(-number),
        currency: Currency.uah.packed, scale: 2, isHold: number % 7 == 0,
        occurrence: UInt16(number % 5), bankID: number % 3 == 0 ? 0 : UInt64(number), original: 0,
        balance: UInt64(number) << 20, text: UInt64(number) << 40)
}

@Suite struct `Queue files` {
    @Test func `lines come with their exact bytes, broken ones too`() throws {
        try withFolder { folder in
            let path = "\(folder)/pending.jsonl"
            var text = ""
            for number in 0..<3_000 { text += line(number) + "\n" }
            text += "\n  \t\r\nnonsense\n" + line(4_000) + "\r\n"
            text += String(line(5_000).dropLast(9))
            try createFile(path, contents: Array(text.utf8))
            var reader = try QueueReader(path)
            var copied: [UInt8] = []
            var kinds: [QueueProblem.Kind] = []
            var lines = 0
            var blank = 0
            while let record = try reader.next() {
                #expect(record.offset == copied.count)
                reader.withRaw { copied.append($0) }
                if record.hasLineFeed { copied.append(0x0A) }
                switch reader.content() {
                case .line: lines += 1
                case .blank: blank += 1
                case .faulty(let problem):
                    kinds.append(problem.kind)
                    #expect(problem.line == record.line)
                }
            }
            #expect(copied == Array(text.utf8))
            #expect(lines == 3_001)
            #expect(blank == 2)
            #expect(kinds == [.notJSON, .tornLine])
        }
    }

    @Test(arguments: [
        (#"{"v":1,"x":tru"#, QueueProblem.Kind.tornLine), (#"{"v":1,"x":"ї"#, .tornLine),
        ("{\"v\":1,\"x\":\"\u{0}\u{0}\u{0}", .tornLine), (#"{"v":1,]"#, .notJSON),
        (#"{"v":1}"#, .memberMissing),
    ])
    func `a cut last line is told from a wrong one`(
        _ last: String, _ kind: QueueProblem.Kind
    ) throws {
        try withFolder { folder in
            let path = "\(folder)/pending.jsonl"
            try createFile(path, contents: Array((line(1) + "\n" + last).utf8))
            var reader = try QueueReader(path)
            _ = try reader.next()
            _ = try reader.next()
            guard case .faulty(let problem) = reader.content() else {
                Issue.record("no fault")
                return
            }
            #expect(problem.kind == kind)
        }
    }

    @Test func `a line over the limit is named and the next one is read`() throws {
        try withFolder { folder in
            let path = "\(folder)/pending.jsonl"
            let long = String(repeating: "x", count: Limits.queueLineBytesMax + 300_000)
            try createFile(path, contents: Array("\(line(1))\n\(long)\n\(line(2))\n".utf8))
            var reader = try QueueReader(path)
            var seen: [String] = []
            while try reader.next() != nil {
                switch reader.content() {
                case .line: seen.append("line")
                case .blank: seen.append("blank")
                case .faulty(let problem): seen.append("\(problem.line) \(problem.kind.rawValue)")
                }
            }
            #expect(seen == ["line", "2 queue-line-too-long", "line"])
        }
    }

    @Test func `an index finds what was added and proves what was kept`() throws {
        try withFolder { folder in
            let path = "\(folder)/queue.index"
            var index = try QueueIndex(creating: path)
            for number in 0..<5_000 {
                try index.add(
                    IndexRecord(identity: identity(number), offset: number * 300, count: 299))
            }
            var numbers: [UInt32] = []
            index.findRecords(keyAccount: 7, day: 20_123, into: &numbers)
            #expect(numbers == Array(1_230..<1_240))
            try index.flush()
            let seal = index.seal
            guard var again = try QueueIndex.open(path: path, seal: seal, isWritable: true) else {
                Issue.record("not believed")
                return
            }
            for number in [0, 17, 4_999] {
                #expect(try again.record(number).identity == identity(number))
                #expect(try again.record(number).offset == number * 300)
            }
            try again.add(IndexRecord(identity: identity(5_000), offset: 1, count: 2))
            numbers = []
            again.findRecords(account: 99, bankID: 5_000, into: &numbers)
            #expect(numbers == [5_000])
            #expect(try again.record(5_000).identity == identity(5_000))
            numbers = []
            again.findRecords(account: 99, bankID: 4_998, into: &numbers)
            #expect(numbers == [])
        }
    }

    /// Printed with `-c release`; the figure asked for is 5 ms.
    @Test func `an index of a hundred thousand lines opens at once`() throws {
        try withFolder { folder in
            let path = "\(folder)/queue.index"
            var index = try QueueIndex(creating: path)
            for number in 0..<100_000 {
                try index.add(IndexRecord(identity: identity(number), offset: number, count: 1))
            }
            try index.flush()
            let seal = index.seal
            var count = 0
            var best = Duration.seconds(60)
            for _ in 0..<5 {
                let took = try ContinuousClock().measure {
                    count =
                        try QueueIndex.open(path: path, seal: seal, isWritable: false)?.count ?? 0
                }
                best = min(best, took)
            }
            #expect(count == 100_000)
            print("opening an index of 100,000 records: \(best)")
        }
    }

    @Test(arguments: [0, 95, 4_800, 9_599])
    func `an index with one changed bit is not believed`(offset: Int) throws {
        try withFolder { folder in
            let path = "\(folder)/queue.index"
            var index = try QueueIndex(creating: path)
            for number in 0..<100 {
                try index.add(IndexRecord(identity: identity(number), offset: 0, count: 0))
            }
            try index.flush()
            var bytes = try readFile(path, limit: 1 << 20)
            bytes[offset] ^= 4
            var file = try ReplacingFile(replacing: path)
            try file.write(bytes)
            try file.commit()
            if try QueueIndex.open(path: path, seal: index.seal, isWritable: false) != nil {
                Issue.record("believed")
            }
        }
    }
}
