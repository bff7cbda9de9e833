import Glibc

/// Makes a closed pipe and a file-size limit errors that are reported (`EPIPE`, `EFBIG`), not
/// signals that kill. Call it first thing.
package func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Takes the places of standard descriptors that the parent left closed, so that no file of ours
/// gets the number of stdout and is written over by a message. Call it before anything is opened.
///
/// What is put there is the wrong side of /dev/null: reading or writing it is still `EBADF`, not
/// silence.
package func occupyClosedStandardDescriptors() throws(SavingError) {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
        let side = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
        guard openNull(side) == number else {
            throw SavingError(operation: .open, path: "/dev/null", errno: errno)
        }
    }
}
