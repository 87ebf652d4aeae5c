/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/trace/trace_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* usage: seeds FOLDER: makes what fuzz_trace starts with: a small trace and its blocks. */

static void write_seed(const char *name, int kind, const unsigned char *bytes, size_t size)
{
    FILE *const file = fopen(name, "w");

    if (!file || fputc(kind, file) == EOF || fwrite(bytes, 1, size, file) != size ||
        fclose(file) != 0)
        exit(1);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[8192], records[8192];
    size_t size, all = 0;
    FILE *file;
    int n = 0;

    if (argc != 2 || chdir(argv[1]) != 0)
        return 1;
    unlink("scene.gtr");
    scene_write("scene.gtr");
    file = fopen("scene.gtr", "r");
    if (!file)
        return 1;
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    unlink("scene.gtr");
    write_seed("file", 0, bytes, size);
    write_seed("checksums", 1, bytes, size);
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
    return 0;
}
