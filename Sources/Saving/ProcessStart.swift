import Glibc

/// Turns a closed pipe and a file-size limit into reported errors (`EPIPE`, `EFBIG`) instead of
/// fatal signals. Call it first.
package func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Occupies standard descriptors that the parent left closed, so that no file of ours gets stdout's
/// number and is overwritten by a message. Call it before anything is opened.
///
/// The descriptors are the wrong side of /dev/null: reading or writing them is still `EBADF`, not
/// silence.
package func occupyClosedStandardDescriptors() throws(SavingError) {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
        let side = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
        guard openNull(side) == number else {
            throw SavingError(operation: .open, path: "/dev/null", errno: errno)
        }
    }
}
