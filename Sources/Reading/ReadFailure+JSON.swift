package import Facts
package import Scanning

extension ReadFailure {
    /// The failure of a JSON parse error at a place.
    package init(_ error: JSONError, at place: SourcePlace) {
        switch error.kind {
        case .unexpectedEnd: self.init(.truncated, at: place)
        case .tooDeep:
            self.init(.limitExceeded, at: place, details: ["nesting", "\(Limits.nestingMax)"])
        case .stringTooLong, .numberTooLong:
            self.init(
                .limitExceeded, at: place,
                details: ["record-bytes", "\(JSONTokenizer.stringBytesMax)"])
        default: self.init(.malformed, at: place)
        }
    }
}

extension JSONTokenizer {
    /// The next token, as ``next(_:at:final:)``.
    ///
    /// - Parameters:
    ///   - file: named by the failure.
    ///   - tracker: knows the position of the bytes' first one.
    package mutating func next(
        _ bytes: Span<UInt8>, at offset: inout Int, final: Bool, of file: String,
        _ tracker: inout PositionTracker
    ) throws(ReadFailure) -> JSONToken {
        do throws(JSONError) {
            return try next(bytes, at: &offset, final: final)
        } catch {
            let position = tracker.position(of: error.offset, in: bytes)
            throw ReadFailure(error, at: SourcePlace(file: file, at: position))
        }
    }
}
