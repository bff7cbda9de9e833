internal import CThread
internal import Glibc
internal import Synchronization

/// A thread that does one piece of work.
///
/// Threads are kept when their work is done, for whatever comes next: to begin one takes longer than to wake one.
package struct WorkThread: ~Copyable {
    /// A thread that does one work after another.
    private final class Lane: Sendable {
        let works = Handover<@Sendable () -> Void>([])
        let ends = Handover<Void>([])
        let thread: pthread_t

        /// Nil when the system has no thread to give.
        init?() {
            let works = unsafe Unmanaged.passRetained(works)
            var thread = pthread_t()
            let code = unsafe kthread_create_beside(
                &thread,
                { argument in
                    guard let argument = unsafe argument else { return nil }
                    let works = unsafe Unmanaged<Handover<@Sendable () -> Void>>
                        .fromOpaque(argument).takeRetainedValue()
                    while true { works.next()() }
                }, works.toOpaque())
            guard code == 0 else {
                unsafe works.release()
                return nil
            }
            self.thread = thread
        }
    }

    /// Who has nothing to do, or will not have for long.
    private static let idle = Mutex<[Lane]>([])

    private let lane: Lane
    private let isApart: Bool

    /// Nil when the system has no thread to give.
    ///
    /// - Parameter isApart: the thread and its maker stay on different processors until they are joined, where there are two: for
    ///   a thread that the maker waits for again and again.
    package init?(apart isApart: Bool = false, _ work: @escaping @Sendable () -> Void) {
        guard let lane = Self.idle.withLock({ $0.popLast() }) ?? Lane() else { return nil }
        self.lane = lane
        self.isApart = isApart
        if isApart { kthread_part(lane.thread) }
        lane.works.hand(work)
        lane.works.hand { [ends = lane.ends] in ends.hand(()) }
    }

    /// Waits for the end of the work.
    package consuming func join() {
        lane.ends.next()
        if isApart { kthread_rejoin(lane.thread) }
        Self.idle.withLock { [lane] in $0.append(lane) }
    }

    /// Begins a thread for the work that will come, and has it do something first that nobody waits for.
    ///
    /// - Returns: whether the system had a thread to give.
    package static func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard let lane = Lane() else { return false }
        lane.works.hand(work)
        idle.withLock { $0.append(lane) }
        return true
    }
}
