import Facts
import Glibc
package import Opening
package import Saving
import Scanning
import Reading

/// The files of an import, in reading order.
package struct InputFile: Sendable, Equatable {
    /// As named by the user, or as found in a named folder.
    package let path: String
    /// First folder below the workspace's inbox (`inbox/oschad/march.csv` → `oschad`); empty for
    /// other files. It does not depend on how the file was named, so a file has the same account
    /// alone and in its folder.
    package let folder: String
    /// The account that the user chose for the file; empty otherwise.
    package fileprivate(set) var account = ""
    package let sizeBytes: Int
    /// Set for a file of an archive, whose path then begins with the archive's.
    package var member: ArchiveMember?
    /// The mark of the file, or of its archive, at listing time; nil for standard input.
    package var mark: FileStamp?
    /// The file's path, or its archive's, without links and dots; nil unless it was found in a
    /// folder.
    package var place: String?
    /// The remembered file if it is unchanged since it came in, so it need not be read.
    package var remembered: RememberedFile?
    /// Its name in an archive that was not opened.
    private var memberName = ""
    /// The file itself, if it is no file of the disk.
    private var contents: [UInt8]?

    /// Number of parent folders in the displayed name, if several files have one name.
    fileprivate var foldersNamed = 0

    /// The file's own name: `march.csv`, `archive.zip/march.csv`; `2026-03/black.csv` beside
    /// `2026-04/black.csv`.
    package var name: String {
        let inside = member?.name ?? memberName
        guard !inside.isEmpty else { return Self.lastNames(path, foldersNamed) }
        let archive = String(decoding: path.utf8.dropLast(inside.utf8.count + 1), as: UTF8.self)
        return Self.lastNames(archive, foldersNamed) + "/" + inside
    }

    init(
        path: String, folder: String, sizeBytes: Int, member: ArchiveMember? = nil,
        mark: FileStamp? = nil, place: String? = nil
    ) {
        self.path = path
        self.folder = folder
        self.sizeBytes = sizeBytes
        self.member = member
        self.mark = mark
        self.place = place
    }

    /// An unchanged file, or file of an archive.
    init(remembered: RememberedFile, path: String, folder: String, mark: FileStamp, place: String) {
        self.init(
            path: remembered.member.isEmpty ? path : path + "/" + remembered.member,
            folder: folder, sizeBytes: 0, mark: mark, place: place)
        self.remembered = remembered
        memberName = remembered.member
    }

    /// A file that a program hands over. It is read on one thread, whatever its size.
    init(contents: [UInt8], name: String) {
        self.init(path: name, folder: "", sizeBytes: 0)
        self.contents = contents
    }

    /// Standard input: it can be read only once.
    var isReadOnce: Bool { path == "-" && member == nil }

    fileprivate static func lastName(_ path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    /// The end of a path with this many folders.
    private static func lastNames(_ path: String, _ folders: Int) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        if parts.isEmpty { return path }
        return parts.suffix(folders + 1).map { String(Substring($0)) }.joined(separator: "/")
    }

    /// Opens the file, in an archive or not.
    func opened(
        _ options: ReadOptions, isDigested: Bool = false
    ) throws(ReadFailure) -> StatementFile {
        if let member { return try StatementFile(member, options: options) }
        if let contents {
            return try StatementFile(bytes: contents, name: path, options: options)
        }
        return try StatementFile(path: path, options: options, isDigested: isDigested)
    }
}

/// A path that is not imported.
package struct InputProblem: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case notThere
        /// A system error.
        case system(Int32)
        /// A symbolic link below a folder: its target may be anywhere.
        case link
        /// A device, a pipe, a socket.
        case special
        /// Below more folders than are searched.
        case tooDeep
        /// The name is no valid text: its bytes are shown in hexadecimal.
        case nameNotText
    }

    package let path: String
    package let reason: Reason

    package init(path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package init(path: String, errno: Int32) {
        self.init(path: path, errno == ENOENT ? .notThere : .system(errno))
    }
}

