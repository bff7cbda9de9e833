// All of Kopiyka's system calls that change or read a file, as plain libc calls, so that a
// preloaded library can make any of them fail. Only this file retries interrupted calls.
package import Glibc
internal import Scanning

/// A signal storm ends in an error, not in a hang: no call is interrupted a thousand times by
/// accident.
private let interruptionsMax = 1_000

/// Runs one call until it is not interrupted.
///
/// - Throws: `EINVAL` without a call when the path holds a NUL, which C would take for its end.
private func retrying<Result: SignedInteger>(
    _ operation: SavingError.Operation, _ path: String, _ call: () -> Result
) throws(SavingError) -> Result {
    guard !path.utf8.contains(0) else {
        throw SavingError(operation: operation, path: path, errno: EINVAL)
    }
    for _ in 0..<interruptionsMax {
        let result = call()
        if result >= 0 { return result }
        let number = errno
        if number != EINTR { throw SavingError(operation: operation, path: path, errno: number) }
    }
    throw SavingError(operation: operation, path: path, errno: EINTR)
}

/// An open file, closed when it goes out of scope.
struct Descriptor: ~Copyable {
    /// -1 once closed.
    private(set) var number: Int32

    /// Opens `path` without waiting for a pipe's other side and without passing the file to
    /// children.
    init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(SavingError) {
        number = try retrying(.open, path) {
            unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, mode)
        }
    }

    /// Closes and reports failure: some file systems report a failed write only here.
    ///
    /// On Linux an interrupted close has closed the file; closing again could close another one.
    mutating func close(path: String) throws(SavingError) {
        guard number >= 0 else { return }
        let result = Glibc.close(number)
        let reason = errno
        number = -1
        if result != 0 && reason != EINTR {
            throw SavingError(operation: .close, path: path, errno: reason)
        }
    }

    /// Closes a file that is given up or was only read, so a failure does not matter.
    mutating func abandon() {
        if number >= 0 { _ = Glibc.close(number) }
        number = -1
    }

    deinit { if number >= 0 { _ = Glibc.close(number) } }
}

/// Opens an existing regular file, never through a symbolic link in the last place.
func openRegular(_ path: String, _ flags: Int32) throws(SavingError) -> Descriptor {
    let file = try Descriptor(opening: path, flags | O_NOFOLLOW)
    try requireRegular(status(of: file.number, path: path), path: path)
    return file
}

/// Creates a file that did not exist, mode 0600 whatever the umask; nothing is left on failure.
func createPrivate(_ path: String, _ access: Int32) throws(SavingError) -> Descriptor {
    let file = try Descriptor(opening: path, access | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    do throws(SavingError) {
        let number = file.number
        _ = try retrying(.setMode, path) { fchmod(number, 0o600) }
    } catch {
        removeIfPossible(path)
        throw error
    }
    return file
}

/// `O_DIRECT`, which glibc defines only with GNU extensions.
#if arch(arm64)
    private let direct: Int32 = 0o200000
#else
    private let direct: Int32 = 0o40000
#endif

/// Turns direct writes on or off; false when the file system has none.
func setDirect(_ isDirect: Bool, _ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0 else { return false }
    return fcntl(descriptor, F_SETFL, isDirect ? flags | direct : flags & ~direct) == 0
}

/// Writes all of `bytes`, however few the kernel takes at a time.
///
/// - Parameter isDirect: past the page cache; cleared when the file system refuses that.
func writeAll(
    _ bytes: Span<UInt8>, to descriptor: Int32, path: String, waitingForReaders: Bool = false,
    isDirect: Bool = false
) throws(SavingError) {
    var done = 0
    while done < bytes.count {
        let rest = bytes.extracting(droppingFirst: done)
        do throws(SavingError) {
            let taken = try unsafe rest.withUnsafeBytes { raw throws(SavingError) in
                try retrying(.write, path) {
                    unsafe write(descriptor, raw.baseAddress, raw.count)
                }
            }
            // POSIX forbids it for a non-empty write; without this check a broken driver would hang
            // the program.
            guard taken > 0 else { throw SavingError(operation: .write, path: path, errno: EIO) }
            done += taken
        } catch  where isDirect && error.errno == EINVAL && setDirect(false, descriptor) {
        } catch  where waitingForReaders && error.errno == EAGAIN {
            // A terminal or pipe that the parent made non-blocking: wait as a blocking one would.
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = try retrying(.write, path) { unsafe poll(&request, 1, -1) }
        }
    }
}

/// Fills `buffer` from `offset` on; fewer bytes than asked for only at the end of the file.
func readAll(
    into buffer: inout MutableSpan<UInt8>, from descriptor: Int32, at offset: Int, path: String
) throws(SavingError) -> Int {
    let (end, overflow) = offset.addingReportingOverflow(buffer.count)
    guard offset >= 0, !overflow, end >= 0 else {
        throw SavingError(operation: .read, path: path, errno: EINVAL)
    }
    return try unsafe buffer.withUnsafeMutableBytes { raw throws(SavingError) in
        var done = 0
        while done < raw.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[done...])
            let taken = try retrying(.read, path) {
                unsafe pread(descriptor, rest.baseAddress, rest.count, offset + done)
            }
            if taken == 0 { break }
            done += taken
        }
        return done
    }
}

