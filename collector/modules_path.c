/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "modules_find.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* A line of /proc/self/maps, "start-end rights offset device inode  path"; the path if @p address
 * is there. */
static const char *path_in(const char *line, uint64_t address)
{
    char *behind;
    const uint64_t start = strtoull(line, &behind, 16);
    const uint64_t end = *behind == '-' ? strtoull(behind + 1, &behind, 16) : 0;

    return address >= start && address < end ? strchr(behind, '/') : NULL;
}

/* Lines are read into @p buffer piece by piece; longer ones are passed over. */
static bool find_in_maps(int fd, uint64_t address, char *buffer, size_t size, const char **path)
{
    size_t used = 0;

    for (;;) {
        const ssize_t n = read(fd, buffer + used, size - 1 - used);
        char *line = buffer;

        if (n <= 0)
            return false;
        used += (size_t)n;
        buffer[used] = '\0';
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            *path = path_in(line, address);
            if (*path)
                return true;
        }
        used -= (size_t)(line - buffer);
        memmove(buffer, line, used);
        if (used == size - 1)
            used = 0;
    }
}

/* The working directory may be another one by now: the kernel knows better what a name meant. */
static void find_absolute(char *out, size_t size, const char *name, uint64_t address)
{
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char buffer[8192];
    const char *path = NULL;
    const bool found = fd >= 0 && find_in_maps(fd, address, buffer, sizeof buffer, &path);

    if (fd >= 0)
        close(fd);
    if (found)
        snprintf(out, size, "%s", path);
    else if (getcwd(buffer, sizeof buffer))
        snprintf(out, size, "%s/%s", buffer, name);
    else
        snprintf(out, size, "%s", name);
}

void gau_modules_path(char *out, size_t size, const char *name, uint64_t address)
{
    const char *program;
    ssize_t n;

    if (*name == '/') {
        snprintf(out, size, "%s", name);
        return;
    }
    if (*name) {
        find_absolute(out, size, name, address);
        return;
    }
    n = readlink("/proc/self/exe", out, size - 1);
    if (n > 0) {
        out[n] = '\0';
        return;
    }
    program = (const char *)getauxval(AT_EXECFN);
    snprintf(out, size, "%s", program ? program : "");
}
