/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LINT_VIOLATIONS_H
#define GAUDIT_COLLECTOR_LINT_VIOLATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Violations of the contract of ITT, counted by rule and place, in the order of printing. Used by
 * the collector, and by readers of its log. doc/itt.md explains the rules.
 */

enum gau_lint_rule {
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
    GAU_LINT_N_RULES
};

/* Such as "while-paused". */
const char *gau_lint_rule_name(enum gau_lint_rule rule);

/* GAU_LINT_N_RULES if there is no such rule. */
enum gau_lint_rule gau_lint_rule_of(const char *name);

/* One violation when it happens. Texts are copied. */
struct gau_lint_occurrence {
    enum gau_lint_rule rule;
    const char *place;  /* such as "event 'Hlt'" */
    const char *thread; /* its name; "": none */
    const char *module; /* path of the file whose code called ITT; "": unknown */
    uint64_t offset;    /* in that file, of what is behind the call */
    long pid, tid;
    uint64_t ns; /* since the beginning */
};

/* All violations of one rule and place. */
struct gau_lint_violation {
    struct gau_lint_violation *next;
    struct gau_lint_occurrence first;
    uint64_t count;
    struct gau_lint_numbers {
        unsigned n;
        long values[32]; /* further ones are not counted */
    } threads, processes;
};

/* {0} is empty. */
struct gau_lint_violations {
    struct gau_lint_violation *list;
    size_t places[GAU_LINT_N_RULES];
    uint64_t count; /* of all */
};

/* True if another violation of the rule at the place only adds to a count. */
bool gau_lint_violations_has(struct gau_lint_violations *violations, enum gau_lint_rule rule,
                             const char *place);

/* Rules with very many places get one that stands for the others, "further places". */
void gau_lint_violations_add(struct gau_lint_violations *violations,
                             const struct gau_lint_occurrence *occurrence);

/* "RULE: PLACE: COUNT, WHERE, WHEN in CALLER; HOW TO FIX IT", without a newline. @p caller: of ITT,
 * the first time; "": unknown. */
void gau_lint_describe(const struct gau_lint_violation *violation, const char *caller, char *line,
                       size_t size);

/* "3 violations in 12 calls from 2 threads", likewise. @p processes: 0 omits it. */
void gau_lint_summarize(uint64_t violations, uint64_t calls, uint64_t threads, uint64_t processes,
                        char *line, size_t size);

#endif
