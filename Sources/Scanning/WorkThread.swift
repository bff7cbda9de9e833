internal import Glibc

/// A thread for one piece of work.
package struct WorkThread: ~Copyable {
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    /// Nil when the system cannot create a thread.
    package init?(_ work: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for the end of the work.
    package consuming func join() { pthread_join(thread, nil) }
}
