/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_TALLY_H
#define GAUDIT_LINT_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Breaches of the contract, counted by kind and place, in the order in which they are printed. Used
 * by the collector while the program runs, and by whoever reads its log. doc/itt.md says what the
 * kinds mean.
 */

enum gau_lint_kind {
    GAU_LINT_WHILE_PAUSED,
    GAU_LINT_END_WHILE_PAUSED,
    GAU_LINT_UNKNOWN_EVENT,
    GAU_LINT_END_WITHOUT_START,
    GAU_LINT_TASK_END_WITHOUT_BEGIN,
    GAU_LINT_NEVER_ENDED,
    GAU_LINT_OUT_OF_ORDER,
    GAU_LINT_CONTROL_RATE,
    GAU_LINT_DOUBLE_PAUSE,
    GAU_LINT_DOUBLE_RESUME,
    GAU_LINT_FRAME_RATE,
    GAU_LINT_OVERLAPPING_FRAMES,
    GAU_LINT_NAME_IN_LOOP,
    GAU_LINT_LONG_NAME,
    GAU_LINT_DOMAIN_FLAGS,
    GAU_LINT_THREAD_RENAMED,
    GAU_LINT_N_KINDS
};

/* Such as "while-paused". */
const char *gau_lint_kind_name(enum gau_lint_kind kind);

/* GAU_LINT_N_KINDS if there is no such kind. */
enum gau_lint_kind gau_lint_kind_of(const char *name);

/* One breach, as it is seen. Texts are copied. */
struct gau_lint_sighting {
    enum gau_lint_kind kind;
    const char *place;  /* such as "event 'Hlt'" */
    const char *thread; /* its name; "": none */
    long pid, tid;
    uint64_t ns; /* since the beginning */
};

/* All breaches of one kind at one place. */
struct gau_lint_breach {
    struct gau_lint_breach *next;
    struct gau_lint_sighting first;
    uint64_t count;
    struct gau_lint_numbers {
        unsigned n;
        long values[32]; /* no more are told apart */
    } threads, processes;
};

/* {0} is empty. */
struct gau_lint_tally {
    struct gau_lint_breach *breaches;
    size_t places[GAU_LINT_N_KINDS];
    uint64_t count; /* of all */
};

/* Kinds with very many places get one that stands for the rest, "further places". */
void gau_lint_tally_add(struct gau_lint_tally *tally, const struct gau_lint_sighting *sighting);

/* "KIND: PLACE: COUNT, WHERE, WHEN; HOW TO MEND IT", without an end of line. */
void gau_lint_describe(const struct gau_lint_breach *breach, char *line, size_t size);

/* "3 breaches in 12 calls from 2 threads", likewise. @p processes: 0 if not to be mentioned. */
void gau_lint_summarize(uint64_t breaches, uint64_t calls, uint64_t threads, uint64_t processes,
                        char *line, size_t size);

#endif
