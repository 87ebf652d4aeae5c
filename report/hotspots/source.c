/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAB = 8, SIZE_MAX_BYTES = 64 << 20 };

static char *read_all(int fd, size_t size)
{
    char *const text = malloc(size + 1);
    size_t used = 0;
    ssize_t got = 1;

    while (text && used < size && got > 0) {
        got = read(fd, text + used, size - used);
        used += got > 0 ? (size_t)got : 0;
    }
    if (text)
        text[used] = '\0';
    return text;
}

static bool split(struct gau_hot_source *source)
{
    uint32_t count = 1;

    for (const char *at = source->text; (at = strchr(at, '\n')); at++)
        count++;
    source->lines = calloc(count, sizeof *source->lines);
    for (char *at = source->text; source->lines && at;) {
        char *const end = strchr(at, '\n');

        source->lines[source->count++] = at;
        if (end)
            *end = '\0';
        at = end ? end + 1 : NULL;
    }
    return source->lines != NULL;
}

/* What is no regular file is not waited for. */
bool gau_hot_source_read(struct gau_hot_source *source, const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat facts;

    *source = (struct gau_hot_source){0};
    if (fd < 0)
        return false;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size <= SIZE_MAX_BYTES) {
        source->text = read_all(fd, (size_t)facts.st_size);
        source->changed_ns =
            (uint64_t)facts.st_mtim.tv_sec * 1000000000 + (uint64_t)facts.st_mtim.tv_nsec;
    }
    close(fd);
    return source->text && split(source);
}

void gau_hot_source_clear(struct gau_hot_source *source)
{
    free(source->text);
    free(source->lines);
    *source = (struct gau_hot_source){0};
}

const char *gau_hot_source_line(const struct gau_hot_source *source, uint32_t number, char *room,
                                size_t size)
{
    size_t used = 0;

    if (number == 0 || number > source->count)
        return NULL;
    for (const char *at = source->lines[number - 1]; *at && used + 1 < size; at++) {
        if (*at == '\t') {
            do
                room[used++] = ' ';
            while (used % TAB && used + 1 < size);
        } else if (*at != '\r' || at[1]) {
            room[used++] = *at;
        }
    }
    room[used] = '\0';
    return room;
}
