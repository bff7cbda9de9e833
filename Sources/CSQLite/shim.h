#pragma once
// Sessions record what undo changes, for redo; Debian's library has them.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION 1
#include <sqlite3.h>

// Counting what SQLite allocates takes a lock for each allocation; nobody asks for the count.
// Variadic, so Swift cannot call it. Without effect once SQLite was used.
static inline void ksqlite_prepare(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
