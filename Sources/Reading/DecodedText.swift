package import Facts
package import Scanning

/// A file's bytes as UTF-8, chunk by chunk.
///
/// UTF-8 is validated in place, without a copy. An undecodable byte becomes 0xFF for readers that
/// reject its row, U+FFFD for those that keep it in texts, and ends the file for others.
package struct DecodedText: ~Copyable {
    /// More undecodable bytes mean that the encoding is wrong.
    static let undecodableMax = 1_000

    /// The handling of undecodable bytes.
    package enum Undecodable {
        case marked, replaced, refused
    }

    package let encoding: TextEncoding
    private var source: ByteSource
    private var undecodableFate = Undecodable.marked
    private let markBytes: Int
    private var decoder: TextDecoder
    private var raw: [UInt8] = []
    /// The beginning of a character cut by the end of a chunk.
    private var cut: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false
    private var undecodable = 0
    private var chunks = 0

    /// - Parameter markBytes: length of the byte-order mark.
    package init(_ source: consuming ByteSource, encoding: TextEncoding, markBytes: Int) {
        self.source = source
        self.encoding = encoding
        self.markBytes = markBytes
        decoder = TextDecoder(encoding)
    }

    /// Rewinds to the first byte.
    package mutating func restart(undecodable fate: Undecodable) throws(ReadFailure) {
        try rewind()
        undecodableFate = fate
        cut = []
        isAtStart = true
        isAtEnd = false
        undecodable = 0
        chunks = 0
    }

    private mutating func rewind() throws(ReadFailure) {
        try source.startAgain()
        decoder = TextDecoder(encoding)
    }

    package var isUnchanged: Bool { source.unchangedSinceOpening() }

    /// The digest of the file's bytes, after the last one, if requested.
    package var digest: (high: UInt64, low: UInt64)? { source.digest }

    /// Replaces `text` by the next chunk; false at the end of the file. Sets `isFinal` with the
    /// last chunk.
    package mutating func next(
        into text: inout [UInt8], isFinal: inout Bool
    ) throws(ReadFailure) -> Bool {
        text.removeAll(keepingCapacity: true)
        guard !isAtEnd else { return false }
        chunks += 1
        if encoding == .utf8 {
            try nextUTF8(into: &text)
        } else {
            try nextDecoded(into: &text)
        }
        isFinal = isAtEnd
        return true
    }

    private mutating func nextUTF8(into text: inout [UInt8]) throws(ReadFailure) {
        text.append(contentsOf: cut)
        cut.removeAll(keepingCapacity: true)
        isAtEnd = try source.readNext(into: &text) == 0
        if isAtStart, text.count >= markBytes { text.removeSubrange(0..<markBytes) }
        isAtStart = false
        var from = 0
        while let found = firstInvalidUTF8(text.span.extracting(from..<text.count)) {
            let bad = from + found
            if !isAtEnd, isCutUTF8(text.span, at: bad) {
                cut.append(contentsOf: text[bad...])
                text.removeLast(text.count - bad)
                return
            }
            try meet(text[bad], text: text, at: bad)
            text.replaceSubrange(bad..<(bad + 1), with: replacement)
            from = bad + replacement.count
        }
    }

    private mutating func nextDecoded(into text: inout [UInt8]) throws(ReadFailure) {
        raw.removeAll(keepingCapacity: true)
        isAtEnd = try source.readNext(into: &raw) == 0
        if isAtStart, raw.count >= markBytes { raw.removeSubrange(0..<markBytes) }
        isAtStart = false
        let unit = encoding == .utf16LE || encoding == .utf16BE ? 2 : 1
        var from = 0
        // Moved out and back: the span of `raw` borrows the whole struct.
        var raw: [UInt8] = []
        swap(&raw, &self.raw)
        defer { swap(&raw, &self.raw) }
        while let found = decoder.decode(
            raw.span.extracting(from..<raw.count), final: isAtEnd, into: &text)
        {
            let bad = from + found
            try meet(raw.indices.contains(bad) ? raw[bad] : 0, text: text, at: text.count)
            text.append(contentsOf: replacement)
            decoder = TextDecoder(encoding)
            from = min(max(bad + unit, 0), raw.count)
        }
    }

    private var replacement: [UInt8] {
        undecodableFate == .replaced ? [0xEF, 0xBF, 0xBD] : [CellText.undecodable]
    }

    private mutating func meet(_ byte: UInt8, text: [UInt8], at offset: Int) throws(ReadFailure) {
        undecodable += 1
        if undecodableFate != .refused, undecodable <= Self.undecodableMax { return }
        let digits = String(byte, radix: 16)
        throw ReadFailure(
            .encodingBroken,
            at: SourcePlace(file: source.path, line: try lineBefore(text, offset)),
            found: digits.count < 2 ? "0" + digits : digits, details: [encoding.rawValue])
    }

    /// The line of an offset in the current chunk: rereads earlier chunks, as lines are not counted
    /// while decoding.
    private mutating func lineBefore(_ text: [UInt8], _ offset: Int) throws(ReadFailure) -> Int {
        var line = 1
        for byte in text[..<min(offset, text.count)] where byte == 0x0A { line += 1 }
        var left = chunks - 1
        guard left > 0 else { return line }
        try rewind()
        while left > 0 {
            raw.removeAll(keepingCapacity: true)
            if try source.readNext(into: &raw) == 0 { break }
            left -= 1
            for (index, byte) in raw.enumerated() where byte == 0x0A {
                // In UTF-16 another character may contain the byte of a line feed.
                if encoding == .utf16LE {
                    guard index % 2 == 0, index + 1 < raw.count, raw[index + 1] == 0 else {
                        continue
                    }
                } else if encoding == .utf16BE {
                    guard index % 2 == 1, raw[index - 1] == 0 else { continue }
                }
                line += 1
            }
        }
        return line
    }
}

extension ByteSource {
    /// As `rewind`.
    package mutating func startAgain() throws(ReadFailure) {
        do throws(ByteSourceError) {
            try rewind()
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    /// As `read(into:max:)`.
    package mutating func readNext(
        into buffer: inout [UInt8], max: Int = ByteSource.chunkBytes
    ) throws(ReadFailure) -> Int {
        do throws(ByteSourceError) {
            return try read(into: &buffer, max: max)
        } catch {
            throw ReadFailure(error, path: path)
        }
    }
}

extension ReadFailure {
    /// A failure of the file itself.
    package init(_ error: ByteSourceError, path: String) {
        let place = SourcePlace(file: path)
        switch error {
        case .notFound: self.init(.notFound, at: place)
        case .isDirectory: self.init(.notARegularFile, at: place, details: ["folder"])
        case .notRegular: self.init(.notARegularFile, at: place)
        case .unreadable(let code): self.init(.unreadable, at: place, details: ["errno \(code)"])
        case .tooLarge(let limit): self.init(.tooLarge, at: place, details: ["bytes \(limit)"])
        case .archive(let problem):
            let kind: Kind =
                switch problem {
                case .cut: .truncated
                case .encrypted: .encrypted
                case .ratio, .members: .limitExceeded
                case .damaged, .checksum, .method, .overlapping: .malformed
                }
            self.init(
                kind, at: place, details: problem == .encrypted ? [] : [problem.rawValue])
        }
    }
}
