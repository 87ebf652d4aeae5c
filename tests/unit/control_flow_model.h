/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_CONTROL_FLOW_MODEL_H
#define TESTS_UNIT_CONTROL_FLOW_MODEL_H

#include <gaudit/options.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the control flow of an event means, written from its description and not from its code.
 *
 * A decision is yes, no or unknown: an error that is turned into a rejection leaves it unknown,
 * which nothing inverts and which rejects in the end. All members of And and All must say yes;
 * if one says no the result is no, else if one is unknown it is unknown. Of Or and Any one must say
 * yes; else if one is unknown the result is unknown. And stops at the first member that does not
 * say yes, Or at the first that does; ignoreDecision replaces that by yes. FailJob and AbortEvent
 * abort the event.
 */

enum { PLAN_MAX = 24, PLAN_CHILDREN = 4, HOOK_CALLS_MAX = 2048 };

enum plan_on_error { PLAN_FAIL_JOB, PLAN_ABORT_EVENT, PLAN_REJECT, PLAN_IGNORE };

/* A place in the sequence tree; 0 is the event. */
struct plan_node {
    bool sequence, negated;
    int children[PLAN_CHILDREN], n_children;
    gau_sequence_mode mode;
    bool invert, ignore;
    bool enabled;
    int component; /* an algorithm: where it was written first, itself or an earlier node */
    enum plan_on_error on_error;
    unsigned error_max;
    const char *script; /* of an algorithm: a letter per event, a, r or e */
};

struct plan {
    struct plan_node nodes[PLAN_MAX];
    int n_nodes;
};

/* Adds a node; the first one, the event, has no parent. */
int plan_add(struct plan *plan, int parent, struct plan_node node);

/* A hook call of an auditor: of kind ( ) or . as in a call log. */
struct hook_call {
    char kind, raw, final;
    uint8_t flags; /* as in gau_outcome */
    uint32_t branch;
};

struct hook_calls {
    struct hook_call items[HOOK_CALLS_MAX];
    size_t count;
};

/* State of a job that the model runs. */
struct model {
    const struct plan *plan;
    uint32_t branch[PLAN_MAX];
    unsigned errors[PLAN_MAX];
    struct hook_calls hook_calls; /* of all events so far */
    bool failed;                  /* the job */
    unsigned accepted;

    size_t event; /* from 0 */
    bool ran[PLAN_MAX], erred[PLAN_MAX];
    int decision[PLAN_MAX];
};

void model_begin(struct model *model, const struct plan *plan);

/* Runs the next event; false: the job has failed. */
bool model_event(struct model *model);

/* The tree in words, for a message. */
void plan_print(const struct plan *plan);

#endif
