internal import Glibc
internal import Saving
internal import Opening

/// Waits for changes in a folder, or for a signal to stop.
///
/// The kernel's events are only hints: the file system is searched each time, so that a lost event
/// loses no file.
package final class InboxWatch {
    package enum Event: Sendable, Equatable {
        /// A file was created, written or renamed.
        case changed
        case timedOut
        /// SIGINT, SIGTERM or SIGHUP.
        case stopped
    }

    private let folder: String
    private let events: FolderEvents
    /// The error of the kernel's events; 0 if they are available.
    package private(set) var errnoOfNotify: Int32 = 0

    /// - Parameter usesKernel: false to wake up only by the clock.
    /// - Throws: `InputProblem` if signals cannot be awaited.
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

    /// Kernel events are available; otherwise only the clock wakes up.
    package var isNotified: Bool { events.isOpen }

    /// Watches new folders whose events were missed.
    package func renew() {
        guard events.isOpen else { return }
        do throws(SystemError) { try watchFolders() } catch { giveUp(error) }
    }

    /// Waits for the first of an event, a signal and the timeout.
    package func wait(milliseconds: Int?) -> Event {
        while true {
            switch events.wait(milliseconds: milliseconds) {
            case .timedOut: return .timedOut
            case .stopped: return .stopped
            case .events(let events):
                // A new folder may already contain files and folders.
                if events.contains(where: \.isFolder) { renew() }
                if events.contains(where: Self.isWorthLooking) { return .changed }
            }
        }
    }

    /// Whether an import would read the file.
    private static func isWorthLooking(_ event: FolderEvents.Event) -> Bool {
        !event.endsWatch && !InputList.isPassedOver(event.name)
    }

    private func watchFolders() throws(SystemError) {
        for path in InputList(paths: [folder], looksInside: false).folders {
            do throws(SystemError) {
                try events.watch(path)
            } catch  where error.errno == ENOENT && path != folder {
                // A deleted folder needs no watch, except the inbox itself.
            }
        }
    }

    private func giveUp(_ error: SystemError) {
        events.close()
        errnoOfNotify = error.errno
    }
}

extension InputFile {
    /// The file is complete: no process has it open for writing, and it is unchanged for a while.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970, by the file system's clock.
    ///   - quietSeconds: required age of the last change; more than the resolution of file times.
    package func isWritten(now: Int, quietSeconds: Int) -> Bool {
        guard let mark else { return true }
        let changed = mark.touchedSeconds
        if isBeingWritten { return false }
        // A future time means a wrong clock, which must not delay the import.
        return changed > now || now - changed >= quietSeconds
    }

    /// A process has the file open for writing, as far as the file system knows.
    package var isBeingWritten: Bool {
        Saving.isBeingWritten(member?.archive ?? path)
    }
}
