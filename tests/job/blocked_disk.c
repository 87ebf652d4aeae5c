/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

/* Stands before the C library: with BLOCKED_DISK in the environment, a disk that takes the first
 * writes by pwrite(), and no other until the file "go" is there. */

enum { FIRST = 3 };

__attribute__((visibility("default"))) ssize_t pwrite(int fd, const void *data, size_t size,
                                                      off_t offset);

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
    static int writes;
    ssize_t (*real)(int, const void *, size_t, off_t);

    *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
    if (getenv("BLOCKED_DISK") && __atomic_add_fetch(&writes, 1, __ATOMIC_RELAXED) > FIRST)
        while (access("go", F_OK) != 0)
            usleep(1000);
    return real(fd, data, size, offset);
}
