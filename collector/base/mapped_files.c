/* SPDX-License-Identifier: Apache-2.0 */
#include "mapped_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line of /proc/self/maps, "start-end rights offset device inode  path"; the path if @p address
 * is there. */
static const char *path_in(const char *line, uint64_t address, uint64_t *offset)
{
    char *behind;
    const uint64_t start = strtoull(line, &behind, 16);
    const uint64_t end = *behind == '-' ? strtoull(behind + 1, &behind, 16) : 0;

    if (address < start || address >= end)
        return NULL;
    behind += strspn(behind, " ");
    behind += strcspn(behind, " ");
    *offset = strtoull(behind, &behind, 16) + (address - start);
    return strchr(behind, '/');
}

/* Reads lines piecewise into @p buffer; longer ones are skipped. */
static const char *find_in_maps(int fd, uint64_t address, char *buffer, size_t size,
                                uint64_t *offset)
{
    size_t used = 0;

    for (;;) {
        const ssize_t n = read(fd, buffer + used, size - 1 - used);
        char *line = buffer;

        if (n <= 0)
            return NULL;
        used += (size_t)n;
        buffer[used] = '\0';
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            const char *path;

            *end = '\0';
            path = path_in(line, address, offset);
            if (path)
                return path;
        }
        used -= (size_t)(line - buffer);
        memmove(buffer, line, used);
        if (used == size - 1)
            used = 0;
    }
}

const char *gau_mapped_file_at(uint64_t *offset, uint64_t address, char *buffer, size_t size)
{
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    const char *const path = fd >= 0 ? find_in_maps(fd, address, buffer, size, offset) : NULL;

    if (fd >= 0)
        close(fd);
    return path;
}
