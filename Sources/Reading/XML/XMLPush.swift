package import Facts
package import Scanning

/// Parses well-formed XML chunk by chunk with libxml2's push parser, and calls a listener with
/// every element, attribute and text.
///
/// The text is UTF-8 whatever the declaration says, since the driver has decoded it. Document types
/// and entities are refused, nothing is ever loaded. libxml2 bounds neither depth nor text in this
/// mode and compares attributes pairwise; depth, tags and attributes are limited here, texts by the
/// listener.
///
/// - Complexity: O(*n*); keeps the unfinished tag (in libxml2).
package final class XMLPush: XMLListener {
    private let place: SourcePlace
    /// Limit per tag, including namespaces.
    private let attributesMax: Int
    private let parser: XMLCallParser
    private var listener: (any XMLListener)?
    private var failure: ReadFailure?
    private var isRootClosed = false

    private var intake = XMLIntake()
    private var depth = 0

    /// - Parameter place: the file, and in `path` its part, for failures.
    /// - Throws: the reason if the parser cannot be created.
    package convenience init(at place: SourcePlace) throws(ReadFailure) {
        try self.init(at: place, attributesMax: 64)
    }

    /// For a document of a workbook, whose tags have more attributes.
    package convenience init(sheetAt place: SourcePlace) throws(ReadFailure) {
        try self.init(at: place, attributesMax: 256)
    }

    private init(at place: SourcePlace, attributesMax: Int) throws(ReadFailure) {
        self.place = place
        self.attributesMax = attributesMax
        parser = try XMLCallParser(at: place)
    }

    /// Parses the next bytes of the document.
    ///
    /// - Throws: `malformed` for text that is no XML, `limitExceeded`, `entityRefused`, or the
    ///   listener's reason to stop.
    package func read(_ chunk: Span<UInt8>, to listener: any XMLListener) throws(ReadFailure) {
        let admitted = intake.admit(chunk)
        guard intake.hasBegun else { return }
        if try feed(chunk.extracting(admitted), final: false, to: listener) != 0 { throw malformed }
        if admitted.upperBound < chunk.count {
            throw limit("field-bytes", XMLIntake.tagBytesMax)
        }
    }

    /// The end of the input.
    ///
    /// - Throws: as above, and `truncated` if the root element is unclosed.
    package func finish(to listener: any XMLListener) throws(ReadFailure) {
        if intake.hasBegun, try feed(Span(), final: true, to: listener) != 0,
            isRootClosed || !parser.isCut
        {
            throw malformed
        }
        if !isRootClosed { throw ReadFailure(.truncated, at: here) }
    }

    /// Stops with this failure; the listener is not called any more. The parser itself continues to
    /// the end of its bytes.
    package func stop(_ reason: ReadFailure) {
        if failure == nil { failure = reason }
    }

    /// Stops with the failure of a step, for a listener, whose calls throw nothing.
    package func attempt(_ step: () throws(ReadFailure) -> Void) {
        do throws(ReadFailure) { try step() } catch { stop(error) }
    }

    /// The current position of the parser: during `open` that of the tag's `>`.
    package var position: TextPosition { position(parser.place) }

    /// The start of the current start tag; column 0 if it has attributes, because its start is then
    /// unknown.
    package func start(
        of name: Span<UInt8>, _ attributes: borrowing XMLAttributes
    ) -> TextPosition {
        var position = position
        let isBare = attributes.count + attributes.namespaces == 0
        position.column = isBare ? max(1, position.column - name.count - 1) : 0
        return position
    }

    private func feed(
        _ bytes: Span<UInt8>, final: Bool, to listener: any XMLListener
    ) throws(ReadFailure) -> Int {
        self.listener = listener
        defer { self.listener = nil }
        let code = parser.feed(bytes, final: final, to: self)
        if let declaration = parser.declaration {
            stop(ReadFailure(.entityRefused, at: place(position(declaration))))
        }
        if let failure { throw failure }
        return code
    }

    // MARK: parser callbacks

    package func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if failure != nil { return }
        depth += 1
        if depth > Limits.nestingMax {
            stop(limit("nesting", Limits.nestingMax))
        } else if attributes.count + attributes.namespaces > attributesMax {
            stop(limit("attributes", attributesMax))
        } else {
            listener?.open(name, attributes)
        }
    }

    package func close(_ name: Span<UInt8>) {
        if failure != nil { return }
        depth -= 1
        if depth == 0 { isRootClosed = true }
        listener?.close(name)
    }

    package func characters(_ bytes: Span<UInt8>) {
        if failure == nil { listener?.characters(bytes) }
    }

    // MARK: places

    private func limit(_ name: String, _ value: Int) -> ReadFailure {
        ReadFailure(.limitExceeded, at: here, details: [name, "\(value)"])
    }

    private var malformed: ReadFailure {
        ReadFailure(.malformed, at: place(position(parser.errorPlace)))
    }

    private var here: SourcePlace { place(position) }

    private func place(_ position: TextPosition) -> SourcePlace {
        var place = place
        place.line = position.line
        place.column = position.column
        return place
    }

    private func position(_ place: (line: Int, column: Int)) -> TextPosition {
        intake.position(line: place.line, column: place.column)
    }
}
