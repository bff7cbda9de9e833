internal import Glibc

/// Hands values from one thread to another in order, with a few on the way at most, and takes the
/// emptied ones back to be filled again.
///
/// The maker calls ``empty()`` and ``hand(_:)``, the taker ``next()`` and ``giveBack(_:)``; a value
/// is touched only by the thread that has it. When the taker calls ``stop()``, the maker gets no
/// more values to fill.
@safe package final class Handover<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    /// All below are read and changed only while the mutex is held.
    private var filled: [Value] = []
    private var spare: [Value]
    private var isStopped = false

    /// - Parameter values: as many as may be on the way.
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

    /// A value to fill, as soon as there is one; nil when the taker stopped.
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

    /// The next value in the order they were handed over, as soon as there is one.
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

    /// After the maker's end: what it still handed over is empty again, and another maker may
    /// begin.
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
