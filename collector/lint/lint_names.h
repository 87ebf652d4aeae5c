/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LINT_LINT_NAMES_H
#define GAUDIT_COLLECTOR_LINT_LINT_NAMES_H

#include "collector/base/name_table.h"

#include <stdbool.h>

/*
 * Names, with all objects that have them. No pointer into the program is kept: the object may be
 * unloaded, and its address reused. Nothing here fails: if out of memory, names become one name,
 * "(out of memory)".
 */

/* The value of flags of enabled domains, which may be any but 0: a program that writes a 1 is
 * detected. */
enum { GAU_LINT_FLAGS = 0x1177 };

struct gau_lint_frame {
    gau_itt_id id;    /* all zero if there is none */
    uintptr_t caller; /* that began it */
    bool dropped;     /* begun while paused */
    bool inherited;   /* begun before a fork */
};

/* Calls are within the rate while `busy_until` is not far ahead. */
struct gau_lint_rate_limit {
    uint64_t busy_until; /* ns */
};

/* A domain, or what the old interface calls a frame: frames belong to either. */
struct gau_lint_domain {
    gau_itt_domain object;
    const struct gau_lint_name *name;
    struct gau_lint_domain *next;
    struct gau_lint_frame frames[16]; /* that are open */
    unsigned n_frames;
    struct gau_lint_rate_limit rate;
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

/* The name with that text, made if there is none yet. NULL counts as "". @p length: of the text, as
 * the program gives it, see entry_points.h. */
struct gau_lint_name *gau_lint_name(const char *text);
struct gau_lint_name *gau_lint_name_of_length(const char *text, int length);

/* The number of the event with that name, made if there is none yet. */
int gau_lint_name_event(struct gau_lint_name *name);

/* NULL if no event has that number. */
struct gau_lint_name *gau_lint_names_event(int event);

struct gau_lint_domain *gau_lint_name_domain(struct gau_lint_name *name, bool is_frame);

/* The first of all domains and frames. */
struct gau_lint_domain *gau_lint_names_domains(void);

gau_itt_counter *gau_lint_name_counter(struct gau_lint_name *name,
                                       const struct gau_lint_name *domain, int type);

#endif
