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

    /// The failure of a JSON parse error in bytes of a file.
    ///
    /// - Parameter tracker: knows the position of the bytes' first one.
    package init(
        _ error: JSONError, in bytes: Span<UInt8>, of file: String,
        _ tracker: inout PositionTracker
    ) {
        let position = tracker.position(of: error.offset, in: bytes)
        self.init(error, at: SourcePlace(file: file, at: position))
    }
}