/// Fills a range of `buffer` as above.
func readAll(
    into buffer: inout [UInt8], _ part: Range<Int>, from descriptor: Int32, at offset: Int,
    path: String
) throws(SavingError) -> Int {
    precondition(part.lowerBound >= 0 && part.upperBound <= buffer.count, "the buffer is smaller")
    return try unsafe buffer.withUnsafeMutableBufferPointer { all throws(SavingError) in
        var room = unsafe MutableSpan(
            _unsafeElements: UnsafeMutableBufferPointer(rebasing: all[part]))
        return try readAll(into: &room, from: descriptor, at: offset, path: path)
    }
}

/// Fills `words` as above; offsets are in bytes.
func readAll(
    into words: inout [UInt64], from descriptor: Int32, at offset: Int, path: String
) throws(SavingError) -> Int {
    try unsafe words.withUnsafeMutableBufferPointer { all throws(SavingError) in
        var room = unsafe MutableSpan<UInt8>(_unsafeBytes: UnsafeMutableRawBufferPointer(all))
        return try readAll(into: &room, from: descriptor, at: offset, path: path)
    }
}

/// The bytes of words in memory order.
func withBytes(
    of words: Span<UInt64>, _ body: (Span<UInt8>) throws(SavingError) -> Void
) throws(SavingError) {
    try body(unsafe Span<UInt8>(_bytes: words.bytes))
}

/// Reads available bytes of a pipe, a terminal or a file, waiting for some; 0 at the end.
package func readSome(
    into buffer: inout [UInt8], from descriptor: Int32, path: String
) throws(SavingError) -> Int {
    var room = buffer.mutableSpan
    return try unsafe room.withUnsafeMutableBytes { room throws(SavingError) in
        try retrying(.read, path) { unsafe read(descriptor, room.baseAddress, room.count) }
    }
}

/// Opens /dev/null as the next free descriptor, for one direction only; -1 on failure.
func openNull(_ side: Int32) -> Int32 { unsafe open("/dev/null", side) }

/// Opens a stream for reading, waiting for a pipe's other side; nil when that fails.
package func openStream(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
}

func syncFile(_ descriptor: Int32, path: String) throws(SavingError) {
    _ = try retrying(.sync, path) { fsync(descriptor) }
}

/// Makes the bytes of a file durable, and its length, but not its times.
func syncContent(_ descriptor: Int32, path: String) throws(SavingError) {
    _ = try retrying(.sync, path) { fdatasync(descriptor) }
}

/// Makes the names in an open folder durable.
///
/// File systems that cannot sync a folder (some FUSE and CIFS mounts) answer `EINVAL`; nothing else
/// can be done then, and refusing to work would not help.
func syncNames(in folder: Int32, path: String) throws(SavingError) {
    do throws(SavingError) {
        _ = try retrying(.syncFolder, path) { fsync(folder) }
    } catch  where error.errno == EINVAL {}
}

func syncNames(in folder: String) throws(SavingError) {
    let open = try openFolder(folder)
    try syncNames(in: open.number, path: folder)
}

