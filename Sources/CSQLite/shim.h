// SQLite for Swift: the one name that Swift cannot import from <sqlite3.h> by itself.
#pragma once
#include <sqlite3.h>

// Text that is bound is copied: a macro with a cast in it.
static inline int sqlite_bind_copy(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
