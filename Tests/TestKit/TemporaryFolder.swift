import Glibc

/// A folder that goes away with its owner.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("\(Self.parent)/kopiyka-test-XXXXXX".utf8CString)
        precondition(unsafe mkdtemp(&template) != nil, "no temporary folder")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { remove() }

    package func remove() { Self.remove(path) }

    /// `TMPDIR`, else memory, where there is enough: most of the time that saving takes is waiting
    /// for the disk.
    private static let parent: String = {
        if let chosen = unsafe getenv("TMPDIR") { return unsafe String(cString: chosen) }
        var status = statvfs()
        let memory = "/dev/shm"
        guard unsafe access(memory, W_OK) == 0, unsafe statvfs(memory, &status) == 0 else {
            return "/tmp"
        }
        let bytesFree = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        return bytesFree >= 1 << 30 ? memory : "/tmp"
    }()

    private static func remove(_ path: String) {
        // Of a link, itself and nothing that it leads to.
        if unsafe unlink(path) == 0 { return }
        if let directory = unsafe opendir(path) {
            while let entry = unsafe readdir(directory) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            unsafe closedir(directory)
        }
        _ = unsafe rmdir(path)
    }

    package func write(_ text: String, to name: String) {
        write(Array(text.utf8), to: name)
    }

    package func write(_ bytes: [UInt8], to name: String) {
        // A program that another test starts meanwhile must not hold the file open: an import
        // leaves it alone then.
        let file = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(file >= 0, "cannot write \(name)")
        var done = 0
        while done < bytes.count {
            let wrote = unsafe bytes.span.extracting(done..<bytes.count).withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress, $0.count)
            }
            precondition(wrote > 0, "cannot write \(name)")
            done += wrote
        }
        close(file)
    }

    package func read(_ name: String) -> String {
        String(decoding: bytes(of: name), as: UTF8.self)
    }

    package func bytes(of name: String) -> [UInt8] {
        let file = unsafe open(path + "/" + name, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(file, &buffer, buffer.count)
            if count <= 0 { return result }
            result.append(contentsOf: buffer[..<count])
        }
    }
}
