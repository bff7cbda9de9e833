package import Facts
internal import Scanning

/// What a user may settle about a file.
package struct ReadOptions: Sendable {
    /// `csv`, `ofx`, `json`: read as this, whatever it looks like.
    package var format: String?
    /// The encoding's name: `windows-1251`.
    package var encoding: String?
    /// Files with layouts of the user's own, preferred to built-in ones.
    package var layouts: [String]
    /// Settles a table that allows several orders of day and month.
    package var dateOrder: DateOrder?
    /// Settles a table whose numbers allow both marks.
    package var decimalMark: NumberStyle.DecimalMark?
    /// Settles a table whose amounts may count purchases as positive.
    package var sign: AmountSign?

    package init(
        format: String? = nil, encoding: String? = nil, layouts: [String] = [],
        dateOrder: DateOrder? = nil, decimalMark: NumberStyle.DecimalMark? = nil,
        sign: AmountSign? = nil
    ) {
        self.format = format
        self.encoding = encoding
        self.layouts = layouts
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.sign = sign
    }
}

/// One file on its way to statement lines: opened, its encoding and format decided, read batch by batch in constant memory.
///
/// ```
/// var file = try StatementFile(path: path, options: ReadOptions())
/// while try file.next(into: &batch) { …; batch.removeAll() }
/// ```
package struct StatementFile: ~Copyable {
    package let format: StatementFormat
    private let reader: any StatementReader
    private let path: String
    private var text: DecodedText
    private var chunk: [UInt8]
    private var isFinished: Bool

    /// Lines, rejections and skips handed over so far.
    package private(set) var rowsSoFar: Int

    /// - Throws: `ReadFailure` when the file cannot be opened, or its encoding, format or layout cannot be told.
    package init(path: String, options: ReadOptions) throws(ReadFailure) {
        self = try Self.opened(path, options)
    }

    private init(
        path: String, text: consuming DecodedText, format: StatementFormat,
        reader: any StatementReader
    ) {
        self.path = path
        self.text = text
        self.format = format
        self.reader = reader
        chunk = []
        isFinished = false
        rowsSoFar = 0
    }

    /// Bank and format by stable words: `monobank/csv`.
    package var layout: String { reader.layout }
    /// The accounts met so far.
    package var accounts: [AccountClaim] { reader.accounts }
    /// The encoding the file was read by: `utf-8`, `windows-1251`.
    package var encoding: String { text.encoding.rawValue }

    /// Appends the rows of the next chunk to the batch; false when there was nothing left to read.
    ///
    /// - Throws: `ReadFailure` when the rest cannot be read; rows handed over before stay good and the file is finished.
    package mutating func next(into batch: inout LineBatch) throws(ReadFailure) -> Bool {
        guard !isFinished else { return false }
        let before = batch.rowCount
        var isFinal = false
        do throws(ReadFailure) {
            guard try text.next(into: &chunk, isFinal: &isFinal) else {
                isFinished = true
                return false
            }
            try reader.read(chunk.span, final: isFinal, into: &batch)
        } catch {
            isFinished = true
            rowsSoFar += batch.rowCount - before
            throw error
        }
        rowsSoFar += batch.rowCount - before
        if isFinal {
            isFinished = true
            guard text.isUnchanged else {
                throw ReadFailure(.changedWhileReading, at: SourcePlace(file: path))
            }
        }
        return true
    }

    // MARK: opening

    private static func opened(
        _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> StatementFile {
        var text = try decoded(path, options)
        var head: [UInt8] = []
        var isWhole = try fillHead(&text, &head)
        guard head.contains(where: { $0 > 0x20 }) || !isWhole else {
            throw ReadFailure(.empty, at: SourcePlace(file: path))
        }
        let format = try format(head.span, path, options)
        let reader = try reader(
            for: format, &text, head, &isWhole, path: path, options: options)
        try text.restart(marksUndecodable: format == .csv)
        return StatementFile(path: path, text: text, format: format, reader: reader)
    }

    private static func decoded(
        _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> DecodedText {
        var source = try open(path)
        let head = try head(of: &source)
        guard !head.isEmpty else { throw ReadFailure(.empty, at: SourcePlace(file: path)) }
        if options.format == nil, let binary = FormatRouter.binaryFormat(of: head.span) {
            throw unreadable(binary, path)
        }
        let (encoding, markBytes) = try encoding(of: &source, head, path, options)
        try rewind(&source, path)
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

    private static func rewind(
        _ source: inout ByteSource, _ path: String
    ) throws(ReadFailure) {
        do throws(ByteSourceError) {
            try source.rewind()
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    /// The first bytes, a whole chunk of them if there are as many: a pipe gives them in pieces.
    private static func head(of source: inout ByteSource) throws(ReadFailure) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < Limits.chunkBytes {
            if try read(&source, &head, Limits.chunkBytes - head.count) == 0 { break }
        }
        return head
    }

    private static func read(
        _ source: inout ByteSource, _ buffer: inout [UInt8], _ max: Int
    ) throws(ReadFailure) -> Int {
        do throws(ByteSourceError) {
            return try source.read(into: &buffer, max: max)
        } catch {
            throw ReadFailure(error, path: source.path)
        }
    }

    // MARK: encoding

    private static func encoding(
        of source: inout ByteSource, _ head: [UInt8], _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> (TextEncoding, markBytes: Int) {
        if let label = options.encoding {
            guard let encoding = TextEncoding(label: label) else {
                throw ReadFailure(
                    .encodingUncertain, at: SourcePlace(file: path), found: label,
                    details: TextEncoding.allCases.map(\.rawValue))
            }
            return (encoding, markBytes(of: encoding, head))
        }
        var sniffer = EncodingSniffer()
        sniffer.feed(head.span)
        var verdict = sniffer.verdict(final: head.count < Limits.chunkBytes)
        if head.count == Limits.chunkBytes, !sniffer.isSettled {
            verdict = try settle(&sniffer, &source, verdict)
        }
        switch verdict {
        case .known(let encoding, let markBytes): return (encoding, markBytes)
        // ASCII is UTF-8, and the decoder proves every byte.
        case .ascii: return (.utf8, 0)
        case .uncertain(let candidates):
            if FormatRouter.looksLikeOFX(head.span),
                let encoding = DeclaredEncoding.settle(head.span, among: candidates)
            {
                return (encoding, 0)
            }
            throw ReadFailure(
                .encodingUncertain, at: SourcePlace(file: path),
                details: candidates.map(\.rawValue))
        }
    }

    /// Reads on while the head says too little: quickly over plain ASCII, with the sniffer from the first evidence on.
    private static func settle(
        _ sniffer: inout EncodingSniffer, _ source: inout ByteSource, _ verdict: EncodingVerdict
    ) throws(ReadFailure) -> EncodingVerdict {
        var isPlain = verdict == .ascii
        var buffer: [UInt8] = []
        while true {
            buffer.removeAll(keepingCapacity: true)
            if try read(&source, &buffer, Limits.chunkBytes) == 0 {
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

    /// Decodes as much as formats and layouts are told by; true when that is the whole file.
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

    private static func format(
        _ head: Span<UInt8>, _ path: String, _ options: ReadOptions
    ) throws(ReadFailure) -> StatementFormat {
        guard let name = options.format else { return FormatRouter.format(of: head) }
        guard let format = StatementFormat(option: name) else {
            throw ReadFailure(.formatUnknown, at: SourcePlace(file: path), details: [name])
        }
        // `ofx` names the family; the bytes say which half.
        return format == .ofxSGML && FormatRouter.format(of: head) == .ofxXML ? .ofxXML : format
    }

    /// The table of what reads what. For a table whose columns must decide something, the whole file is read here once.
    private static func reader(
        for format: StatementFormat, _ text: inout DecodedText, _ head: [UInt8],
        _ isWhole: inout Bool, path: String, options: ReadOptions
    ) throws(ReadFailure) -> any StatementReader {
        switch format {
        case .csv:
            let layouts = try layouts(options)
            let surveyor = CSVSurveyor(file: path, layouts: layouts)
            try surveyor.read(head.span, final: isWhole)
            var chunk: [UInt8] = []
            while surveyor.isNeeded ?? true, !isWhole,
                try text.next(into: &chunk, isFinal: &isWhole)
            {
                try surveyor.read(chunk.span, final: isWhole)
            }
            let settled = try surveyor.settle(
                order: options.dateOrder, decimalMark: options.decimalMark, sign: options.sign)
            return CSVReader(file: path, layouts: layouts, settled: settled)
        case .ofxSGML: return OFXSGMLReader(file: path)
        case .ofxXML: return OFXXMLReader(file: path)
        case .json: return MonobankJSONReader(file: path)
        case .html: throw ReadFailure(.webPage, at: SourcePlace(file: path))
        default: throw unreadable(format, path)
        }
    }

    /// Proposes a layout for a file, as if no layout knew it.
    ///
    /// - Throws: what `init` throws of a file that cannot be opened or is no table; `notAStatement` for a table without days or amounts.
    package static func proposal(
        path: String, name: String, options: ReadOptions
    ) throws(ReadFailure) -> LayoutProposal {
        var text = try decoded(path, options)
        var chunk: [UInt8] = []
        var isFinal = false
        let proposer = LayoutProposer(file: path)
        while try text.next(into: &chunk, isFinal: &isFinal) {
            proposer.read(chunk.span, final: isFinal)
        }
        return try proposer.propose(
            name: name,
            choices: InferenceChoices(
                order: options.dateOrder, decimalMark: options.decimalMark, sign: options.sign))
    }

    private static func layouts(_ options: ReadOptions) throws(ReadFailure) -> [Layout] {
        do throws(LayoutProblem) {
            return try Layouts.read(options.layouts) + Layouts.builtIn
        } catch {
            throw ReadFailure(
                .malformed,
                at: SourcePlace(file: error.file, line: error.line, column: error.column),
                found: error.found, details: ["layout", error.problem])
        }
    }

    private static func unreadable(_ format: StatementFormat, _ path: String) -> ReadFailure {
        ReadFailure(.formatUnknown, at: SourcePlace(file: path), details: [format.rawValue])
    }
}

extension [UInt8] {
    /// No byte above 0x7F and no NUL, eight bytes a step.
    fileprivate var allASCII: Bool {
        let bytes = unsafe span.bytes
        var at = 0
        while at + 8 <= bytes.byteCount {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
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

/// The encoding an OFX file claims. It is believed only among candidates the bytes leave open.
private enum DeclaredEncoding {
    static func settle(_ head: Span<UInt8>, among candidates: [TextEncoding]) -> TextEncoding? {
        if let declared = label(in: head), candidates.contains(declared) { return declared }
        // Western text with few accents: the code page that OFX programs write.
        return candidates.contains(.windows1252) ? .windows1252 : nil
    }

    private static func label(in head: Span<UInt8>) -> TextEncoding? {
        var text = ""
        for index in 0..<min(head.count, 1024) {
            text.unicodeScalars.append(Unicode.Scalar(head[index] & 0x7F))
        }
        for key in ["CHARSET:", "ENCODING:", "encoding=\"", "encoding='"] {
            guard let start = text.firstRange(of: key)?.upperBound else { continue }
            let value = text[start...].prefix { !" \r\n\t\"'>".contains($0) && $0 != "\r\n" }
            if let encoding = TextEncoding(label: String(value)), encoding != .utf8 {
                return encoding
            }
        }
        return nil
    }
}
