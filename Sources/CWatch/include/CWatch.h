#pragma once

// What glibc offers only under _GNU_SOURCE, which Swift's Glibc module is built without.

/// A descriptor that is readable once SIGINT, SIGTERM or SIGHUP came; from then on they end nothing
/// by themselves, in this thread and those it starts. -1 and errno on failure.
int kwatch_stop_signals(void);

/// 1 when nobody has the file open for writing, 0 when somebody has, -1 when the file system cannot
/// tell.
int kwatch_is_written(const char *path);
