// The functions of this file take the place of the C library's, for this program as well as for SQLite: a program's own symbols come
// before those of the libraries that it is linked to.
#define _GNU_SOURCE
#include "faults.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls_left, pieces_left;
static atomic_int failure;
static _Atomic(const char *) failed;

static int fails(atomic_long *left, const char *name) {
    if (atomic_load(left) <= 0 || atomic_fetch_sub(left, 1) != 1) return 0;
    atomic_store(&failed, name);
    errno = atomic_load(&failure);
    return 1;
}

void faults_in_calls(long nth, int code) {
    failed = NULL;
    failure = code;
    calls_left = nth;
}

void faults_in_memory(long nth) {
    failed = NULL;
    pieces_left = nth;
}

const char *faults_end(void) {
    calls_left = pieces_left = 0;
    return failed;
}

// MARK: SQLite's memory

static sqlite3_mem_methods memory;

static void *take(int size) { return fails(&pieces_left, "malloc") ? NULL : memory.xMalloc(size); }
static void *grow(void *piece, int size) { return fails(&pieces_left, "realloc") ? NULL : memory.xRealloc(piece, size); }

void faults_take_memory(void) {
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
    sqlite3_mem_methods ours = memory;
    ours.xMalloc = take;
    ours.xRealloc = grow;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}

// MARK: System calls

#define CALL(result, name, parameters, arguments, error)                          \
    result name parameters {                                                      \
        static result(*_Atomic next) parameters;                                  \
        if (!next) next = (result(*) parameters)dlsym(RTLD_NEXT, #name);          \
        return fails(&calls_left, #name) ? error : next arguments;                \
    }

CALL(ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count), -1)
CALL(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count), -1)
CALL(ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at), -1)
CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at), -1)
CALL(int, ftruncate64, (int file, off64_t length), (file, length), -1)
CALL(void *, mmap64, (void *at, size_t length, int access, int flags, int file, off64_t offset), (at, length, access, flags, file, offset),
     MAP_FAILED)
CALL(int, stat, (const char *path, struct stat *facts), (path, facts), -1)
CALL(int, lstat, (const char *path, struct stat *facts), (path, facts), -1)
CALL(int, fstat, (int file, struct stat *facts), (file, facts), -1)
CALL(int, stat64, (const char *path, struct stat64 *facts), (path, facts), -1)
CALL(int, lstat64, (const char *path, struct stat64 *facts), (path, facts), -1)
CALL(int, fstat64, (int file, struct stat64 *facts), (file, facts), -1)
CALL(int, access, (const char *path, int how), (path, how), -1)
CALL(int, fchmod, (int file, mode_t mode), (file, mode), -1)
CALL(int, fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags), -1)
CALL(int, fchown, (int file, uid_t user, gid_t group), (file, user, group), -1)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
CALL(int, mkstemp, (char *path), (path), -1)
CALL(int, rename, (const char *from, const char *to), (from, to), -1)
CALL(int, link, (const char *from, const char *to), (from, to), -1)
CALL(int, unlink, (const char *path), (path), -1)
CALL(ssize_t, readlink, (const char *path, char *bytes, size_t count), (path, bytes, count), -1)
CALL(char *, realpath, (const char *path, char *bytes), (path, bytes), NULL)
CALL(char *, getcwd, (char *bytes, size_t count), (bytes, count), NULL)

// Tests do not wait for the disk.
#define FLUSH(name) \
    int name(int file) { return fails(&calls_left, #name) ? -1 : fcntl(file, F_GETFD) < 0 ? -1 : 0; }
FLUSH(fsync)
FLUSH(fdatasync)

// The file is closed even if that fails.
int close(int file) {
    static int (*_Atomic next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "close");
    int result = next(file);
    return fails(&calls_left, "close") ? -1 : result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static int (*_Atomic next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next) next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    return fails(&calls_left, "pthread_create") ? EAGAIN : next(thread, attributes, body, argument);
}

#define OPEN(name)                                                                           \
    int name(const char *path, int flags, ...) {                                             \
        static int (*_Atomic next)(const char *, int, ...);                                  \
        if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);          \
        va_list rest;                                                                        \
        va_start(rest, flags);                                                               \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                            \
        va_end(rest);                                                                        \
        return fails(&calls_left, #name) ? -1 : next(path, flags, mode);                     \
    }
OPEN(open)
OPEN(open64)

// Giving a lock back never fails: SQLite does not expect it, and waits ten seconds for itself.
int fcntl64(int file, int what, ...) {
    static int (*_Atomic next)(int, int, ...);
    if (!next) next = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl64");
    va_list rest;
    va_start(rest, what);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int isUnlocking = what == F_SETLK && ((struct flock *)argument)->l_type == F_UNLCK;
    return !isUnlocking && fails(&calls_left, "fcntl64") ? -1 : next(file, what, argument);
}
