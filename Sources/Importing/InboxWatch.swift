internal import Glibc
internal import Saving
internal import Opening

/// Waits for files to be dropped into a folder, or for a signal to stop.
///
/// The kernel's events only say that it is worth looking: what is there, and whether it is new, is
/// asked of the file system each time, so that a lost event loses no file.
package final class InboxWatch {
    package enum Event: Sendable, Equatable {
        /// Something was dropped, written or renamed.
        case changed
        case timedOut
        /// SIGINT, SIGTERM or SIGHUP.
        case stopped
    }

    private let folder: String
    private let events: FolderEvents
    /// Why the kernel's events are not to be had; 0 when they are.
    package private(set) var errnoOfNotify: Int32 = 0

    /// - Parameter usesKernel: false to be woken by the clock alone.
    /// - Throws: `InputProblem` when the signals cannot be waited for.
    package init(folder: String, usesKernel: Bool = true) throws(InputProblem) {
        self.folder = folder
        do throws(SystemError) {
            events = try FolderEvents()
        } catch {
            throw InputProblem(path: folder, errno: error.errno)
        }
        guard usesKernel else { return }
        do throws(SystemError) {
            try events.open()
            try watchFolders()
        } catch {
            giveUp(error)
        }
    }

    /// The kernel tells; otherwise only the clock does.
    package var isNotified: Bool { events.isOpen }

    /// Watches folders that came or came back unnoticed.
    package func renew() {
        guard events.isOpen else { return }
        do throws(SystemError) { try watchFolders() } catch { giveUp(error) }
    }

    /// Waits for the first of an event, a signal and the end of the time.
    package func wait(milliseconds: Int?) -> Event {
        while true {
            switch events.wait(milliseconds: milliseconds) {
            case .timedOut: return .timedOut
            case .stopped: return .stopped
            case .events(let events):
                // A folder that came may hold files already, and its own folders.
                if events.contains(where: \.isFolder) { renew() }
                if events.contains(where: Self.isWorthLooking) { return .changed }
            }
        }
    }

    /// An import would look at the file.
    private static func isWorthLooking(_ event: FolderEvents.Event) -> Bool {
        !event.endsWatch && !InputList.isPassedOver(event.name)
    }

    private func watchFolders() throws(SystemError) {
        for path in InputList(paths: [folder], looksInside: false).folders {
            do throws(SystemError) {
                try events.watch(path)
            } catch  where error.errno == ENOENT && path != folder {
                // A folder that is gone again needs no watch; the inbox itself does.
            }
        }
    }

    private func giveUp(_ error: SystemError) {
        events.close()
        errnoOfNotify = error.errno
    }
}

extension InputFile {
    /// The file is not being written: nobody has it open for that, and it is as it was for a while.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970, by the clock that file systems use.
    ///   - quietSeconds: so long nothing may have changed; longer than file systems' times are
    ///     coarse.
    package func isWritten(now: Int, quietSeconds: Int) -> Bool {
        guard let mark else { return true }
        let changed = max(mark.changed, mark.modified) / 1_000_000_000
        if isBeingWritten { return false }
        // A time to come is a wrong clock, for which nobody should wait.
        return changed > now || now - changed >= quietSeconds
    }

    /// Somebody has the file open for writing, as far as the file system can tell.
    package var isBeingWritten: Bool {
        Saving.isBeingWritten(member?.archive ?? path)
    }
}
