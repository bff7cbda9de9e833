import Facts
import Glibc
package import Saving

/// Lines of standard input, for dialogues and decisions.
package struct LineInput: ~Copyable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    package init(descriptor: Int32 = 0) { self.descriptor = descriptor }

    /// The next line without its end (`\n` or `\r\n`), or nil at the end of input.
    ///
    /// - Throws: `SavingError` when reading fails; a line over `Limits.queueLineBytesMax` is
    ///   `EFBIG`.
    package mutating func next() throws(SavingError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = trimmed(buffer[start..<end])
                start = end + 1
                return line
            }
            searched = buffer.count
            if isAtEnd { return lastLine() }
            if buffer.count - start > Limits.queueLineBytesMax {
                throw SavingError(operation: .read, path: "stdin", errno: EFBIG)
            }
            if start > 0 {
                buffer.removeSubrange(..<start)
                searched -= start
                start = 0
            }
            try fill()
        }
    }

    /// The next line as text, with invalid UTF-8 replaced: for a person's answers, never for data.
    package mutating func nextAnswer() throws(SavingError) -> String? {
        try next().map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func fill() throws(SavingError) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = try readSome(into: &chunk, from: descriptor, path: "stdin")
        buffer.append(contentsOf: chunk[..<count])
        isAtEnd = count == 0
    }

    private mutating func lastLine() -> [UInt8]? {
        guard start < buffer.count else { return nil }
        let line = trimmed(buffer[start...])
        start = buffer.count
        return line
    }

    private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        line.last == 0x0D ? Array(line.dropLast()) : Array(line)
    }
}

/// Whether a person answered yes, in either language.
func isYes(_ answer: String) -> Bool {
    ["y", "yes", "т", "так"].contains(answer.lowercased())
}
