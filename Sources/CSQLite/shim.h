#pragma once
// Sessions record what undo changes, for redo; Debian's library has them.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION 1
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Counting what SQLite allocates takes a lock for each allocation; nobody asks for the count.
// Variadic, so Swift cannot call it. Without effect once SQLite was used.
static inline void ksqlite_prepare(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Variadic as well.
static inline int ksqlite_check_references(sqlite3 *database, int is_on) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, is_on, NULL);
}

// MARK: Rows in memory that a statement selects from, as the table `gathered` with columns c0, c1
// and so on.

enum { KSQLITE_NULL = -2, KSQLITE_NUMBER = -1 };

/// A null, a number, or a text of so many bytes that begins at `number` among the texts.
typedef struct ksqlite_cell {
    int64_t number, bytes;
} ksqlite_cell;

typedef struct ksqlite_rows {
    const ksqlite_cell *cells;
    const char *texts;
    size_t columns, count;
    /// The row being read, also when a statement failed at it.
    size_t at;
} ksqlite_rows;

typedef struct ksqlite_gathered {
    sqlite3_vtab table;
    ksqlite_rows *rows;
} ksqlite_gathered;

static inline ksqlite_rows *ksqlite_rows_of(sqlite3_vtab_cursor *cursor) { return ((ksqlite_gathered *)cursor->pVtab)->rows; }

enum { KSQLITE_GATHERED_COLUMNS = 64 };

static inline int ksqlite_gathered_connect(
    sqlite3 *database, void *rows, int count, const char *const *words, sqlite3_vtab **table, char **error) {
    (void)count, (void)words, (void)error;
    // KSQLITE_GATHERED_COLUMNS of them: more than the widest table has.
    const int code = sqlite3_declare_vtab(
        database,
        "CREATE TABLE gathered ("
        "c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, "
        "c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, "
        "c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, "
        "c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63)");
    if (code != SQLITE_OK) return code;
    // Not for what a file's own definitions may say.
    sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
    ksqlite_gathered *made = (ksqlite_gathered *)sqlite3_malloc(sizeof *made);
    if (!made) return SQLITE_NOMEM;
    made->table = (sqlite3_vtab){0};
    made->rows = (ksqlite_rows *)rows;
    *table = &made->table;
    return SQLITE_OK;
}
static inline int ksqlite_gathered_disconnect(sqlite3_vtab *table) { return sqlite3_free(table), SQLITE_OK; }
static inline int ksqlite_gathered_plan(sqlite3_vtab *table, sqlite3_index_info *plan) { return (void)table, (void)plan, SQLITE_OK; }
static inline int ksqlite_gathered_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    *cursor = (sqlite3_vtab_cursor *)sqlite3_malloc(sizeof **cursor);
    return *cursor ? SQLITE_OK : SQLITE_NOMEM;
}
static inline int ksqlite_gathered_close(sqlite3_vtab_cursor *cursor) { return sqlite3_free(cursor), SQLITE_OK; }
static inline int ksqlite_gathered_begin(sqlite3_vtab_cursor *cursor, int plan, const char *name, int count, sqlite3_value **values) {
    (void)plan, (void)name, (void)count, (void)values;
    ksqlite_rows_of(cursor)->at = 0;
    return SQLITE_OK;
}
static inline int ksqlite_gathered_next(sqlite3_vtab_cursor *cursor) { return ksqlite_rows_of(cursor)->at++, SQLITE_OK; }
static inline int ksqlite_gathered_is_at_end(sqlite3_vtab_cursor *cursor) {
    return ksqlite_rows_of(cursor)->at >= ksqlite_rows_of(cursor)->count;
}
static inline int ksqlite_gathered_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
    const ksqlite_rows *rows = ksqlite_rows_of(cursor);
    if (column < 0 || (size_t)column >= rows->columns) return SQLITE_OK;
    const ksqlite_cell *cell = rows->cells + rows->at * rows->columns + column;
    if (cell->bytes == KSQLITE_NUMBER)
        sqlite3_result_int64(context, cell->number);
    else if (cell->bytes >= 0)
        sqlite3_result_text64(context, rows->texts + cell->number, (sqlite3_uint64)cell->bytes, SQLITE_STATIC, SQLITE_UTF8);
    return SQLITE_OK;
}
static inline int ksqlite_gathered_number(sqlite3_vtab_cursor *cursor, sqlite3_int64 *number) {
    *number = (sqlite3_int64)ksqlite_rows_of(cursor)->at;
    return SQLITE_OK;
}

/// The rows must outlive the connection, or stay empty.
static inline int ksqlite_make_gathered(sqlite3 *database, ksqlite_rows *rows) {
    static const sqlite3_module module = {
        .iVersion = 1, .xConnect = ksqlite_gathered_connect, .xBestIndex = ksqlite_gathered_plan,
        .xDisconnect = ksqlite_gathered_disconnect, .xOpen = ksqlite_gathered_open, .xClose = ksqlite_gathered_close,
        .xFilter = ksqlite_gathered_begin, .xNext = ksqlite_gathered_next, .xEof = ksqlite_gathered_is_at_end,
        .xColumn = ksqlite_gathered_column, .xRowid = ksqlite_gathered_number,
    };
    return sqlite3_create_module(database, "gathered", &module, rows);
}
