package import Facts
internal import Scanning

// Lines that are written as they lie among bytes: a million of them are a few thousand texts, and
// none of them is made.

/// Where the names of a line's account, file and layout lie among its bytes.
package struct LinePlace: Sendable, BitwiseCopyable {
    let account: TextRef
    let file: TextRef
    let layout: TextRef

    package init(account: TextRef, file: TextRef, layout: TextRef) {
        self.account = account
        self.file = file
        self.layout = layout
    }
}

extension LedgerTransaction {
    /// Numbers what is said about lines, until ``forgetSayings()``; nil for what has parts or tags,
    /// which is written line by line.
    package func number(of said: Annotation) -> Int? {
        guard said.splits.isEmpty, said.tags.isEmpty else { return nil }
        sayings.append(Saying(said, category: number(ofCategory: said.category)))
        return sayings.count - 1
    }

    /// Gives the numbers of what is said back.
    package func forgetSayings() { sayings.removeAll(keepingCapacity: true) }

    /// The same as ``gather(_:_:batch:sources:_:)`` for a line with one source whose texts lie
    /// among `bytes`.
    ///
    /// - Parameters:
    ///   - digest: ``entryDigest(_:_:account:batch:in:)`` of the same, which another thread may
    ///     have made.
    ///   - saying: what is said about it, as ``number(of:)`` numbered it.
    package func gather(
        _ line: StatementLine, _ identity: LineIdentity, _ place: LinePlace, batch: Int,
        digest: UInt64, saying: Int, in bytes: Span<UInt8>
    ) throws(LedgerFailure) {
        if !lastPlace.isOf(place, identity.account, in: bytes) {
            try look(up: place, identity.account, in: bytes)
        }
        let place = lastPlace.numbers
        gathered.entries.add(identity, line, batch, place.account, digest, in: bytes)
        gathered.keys.append(identity.key)
        tally(.entry, 1, digest)
        gathered.sources.add(identity.key)
        gathered.sources.add(0)
        gathered.sources.add(place.file)
        gathered.sources.add(Int64(line.sourceLine))
        gathered.sources.add(seq)
        var source = RowDigest(identity.key)
        source.add(UInt64(line.sourceLine))
        source.add(place.fileHash)
        source.add(place.layoutHash)
        tally(.source, 1, sourceDigest(source.value, n: 0, seq: seq))
        sayings[saying].add(identity.key, seq, to: &gathered.annotations)
        tally(.annotation, 1, sayings[saying].digest(identity.key, seq: seq))
        try count(line.amount, sayings[saying].category, place.account, month(of: line.made))
        if gathered.isFull { try writeGathered() }
    }

    /// Adds to the total of a category: neighbours by key share account and month, so the total is
    /// mostly at hand.
    private func count(
        _ amount: Money, _ category: Int32, _ account: Int64, _ month: Int
    ) throws(LedgerFailure) {
        let at = Int(category)
        while openTotals.count <= at { openTotals.append(OpenTotal()) }
        if !openTotals[at].isOf(amount, account, month) {
            try closeTotal(at)
            openTotals[at] = OpenTotal(amount, account, month)
        }
        let (units, overflow) = openTotals[at].units.addingReportingOverflow(amount.units)
        if overflow { throw .refused("month total overflows") }
        openTotals[at].units = units
        openTotals[at].lines += 1
    }

    /// Adds all that was counted to the totals.
    func closeTotals() throws(LedgerFailure) {
        for at in openTotals.indices { try closeTotal(at) }
        openTotals = []
    }

    private func closeTotal(_ at: Int) throws(LedgerFailure) {
        let total = openTotals[at]
        if total.lines == 0 { return }
        let key = TotalKey(
            account: total.account, month: total.month, category: categories[at],
            currency: total.currency, scale: total.scale)
        let now = totals[key] ?? (0, 0)
        let (units, overflow) = now.units.addingReportingOverflow(total.units)
        if overflow { throw .refused("month total overflows") }
        totals[key] = (units, now.lines + total.lines)
    }

    private func look(
        up place: LinePlace, _ identity: UInt64, in bytes: Span<UInt8>
    ) throws(LedgerFailure) {
        func text(_ ref: TextRef) -> String {
            ref.isEmpty ? "" : String(utf8: bytes.extracting(ref.range))
        }
        let source = LineSource(file: text(place.file), line: 0, layout: text(place.layout))
        lastPlace = KnownPlace(
            account: text(place.account), source, identity: identity,
            accountNumber: try account(text(place.account), identity),
            fileNumber: try sourceFile(source))
    }
}

