// Makes the k-th call that changes a file fail, for a program started with LD_PRELOAD set to this
// library.
//
//     FAULT_AT=k        which of the counted calls, from 1; 0 only counts
//     FAULT_KIND=       EIO, ENOSPC, SHORT (half is written), TORN (half is written, then the process is killed)
//     FAULT_FOREVER=1   every call from there on fails, as on a full disk
//     FAULT_COUNT=file  gets the number of calls when the program ends
//
// Counted are write, pwrite, fsync, fdatasync, ftruncate, rename and link; not what goes to the
// three standard descriptors.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int calls;
static int at;
static int is_forever;
static const char *kind = "EIO";

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAULT_AT");
    at = text ? atoi(text) : 0;
    is_forever = getenv("FAULT_FOREVER") != NULL;
    if (getenv("FAULT_KIND")) kind = getenv("FAULT_KIND");
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!path) return;
    char text[16];
    const int count = snprintf(text, sizeof text, "%d\n", atomic_load(&calls));
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0) {
        syscall(SYS_write, file, text, (size_t)count);
        close(file);
    }
}

static int is_struck(void) {
    const int number = atomic_fetch_add(&calls, 1) + 1;
    return at > 0 && (number == at || (is_forever && number > at));
}

static int is_kind(const char *name) { return strcmp(kind, name) == 0; }

/// What a call without bytes says when it is struck; 0 to go on.
static int refused(void) {
    if (!is_struck()) return 0;
    if (is_kind("TORN")) kill(getpid(), SIGKILL);
    if (is_kind("SHORT")) return 0;
    errno = is_kind("ENOSPC") ? ENOSPC : EIO;
    return -1;
}

/// How many of the bytes go through; -1 with errno for none.
static ssize_t allowed(int file, size_t count) {
    if (file <= 2 || !is_struck()) return (ssize_t)count;
    if (is_kind("SHORT") || is_kind("TORN")) return count > 1 ? (ssize_t)(count / 2) : 1;
    errno = is_kind("ENOSPC") ? ENOSPC : EIO;
    return -1;
}

static int is_torn(ssize_t going, size_t count) { return is_kind("TORN") && (size_t)going < count; }

ssize_t write(int file, const void *bytes, size_t count) {
    const ssize_t going = allowed(file, count);
    if (going < 0) return -1;
    const ssize_t done = syscall(SYS_write, file, bytes, (size_t)going);
    if (is_torn(going, count)) kill(getpid(), SIGKILL);
    return done;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    const ssize_t going = allowed(file, count);
    if (going < 0) return -1;
    const ssize_t done = syscall(SYS_pwrite64, file, bytes, (size_t)going, offset);
    if (is_torn(going, count)) kill(getpid(), SIGKILL);
    return done;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pwrite64(file, bytes, count, offset);
}

int fsync(int file) { return refused() ? -1 : (int)syscall(SYS_fsync, file); }

int fdatasync(int file) { return refused() ? -1 : (int)syscall(SYS_fdatasync, file); }

int ftruncate64(int file, off64_t length) {
    return refused() ? -1 : (int)syscall(SYS_ftruncate, file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int rename(const char *from, const char *to) {
    return refused() ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int folder, const char *from, int other, const char *to) {
    return refused() ? -1 : (int)syscall(SYS_renameat2, folder, from, other, to, 0);
}

int link(const char *from, const char *to) {
    return refused() ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
