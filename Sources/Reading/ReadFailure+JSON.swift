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
