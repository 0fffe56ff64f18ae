// Lets one system call, or one allocation of SQLite, fail. Only for a process that does nothing else.
#pragma once

// Puts SQLite's allocator under these faults. To be called before SQLite is used.
void faults_take_memory(void);

// The system call number `nth` from now on, counted from 1, fails with the error `code`.
void faults_in_calls(long nth, int code);

// The allocation of SQLite number `nth` from now on fails.
void faults_in_memory(long nth);

// From now on nothing fails. The name of what has failed, NULL if nothing has.
const char *faults_end(void);
