/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLES_CLOCKS_OF_RANKS_H
#define GAUDIT_REPORT_SAMPLES_CLOCKS_OF_RANKS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The clocks of the ranks of an MPI job: what CLOCK_MONOTONIC of a rank showed, as time of that of
 * rank 0. They are in run.json of the ranks, in the folders rank-N.
 */

struct gau_rank_clock {
    int rank;
    bool is_known; /* as time of rank 0's; else nothing relates the two */
    bool is_other; /* than that of rank 0, as far as it is known */
    /* If both: by how much it is ahead, at that time of its own; how much more a ns later. */
    uint64_t at_ns, error_ns;
    int64_t offset_ns;
    double drift;
};

/* {0}: of no ranks. */
struct gau_rank_clocks {
    struct gau_rank_clock *items; /* in the order of ranks */
    uint32_t n, size;
};

/* Reads those of a folder; there may be none. False: out of memory. */
bool gau_rank_clocks_read(struct gau_rank_clocks *clocks, const char *folder);
void gau_rank_clocks_clear(struct gau_rank_clocks *clocks);

/* Returns that of a process, whose folder is rank-3 or rank-3-2, or whose file of samples has that
 * in its name, behind "samples-"; NULL: it is of no rank, or nothing is known of that. */
const struct gau_rank_clock *gau_rank_clocks_find(const struct gau_rank_clocks *clocks,
                                                  const char *process);
const struct gau_rank_clock *gau_rank_clocks_of_samples(const struct gau_rank_clocks *clocks,
                                                        const char *path);

/* Returns what the clock of rank 0 showed at that time of a clock that is known. */
uint64_t gau_rank_clock_of_first(const struct gau_rank_clock *clock, uint64_t ns);

/* Writes what is to be said of clocks that differ; returns how many sentences there are. */
enum { GAU_RANK_CLOCK_NOTES = 2 };
int gau_rank_clocks_notes(char notes[GAU_RANK_CLOCK_NOTES][200],
                          const struct gau_rank_clocks *clocks);

#endif
