/* SPDX-License-Identifier: Apache-2.0 */
#include "control_flow_model.h"

#include <stdio.h>
#include <string.h>

enum { NO, YES, UNKNOWN, ABORT };
enum { ERROR = 1, REUSED = 2, SKIPPED = 4, ABORTED = 8 };

/* One row for each of GAU_SEQUENCE_MODES. */
static const struct mode {
    const char *text;
    bool any;   /* one member is enough */
    bool stops; /* when the result is known */
} mode_AND = {"And", false, true}, mode_OR = {"Or", true, true}, mode_ALL = {"All", false, false},
  mode_ANY = {"Any", true, false};

#define MODEL(name, text, rule, eager) &mode_##name,
static const struct mode *const modes[] = {GAU_SEQUENCE_MODES(MODEL)};
#undef MODEL

int plan_add(struct plan *plan, int parent, struct plan_node node)
{
    const int n = plan->n_nodes++;

    plan->nodes[n] = node;
    if (n > 0)
        plan->nodes[parent].children[plan->nodes[parent].n_children++] = n;
    return n;
}

static void record(struct model *m, char kind, int node, char raw, char final, int flags)
{
    if (m->hook_calls.count < HOOK_CALLS_MAX)
        m->hook_calls.items[m->hook_calls.count++] =
            (struct hook_call){kind, raw, final, (uint8_t)flags, m->branch[node]};
}

static char letter(int decision)
{
    return decision == YES ? 'a' : 'r';
}

static int negate(int decision, bool really)
{
    if (!really)
        return decision;
    return decision == YES ? NO : decision == NO ? YES : decision;
}

static int apply_error_policy(struct model *m, int component, char *final)
{
    const struct plan_node *const c = &m->plan->nodes[component];

    m->erred[component] = true;
    *final = 'r';
    if (++m->errors[component] <= c->error_max)
        return UNKNOWN;
    switch (c->on_error) {
    case PLAN_FAIL_JOB:
        m->failed = true;
        *final = 'e';
        return ABORT;
    case PLAN_ABORT_EVENT: return ABORT;
    case PLAN_IGNORE: *final = 'a'; return YES;
    case PLAN_REJECT: break;
    }
    return UNKNOWN;
}

static int run_algorithm(struct model *m, int node)
{
    const int c = m->plan->nodes[node].component;
    const char *const script = m->plan->nodes[c].script;
    const char raw = script[m->event % strlen(script)];
    char final = raw;

    if (m->ran[c]) {
        final = letter(m->decision[c]);
        record(m, '.', node, final, final, REUSED | (m->erred[c] ? ERROR : 0));
        return m->decision[c];
    }
    record(m, '(', node, 0, 0, 0);
    m->ran[c] = true;
    m->decision[c] = raw == 'a' ? YES : raw == 'r' ? NO : apply_error_policy(m, c, &final);
    record(m, ')', node, raw, final,
           (m->erred[c] ? ERROR : 0) |
               (m->decision[c] == ABORT && final == 'r' ? ABORTED : 0)); /* else the job failed */
    return m->decision[c];
}

static int run_node(struct model *m, int node);

/* All members that are to be run, and what follows from their decisions. */
static int run_members(struct model *m, const struct plan_node *s, bool any, bool stops)
{
    bool seen[3] = {false};

    for (int i = 0; i < s->n_children; i++) {
        const struct plan_node *const member = &m->plan->nodes[s->children[i]];
        int decision;

        if (!m->plan->nodes[member->component].enabled) {
            record(m, '.', s->children[i], 'a', 'a', SKIPPED);
            continue;
        }
        decision = run_node(m, s->children[i]);
        if (decision == ABORT)
            return ABORT;
        decision = negate(decision, member->negated);
        seen[decision] = true;
        if (stops && any && decision == YES)
            break;
        if (stops && !any && decision != YES)
            break;
    }
    if (any)
        return seen[YES] ? YES : seen[UNKNOWN] ? UNKNOWN : NO;
    return seen[NO] ? NO : seen[UNKNOWN] ? UNKNOWN : YES;
}

static int flags_of(int decision)
{
    return decision == ABORT ? ABORTED : decision == UNKNOWN ? ERROR : 0;
}

static int run_node(struct model *m, int node)
{
    const struct plan_node *const s = &m->plan->nodes[node];
    const struct mode *const mode = modes[s->mode];
    int raw, final;

    if (!s->sequence)
        return run_algorithm(m, node);
    record(m, '(', node, 0, 0, 0);
    raw = run_members(m, s, mode->any, mode->stops && !s->ignore);
    if (s->ignore && raw != ABORT)
        raw = YES;
    final = negate(raw, s->invert);
    record(m, ')', node, letter(raw), letter(final), flags_of(final));
    return final;
}

/* --- events -------------------------------------------------------------------------------- */

/* Depth first, behind the roots Event and Background. */
static void number(struct model *m, int node, uint32_t *next)
{
    const struct plan_node *const n = &m->plan->nodes[node];

    m->branch[node] = node ? (*next)++ : 0;
    for (int i = 0; i < n->n_children; i++)
        number(m, n->children[i], next);
}

void model_begin(struct model *model, const struct plan *plan)
{
    uint32_t next = 2;

    memset(model, 0, sizeof *model);
    model->plan = plan;
    number(model, 0, &next);
}

bool model_event(struct model *m)
{
    int decision;

    memset(m->ran, 0, sizeof m->ran);
    memset(m->erred, 0, sizeof m->erred);
    record(m, '(', 0, 0, 0, 0);
    decision = run_members(m, &m->plan->nodes[0], true, false);
    record(m, ')', 0, letter(decision), letter(decision), flags_of(decision));
    m->accepted += decision == YES;
    m->event++;
    return !m->failed;
}

/* --- in words ------------------------------------------------------------------------------ */

static void print_node(const struct plan *plan, int node, int depth)
{
    static const char *const errors[] = {"FailJob", "AbortEvent", "Reject", "Ignore"};
    const struct plan_node *const n = &plan->nodes[node];

    printf("%*s%d:%s%s", 2 * depth, "", node, n->negated ? " not" : "",
           plan->nodes[n->component].enabled ? "" : " disabled");
    if (n->sequence)
        printf(" %s%s%s\n", modes[n->mode]->text, n->invert ? " invert" : "",
               n->ignore ? " ignore" : "");
    else
        printf(" algorithm %d %s ErrorMax=%u %s\n", n->component, errors[n->on_error], n->error_max,
               n->script);
    for (int i = 0; i < n->n_children; i++)
        print_node(plan, n->children[i], depth + 1);
}

void plan_print(const struct plan *plan)
{
    print_node(plan, 0, 0);
}
