/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* scandir(), S_ISREG() */
#include "result_archive.h"

#include "errors/errors.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 512 };

/* The header of a file; numbers are octal. */
struct header {
    char name[100], mode[8], user[8], group[8], size[12], time[12], sum[8], type, link[100];
    char magic[6], version[2], user_name[32], group_name[32], device[16], prefix[155], rest[12];
};

_Static_assert(sizeof(struct header) == BLOCK, "a block");

static void put_header(const char *name, size_t size, struct gau_json_bytes *bytes)
{
    struct header header = {0};
    unsigned sum = 0;

    memcpy(header.name, name, strlen(name));
    memcpy(header.mode, "0000644", 7);
    memcpy(header.user, "0000000", 7);
    memcpy(header.group, "0000000", 7);
    snprintf(header.size, sizeof header.size, "%011lo", (unsigned long)size);
    memcpy(header.time, "00000000000", 11);
    memset(header.sum, ' ', sizeof header.sum);
    header.type = '0';
    memcpy(header.magic, "ustar", 6);
    memcpy(header.version, "00", 2);
    for (size_t i = 0; i < BLOCK; i++)
        sum += ((const unsigned char *)&header)[i];
    snprintf(header.sum, sizeof header.sum, "%06o", sum);
    gau_json_bytes_append(bytes, (const char *)&header, BLOCK);
}

static void put_zeros(size_t n, struct gau_json_bytes *bytes)
{
    static const char zeros[2 * BLOCK];

    gau_json_bytes_append(bytes, zeros, n);
}

struct archive {
    struct gau_json_bytes *bytes;
    const char *folder;
    size_t size; /* of the files */
    gau_error *error;
};

/* A file that is written to meanwhile has the size it had. */
static void put_file(struct archive *a, const char *path, const char *name)
{
    FILE *const file = fopen(path, "rb");
    struct stat status;
    char *content = NULL;
    size_t size = 0;

    if (file && fstat(fileno(file), &status) == 0) {
        size = (size_t)status.st_size;
        content = malloc(size + 1);
    }
    if (!content || fread(content, 1, size, file) != size)
        gau_fail_first(a->error, GAU_ERR_IO, "'%.*s' cannot be read: %s", GAU_QUOTE(path),
                       strerror(errno));
    else if ((a->size += size) <= GAU_RESULT_ARCHIVE_MOST) {
        put_header(name, size, a->bytes);
        gau_json_bytes_append(a->bytes, content, size);
        put_zeros((BLOCK - size % BLOCK) % BLOCK, a->bytes);
    }
    free(content);
    if (file)
        fclose(file);
}

static int is_part(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strlen(entry->d_name) < 80;
}

static void put_folder(struct archive *a, const char *below);

static void put_process(struct archive *a, const char *name)
{
    char below[101];

    snprintf(below, sizeof below, "%s/", name);
    put_folder(a, below);
}

/* Puts what is in a folder of the result; @p below is "" or "process-2/". */
static void put_folder(struct archive *a, const char *below)
{
    char path[PATH_MAX];
    struct dirent **entries = NULL;
    int n;

    snprintf(path, sizeof path, "%s/%s", a->folder, below);
    n = scandir(path, &entries, is_part, alphasort);
    for (int i = 0; i < n; i++) {
        char name[100];
        struct stat status;

        snprintf(name, sizeof name, "%s%.80s", below, entries[i]->d_name);
        free(entries[i]);
        snprintf(path, sizeof path, "%s/%s", a->folder, name);
        if (a->error->status != GAU_OK || a->size > GAU_RESULT_ARCHIVE_MOST ||
            stat(path, &status) != 0)
            continue;
        if (S_ISREG(status.st_mode))
            put_file(a, path, name);
        else if (S_ISDIR(status.st_mode) && !below[0] && strncmp(name, "process-", 8) == 0) {
            put_process(a, name);
        }
    }
    free(entries);
}

void gau_result_archive_put(const char *folder, struct gau_json_bytes *bytes, gau_error *error)
{
    const size_t before = bytes->used;
    struct archive a = {.bytes = bytes, .folder = folder, .error = error};

    put_folder(&a, "");
    put_zeros(2 * BLOCK, bytes);
    if (bytes->no_memory)
        gau_fail_memory(error, "files of '%.*s'", GAU_QUOTE(folder));
    if (a.size > GAU_RESULT_ARCHIVE_MOST)
        bytes->used = before;
}
