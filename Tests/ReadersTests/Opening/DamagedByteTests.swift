import Facts
import Glibc
import Opening
import TestKit
import Testing
import Reading

/// One changed, missing or added byte of a file never loses a row in silence.
///
/// A row that is gone is matched by a rejection, by the failure of the file, or by a printed total
/// that no longer holds; every other row stays. `make damage` tries each byte of each sample, the
/// ordinary run a drawn selection of them.
@Suite struct DamagedByteTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]

        var testDescription: String { name }
    }

    /// What one byte becomes.
    enum Wound: Equatable {
        case becomes(UInt8), bit(UInt8), lost, preceded(UInt8)
    }

    private static let wounds: [Wound] = [
        .becomes(UInt8(ascii: " ")), .becomes(UInt8(ascii: "\n")), .becomes(UInt8(ascii: "x")),
        .becomes(UInt8(ascii: "0")), .bit(0x01), .bit(0x20), .bit(0x40), .bit(0x80),
        .lost, .preceded(UInt8(ascii: "x")), .preceded(UInt8(ascii: "\n")),
    ]

    static let samples: [Sample] =
        [
            "camt/beispielbank-eur-2026-01.xml", "monobank-csv/black-2026-01.csv",
            "monobank-json/black-2026-03-08.json", "mt940/beispielbank-eur-2026-q1.sta",
            "ofx1/prykladbank-2026-q1.ofx", "ofx2/beispielbank-eur-2026-q1.ofx",
            "privatbank-business-csv/fop-2026-q1.csv", "privatbank-csv/cards-2026-01-01.csv",
            "qif/cash-2026-q1.qif",
        ].map { Sample(name: $0, bytes: sampleBytes($0)) } + [unproved]

    /// The sample of MT940 without its balances, so that no total tells what a row's mark does not.
    private static let unproved: Sample = {
        let text = String(
            decoding: sampleBytes("mt940/beispielbank-eur-2026-q1.sta"), as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix(":62F:") }
        return Sample(
            name: "mt940 without balances", bytes: Array(lines.joined(separator: "\r\n").utf8))
    }()

    /// `KOPIYKA_DAMAGE` is `all`, or what the names of the samples to try whole begin with.
    private static let wanted = unsafe getenv("KOPIYKA_DAMAGE").map { unsafe String(cString: $0) }

    @Test(arguments: samples) func `one damaged byte never loses a row in silence`(
        _ sample: Sample
    ) {
        let whole = Tally(of: sample.bytes, name: sample.name)
        var lost: [String] = []
        var tried = 0
        func strike(_ at: Int, _ wound: Wound) {
            let bytes = damaged(sample.bytes, at: at, wound)
            guard bytes != sample.bytes else { return }
            tried += 1
            let reading = Tally(of: bytes, name: sample.name)
            if let loss = reading.silentLoss(from: whole) {
                lost.append("byte \(at) \(wound): \(loss)")
            }
        }
        if let wanted = Self.wanted {
            guard wanted == "all" || sample.name.hasPrefix(wanted) else { return }
            for at in sample.bytes.indices { for wound in Self.wounds { strike(at, wound) } }
        } else {
            var places = Places()
            for _ in 0..<draws(40, slow: 300) {
                strike(
                    places.below(sample.bytes.count), Self.wounds[places.below(Self.wounds.count)])
            }
        }
        #expect(!whole.rows.isEmpty && tried > 0)
        #expect(
            lost.isEmpty,
            "\(lost.count) of \(tried): \(lost.prefix(20).joined(separator: "\n"))")
    }

    private func damaged(_ bytes: [UInt8], at place: Int, _ wound: Wound) -> [UInt8] {
        var bytes = bytes
        switch wound {
        case .becomes(let byte): bytes[place] = byte
        case .bit(let mask): bytes[place] ^= mask
        case .lost: bytes.remove(at: place)
        case .preceded(let byte): bytes.insert(byte, at: place)
        }
        return bytes
    }
}

/// What a reading comes to.
private struct Tally {
    /// Day and amount of each row, sorted.
    var rows: [String] = []
    private var rejected = 0
    private var isTold = false

    init(of bytes: [UInt8], name: String) {
        do throws(ReadFailure) {
            var file = try StatementFile(bytes: bytes, name: name, options: ReadOptions())
            var batch = LineBatch()
            while try file.next(into: &batch) {
                feed(batch)
                batch.removeAll()
            }
            feed(batch)
        } catch {
            isTold = true
        }
    }

    private mutating func feed(_ batch: LineBatch) {
        rejected += batch.rejections.count
        isTold = isTold || batch.totals.contains { !$0.breaks.isEmpty }
        for line in batch.lines { rows.append("\(line.made.day.text) \(line.amount.text)") }
    }

    /// Nil when nothing is lost that is not told.
    func silentLoss(from whole: Tally) -> String? {
        if isTold { return nil }
        // Where a mark between two rows is damaged, one rejection stands for both.
        if rows.count + 2 * rejected < whole.rows.count + 2 * whole.rejected {
            return "\(rows.count) rows and \(rejected) rejections of \(whole.rows.count)"
        }
        var left: [String: Int] = [:]
        for row in rows { left[row, default: 0] += 1 }
        var gone: [String] = []
        for row in whole.rows {
            if left[row, default: 0] > 0 { left[row, default: 0] -= 1 } else { gone.append(row) }
        }
        return gone.count > 1 + 2 * rejected ? "\(gone)" : nil
    }
}

/// The same places each time.
private struct Places {
    private var state: UInt64 = 24

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}

private func sampleBytes(_ name: String) -> [UInt8] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")
    let file = unsafe open(root + "/samples/" + name, O_RDONLY)
    precondition(file >= 0, "no sample \(name)")
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}
