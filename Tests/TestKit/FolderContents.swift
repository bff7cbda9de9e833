import Scanning
import Glibc

/// The files of a folder and of those in it, in memory.
package struct FolderContents: Sendable {
    private var folders = [""]
    private var files: [(name: String, bytes: [UInt8])] = []

    package init(of path: String) {
        take(path, below: "")
    }

    private mutating func take(_ path: String, below: String) {
        guard let directory = unsafe opendir(path + below) else { return }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name == "." || name == ".." { continue }
            let place = below + "/" + name
            if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                folders.append(place)
                take(path, below: place)
            } else if let bytes = try? readWholeFile(path + place, limit: 1 << 24) {
                files.append((place, bytes))
            }
        }
    }

    package func write(into folder: TemporaryFolder, as name: String) {
        for place in folders { _ = unsafe mkdir(folder.path + "/" + name + place, 0o700) }
        for (place, bytes) in files { folder.write(bytes, to: name + place) }
    }
}
