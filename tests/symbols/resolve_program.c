/* SPDX-License-Identifier: Apache-2.0 */
#include "report/symbols/symbolizer.h"

#include "build_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * resolve FILE [REPEATS]: reads addresses and prints for each what addr2line -a -f -i prints, with
 * names as they are linked; with a number, resolves each that many times and prints sums only.
 */

static void print(const struct gau_symbolizer *symbols, struct gau_source_frames frames)
{
    for (uint32_t i = 0; i < frames.count; i++) {
        const struct gau_function *function =
            gau_symbolizer_function(symbols, frames.items[i].function);
        const char *file = gau_symbolizer_file(symbols, frames.items[i].file);

        printf("%s\n%s:%" PRIu32 "\n", function->linkage, *file ? file : "??",
               frames.items[i].line);
    }
}

int main(int argc, char **argv)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    struct build_id id = build_id_of(argv[1]);
    const struct gau_symbolizer_module module = {.path = argv[1],
                                                 .build_id = id.bytes,
                                                 .build_id_size = id.size};
    const uint32_t number = gau_symbolizer_add_module(symbols, &module);
    uint64_t address, frames = 0;
    int repeats = 1;

    if (argc > 2)
        sscanf(argv[2], "%d", &repeats);
    while (scanf("%" SCNx64, &address) == 1) {
        struct gau_source_frames found = {NULL, 0};

        for (int i = 0; i < repeats; i++)
            found = gau_symbolizer_resolve(symbols, number, address);
        frames += found.count;
        if (argc > 2)
            continue;
        printf("0x%016" PRIx64 "\n", address);
        print(symbols, found);
    }
    for (uint32_t i = 0; gau_symbolizer_warning(symbols, i); i++)
        fprintf(stderr, "%s\n", gau_symbolizer_warning(symbols, i));
    if (argc > 2)
        printf("%" PRIu64 " frames, %" PRIu32 " functions\n", frames,
               gau_symbolizer_function_count(symbols));
    gau_symbolizer_free(symbols);
    return 0;
}