/// A folder may be reached through a symbolic link: its owner decides where the workspace is.
func openFolder(_ path: String) throws(SavingError) -> Descriptor {
    try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
}

func shorten(_ descriptor: Int32, to length: Int, path: String) throws(SavingError) {
    _ = try retrying(.truncate, path) { ftruncate(descriptor, length) }
}

func moveFile(_ path: String, over target: String) throws(SavingError) {
    _ = try retrying(.rename, target) { unsafe rename(path, target) }
}

func removeFile(_ path: String) throws(SavingError) {
    _ = try retrying(.remove, path) { unsafe unlink(path) }
}

/// Removes a file that is given up: the error that led here is the one to report, and
/// ``removeStaleTemporaries(in:of:)`` removes what remains.
func removeIfPossible(_ path: String) {
    do throws(SavingError) { try removeFile(path) } catch {}
}

func createFolder(_ path: String) throws(SavingError) {
    _ = try retrying(.makeDirectory, path) { unsafe mkdir(path, 0o700) }
}

func removeFolder(_ path: String) throws(SavingError) {
    _ = try retrying(.remove, path) { unsafe rmdir(path) }
}

func setMode(_ path: String, _ mode: mode_t) throws(SavingError) {
    _ = try retrying(.setMode, path) { unsafe chmod(path, mode) }
}

func status(of descriptor: Int32, path: String) throws(SavingError) -> stat {
    var record = stat()
    _ = try retrying(.stat, path) { unsafe fstat(descriptor, &record) }
    return record
}

/// The status of `path`, following a final symbolic link only when asked.
package func status(at path: String, followingLink: Bool) throws(SavingError) -> stat {
    var record = stat()
    _ = try retrying(.stat, path) {
        followingLink ? unsafe stat(path, &record) : unsafe lstat(path, &record)
    }
    return record
}

func requireRegular(_ record: stat, path: String) throws(SavingError) {
    let refusal: Int32
    switch record.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: refusal = ELOOP
    case S_IFDIR: refusal = EISDIR
    default: refusal = EINVAL
    }
    throw SavingError(operation: .open, path: path, errno: refusal)
}

/// Takes the lock if it is free.
func tryLock(
    _ descriptor: Int32, _ kind: Int32, path: String
) throws(SavingError) -> Bool {
    do throws(SavingError) {
        _ = try retrying(.lock, path) { flock(descriptor, kind | LOCK_NB) }
        return true
    } catch  where error.errno == EWOULDBLOCK {
        return false
    }
}

/// Whether a process with this id exists, of any user.
package func isAlive(process id: pid_t) -> Bool { kill(id, 0) == 0 || errno != ESRCH }

/// Names in a folder that are UTF-8, sorted by their bytes.
func names(in folder: String) throws(SavingError) -> [String] {
    try bytesOfNames(in: folder).compactMap { String(validating: $0, as: UTF8.self) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// All names in a folder except "." and "..", unordered.
package func bytesOfNames(in folder: String) throws(SavingError) -> [[UInt8]] {
    guard !folder.utf8.contains(0), let listing = unsafe opendir(folder) else {
        let number = folder.utf8.contains(0) ? EINVAL : errno
        throw SavingError(operation: .list, path: folder, errno: number)
    }
    defer { _ = unsafe closedir(listing) }
    var found: [[UInt8]] = []
    while true {
        errno = 0
        guard let entry = unsafe readdir(listing) else { break }
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
            unsafe Array(raw.prefix { $0 != 0 })
        }
        if name != [0x2E], name != [0x2E, 0x2E] { found.append(name) }
    }
    let number = errno
    guard number == 0 else { throw SavingError(operation: .list, path: folder, errno: number) }
    return found
}

/// Writes a small file that nothing depends on: it may be lost, and failures are ignored.
package func leaveNote(_ text: String, at path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { _ = close(file) }
    _ = unsafe Array((text + "\n").utf8).withUnsafeBytes { bytes in
        unsafe write(file, bytes.baseAddress, bytes.count)
    }
}

/// The path without links and dots; nil when it does not exist.
package func realPath(of path: String) -> String? {
    System.realPath(of: path).flatMap { String(validating: $0, as: UTF8.self) }
}