/// A place that was looked up.
struct KnownPlace {
    struct Numbers: BitwiseCopyable {
        var identity: UInt64 = 0
        var account: Int64 = 0
        var file: Int64 = 0
        var fileHash: UInt64 = 0
        var layoutHash: UInt64 = 0
    }

    private(set) var numbers = Numbers()
    private var account: [UInt8] = []
    private var file: [UInt8] = []
    private var layout: [UInt8] = []

    /// None: no file has an empty name.
    init() {}

    init(
        account: String, _ source: LineSource, identity: UInt64, accountNumber: Int64,
        fileNumber: Int64
    ) {
        self.account = Array(account.utf8)
        file = Array(source.file.utf8)
        layout = Array(source.layout.utf8)
        numbers = Numbers(
            identity: identity, account: accountNumber, file: fileNumber,
            fileHash: RowDigest.hash(of: source.file),
            layoutHash: RowDigest.hash(of: source.layout))
    }

    /// Whether a line stands there, too.
    func isOf(_ place: LinePlace, _ identity: UInt64, in bytes: Span<UInt8>) -> Bool {
        !file.isEmpty && numbers.identity == identity && isSame(account.span, place.account, bytes)
            && isSame(file.span, place.file, bytes) && isSame(layout.span, place.layout, bytes)
    }
}

private func isSame(_ known: Span<UInt8>, _ text: TextRef, _ bytes: Span<UInt8>) -> Bool {
    guard known.count == Int(text.count) else { return false }
    let start = Int(text.offset)
    for index in known.indices where known[index] != bytes[start + index] { return false }
    return true
}

/// What is said about many lines in the same words.
struct Saying {
    private let said: Annotation
    /// Hashes of its texts, in the order of ``Annotation/digest(_:seq:)``.
    private let hashes: [4 of UInt64]
    /// Its number in the transaction.
    let category: Int32

    /// - Parameter said: without parts and tags.
    init(_ said: Annotation, category: Int32) {
        precondition(said.splits.isEmpty && said.tags.isEmpty, "parts and tags are of one line")
        self.said = said
        self.category = category
        hashes = [
            RowDigest.hash(of: said.category), RowDigest.hash(of: said.payee),
            RowDigest.hash(of: said.note), RowDigest.hash(of: said.transferTo),
        ]
    }

    /// The same as `Annotation.digest`.
    func digest(_ key: LineKey, seq: Int) -> UInt64 {
        var row = RowDigest(key)
        row.add(UInt64(truncatingIfNeeded: seq))
        row.add(UInt64(truncatingIfNeeded: said.permille))
        row.add(said.isByPerson ? 1 : 0)
        for index in hashes.indices { row.add(hashes[index]) }
        return row.value
    }

    /// Adds the row of the annotation.
    func add(_ key: LineKey, _ seq: Int, to rows: inout GatheredRows) {
        rows.add(key)
        rows.add(seq)
        rows.add(said.category)
        rows.add(said.payee)
        rows.add(said.note)
        rows.addNull()
        rows.add(said.transferTo)
        rows.add(said.permille)
        rows.add(said.isByPerson ? 1 : 0)
    }
}

/// What lines of one category, account and month add up to, before it goes into the totals.
struct OpenTotal: BitwiseCopyable {
    fileprivate(set) var units: Int64 = 0
    fileprivate(set) var lines = 0
    fileprivate let account: Int64
    fileprivate let month: Int
    fileprivate let currency: UInt32
    fileprivate let scale: UInt8

    /// Of nothing.
    init() { self.init(Money(units: 0, scale: 0, currency: .unknown), 0, 0) }

    init(_ amount: Money, _ account: Int64, _ month: Int) {
        self.account = account
        self.month = month
        currency = amount.currency.packed
        scale = amount.scale
    }

    func isOf(_ amount: Money, _ account: Int64, _ month: Int) -> Bool {
        self.month == month && self.account == account && currency == amount.currency.packed
            && scale == amount.scale
    }
}

extension GatheredRows {
    /// Adds the row of an entry, in the order of ``EntryColumns``.
    fileprivate mutating func add(
        _ identity: LineIdentity, _ line: StatementLine, _ batch: Int, _ account: Int64,
        _ digest: UInt64, in bytes: Span<UInt8>
    ) {
        add(
            identity, line.made, line.amount, isHold: line.isHold, mcc: line.mcc, batch, account,
            digest)
        for place in line.texts.indices { add(line.texts[place], in: bytes) }
        for field in FactDay.allCases { add(line[field]) }
        for field in FactMoney.allCases { add(line[field]) }
    }
}
