#pragma once
#include <stdint.h>

// What glibc offers only under _GNU_SOURCE, which Swift's Glibc module is built without.

/// A file in memory without a name, closed on exec; -1 and errno on failure.
int kspawn_anonymous_file(void);

/// What a child may use; each is a hard limit.
typedef struct {
    uint64_t cpu_seconds;
    uint64_t memory_bytes;
    uint64_t file_bytes;
} kspawn_limits;

/// Limits a running process of ours and denies it core files; 0, or -1 and errno.
int kspawn_limit(int pid, kspawn_limits limits);

/// Adds closing of all descriptors from `from` on to a posix_spawn_file_actions_t; 0 or an errno.
int kspawn_close_from(void *actions, int from);
