/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYMBOLS_SYMBOLS_FIXTURE_H
#define TESTS_SYMBOLS_SYMBOLS_FIXTURE_H

#include "report/symbols/symbolizer.h"

/* Programs that programs.sh made, and the marks that they list. */

enum { SCENE_MARKS_MAX = 32 };

struct scene_mark {
    unsigned number, line;
    uint64_t address;
};

struct scene {
    char path[4096];
    struct scene_mark marks[SCENE_MARKS_MAX];
    unsigned count; /* 0: programs.sh could not make it */
};

/* Runs a program, with a plugin whose marks are listed if it is not NULL. */
struct scene scene_run(const char *program, const char *plugin);

/* The path of a made file. */
void scene_path(char *path, size_t size, const char *name);

/* Adds a file as it is now. */
uint32_t scene_add(struct gau_symbolizer *symbols, const char *path);

/* The address of the first mark of that number; fails the test if there is none. */
const struct scene_mark *scene_mark(const struct scene *scene, unsigned number);

/* "inner known_functions.c:19 < middle known_functions.c:25 < outer known_functions.c:32", with
 * base names: which functions are copied depends on the compiler. */
void scene_text(char *text, size_t size, struct gau_symbolizer *symbols,
                struct gau_source_frames frames);

#endif
