/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* nftw() */

#include "temp_folder.h"

#include "test.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

int folder_enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gaudit-test-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int delete (const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

int folder_leave(void **state)
{
    (void)state;
    return chdir("/") == 0 && nftw(folder, delete, 16, FTW_DEPTH | FTW_PHYS) == 0 ? 0 : -1;
}

static void make_parents(const char *path)
{
    char parent[256];

    assert_true(strlen(path) < sizeof parent);
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
        mkdir(parent, 0777);
    }
}

/* A file that is emptied and written again is flushed to the disk by ext4: it is shortened instead,
 * after it was written. */
void folder_write_bytes(const char *path, const void *bytes, size_t size)
{
    int file;

    make_parents(path);
    file = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    assert_int_equal(close(file), 0);
}

void folder_write(const char *path, const char *text)
{
    folder_write_bytes(path, text, strlen(text));
}

char *folder_read(const char *path)
{
    FILE *const file = fopen(path, "r");
    char *text;
    long size;

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    rewind(file);
    text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return text;
}
