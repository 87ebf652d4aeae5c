/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_NAMES_H
#define GAUDIT_LINT_NAMES_H

#include "collector/itt/name_table.h"

#include <stdbool.h>

/*
 * Names, with all objects that have them. What the program shows us is never kept: it may be
 * unloaded, and something else may then lie at its address. Nothing here fails: for want of memory,
 * names become one name, "(no memory)".
 */

/* What is written into the flags of domains, which are on if not 0: a program that writes a 1 is
 * noticed. */
enum { GAU_LINT_FLAGS = 0x1177 };

struct gau_lint_frame {
    gau_itt_id id;  /* all zero if there is none */
    bool dropped;   /* begun while paused */
    bool inherited; /* begun before a fork */
};

/* A pace is kept as long as the debt is small. */
struct gau_lint_rate_limit {
    uint64_t paid_until; /* ns */
};

/* A domain, or what the old interface calls a frame: frames belong to either. */
struct gau_lint_domain {
    gau_itt_domain object;
    const struct gau_lint_name *name;
    struct gau_lint_domain *next;
    struct gau_lint_frame frames[16]; /* that are open */
    unsigned n_frames;
    struct gau_lint_rate_limit pace;
    bool is_frame; /* of the old interface */
    bool touched;  /* its flags; reported */
};

struct gau_lint_name {
    const char *text;
    size_t length; /* at most GAU_TRACE_TEXT_MAX */
    int event;     /* its number; 0: none has the name */
    gau_itt_string string;
    gau_itt_counter *counters; /* that have the name */
    struct gau_lint_domain *domain, *frame;
};

/* The name with that text, which is made if there is none yet. NULL counts as "". */
struct gau_lint_name *gau_lint_name(const char *text);
struct gau_lint_name *gau_lint_name_of_length(const char *text, size_t length);

/* Of the event with that name; there is always one afterwards. */
int gau_lint_name_event(struct gau_lint_name *name);

/* NULL if no event has that number. */
struct gau_lint_name *gau_lint_names_event(int event);

struct gau_lint_domain *gau_lint_name_domain(struct gau_lint_name *name, bool is_frame);

/* The first of all domains and frames. */
struct gau_lint_domain *gau_lint_names_domains(void);

gau_itt_counter *gau_lint_name_counter(struct gau_lint_name *name,
                                       const struct gau_lint_name *domain, int type);

#endif
