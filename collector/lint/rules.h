/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_RULES_H
#define GAUDIT_LINT_RULES_H

#include "state.h"

/*
 * What the contract says about calls; each function follows a call, and notes what breaches it.
 * doc/lint.md is the list. All between gau_lint_enter() and gau_lint_leave().
 */

/* How long names may be, in bytes; ITT sets no limit. */
enum { GAU_LINT_LONGEST_NAME = 255 };

/* A program asks for the object of that name; @p what: "event", "domain", ... */
void gau_lint_named(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* Likewise of what is only shown: objects made before there was a collector. */
void gau_lint_shown(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* Takes the lock for a call in a domain of the program's, and gives ours for it; NULL: the call is
 * to be ignored. */
struct gau_lint_domain *gau_lint_enter_in(struct gau_lint_call *call, const gau_itt_domain *domain);

void gau_lint_start_event(const struct gau_lint_call *call, const struct gau_lint_name *name);
void gau_lint_end_event(const struct gau_lint_call *call, const struct gau_lint_name *name);

void gau_lint_begin_task(const struct gau_lint_call *call, const struct gau_lint_domain *domain,
                         const struct gau_lint_name *name);

/* The name of the task that is to end next in the domain; "" if none is open there. */
const char *gau_lint_task_on(const struct gau_lint_call *call,
                             const struct gau_lint_domain *domain);
void gau_lint_end_task(const struct gau_lint_call *call, const struct gau_lint_domain *domain);

/* What is marked without an order that could be wrong: points, and what lasts: regions, overlapped
 * tasks. */
void gau_lint_span(const struct gau_lint_call *call, const char *what,
                   const struct gau_lint_name *name);
void gau_lint_point(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* @p id may be NULL. */
void gau_lint_begin_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                          const gau_itt_id *id);
void gau_lint_end_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                        const gau_itt_id *id);
void gau_lint_submit_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain);

void gau_lint_control(const struct gau_lint_call *call, bool pause);

void gau_lint_rename(const struct gau_lint_call *call, const struct gau_lint_name *name);

/* What is still open on the thread of the call, which ends. */
void gau_lint_judge_thread(const struct gau_lint_call *call);

/* At the end of the process: open frames, flags. */
void gau_lint_judge_domains(const struct gau_lint_call *call);

#endif
