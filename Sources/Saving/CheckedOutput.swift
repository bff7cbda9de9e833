import Glibc

/// Standard output or error, buffered, without losing errors.
///
/// The first failure (`EPIPE`, `ENOSPC`, …) is thrown by the write or flush that met it and by
/// every later one; nothing is written after it. `deinit` does not flush, because it could not
/// report a failure: the caller flushes, and exits with 74 when that throws.
package final class CheckedOutput {
    private let descriptor: Int32
    private let name: String
    private var buffer: WriteBuffer
    private var failure: SavingError?

    /// Writes to a descriptor that the caller closes.
    package init(descriptor: Int32, bufferBytes: Int = 1 << 16) {
        self.descriptor = descriptor
        name =
            switch descriptor {
            case STDOUT_FILENO: "stdout"
            case STDERR_FILENO: "stderr"
            default: "descriptor \(descriptor)"
            }
        buffer = WriteBuffer(capacity: bufferBytes)
    }

    package func write(_ text: String) throws(SavingError) { try write(text.utf8.span) }

    package func write(_ bytes: [UInt8]) throws(SavingError) { try write(bytes.span) }

    package func write(_ bytes: Span<UInt8>) throws(SavingError) {
        if let failure { throw failure }
        do throws(SavingError) { try buffer.add(bytes, sink: send) } catch { throw remember(error) }
    }

    package func flush() throws(SavingError) {
        if let failure { throw failure }
        do throws(SavingError) { try buffer.drain(send) } catch { throw remember(error) }
    }

    private func send(_ part: Span<UInt8>) throws(SavingError) {
        try writeAll(part, to: descriptor, path: name, waitingForReaders: true)
    }

    private func remember(_ error: SavingError) -> SavingError {
        failure = error
        return error
    }
}
