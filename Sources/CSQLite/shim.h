#pragma once
#include <sqlite3.h>

// Counting what SQLite allocates takes a lock for each allocation; nobody asks for the count.
// Variadic, so Swift cannot call it. Without effect once SQLite was used.
static inline void ksqlite_prepare(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
