/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/trace/trace_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* usage: seeds FOLDER: makes what fuzz_trace starts with: a small trace and its blocks, also
 * compressed. The last block is a timeline. And a background-work profile of Realm. */

static void write_seed(const char *name, int kind, const unsigned char *bytes, size_t size)
{
    FILE *const file = fopen(name, "w");

    if (!file || fputc(kind, file) == EOF || fwrite(bytes, 1, size, file) != size ||
        fclose(file) != 0)
        exit(1);
}

/* Reads a file and removes it. Returns its size. */
static size_t take_file(const char *name, unsigned char *bytes, size_t room)
{
    FILE *const file = fopen(name, "r");
    size_t size;

    if (!file)
        exit(1);
    size = fread(bytes, 1, room, file);
    fclose(file);
    unlink(name);
    return size;
}

/* A block of its own for each block, and all records in one. */
static void write_blocks(const unsigned char *bytes, size_t size)
{
    static unsigned char records[8192];
    size_t all = 0;
    int n = 0;

    for (size_t at = sizeof(struct gau_trace_header); at < size; n++) {
        struct gau_trace_block block;
        char name[32];

        memcpy(&block, bytes + at, sizeof block);
        snprintf(name, sizeof name, "block-%d", n);
        write_seed(name, 2 + n, bytes + at + sizeof block, block.raw_size);
        memcpy(records + all, bytes + at + sizeof block, block.raw_size);
        all += block.raw_size;
        at += block.size;
    }
    write_seed("records", 2, records, all);
    write_seed("records-halves", 3, records, all);
    write_seed("records-packed", 2 + 8, records, all);
}

/* A work item of 500 ns, with its name. */
static void write_profile(void)
{
    static const unsigned char profile[] = {
        'R',  'B',  'W',  'P',  1,    0,    1,    0,    0,    0, 0, 0,  0, 0, 0x71, 0x44, 0x9f,
        0x4d, 0x90, 0x18, 1,    0,    0,    0,    1,    0,    0, 0, 87, 0, 0, 0,    0,    0,
        0,    0, /* descriptors */
        7,    0,    0,    0,    0,    0,    0,    0,    0,    0, 0, 0,  3, 0, 0,    0, /* a block */
        0xe8, 3,    0x71, 0x44, 0x9f, 0x4d, 0x90, 0x18, 19,   0, 0, 0,  0, 0, 0,    0, /* of 19
                                                                                          bytes */
        0xd8, 0x90, 0x4d, 0x9f, 0x44, 0x71, 3,    0xe8, 0x01, 3,                       /* begins */
        0,    9,    0x11, 0,    0,    0x01, 0xf4, 0x12, /* a sub-item */
        0x02, 3,    0,    4,    0,    'c',  'o',  'p',  'y',  0, 0, 1,  2, 0, 'g',  'o', /* names */
    };

    write_seed("profile", 0, profile, sizeof profile);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[8192];
    size_t size;

    if (argc != 2 || chdir(argv[1]) != 0)
        return 1;
    unlink("scene.gtr");
    scene_write("scene.gtr");
    size = take_file("scene.gtr", bytes, sizeof bytes);
    write_seed("file", 0, bytes, size);
    write_seed("checksums", 1, bytes, size);
    write_blocks(bytes, size);
    scene_write_packed("scene.gtr");
    size = take_file("scene.gtr", bytes, sizeof bytes);
    write_seed("packed", 0, bytes, size);
    write_seed("packed-checksums", 1, bytes, size);
    write_profile();
    return 0;
}
