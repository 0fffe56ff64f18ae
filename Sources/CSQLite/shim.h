// SQLite for Swift: what Swift cannot import from <sqlite3.h>.
#pragma once
#include <sqlite3.h>
#include <string.h>

// Binds a copy of a text: SQLITE_TRANSIENT is a macro with a cast.
static inline int sqlite_bind_copy(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// Makes SQLite overwrite memory before it frees it, because rows may contain keys. To be called once, before any other function
// (https://www.sqlite.org/c3ref/config.html). Wraps SQLite's own allocator.

static inline sqlite3_mem_methods *sqlite_usual_memory(void) {
    static sqlite3_mem_methods methods;
    return &methods;
}

static inline void sqlite_wipe_and_free(void *memory) {
    if (memory) explicit_bzero(memory, (size_t)sqlite_usual_memory()->xSize(memory));
    sqlite_usual_memory()->xFree(memory);
}

static inline void *sqlite_move_and_wipe(void *memory, int size) {
    int before = sqlite_usual_memory()->xSize(memory);
    void *larger = sqlite_usual_memory()->xMalloc(size);
    if (!larger) return 0;
    memcpy(larger, memory, (size_t)(before < size ? before : size));
    sqlite_wipe_and_free(memory);
    return larger;
}

static inline int sqlite_wipe_what_is_freed(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, sqlite_usual_memory());
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods memory = *sqlite_usual_memory();
    memory.xFree = sqlite_wipe_and_free;
    memory.xRealloc = sqlite_move_and_wipe;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
}

// Allocates the cache page by page, not in pieces of 64 KiB that every transaction would allocate and free.
static inline int sqlite_take_small_pieces(void) {
    int code = sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
    return code != SQLITE_OK ? code : sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
}
