/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RBWP_OUTPUT_H
#define GAUDIT_TRACE_RBWP_OUTPUT_H

#include "rbwp_blocks.h"
#include "timeline_entries.h"
#include "trace_reader.h"

/*
 * Makes an RBWP file of the branches and lists of a timeline, see doc/reference/rbwp.md. The format
 * has two levels: what is outermost in a thread is its work item, of which there are 255; the path
 * of what is innermost is the sub-item, one after the other, without what is around it.
 */

struct gau_rbwp_thread;
struct gau_rbwp_branch;

/* How ticks become ns. They never go back, so the rate may become more exact meanwhile. */
struct gau_rbwp_clock {
    uint64_t ticks;
    int64_t ns; /* absolute, at these ticks */
    double tick_ns;
};

struct gau_rbwp_output {
    struct gau_rbwp_file file;
    struct gau_rbwp_clock clock;
    uint32_t node;
    int level;
    struct gau_rbwp_branch *branches; /* by number */
    uint32_t n_branches;
    uint32_t *items, n_items; /* branches; the last of all numbers is for those beyond */
    uint32_t *sub_items, n_sub_items;
    bool has_processor[GAU_RBWP_GPU_NUMBER + 1]; /* by number */
    bool has_other_item, has_other_sub_item;
    struct gau_rbwp_thread **lanes; /* by number */
    uint32_t n_lanes;
    uint64_t folded;     /* branches without a number of their own */
    uint64_t gaps;       /* lists that are missing */
    uint64_t unfinished; /* calls that were open at the end, or at a gap */
    bool no_memory;
};

/* Creates the file, which must not exist. Returns 0 or an errno. */
int gau_rbwp_create(struct gau_rbwp_output *output, const struct gau_rbwp_settings *settings,
                    struct gau_rbwp_clock clock);

/* @p work: the type of the sub-item, 0 to 3. The second definition of a branch is ignored. */
void gau_rbwp_add_branch(struct gau_rbwp_output *output, const struct gau_trace_branch *branch,
                         const char *name, uint32_t size);

/* The number of the thread of the lane, for the kernel, from now on. Calls of the thread before
 * end. Without it that is the number of the lane. */
void gau_rbwp_set_thread(struct gau_rbwp_output *output, uint32_t number, uint64_t thread);

/* The lists of a lane come in the order of their numbers. */
void gau_rbwp_add_list(struct gau_rbwp_output *output, const struct gau_trace_entry_list *list);

/* Writes what it has been given, in blocks that are not full: a program that is killed keeps it. */
void gau_rbwp_flush(struct gau_rbwp_output *output);

/* Ends what is open, and the file. output->file has the errors and counts. */
void gau_rbwp_close(struct gau_rbwp_output *output);

/* Frees what it has, and leaves the file as it is. */
void gau_rbwp_clear(struct gau_rbwp_output *output);

/* --- rbwp_numbers.c -------------------------------------------------------------------------- */

enum {
    GAU_RBWP_OTHER_ITEM = GAU_RBWP_ITEMS - 1,
    GAU_RBWP_OTHER_SUB_ITEM = GAU_RBWP_SUBS - 1,
    GAU_RBWP_OTHER_WORK = 2, /* a section or operation */
    GAU_RBWP_WORK_TYPES = 4,
};

/* The numbers of branches, which get one at their first use. */
uint8_t gau_rbwp_item(struct gau_rbwp_output *output, uint32_t branch);
uint8_t gau_rbwp_no_item(struct gau_rbwp_output *output); /* nothing is open */
uint16_t gau_rbwp_sub_item(struct gau_rbwp_output *output, uint32_t branch);

/* The number of the processor that the branch of external work is below of. */
uint64_t gau_rbwp_processor(struct gau_rbwp_output *output, uint32_t branch);

/* The descriptors, which the caller frees; NULL: out of memory. */
unsigned char *gau_rbwp_descriptors(const struct gau_rbwp_output *output, size_t *size);

void gau_rbwp_names_clear(struct gau_rbwp_output *output);

#endif
