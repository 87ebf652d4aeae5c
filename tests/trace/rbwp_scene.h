/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_RBWP_SCENE_H
#define TESTS_TRACE_RBWP_SCENE_H

#include "tests/unit/test.h"

#include "trace/rbwp_output.h"

/* RBWP files "p.bin" of lists that a test writes, with ticks of 1 ns. */

enum { EVENT, BACKGROUND, LINE, FIT, POLL, PART, EXTERNAL, GPU, KERNEL, N_BRANCHES };

extern struct gau_rbwp_output output;
extern struct rbwp_list {
    _Alignas(8) unsigned char bytes[1 << 16];
    uint8_t *at;
    uint64_t stamp;
    uint64_t number; /* of the next list */
} list;

int begin(void **state);
void create(int level, bool compressed, uint64_t buffer);

/* A list of lane 3, and its entries. Work is a kernel, which ended at @p stop and took so long. */
void begin_list(uint64_t first);
struct gau_trace_entry_list *record(void);
void enter(uint32_t branch, uint64_t stamp);
void leave(uint64_t stamp);
void work(uint64_t stamp, uint64_t stop, uint64_t took);
void end_list(void);

/* The file, and a number in it. */
extern unsigned char file[1 << 20];
extern size_t file_size;
void read_file(void);
uint64_t number(size_t at, int bytes);

/* The records of all blocks: "+3@9" begins item 3 at 9, "-" ends it, "(" and ")" sub-items, "g" is
 * external work; then the descriptors. The second closes it before. */
extern char text[1 << 16];
void show_file(void);
void assert_shows(const char *expected);

#endif
