/* SPDX-License-Identifier: Apache-2.0 */
#include "vtune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Being here, it is in this executable too. */
static const char mark[] __attribute__((__used__)) = "[gaudit-is-not-vtune]";

static bool contains(const char *bytes, size_t size, const char *text, size_t length)
{
    const char *const end = bytes + size;

    while ((size_t)(end - bytes) >= length) {
        bytes = memchr(bytes, text[0], (size_t)(end - bytes) - length + 1);
        if (!bytes)
            return false;
        if (memcmp(bytes, text, length) == 0)
            return true;
        bytes++;
    }
    return false;
}

static bool is_marked(const char *path)
{
    FILE *const file = fopen(path, "re");
    char bytes[16384];
    size_t kept = 0, count;
    bool marked = false;

    while (file && !marked && (count = fread(bytes + kept, 1, sizeof bytes - kept, file)) > 0) {
        count += kept;
        marked = contains(bytes, count, mark, sizeof mark - 1);
        kept = count < sizeof mark - 2 ? count : sizeof mark - 2;
        memmove(bytes, bytes + count - kept, kept); /* the mark may go over the edge */
    }
    if (file)
        fclose(file);
    return marked;
}

static bool is_program(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

static bool find(struct gau_vtune *vtune, const char *name)
{
    const char *folders = getenv("PATH");

    while (folders && *folders) {
        const size_t length = strcspn(folders, ":");
        const int size =
            snprintf(vtune->path, sizeof vtune->path, "%.*s/%s", (int)length, folders, name);

        folders += length + (folders[length] == ':');
        if (!length || size >= (int)sizeof vtune->path || !is_program(vtune->path))
            continue;
        if (!is_marked(vtune->path))
            return true;
        if (!vtune->own[0])
            strcpy(vtune->own, vtune->path);
    }
    vtune->path[0] = '\0';
    return false;
}

bool gau_vtune_find(struct gau_vtune *vtune)
{
    *vtune = (struct gau_vtune){0};
    if (find(vtune, "vtune"))
        return true;
    vtune->is_amplxe = find(vtune, "amplxe-cl");
    return vtune->is_amplxe;
}
