import Facts
import Scanning

/// Cuts a stream of bytes into lines, whatever the pieces in which it comes.
///
/// Each line feed ends a line, and so do the last bytes without one. A longer line than the limit
/// is cut to it: memory follows the limit, not the input.
package struct LineCutter: Sendable {
    private let lineBytesMax: Int
    /// The beginning of the current line.
    private var rest: [UInt8] = []
    /// More of the current line came than is kept.
    private var isCut = false

    package init(lineBytesMax: Int) { self.lineBytesMax = lineBytesMax }

    /// Calls `take` with each line that ends in the next bytes, without its line feed, and whether
    /// it was cut.
    package mutating func feed<Failure: Error>(
        _ bytes: Span<UInt8>, _ take: (Span<UInt8>, Bool) throws(Failure) -> Void
    ) throws(Failure) {
        var at = 0
        while at < bytes.count {
            let ahead = bytes.extracting(droppingFirst: at)
            guard let count = ByteMarks.first(0x0A, in: ahead) else { return keep(ahead) }
            let line = ahead.extracting(first: count)
            if rest.isEmpty, !isCut {
                try take(line.extracting(first: lineBytesMax), count > lineBytesMax)
            } else {
                keep(line)
                try end(take)
            }
            at += count + 1
        }
    }

    /// The last line, if it has no line feed.
    package mutating func finish<Failure: Error>(
        _ take: (Span<UInt8>, Bool) throws(Failure) -> Void
    ) throws(Failure) {
        if !rest.isEmpty || isCut { try end(take) }
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        let room = lineBytesMax - rest.count
        if bytes.count > room { isCut = true }
        rest.append(bytes.extracting(first: room))
    }

    private mutating func end<Failure: Error>(
        _ take: (Span<UInt8>, Bool) throws(Failure) -> Void
    ) throws(Failure) {
        defer {
            rest.removeAll(keepingCapacity: true)
            isCut = false
        }
        try take(rest.span, isCut)
    }
}
