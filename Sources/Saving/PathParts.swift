import Glibc

/// A path split before its last name.
struct PathParts {
    /// "." when the path is one name.
    let folder: String
    let base: String

    /// - Throws: `EINVAL` when the path does not end in a name of its own ("", "/", ".", "..").
    init(_ path: String) throws(SavingError) {
        let bytes = path.utf8
        var end = bytes.endIndex
        while end > bytes.startIndex, bytes[bytes.index(before: end)] == UInt8(ascii: "/") {
            end = bytes.index(before: end)
        }
        let trimmed = path[..<end]
        if let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) {
            base = String(trimmed[trimmed.utf8.index(after: slash)...])
            folder = slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
        } else {
            base = String(trimmed)
            folder = "."
        }
        if base.isEmpty || base == "." || base == ".." {
            throw SavingError(operation: .open, path: path, errno: EINVAL)
        }
    }
}
