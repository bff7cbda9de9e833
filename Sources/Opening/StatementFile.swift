package import Facts
internal import Scanning
package import Reading
package import Tables
internal import Regional

/// Reads the statement lines of a file: opens it, detects encoding and format, and reads batch by
/// batch in constant memory.
///
/// ```
/// var file = try StatementFile(path: path, options: ReadOptions())
/// while try file.next(into: &batch) { …; batch.removeAll() }
/// ```
package struct StatementFile: ~Copyable {
    private let path: String
    private let rows: any StatementRows
    private var isFinished: Bool

    /// Lines, rejections and skips returned so far.
    package private(set) var rowsSoFar: Int

    /// - Parameter isDigested: computes ``digest``.
    /// - Throws: `ReadFailure` if the file cannot be opened, or its encoding, format or layout
    ///   cannot be detected.
    package init(
        path: String, options: ReadOptions, isDigested: Bool = false
    ) throws(ReadFailure) {
        var source = try Self.open(path)
        if isDigested { source.beginDigest() }
        self = try Self.opened(source, options)
    }

    /// One file of an archive.
    package init(_ member: ArchiveMember, options: ReadOptions) throws(ReadFailure) {
        self = try Self.opened(try member.opened(), options, isUnpacked: true)
    }

    /// Bytes in memory, as a file of that name.
    package init(bytes: [UInt8], name: String, options: ReadOptions) throws(ReadFailure) {
        self = try Self.opened(ByteSource(bytes: bytes, name: name), options)
    }

    private init(path: String, rows: any StatementRows) {
        self.path = path
        self.rows = rows
        isFinished = false
        rowsSoFar = 0
    }

    /// Bank and format by stable words: `monobank/csv`.
    package var layout: String { rows.layout }
    /// The accounts found so far.
    package var accounts: [AccountClaim] { rows.accounts }
    /// The encoding of the file: `utf-8`, `windows-1251`; the format if that has its own, `xlsx`.
    package var encoding: String { rows.encoding }

    /// The file's `ContentDigest`, computed while reading: nil before its end, and for files not
    /// read sequentially (packed files, workbooks).
    package var digest: (high: UInt64, low: UInt64)? { rows.digest }

    /// Appends the rows of the next chunk to the batch; false at the end.
    ///
    /// - Throws: `ReadFailure` if the rest is unreadable; rows returned before stay valid and the
    ///   file is finished.
    package mutating func next(into batch: inout LineBatch) throws(ReadFailure) -> Bool {
        guard !isFinished else { return false }
        let before = batch.rowCount
        var isFinal = false
        do throws(ReadFailure) {
            guard try rows.next(into: &batch, isFinal: &isFinal) else {
                isFinished = true
                return false
            }
        } catch {
            isFinished = true
            rowsSoFar += batch.rowCount - before
            throw error
        }
        rowsSoFar += batch.rowCount - before
        if isFinal {
            isFinished = true
            guard rows.isUnchanged else {
                throw ReadFailure(.changedWhileReading, at: SourcePlace(file: path))
            }
        }
        return true
    }

    // MARK: opening

    /// - Parameter isUnpacked: the bytes come from an archive, so they may not be an archive.
    private static func opened(
        _ source: consuming ByteSource, _ options: ReadOptions, isUnpacked: Bool = false
    ) throws(ReadFailure) -> StatementFile {
        let path = source.path
        var source = source
        var head = try head(of: &source)
        guard !head.isEmpty else { throw ReadFailure(.empty, at: SourcePlace(file: path)) }
        if head.starts(with: [0x1F, 0x8B, 0x08]) {
            if isUnpacked { throw ReadFailure(.archiveInArchive, at: SourcePlace(file: path)) }
            return try opened(try unpackedGzip(source, path), options, isUnpacked: true)
        }
        let binary = BinaryFormat(of: head.span)
        let wanted = options.format
        if wanted == nil || wanted == "xlsx" || wanted == "xls", let binary,
            let rows = try workbook(binary, &source, options, isUnpacked: isUnpacked)
        {
            return StatementFile(path: path, rows: rows)
        }
        if binary == .pdf, !options.runsPrograms { throw unreadable(.pdf, path) }
        if binary == .pdf, wanted == nil || wanted == "pdf" {
            try source.startAgain()
            source = try PDFText.extract(&source) { Formats.card(of: $0).name != "csv" }
            head = try Self.head(of: &source)
        } else if let binary, wanted == nil || !binary.isGuess {
            throw unreadable(binary, path)
        }
        return try decodedFile(source, &head, options)
    }

    private static func unpackedGzip(
        _ source: consuming ByteSource, _ path: String
    ) throws(ReadFailure) -> ByteSource {
        var source = source
        do throws(ByteSourceError) {
            let bytes = try source.measuredSize()
            return ByteSource.unpackingGzip(source, bytes: bytes)
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    /// The tables of the workbook in a binary file, which keep the source; nil if it is none.
    private static func workbook(
        _ format: BinaryFormat, _ source: inout ByteSource, _ options: ReadOptions, isUnpacked: Bool
    ) throws(ReadFailure) -> (any StatementRows)? {
        if format == .xls { return try SheetTables(xls: feed(&source), options: options) }
        guard format == .zip || format == .xlsx else { return nil }
        let path = source.path
        let directory: ZipDirectory
        do throws(ByteSourceError) {
            directory = try ZipDirectory(of: &source)
        } catch {
            throw ReadFailure(error, path: path)
        }
        switch ArchiveKind(of: directory) {
        case .workbook: return try SheetTables(xlsx: feed(&source), directory, options: options)
        case .openDocument:
            return try SheetTables(ods: feed(&source), directory, options: options)
        case .document(let name):
            throw ReadFailure(.formatUnknown, at: SourcePlace(file: path), details: [name])
        case .archive:
            if isUnpacked { throw ReadFailure(.archiveInArchive, at: SourcePlace(file: path)) }
            // `InputList` unpacks archives of paths; the remaining sources may not be archives.
            throw path == "-"
                ? unreadable(.zip, path)
                : ReadFailure(.notAStatement, at: SourcePlace(file: path), details: ["zip"])
        }
    }

    /// Moves the source out, leaving an empty one.
    private static func feed(_ source: inout ByteSource) -> ByteSource {
        var taken = ByteSource(bytes: [], name: source.path)
        swap(&taken, &source)
        return taken
    }

    /// A text file with its encoding, format and layout decided.
    private static func decodedFile(
        _ source: consuming ByteSource, _ bytes: inout [UInt8], _ options: ReadOptions
    ) throws(ReadFailure) -> StatementFile {
        let path = source.path
        var text = try decoded(source, bytes, options)
        var head: [UInt8] = []
        let isWhole = try fillHead(&text, &head)
        guard head.contains(where: { $0 > 0x20 }) || !isWhole else {
            throw ReadFailure(.empty, at: SourcePlace(file: path))
        }
        let card = try card(head.span, path, options)
        let rows = try card.rows(
            FormatText(text, head: head, isHeadWhole: isWhole, path: path, options: options))
        return StatementFile(path: path, rows: rows)
    }

    private static func decoded(
        _ source: consuming ByteSource, _ head: [UInt8], _ options: ReadOptions
    ) throws(ReadFailure) -> DecodedText {
        let path = source.path
        var source = source
        let (encoding, markBytes) = try encoding(of: &source, head, path, options)
        try source.startAgain()
        return DecodedText(source, encoding: encoding, markBytes: markBytes)
    }

    private static func open(_ path: String) throws(ReadFailure) -> ByteSource {
        do throws(ByteSourceError) {
            let source = try ByteSource(path: path)
            if let size = source.size, size > Limits.fileBytesMax {
                throw .tooLarge(limit: Limits.fileBytesMax)
            }
            return source
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    /// The first bytes, a whole chunk if possible: a pipe delivers pieces.
    private static func head(of source: inout ByteSource) throws(ReadFailure) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < Limits.chunkBytes {
            if try source.readNext(into: &head, max: Limits.chunkBytes - head.count) == 0 { break }
        }
        return head
    }

    // MARK: encoding

    private static func encoding(
        of source: inout ByteSource, _ head: [UInt8], _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> (TextEncoding, markBytes: Int) {
        if let label = options.encoding {
            guard let encoding = TextEncoding(label: label), encoding.isReadable else {
                throw ReadFailure(
                    .encodingUnknown, at: SourcePlace(file: path), found: label,
                    details: TextEncoding.allCases.filter(\.isReadable).map(\.rawValue))
            }
            try refuseContradiction(of: encoding, head, path)
            return (encoding, markBytes(of: encoding, head))
        }
        if let proved = OneCEncoding.proved(by: head.span) { return (proved, 0) }
        let isWhole = head.count < Limits.chunkBytes
        if EncodingSniffer.provesUTF8(head.span, final: isWhole) { return (.utf8, 0) }
        var sniffer = EncodingSniffer()
        sniffer.feed(head.span)
        var verdict = sniffer.verdict(final: isWhole)
        if head.count == Limits.chunkBytes, !sniffer.isSettled {
            verdict = try settle(&sniffer, &source, verdict)
        }
        switch verdict {
        case .known(let encoding, let markBytes): return (encoding, markBytes)
        // ASCII is UTF-8, and the decoder validates every byte.
        case .ascii: return (.utf8, 0)
        case .uncertain(let candidates):
            // JSON is Unicode by its rules, and an XML document declares its encoding.
            if Formats.card(of: head.span).ownEncoding == .unicode,
                candidates.first == .utf8 && sniffer.legible([.utf8]) == [.utf8]
                    || sniffer.isOneByteBeyondASCII
            {
                return (.utf8, 0)
            }
            if let declared = DeclaredEncoding.ofXML(head.span),
                sniffer.legible([declared]) == [declared]
            {
                return (declared, 0)
            }
            if DeclaredEncoding.looksLikeOFX(head.span)
                || Formats.card(of: head.span).ownEncoding == .claimed,
                let encoding = DeclaredEncoding.settle(
                    head.span, among: candidates, legible: sniffer.legible(candidates))
            {
                return (encoding, 0)
            }
            let layouts = try LayoutSet.chosen(by: options)
            if let encoding = layouts.encoding(ofHeadings: head, among: candidates, file: path) {
                return (encoding, 0)
            }
            let isChinese = TextEncoding.couldBeGB18030(head.span)
            if isChinese, isGB18030(head, path, layouts) { return (.gb18030, 0) }
            if let encoding = UnknownHeadings.encoding(
                of: head, among: candidates, isOneLanguage: sniffer.isOneLanguage)
            {
                return (encoding, 0)
            }
            let legible = sniffer.legible(candidates)
            let named = legible.isEmpty && isChinese ? [.gb18030] : legible
            throw ReadFailure(
                .encodingUncertain, at: SourcePlace(file: path), details: named.map(\.rawValue))
        }
    }

    /// Chinese text is proved by the headings of a bank's table or by a page's declaration, never
    /// by its bytes alone.
    private static func isGB18030(
        _ head: [UInt8], _ path: String, _ layouts: LayoutSet
    ) -> Bool {
        guard TextEncoding.gb18030.isReadable else { return false }
        if Formats.card(of: head.span).ownEncoding == .claimed,
            DeclaredEncoding.settle(head.span, among: [.gb18030]) == .gb18030
        {
            return true
        }
        return layouts.encoding(ofHeadings: head, among: [.gb18030], file: path) != nil
    }

    /// The user's encoding is trusted unless the bytes contradict it: a byte-order mark, the zeros
    /// of UTF-16, invalid UTF-8.
    private static func refuseContradiction(
        of named: TextEncoding, _ head: [UInt8], _ path: String
    ) throws(ReadFailure) {
        var sniffer = EncodingSniffer()
        sniffer.feed(head.span)
        guard case .known(let found, let mark) = sniffer.verdict(final: false), found != named
        else { return }
        let isUnicode = [TextEncoding.utf16LE, .utf16BE].contains(found) || mark > 0
        if isUnicode || [.utf8, .utf16LE, .utf16BE].contains(named) {
            throw ReadFailure(
                .encodingContradicted, at: SourcePlace(file: path),
                details: [named.rawValue, found.rawValue])
        }
    }

    /// Reads until the head decides: skips plain ASCII quickly, and uses the sniffer from the first
    /// evidence on.
    private static func settle(
        _ sniffer: inout EncodingSniffer, _ source: inout ByteSource, _ verdict: EncodingVerdict
    ) throws(ReadFailure) -> EncodingVerdict {
        var isPlain = verdict == .ascii
        var buffer: [UInt8] = []
        while true {
            buffer.removeAll(keepingCapacity: true)
            if try source.readNext(into: &buffer, max: Limits.chunkBytes) == 0 {
                return sniffer.verdict(final: true)
            }
            if isPlain, buffer.allASCII { continue }
            isPlain = false
            sniffer.feed(buffer.span)
            if sniffer.isSettled { return sniffer.verdict(final: false) }
        }
    }

    private static func markBytes(of encoding: TextEncoding, _ head: [UInt8]) -> Int {
        switch encoding {
        case .utf8: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        case .utf16LE: head.starts(with: [0xFF, 0xFE]) ? 2 : 0
        case .utf16BE: head.starts(with: [0xFE, 0xFF]) ? 2 : 0
        default: 0
        }
    }

    // MARK: format

    /// Decodes the bytes needed to detect formats and layouts; true if they are the whole file.
    private static func fillHead(
        _ text: inout DecodedText, _ head: inout [UInt8]
    ) throws(ReadFailure) -> Bool {
        var chunk: [UInt8] = []
        var isFinal = false
        while head.count < CSVHead.headBytes, try text.next(into: &chunk, isFinal: &isFinal) {
            head.append(contentsOf: chunk)
        }
        return isFinal
    }

    private static func card(
        _ head: Span<UInt8>, _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> FormatCard {
        guard let name = options.format else { return Formats.card(of: head) }
        guard let card = Formats.card(called: name, of: head) else {
            throw ReadFailure(.formatUnknown, at: SourcePlace(file: path), details: [name])
        }
        return card
    }

    /// Proposes a layout for a file, ignoring known layouts.
    ///
    /// - Throws: as `init` if the file cannot be opened or is no table; `notAStatement` for a table
    ///   without days or amounts.
    package static func proposal(
        path: String, options: ReadOptions
    ) throws(ReadFailure) -> LayoutProposal {
        var source = try open(path)
        let bytes = try head(of: &source)
        guard !bytes.isEmpty else { throw ReadFailure(.empty, at: SourcePlace(file: path)) }
        if let binary = BinaryFormat(of: bytes.span) { throw unreadable(binary, path) }
        var text = try decoded(source, bytes, options)
        var chunk: [UInt8] = []
        var isFinal = false
        let proposer = LayoutProposer(file: path)
        let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            try proposer.read(json: text)
            return try proposer.propose(options: options)
        }
        while try text.next(into: &chunk, isFinal: &isFinal) {
            proposer.read(chunk.span, final: isFinal)
        }
        return try proposer.propose(options: options)
    }

    private static func unreadable(_ format: BinaryFormat, _ path: String) -> ReadFailure {
        ReadFailure(.formatUnknown, at: SourcePlace(file: path), details: [format.rawValue])
    }
}

extension [UInt8] {
    /// No byte above 0x7F and no NUL, eight bytes at once.
    fileprivate var allASCII: Bool {
        let bytes = span
        var at = 0
        while at + 8 <= bytes.count {
            let word = bytes.word(at: at)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            at += 8
        }
        while at < count {
            if self[at] >= 0x80 { return false }
            at += 1
        }
        return true
    }
}

/// The encoding declared by an OFX file or a page. It is trusted only among candidates the bytes
/// allow, a Cyrillic page only as the likeliest of all or of those that make words, a Latin one
/// only if the likeliest is Latin: programs declare 1252 for Cyrillic letters too.
private enum DeclaredEncoding {
    static func settle(
        _ head: Span<UInt8>, among candidates: [TextEncoding], legible: [TextEncoding] = []
    ) -> TextEncoding? {
        guard let likeliest = candidates.first else { return nil }
        let declared = label(in: head)
        if likeliest == .utf8 { return declared == .utf8 ? .utf8 : nil }
        if let declared, declared == likeliest || declared == legible.first { return declared }
        if let declared, candidates.contains(declared), !declared.isCyrillic, !likeliest.isCyrillic
        {
            return declared
        }
        // Western text with few accents: the code page of OFX programs.
        return looksLikeOFX(head) && candidates.contains(.windows1252)
            && !likeliest.isCyrillic ? .windows1252 : nil
    }

    /// The declaration of a document for an XML reader: no page or workbook, and no OFX, whose
    /// programs lie.
    static func ofXML(_ head: Span<UInt8>) -> TextEncoding? {
        Formats.card(of: head).ownEncoding == .declared ? label(in: head) : nil
    }

    /// Whether the undecoded bytes are an OFX file, whose header may decide an encoding.
    static func looksLikeOFX(_ head: Span<UInt8>) -> Bool {
        let start = head.extracting(0..<min(head.count, Formats.headBytes))
        return start.contains("OFXHEADER") || start.contains("<OFX>")
    }

    private static func label(in head: Span<UInt8>) -> TextEncoding? {
        var text = ""
        for index in 0..<min(head.count, 1024) {
            text.unicodeScalars.append(Unicode.Scalar(head[index] & 0x7F))
        }
        for key in [
            "CHARSET:", "ENCODING:", "encoding=\"", "encoding='", "charset=\"", "charset=",
        ] {
            guard let start = text.firstRange(of: key)?.upperBound else { continue }
            let value = text[start...].prefix { !" \r\n\t\"'>".contains($0) && $0 != "\r\n" }
            if let encoding = TextEncoding(label: String(value)), encoding != .usASCII {
                return encoding
            }
        }
        return nil
    }
}
