// Everything with a system call in it.
