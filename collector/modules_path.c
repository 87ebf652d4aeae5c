/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "modules_find.h"

#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static void put(char *out, size_t size, const char *text, size_t length)
{
    const size_t n = length < size ? length : size - 1;

    memmove(out, text, n);
    out[n] = '\0';
}

/* A number in hexadecimal, and what follows it. */
static uint64_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t value = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); (*text)++)
        value = value << 4 | (uint64_t)(digit - digits);
    return value;
}

/* A line of /proc/self/maps, "start-end rights offset device inode  path"; the path if @p address
 * is there. */
static const char *path_in(const char *line, uint64_t address)
{
    const uint64_t start = hexadecimal(&line);
    const uint64_t end = *line == '-' ? (line++, hexadecimal(&line)) : 0;

    return address >= start && address < end ? strchr(line, '/') : NULL;
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
    if (found) {
        put(out, size, path, strlen(path));
    } else if (getcwd(buffer, sizeof buffer / 2)) {
        const size_t length = strlen(buffer);

        buffer[length] = '/';
        put(buffer + length + 1, sizeof buffer - length - 1, name, strlen(name));
        put(out, size, buffer, strlen(buffer));
    } else {
        put(out, size, name, strlen(name));
    }
}

void gau_modules_path(char *out, size_t size, const char *name, uint64_t address)
{
    const char *program;
    ssize_t n;

    if (*name == '/') {
        put(out, size, name, strlen(name));
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
    put(out, size, program ? program : "", program ? strlen(program) : 0);
}
