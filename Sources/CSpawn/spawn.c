#define _GNU_SOURCE
#include "CSpawn.h"
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>

int kspawn_anonymous_file(void) { return memfd_create("kopiyka", MFD_CLOEXEC); }

static int limit_one(int pid, enum __rlimit_resource resource, uint64_t value) {
    const struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return prlimit(pid, resource, &limit, 0);
}

int kspawn_limit(int pid, kspawn_limits limits) {
    return limit_one(pid, RLIMIT_CPU, limits.cpu_seconds) |
           limit_one(pid, RLIMIT_AS, limits.memory_bytes) |
           limit_one(pid, RLIMIT_FSIZE, limits.file_bytes) | limit_one(pid, RLIMIT_CORE, 0);
}

int kspawn_close_from(void *actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
