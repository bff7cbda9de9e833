import Facts
import Glibc
package import Opening
import Saving
import Scanning
import Reading

/// The files an import looks at, in the order it reads them.
package struct InputFile: Sendable, Equatable {
    /// As the user named it, or as found below a folder the user named.
    package let path: String
    /// First folder below the workspace's inbox (`inbox/oschad/march.csv` → `oschad`); empty for
    /// files elsewhere, however they were named, so that a file belongs to the same account by
    /// itself and in its folder.
    package let folder: String
    /// The account that a person said when asked about the file; empty when nobody was.
    package fileprivate(set) var account = ""
    package let sizeBytes: Int
    /// Set for a file of an archive, whose path then begins with the archive's.
    package var member: ArchiveMember?
    /// Of the file, or its archive, when it was listed; nil for standard input.
    package var mark: FileMark?
    /// The file's place, or its archive's, without links and dots; nil unless it was found in a
    /// folder.
    package var place: String?
    /// What is known of a file that did not change since it came in: it need not be read.
    package var remembered: RememberedFile?
    /// Its name in the archive, when that was not opened.
    private var memberName = ""

    /// How many folders stand in front of the file's own name, as other files of the list have that
    /// name.
    fileprivate var foldersNamed = 0

    /// The file's own name: `march.csv`, `archive.zip/march.csv`; `2026-03/black.csv` beside
    /// `2026-04/black.csv`.
    package var name: String {
        let inside = member?.name ?? memberName
        guard !inside.isEmpty else { return Self.lastNames(path, foldersNamed) }
        return Self.lastNames(String(path.dropLast(inside.utf8.count + 1)), foldersNamed) + "/"
            + inside
    }

    init(
        path: String, folder: String, sizeBytes: Int, member: ArchiveMember? = nil,
        mark: FileMark? = nil, place: String? = nil
    ) {
        self.path = path
        self.folder = folder
        self.sizeBytes = sizeBytes
        self.member = member
        self.mark = mark
        self.place = place
    }

    /// A file, or one of an archive, that did not change.
    init(remembered: RememberedFile, path: String, folder: String, mark: FileMark, place: String) {
        self.init(
            path: remembered.member.isEmpty ? path : path + "/" + remembered.member,
            folder: folder, sizeBytes: 0, mark: mark, place: place)
        self.remembered = remembered
        memberName = remembered.member
    }

    /// Standard input: whatever is to be known of it must be kept as it comes.
    var isReadOnce: Bool { path == "-" && member == nil }

    fileprivate static func lastName(_ path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    /// The end of a path with so many folders.
    private static func lastNames(_ path: String, _ folders: Int) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        if parts.isEmpty { return path }
        return parts.suffix(folders + 1).map { String(Substring($0)) }.joined(separator: "/")
    }

    /// Opens the file itself, wherever it lies.
    func opened(
        _ options: ReadOptions, isDigested: Bool = false
    ) throws(ReadFailure) -> StatementFile {
        if let member { return try StatementFile(member, options: options) }
        return try StatementFile(path: path, options: options, isDigested: isDigested)
    }
}

/// A path that is not imported.
package struct InputProblem: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case notThere
        /// The system did not let it be looked at.
        case system(Int32)
        /// A symbolic link below a folder: it may lead anywhere.
        case link
        /// A device, a pipe, a socket.
        case special
        /// Below more folders than are searched.
        case tooDeep
        /// No text in any language: its bytes are shown as numbers.
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

