import Glibc

/// A file of the repository as text; nil if unreadable.
package func readText(ofFile path: String) -> String? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe fread($0.baseAddress, 1, $0.count, file)
        }
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(contentsOf: chunk[..<count])
    }
}
