#define _GNU_SOURCE
#include "CWatch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int kwatch_stop_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int kwatch_is_written(const char *path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0) return -1;
    // A writer that comes while we hold a lease for a moment makes the kernel tell us by SIGIO,
    // which would kill.
    signal(SIGIO, SIG_IGN);
    // The kernel gives a read lease only when nobody can write.
    int result = -1;
    if (fcntl(file, F_SETLEASE, F_RDLCK) == 0) {
        fcntl(file, F_SETLEASE, F_UNLCK);
        result = 1;
    } else if (errno == EAGAIN) {
        result = 0;
    }
    close(file);
    return result;
}
