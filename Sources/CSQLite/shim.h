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

// How long a database's main file should be by its own first page, which is read past the cache and the log
// (https://www.sqlite.org/fileformat.html#the_database_header). -1 if it is not a database's, 0 if it cannot be
// read.
static inline sqlite3_int64 sqlite_length_by_header(sqlite3 *database) {
    sqlite3_file *file = NULL;
    unsigned char header[32];
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods) return 0;
    int code = file->pMethods->xRead(file, header, sizeof header, 0);
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return 0;
    if (memcmp(header, "SQLite format 3", 16) != 0) return -1;
    int page = header[16] << 8 | header[17];
    unsigned pages = (unsigned)header[28] << 24 | (unsigned)header[29] << 16 | (unsigned)header[30] << 8 | header[31];
    return (sqlite3_int64)(page == 1 ? 65536 : page) * pages;
}
