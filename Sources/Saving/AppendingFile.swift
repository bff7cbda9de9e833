import Glibc

/// A file that grows at its end from a length the caller knows; growth counts only after
/// ``sync()``.
///
/// ```
/// step       on disk after it                        a crash after it leaves
/// init       known bytes (an empty file if created)  known bytes (or an empty or no file)
/// write      known bytes + part of the new           known bytes + any part of the new, torn or zeroed
/// sync       known bytes + all new                   the same
/// truncate   the bytes kept                          the same
/// deinit or any error before sync: known bytes (a file created here is removed)
/// ```
///
/// After a failed write or sync the file is cut back to the last synced length, closed and never
/// synced again; every later call throws the same error. Cutting back is tried once: if it fails
/// too, the reader finds a torn tail, as after a crash, and ``truncateFile(_:to:)`` repairs it.
package struct AppendingFile: ~Copyable {
    package let path: String
    /// Length of the file with everything given to ``write(_:)``, on disk or not.
    package private(set) var length: Int
    /// Length that survives a power cut.
    package private(set) var syncedLength: Int
    private var file: Descriptor
    private var end: FileEnd
    private var failure: SavingError?
    /// The folder until the file's name in it is durable. An existing name counts as not durable
    /// too: a process killed between creating and syncing may have left it.
    private var unsyncedFolder: String?
    /// Created here and never synced: nothing refers to it, so giving up removes it.
    private var isUnknown: Bool

    /// - Throws: `compareLength` when the file is longer or shorter than expected, or is missing
    ///   while bytes were expected; `ELOOP`, `EISDIR`, `EINVAL` when it is not a regular file.
    package init(path: String, expectedLength: Int) throws(SavingError) {
        try self.init(path: path, expectedLength: expectedLength, bulkBytes: FileEnd.bulkBytes)
    }

    init(path: String, expectedLength: Int, bulkBytes: Int) throws(SavingError) {
        let parts = try PathParts(path)
        let isNew = try fileStamp(path) == nil
        guard !isNew || expectedLength == 0 else { throw .stale(path) }
        let opened =
            isNew
            ? try createPrivate(path, O_WRONLY | O_APPEND)
            : try openRegular(path, O_WRONLY | O_APPEND)
        let found = isNew ? 0 : try status(of: opened.number, path: path).st_size
        guard found == expectedLength else { throw .stale(path) }
        file = opened
        unsyncedFolder = parts.folder
        isUnknown = isNew
        end = FileEnd(path: path, bulkBytes: bulkBytes, blocks: 6)
        self.path = path
        length = expectedLength
        syncedLength = expectedLength
    }

    package mutating func write(_ bytes: [UInt8]) throws(SavingError) { try write(bytes.span) }

    package mutating func write(_ bytes: Span<UInt8>) throws(SavingError) {
        let descriptor = try openDescriptor()
        length += bytes.count
        do throws(SavingError) {
            try end.add(bytes, to: descriptor, at: length - bytes.count)
        } catch {
            throw abandon(error)
        }
    }

    /// Gives everything written to the kernel, so that reading finds it.
    package mutating func flush() throws(SavingError) {
        let descriptor = try openDescriptor()
        do throws(SavingError) {
            try end.flush(descriptor)
        } catch {
            throw abandon(error)
        }
    }

    /// Makes everything written durable.
    package mutating func sync() throws(SavingError) {
        let sync = try beginSync()
        sync.run()
        try finish(sync)
    }

    /// Passes everything written to the kernel. ``PendingSync/run()`` makes it durable, on any
    /// thread, and takes effect in ``finish(_:)``; until then the file must not be written or
    /// destroyed.
    package mutating func beginSync() throws(SavingError) -> PendingSync {
        let descriptor = try openDescriptor()
        do throws(SavingError) {
            try end.flush(descriptor)
        } catch {
            throw abandon(error)
        }
        return PendingSync(descriptor: descriptor, path: path, folder: unsyncedFolder)
    }

    /// - Throws: what made the sync fail, or `EINVAL` where it was not run.
    package mutating func finish(_ sync: PendingSync) throws(SavingError) {
        _ = try openDescriptor()
        assert(end.waiting == 0 && !end.isBulk, "nothing is written while a sync runs")
        if let failure = sync.failure { throw abandon(failure) }
        unsyncedFolder = nil
        syncedLength = length
        isUnknown = false
    }

    /// Removes the end of the file durably, to undo it after a failed step elsewhere.
    ///
    /// - Throws: `EINVAL` when `kept` is negative or more than ``length``; nothing has changed
    ///   then.
    package mutating func truncate(to kept: Int) throws(SavingError) {
        let descriptor = try openDescriptor()
        guard kept >= 0, kept <= length else {
            throw SavingError(operation: .truncate, path: path, errno: EINVAL)
        }
        do throws(SavingError) {
            if end.isBulk { try end.flush(descriptor) }
            let onDisk = length - end.waiting
            assert(onDisk >= 0 && !end.isBulk, "what waits was written behind what is on disk")
            end.keepFirst(max(kept - onDisk, 0))
            length = kept
            guard kept < onDisk else { return }
            try shorten(descriptor, to: kept, path: path)
        } catch {
            throw abandon(error)
        }
        try sync()
    }

    deinit { if failure == nil { takeBackUnsynced() } }

    private func openDescriptor() throws(SavingError) -> Int32 {
        if let failure { throw failure }
        return file.number
    }

    private mutating func abandon(_ error: SavingError) -> SavingError {
        takeBackUnsynced()
        file.abandon()
        failure = error
        return error
    }

    private func takeBackUnsynced() {
        end.stop()
        if isUnknown {
            removeIfPossible(path)
        } else if length - end.waiting > syncedLength {
            do throws(SavingError) { try shorten(file.number, to: syncedLength, path: path) } catch
            {}
        }
    }
}

/// A sync of an ``AppendingFile`` that another thread may run meanwhile. `@unchecked`: that thread
/// has finished before the value is handed back.
package final class PendingSync: @unchecked Sendable {
    private let descriptor: Int32
    private let path: String
    /// The folder in which the file's name is not durable yet.
    private let folder: String?
    /// Nil when all is durable.
    fileprivate private(set) var failure: SavingError?

    fileprivate init(descriptor: Int32, path: String, folder: String?) {
        self.descriptor = descriptor
        self.path = path
        self.folder = folder
        failure = SavingError(operation: .sync, path: path, errno: EINVAL)
    }

    package func run() {
        do throws(SavingError) {
            try syncFile(descriptor, path: path)
            if let folder { try syncNames(in: folder) }
            failure = nil
        } catch {
            failure = error
        }
    }
}
