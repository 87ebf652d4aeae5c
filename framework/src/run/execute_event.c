/* SPDX-License-Identifier: Apache-2.0 */
#include "event_loop.h"

#include "framework/src/job/time_accounting.h"
#include "framework/src/options/faults.h"
#include "framework/src/sections/sections.h"

#include <stdlib.h>
#include <string.h>

/* --- errors -------------------------------------------------------------------------------- */

/* Keeps the text of the error of the smallest event. Without memory only the count is kept. */
static void remember(struct gau_worker *w, struct gau_component *c)
{
    gau_branch_table_lock(&w->job->branches);
    if (w->ctx.event < c->error_event) {
        free(c->error_text);
        c->error_text = strdup(w->error.message);
        c->error_event = w->ctx.event;
    }
    gau_branch_table_unlock(&w->job->branches);
}

static enum gau_decision fail_job(struct gau_worker *w, const struct gau_component *c,
                                  gau_status raw)
{
    w->failed_event = w->ctx.event;
    w->failure =
        gau_error_wrap(&w->error, raw, "%s: %s: event %llu", GAU_LOCATION_TEXT(c->location),
                       c->name, (unsigned long long)w->ctx.event);
    return GAU_DECISION_ABORT;
}

static enum gau_decision apply_error_policy(struct gau_worker *w, const struct gau_tree_step *step,
                                            gau_outcome *outcome)
{
    struct gau_component *const c = &w->job->components[step->component];
    const uint64_t n = __atomic_add_fetch(&c->errors, 1, __ATOMIC_RELAXED);

    outcome->flags |= GAU_OUTCOME_ERROR;
    if (outcome->raw > GAU_OK)
        outcome->raw = gau_worker_bad_status(w, "execute", "ok, reject", outcome->raw);
    gau_worker_default_error(w, outcome->raw);
    outcome->final = GAU_REJECT;
    if (n > (uint64_t)c->policy.error_max) {
        switch ((enum gau_on_error)c->policy.on_error) {
        case GAU_ON_ERROR_FAIL_JOB:
            outcome->final = outcome->raw;
            return fail_job(w, c, outcome->raw);
        case GAU_ON_ERROR_ABORT_EVENT:
            remember(w, c);
            outcome->flags |= GAU_OUTCOME_ABORTED;
            return GAU_DECISION_ABORT;
        case GAU_ON_ERROR_IGNORE:
            remember(w, c);
            outcome->final = GAU_OK;
            return GAU_DECISION_YES;
        case GAU_ON_ERROR_REJECT: break;
        }
    }
    remember(w, c);
    return GAU_DECISION_UNKNOWN;
}

/* --- members ------------------------------------------------------------------------------- */

/*
 * Every function below exists twice: for audited events, and for the others, which pay nothing for
 * hooks.
 */
#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

static gau_status status_of(enum gau_decision decision)
{
    return decision == GAU_DECISION_YES ? GAU_OK : GAU_REJECT;
}

static uint32_t flags_of(enum gau_decision decision)
{
    return decision == GAU_DECISION_ABORT     ? GAU_OUTCOME_ABORTED
           : decision == GAU_DECISION_UNKNOWN ? GAU_OUTCOME_ERROR
                                              : 0u;
}

static enum gau_decision run_sequence_audited(struct gau_worker *w,
                                              const struct gau_tree_step *step);
static enum gau_decision run_sequence_unaudited(struct gau_worker *w,
                                                const struct gau_tree_step *step);

static void audit_not_called(struct gau_worker *w, const struct gau_tree_step *step,
                             gau_status status, uint32_t flags)
{
    w->ctx.branch = step->branch;
    w->ctx.name = w->calls[step->component].name;
    if (step->numbered)
        gau_audit_not_called(&w->dispatch, &w->ctx,
                             (gau_outcome){.raw = status, .final = status, .flags = flags});
}

ALWAYS_INLINE void end_algorithm(struct gau_worker *w, const struct gau_tree_step *step,
                                 gau_outcome outcome)
{
    if (__builtin_expect(gau_frames_any(&w->frames), 0))
        gau_sections_close_leftover(w);
    if (step->numbered && (outcome.raw == GAU_END ||
                           !gau_audit_after_alone(&w->dispatch, step->branch, w->ctx.event)))
        gau_audit_after(&w->dispatch, &w->ctx, outcome);
}

ALWAYS_INLINE enum gau_decision run_algorithm(struct gau_worker *w,
                                              const struct gau_tree_step *step, const bool audited)
{
    struct gau_algorithm_call *const call = &w->calls[step->component];
    gau_outcome outcome = {0};
    enum gau_decision decision;

    if (__builtin_expect(call->event == w->ctx.event, 0)) {
        if (audited)
            audit_not_called(w, step, status_of(call->decision), GAU_OUTCOME_REUSED | call->flags);
        return call->decision;
    }
    w->ctx.branch = step->branch;
    w->ctx.name = call->name;
    if (audited && step->numbered && !gau_audit_before_alone(&w->dispatch, step->branch))
        gau_audit_before(&w->dispatch, &w->ctx);
    w->error.status = GAU_OK; /* an error without a text must not get that of an earlier one */
    outcome.raw = outcome.final = call->execute(call->self, &w->ctx);
    if (__builtin_expect(outcome.raw != GAU_OK && outcome.raw != GAU_REJECT, 0))
        decision = apply_error_policy(w, step, &outcome);
    else
        decision = outcome.raw == GAU_OK ? GAU_DECISION_YES : GAU_DECISION_NO;
    call->event = w->ctx.event;
    call->decision = decision;
    call->flags = outcome.flags;
    if (audited)
        end_algorithm(w, step, outcome);
    return decision;
}