/// The list of files from the user's files and folders.
///
/// An archive is like a folder: its files are in the list, in byte order of their names. Folders
/// are searched recursively, in byte order of names, so that the order does not depend on the file
/// system. Hidden files and unfinished downloads are skipped. Symbolic links inside folders are not
/// followed; they and unreadable paths are among the problems, each by its name.
package struct InputList {
    package private(set) var files: [InputFile] = []
    package private(set) var problems: [InputProblem] = []
    /// Named files that are skipped by their names; such files in folders are skipped silently.
    package private(set) var passedOver: [String] = []

    /// Maximum depth of folders below a named one.
    package static let depthMax = 16
    private static let unfinished = [
        ".part", ".crdownload", ".download", ".partial", ".tmp", ".opdownload", "~",
    ]

    /// The resolved inbox path with a trailing slash; empty if there is none.
    private let inbox: String

    /// Searched folders, without links and dots.
    package private(set) var roots: [String] = []
    /// These and their subfolders, as found.
    private(set) var folders: [String] = []
    private let unchanged: (String, FileStamp) -> [RememberedFile]
    private let looksInside: Bool

    /// - Parameters:
    ///   - inbox: the workspace's inbox, whose folders name accounts; empty without a workspace.
    ///   - isFolder: the paths are files found in a folder, not named by a person.
    ///   - looksInside: false to list archives as files without opening them.
    ///   - unchanged: returns the remembered files for a file found in a folder; a named file is
    ///       always read.
    package init(
        paths: [String], inbox: String = "", isFolder: Bool = false, looksInside: Bool = true,
        unchanged: @escaping (String, FileStamp) -> [RememberedFile] = { _, _ in [] }
    ) {
        self.inbox = Self.resolved(inbox).map { $0 + "/" } ?? ""
        self.looksInside = looksInside
        self.unchanged = unchanged
        for path in paths {
            if path == "-" {
                files.append(InputFile(path: "-", folder: "", sizeBytes: 0))
                continue
            }
            guard let information = information(path, followingLink: true) else { continue }
            if information.st_mode & S_IFMT == S_IFDIR {
                search(path)
            } else if Self.isLeftover(InputFile.lastName(path)) {
                passedOver.append(path)
            } else {
                add(path, information, path, isFolder ? Self.resolved(path) : nil)
            }
        }
        nameFolders()
    }

    /// Monthly folders contain files of one name: a line's source must distinguish them.
    private mutating func nameFolders() {
        if files.count < 2 { return }
        for folders in 1...Self.depthMax {
            var alike: [String: Set<String>] = [:]
            for file in files { alike[file.name, default: []].insert(file.path) }
            let numbers = files.indices.filter { alike[files[$0].name, default: []].count > 1 }
            if numbers.isEmpty { return }
            for number in numbers { files[number].foldersNamed = folders }
        }
    }

    /// Sets the accounts of files, by index; files without one are removed.
    package mutating func assign(_ accounts: [Int: String?]) {
        for (number, account) in accounts { files[number].account = account ?? "" }
        files = files.enumerated().filter { number, _ in
            if case .some(.none) = accounts[number] { false } else { true }
        }.map(\.element)
    }

    /// Moves files that came in before to the front, or keeps only them.
    package mutating func putSeenFirst<Failure: Error>(
        onlySeen: Bool, _ isSeen: (InputFile) throws(Failure) -> Bool
    ) throws(Failure) {
        var seen: [InputFile] = []
        for file in files where try isSeen(file) { seen.append(file) }
        let others = onlySeen ? [] : files.filter { file in !seen.contains { $0 == file } }
        files = seen + others
    }

    /// Removes files in folders that are being written, and returns their paths: half a file would
    /// come in.
    package mutating func leaveOutUnwritten() -> [String] {
        var left: [String] = []
        files.removeAll { file in
            guard file.place != nil, file.remembered == nil, file.isBeingWritten else {
                return false
            }
            left.append(file.path)
            return true
        }
        return left
    }

    /// Adds the files below a folder iteratively: a sorted stack of folders gives byte order of
    /// names.
    private mutating func search(_ root: String) {
        let whole = Self.resolved(root)
        if let whole { roots.append(whole) }
        var waiting = [(path: root, depth: 0)]
        while let next = waiting.popLast() {
            guard let information = information(next.path, followingLink: false) else { continue }
            let kind = information.st_mode & S_IFMT
            if kind == S_IFREG {
                add(next.path, information, root, whole)
            } else if kind == S_IFDIR || next.depth == 0 {
                guard next.depth <= Self.depthMax else {
                    problems.append(InputProblem(path: next.path, .tooDeep))
                    continue
                }
                folders.append(next.path)
                do throws(InputProblem) {
                    for name in try names(in: next.path).reversed() {
                        let path =
                            next.path.hasSuffix("/") ? next.path + name : next.path + "/" + name
                        waiting.append((path, next.depth + 1))
                    }
                } catch {
                    problems.append(error)
                }
            } else {
                problems.append(
                    InputProblem(path: next.path, kind == S_IFLNK ? .link : .special))
            }
        }
    }

    /// - Parameters:
    ///   - root: the named folder, as given and without links; empty for a named file.
    private mutating func add(
        _ path: String, _ information: stat, _ root: String = "", _ wholeRoot: String? = nil
    ) {
        let mark = FileStamp(information)
        // Links below a folder are not followed, so the relative path stays valid.
        let place = wholeRoot.map { whole in
            whole + (root.hasSuffix("/") ? "/" : "") + path.dropFirst(root.count)
        }
        var folder = ""
        if !inbox.isEmpty, let whole = place ?? Self.resolved(path), whole.hasPrefix(inbox) {
            let below = whole.dropFirst(inbox.count).split(separator: "/")
            if below.count > 1, let first = below.first { folder = String(first) }
        }
        if let place, case let known = unchanged(place, mark), !known.isEmpty {
            files += known.map {
                InputFile(remembered: $0, path: path, folder: folder, mark: mark, place: place)
            }
            return
        }
        let file = InputFile(
            path: path, folder: folder, sizeBytes: Int(information.st_size), mark: mark,
            place: place)
        // An archive with an unreadable list is reported when it is opened.
        if looksInside, let members = try? ArchiveMember.members(of: path), !members.isEmpty {
            let statements = members.filter { !Self.isLeftover(InputFile.lastName($0.name)) }
            files += statements.map { member in
                InputFile(
                    path: member.path, folder: folder, sizeBytes: member.sizeBytes, member: member,
                    mark: mark, place: place)
            }
        } else {
            files.append(file)
        }
    }

    /// Hidden files and leftovers.
    static func isPassedOver(_ name: String) -> Bool {
        name.hasPrefix(".") || isLeftover(name)
    }

    /// Unfinished downloads, and files left by office programs, editors and systems, in any case.
    private static func isLeftover(_ name: String) -> Bool {
        let name = name.lowercased()
        return unfinished.contains(where: name.hasSuffix) || beside.contains(name)
            || name.hasPrefix("~$") || name.hasPrefix("._")
            || name.count > 2 && name.hasPrefix("#") && name.hasSuffix("#")
            || name.hasPrefix(".~lock.") && name.hasSuffix("#")
    }

    private static let beside = ["desktop.ini", "thumbs.db", "ehthumbs.db", ".ds_store"]

    /// `vyp\xd1.csv`: invalid bytes in hexadecimal.
    private static func shown(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
                ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    /// The path without links and dots, nil if it does not exist.
    package static func resolved(_ path: String) -> String? {
        System.realPath(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The `stat` of the path; records a problem on failure.
    private mutating func information(_ path: String, followingLink: Bool) -> stat? {
        do throws(SavingError) {
            return try status(at: path, followingLink: followingLink)
        } catch {
            problems.append(InputProblem(path: path, errno: error.errno))
            return nil
        }
    }

    /// Names in a folder in byte order, without hidden and unfinished ones.
    private mutating func names(in folder: String) throws(InputProblem) -> [String] {
        let names: [[UInt8]]
        do throws(SavingError) {
            names = try bytesOfNames(in: folder)
        } catch {
            throw InputProblem(path: folder, errno: error.errno)
        }
        var result: [String] = []
        for bytes in names {
            guard let name = String(validating: bytes, as: UTF8.self) else {
                problems.append(
                    InputProblem(path: folder + "/" + Self.shown(bytes), .nameNotText))
                continue
            }
            if Self.isPassedOver(name) { continue }
            result.append(name)
        }
        return result.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
