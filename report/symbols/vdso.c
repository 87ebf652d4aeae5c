/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* The auxiliary vector tells where it is, but not how far it goes. */
static size_t mapped_size(uint64_t start)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    uint64_t from, to;
    size_t size = 0;

    if (!maps)
        return 0;
    while (!size && fgets(line, sizeof line, maps))
        if (sscanf(line, "%" SCNx64 "-%" SCNx64, &from, &to) == 2 && from == start)
            size = (size_t)(to - from);
    fclose(maps);
    return size;
}

int gau_vdso_open(void)
{
    const unsigned long start = getauxval(AT_SYSINFO_EHDR);
    const size_t size = start ? mapped_size(start) : 0;
    const int fd = size ? memfd_create("vdso", MFD_CLOEXEC) : -1;

    if (fd < 0)
        return -1;
    if (write(fd, (const void *)start, size) != (ssize_t)size) {
        close(fd);
        return -1;
    }
    return fd;
}
