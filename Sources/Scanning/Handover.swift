internal import Glibc

/// A bounded queue from a producer thread to a consumer thread, which returns emptied values for
/// reuse.
///
/// The producer calls ``empty()`` and ``hand(_:)``, the consumer ``next()`` and ``giveBack(_:)``;
/// only the thread that holds a value touches it. After the consumer's ``stop()`` the producer gets
/// no more values to fill.
@safe package final class Handover<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    /// The mutex guards everything below.
    private var filled: [Value] = []
    private var spare: [Value]
    private var isStopped = false

    /// - Parameter values: the queue's capacity.
    package init(_ values: [Value]) {
        spare = values
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe changed.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Waits for a value to fill; nil when the consumer stopped.
    package func empty() -> Value? {
        lock()
        defer { unlock() }
        while spare.isEmpty, !isStopped { wait() }
        return isStopped ? nil : spare.removeLast()
    }

    package func hand(_ value: consuming Value) {
        lock()
        defer { unlock() }
        filled.append(value)
    }

    /// Waits for the next value, in order.
    package func next() -> Value {
        lock()
        defer { unlock() }
        while filled.isEmpty { wait() }
        return filled.removeFirst()
    }

    package func giveBack(_ value: consuming Value) {
        lock()
        defer { unlock() }
        spare.append(value)
    }

    package func stop() {
        lock()
        defer { unlock() }
        isStopped = true
    }

    /// After the producer's end: empties the values still in the queue, so that another producer
    /// may begin.
    package func restart() {
        lock()
        defer { unlock() }
        spare += filled
        filled = []
        isStopped = false
    }

    private func lock() { unsafe pthread_mutex_lock(mutex) }

    private func unlock() {
        unsafe pthread_cond_broadcast(changed)
        unsafe pthread_mutex_unlock(mutex)
    }

    private func wait() { unsafe pthread_cond_wait(changed, mutex) }
}