/// Files and folders a user names, turned into a list of files.
///
/// An archive is a folder too: each of its files is one of the list, in the byte order of their
/// names. Folders are searched with all below them, in the byte order of names, so that two runs
/// see the same order whatever the file system says. Hidden files and downloads that are not
/// finished are passed over. Symbolic links inside folders are not followed; they and whatever else
/// cannot be read are among the problems, each by its name.
package struct InputList {
    package private(set) var files: [InputFile] = []
    package private(set) var problems: [InputProblem] = []
    /// Files that were named, and that hold no statement whatever is in them: the folders' are
    /// passed over without a word.
    package private(set) var passedOver: [String] = []

    /// Deepest folder below a named one.
    package static let depthMax = 16
    private static let unfinished = [
        ".part", ".crdownload", ".download", ".partial", ".tmp", ".opdownload", "~",
    ]

    /// The inbox as the file system knows it, with a slash behind; empty when there is none.
    private let inbox: String

    /// Folders that were searched, without links and dots.
    package private(set) var roots: [String] = []
    /// They and those below them, as they were found.
    private(set) var folders: [String] = []
    private let unchanged: (String, FileMark) -> [RememberedFile]
    private let looksInside: Bool

    /// - Parameters:
    ///   - inbox: the workspace's inbox, below which folders name accounts; empty when there is no
    ///     workspace.
    ///   - isFolder: the paths are files that were found in a folder, not named by a person.
    ///   - looksInside: false to list archives as files, which opens none.
    ///   - unchanged: what is remembered of a file found in a folder; a file that is named is read.
    package init(
        paths: [String], inbox: String = "", isFolder: Bool = false, looksInside: Bool = true,
        unchanged: @escaping (String, FileMark) -> [RememberedFile] = { _, _ in [] }
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
        tellApart()
    }

    /// Monthly folders hold files of one name: a line must say which of them showed it.
    private mutating func tellApart() {
        if files.count < 2 { return }
        for folders in 1...Self.depthMax {
            var alike: [String: Set<String>] = [:]
            for file in files { alike[file.name, default: []].insert(file.path) }
            let numbers = files.indices.filter { alike[files[$0].name, default: []].count > 1 }
            if numbers.isEmpty { return }
            for number in numbers { files[number].foldersNamed = folders }
        }
    }

    /// Says of files, by number, whose lines they hold; those without an account are left out.
    package mutating func assign(_ accounts: [Int: String?]) {
        for (number, account) in accounts { files[number].account = account ?? "" }
        files = files.enumerated().filter { number, _ in
            if case .some(.none) = accounts[number] { false } else { true }
        }.map(\.element)
    }

    /// Puts files that came in before in front of the others, or leaves only them.
    package mutating func putSeenFirst<Failure: Error>(
        onlySeen: Bool, _ isSeen: (InputFile) throws(Failure) -> Bool
    ) throws(Failure) {
        var seen: [InputFile] = []
        for file in files where try isSeen(file) { seen.append(file) }
        let others = onlySeen ? [] : files.filter { file in !seen.contains { $0 == file } }
        files = seen + others
    }

    /// Takes out files found in folders that somebody is writing, and gives their paths: half a
    /// file would come in.
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

    /// Adds the files below a folder, without recursion: folders wait on a stack, sorted so that
    /// names come out in byte order.
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
    ///   - root: the folder named, as it was and without links; empty for a file that is named
    ///     itself.
    private mutating func add(
        _ path: String, _ information: stat, _ root: String = "", _ wholeRoot: String? = nil
    ) {
        let mark = FileMark(information)
        // Below a folder no link is followed, so what is behind it stays as it is.
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
        // An archive whose list cannot be read is told about when it is opened.
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

    /// Downloads that are not finished, and what office programs, editors and systems leave beside
    /// files, in any case.
    private static func isLeftover(_ name: String) -> Bool {
        let name = name.lowercased()
        return unfinished.contains(where: name.hasSuffix) || beside.contains(name)
            || name.hasPrefix("~$") || name.hasPrefix("._")
            || name.count > 2 && name.hasPrefix("#") && name.hasSuffix("#")
            || name.hasPrefix(".~lock.") && name.hasSuffix("#")
    }

    private static let beside = ["desktop.ini", "thumbs.db", "ehthumbs.db", ".ds_store"]

    /// `vyp\xd1.csv`: what is no text is written in numbers.
    private static func shown(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
                ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    /// The path without links and dots, nil when there is nothing.
    package static func resolved(_ path: String) -> String? {
        System.realPath(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What is at the path; a problem when that is not to be had.
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