ALWAYS_INLINE enum gau_decision invert_if(enum gau_decision decision, bool condition)
{
    return condition && decision <= GAU_DECISION_YES ? (enum gau_decision)(decision ^ 1u)
                                                     : decision;
}

/* Is the sequence decided by a member's decision? */
ALWAYS_INLINE bool decides(enum gau_decision_rule rule, enum gau_decision decision)
{
    switch (rule) {
    case GAU_DECISION_RULE_ALL: return decision != GAU_DECISION_YES;
    case GAU_DECISION_RULE_ANY: return decision == GAU_DECISION_YES;
    }
    __builtin_unreachable();
}

/* The decision that follows from the set of decisions of members. */
ALWAYS_INLINE enum gau_decision decide(enum gau_decision_rule rule, unsigned seen)
{
    switch (rule) {
    case GAU_DECISION_RULE_ALL:
        return seen & (1u << GAU_DECISION_NO)        ? GAU_DECISION_NO
               : seen & (1u << GAU_DECISION_UNKNOWN) ? GAU_DECISION_UNKNOWN
                                                     : GAU_DECISION_YES;
    case GAU_DECISION_RULE_ANY:
        return seen & (1u << GAU_DECISION_YES)       ? GAU_DECISION_YES
               : seen & (1u << GAU_DECISION_UNKNOWN) ? GAU_DECISION_UNKNOWN
                                                     : GAU_DECISION_NO;
    }
    __builtin_unreachable();
}

/* Runs the steps from @p step up to @p end. */
ALWAYS_INLINE enum gau_decision run_members(struct gau_worker *w, const struct gau_tree_step *step,
                                            const struct gau_tree_step *end,
                                            enum gau_decision_rule rule, bool eager,
                                            const bool audited)
{
    const struct gau_tree_step *const steps = w->job->steps;
    unsigned seen = 0;

    for (; step < end; step = steps + step->end) {
        enum gau_decision decision;

        if (__builtin_expect(!step->enabled, 0)) {
            if (audited)
                audit_not_called(w, step, GAU_OK, GAU_OUTCOME_SKIPPED);
            continue;
        }
        if (!step->sequence)
            decision = run_algorithm(w, step, audited);
        else
            decision = audited ? run_sequence_audited(w, step) : run_sequence_unaudited(w, step);
        if (__builtin_expect(decision == GAU_DECISION_ABORT, 0))
            return GAU_DECISION_ABORT;
        decision = invert_if(decision, step->negated);
        seen |= 1u << decision;
        if (eager && decides(rule, decision))
            break;
    }
    return decide(rule, seen);
}

ALWAYS_INLINE void audit_after(struct gau_worker *w, gau_branch branch, const char *name,
                               enum gau_decision raw, enum gau_decision decision)
{
    w->ctx.branch = branch;
    w->ctx.name = name;
    if (!gau_audit_after_alone(&w->dispatch, branch, w->ctx.event))
        gau_audit_after(&w->dispatch, &w->ctx,
                        (gau_outcome){.raw = status_of(raw),
                                      .final = status_of(decision),
                                      .flags = flags_of(decision)});
}

ALWAYS_INLINE enum gau_decision run_sequence(struct gau_worker *w, const struct gau_tree_step *step,
                                             const bool audited)
{
    enum gau_decision raw, decision;

    if (audited && step->numbered) {
        w->ctx.branch = step->branch;
        w->ctx.name = w->calls[step->component].name;
        if (!gau_audit_before_alone(&w->dispatch, step->branch))
            gau_audit_before(&w->dispatch, &w->ctx);
    }
    raw = run_members(w, step + 1, w->job->steps + step->end, step->rule, step->eager, audited);
    if (step->ignore && raw != GAU_DECISION_ABORT)
        raw = GAU_DECISION_YES;
    decision = invert_if(raw, step->invert);
    if (audited && step->numbered)
        audit_after(w, step->branch, w->calls[step->component].name, raw, decision);
    return decision;
}

static enum gau_decision run_sequence_audited(struct gau_worker *w,
                                              const struct gau_tree_step *step)
{
    return run_sequence(w, step, true);
}

static enum gau_decision run_sequence_unaudited(struct gau_worker *w,
                                                const struct gau_tree_step *step)
{
    return run_sequence(w, step, false);
}

/* --- events -------------------------------------------------------------------------------- */

ALWAYS_INLINE bool run_event(struct gau_worker *w, const bool audited)
{
    const struct gau_tree_step *const steps = w->job->steps;
    enum gau_decision decision;

    w->ctx.branch = GAU_ROOT_EVENT;
    if (audited) {
        w->ctx.name = "Event";
        gau_audit_before(&w->dispatch, &w->ctx);
    }
    if (w->wants_timestamps)
        gau_time_accounting_begin_event(w);
    decision =
        run_members(w, steps, steps + w->job->n_steps, GAU_DECISION_RULE_ANY, false, audited);
    if (audited)
        audit_after(w, GAU_ROOT_EVENT, "Event", decision, decision);
    return decision == GAU_DECISION_YES;
}

bool gau_execute_event(struct gau_worker *w)
{
    return w->dispatch.mask ? run_event(w, true) : run_event(w, false);
}
