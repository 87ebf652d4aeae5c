/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"
#include "control_flow_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every job below is run by the framework and by the model, and all hook calls are compared. */

/* --- the recording auditor ----------------------------------------------------------------- */

static struct hook_calls hook_calls;

static void record(char kind, uint32_t branch, char raw, char final, uint32_t flags)
{
    if (hook_calls.count < HOOK_CALLS_MAX)
        hook_calls.items[hook_calls.count++] =
            (struct hook_call){kind, raw, final, (uint8_t)flags, branch};
}

static char letter(gau_status status)
{
    return status == GAU_OK ? 'a' : status == GAU_REJECT ? 'r' : status < 0 ? 'e' : '?';
}

static void before(void *self, const gau_context *ctx)
{
    (void)self;
    record('(', ctx->branch, 0, 0, 0);
}

static void after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self;
    record(')', ctx->branch, letter(outcome.raw), letter(outcome.final), outcome.flags);
}

static void not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self;
    record('.', ctx->branch, letter(outcome.raw), letter(outcome.final), outcome.flags);
}

struct nothing {
    char nothing;
};

static const gau_class recorder_class = {
    GAU_CLASS("Recorder", struct nothing, "Records all hook calls."),
    .auditor = GAU_AUDITOR(.before = before, .after = after, .not_called = not_called),
};

/* --- from a plan to a job ------------------------------------------------------------------ */

static void add_node(struct job *job, const struct plan *plan, int node, gau_node *parent,
                     size_t from)
{
    static const char *const errors[] = {"FailJob", "AbortEvent", "Reject", "Ignore"};
    const struct plan_node *const n = &plan->nodes[node];
    const bool known = n->component != node;
    gau_node *made;
    char text[12];

    snprintf(text, sizeof text, "n%d", n->component);
    made = n->sequence ? job_sequence(job, parent, text)
                       : job_script(job, parent, text, known ? NULL : n->script + from);
    made->negated = n->negated;
    made->mode = n->mode;
    made->invert = n->invert;
    made->ignore_decision = n->ignore;
    if (!n->enabled && !known)
        job_set(job, made, "Enable", "false");
    if (!n->sequence && !known) {
        snprintf(text, sizeof text, "%u", n->error_max);
        job_set(job, made, "OnError", errors[n->on_error]);
        job_set(job, made, "ErrorMax", text);
    }
    for (int i = 0; i < n->n_children; i++)
        add_node(job, plan, n->children[i], made, from);
}

static void complain(const struct plan *plan, const struct model *model, const char *what)
{
    capture_stderr_end();
    plan_print(plan);
    for (size_t i = 0; i < model->hook_calls.count || i < hook_calls.count; i++) {
        const struct hook_call none = {'-', '-', '-', 0, 0};
        const struct hook_call m = i < model->hook_calls.count ? model->hook_calls.items[i] : none;
        const struct hook_call h = i < hook_calls.count ? hook_calls.items[i] : none;

        printf("model: %c %u %c%c %d   hooks: %c %u %c%c %d\n", m.kind, m.branch, m.raw, m.final,
               m.flags, h.kind, h.branch, h.raw, h.final, h.flags);
    }
    fail_msg("the model disagrees: %s", what);
}

static gau_registry *registry;

/* Runs events from number @p from of the scripts on; returns how many were run. */
static size_t run_from(const struct plan *plan, size_t from, size_t end)
{
    struct job job = {.registry = registry, .options = gau_options_new("job.xml")};
    struct model model;
    char expected[80];

    model_begin(&model, plan);
    model.event = from;
    while (model.event < end && model_event(&model))
        continue;
    hook_calls.count = 0;
    gau_options_root(job.options)->max_branches = 32;
    for (int i = 0; i < plan->nodes[0].n_children; i++)
        add_node(&job, plan, plan->nodes[0].children[i], NULL, from);
    job_auditor(&job, "Recorder", NULL);
    job.settings.events = end - from;
    job_run(&job);
    if (job.summary.exit_status != (model.failed ? 4 : 0))
        complain(plan, &model, "exit status");
    snprintf(expected, sizeof expected, "event %zu: event %zu is bad", model.event - from,
             model.event - from);
    if (model.failed != (job.status < 0) || (model.failed && !strstr(job.error.message, expected)))
        complain(plan, &model, job.error.message);
    if (job.summary.accepted != model.accepted || job.summary.events != model.event - from)
        complain(plan, &model, "numbers of events");
    if (model.hook_calls.count != hook_calls.count || model.hook_calls.count == HOOK_CALLS_MAX ||
        memcmp(model.hook_calls.items, hook_calls.items,
               hook_calls.count * sizeof *hook_calls.items) != 0)
        complain(plan, &model, "which hooks were called");
    gau_app_free(job.app);
    gau_options_free(job.options);
    return model.event - from;
}

/* All events; where one fails the job, another job goes on behind it. */
static void check(const struct plan *plan, size_t n_events)
{
    for (size_t from = 0; from < n_events;)
        from += run_from(plan, from, n_events);
}

/* --- parts of plans ------------------------------------------------------------------------ */

/* Algorithm number k of a plan decides a, r, e in every combination with the others. */
static const char *const scripts[] = {
    "arearearearearearearearearearearear",
    "aaarrreeeaaarrreeeaaarrreeeaaarrreee",
    "aaaaaaaaarrrrrrrrreeeeeeeee",
};
static const size_t combinations[] = {1, 3, 9, 27};

static struct plan_node event_node(void)
{
    return (struct plan_node){.sequence = true, .mode = GAU_MODE_ANY, .enabled = true};
}

enum { SEQUENCES = 16, MEMBERS = 18, SIMPLE_MEMBERS = 10, BARE_MEMBERS = 5, STRIDE = 7 };

/* Of three members with ErrorMax both or none have it, unless this is set: 100 times the work. */
static bool all_of_them;

/* Of combinations of three parts, one of STRIDE. Each part has more kinds than that, and STRIDE has
 * no divisor in common with what numbers count: any two kinds are together in some that are left.
 */
static bool is_of_sample(int combination)
{
    return all_of_them || combination % STRIDE == 0;
}

/* Of a sequence; 2 with sanitizers, which are here for the memory and not for the decisions. */
static int max_members = 3;

static struct plan_node sequence_node(const struct plan *plan, int which)
{
    return (struct plan_node){.sequence = true,
                              .enabled = true,
                              .component = plan->n_nodes,
                              .mode = (gau_sequence_mode)(which % 4),
                              .invert = (which & 4) != 0,
                              .ignore = (which & 8) != 0};
}

/* 0, 1: disabled, bare and negated; then both with every OnError, with ErrorMax 0 and 1. */
static struct plan_node member_node(const struct plan *plan, int which, int script)
{
    return (struct plan_node){.enabled = which >= 2,
                              .component = plan->n_nodes,
                              .negated = which & 1,
                              .on_error = (enum plan_on_error)((which / 2 + 3) % 4),
                              .error_max = which >= 10,
                              .script = scripts[script]};
}

/* Adds @p n members, number @p which of all their kinds; false: not a case of its own. */
static bool add_members(struct plan *plan, int parent, int n, int which)
{
    unsigned with_errors = 0, without = 0;

    for (int i = 0; i < n; i++, which /= MEMBERS) {
        with_errors += which % MEMBERS >= SIMPLE_MEMBERS;
        without += which % MEMBERS >= 2 && which % MEMBERS < SIMPLE_MEMBERS;
        plan_add(plan, parent, member_node(plan, which % MEMBERS, i));
    }
    return n < 3 || all_of_them || with_errors == 0 || without == 0;
}

static int power(int base, int exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* --- exhaustive ---------------------------------------------------------------------------- */

static void every_sequence_decides_as_described(void **unused)
{
    (void)unused;
    for (int n = 0; n <= max_members; n++)
        for (int s = 0; s < SEQUENCES; s++)
            for (int which = 0; which < power(MEMBERS, n); which++) {
                struct plan plan = {.n_nodes = 0};
                int sequence;

                plan_add(&plan, 0, event_node());
                sequence = plan_add(&plan, 0, sequence_node(&plan, s));
                if (n == 3 && !is_of_sample(which + s))
                    continue;
                if (add_members(&plan, sequence, n, which))
                    check(&plan, combinations[n]);
            }
}

static void the_top_level_runs_all_its_members(void **unused)
{
    (void)unused;
    for (int n = 0; n <= max_members; n++)
        for (int which = 0; which < power(MEMBERS, n); which++) {
            struct plan plan = {.n_nodes = 0};

            plan_add(&plan, 0, event_node());
            if (add_members(&plan, 0, n, which))
                check(&plan, combinations[n]);
        }
}

/* Two sequences, one in the other, negated or disabled or not; with a member each. */
static void nested_sequences_decide_as_described(void **unused)
{
    (void)unused;
    for (int outer = 0; outer < SEQUENCES; outer++)
        for (int inner = 0; inner < 4 * SEQUENCES; inner++)
            for (int which = 0; which < SIMPLE_MEMBERS * BARE_MEMBERS; which++) {
                struct plan plan = {.n_nodes = 0};
                struct plan_node node;
                int above, below;

                plan_add(&plan, 0, event_node());
                above = plan_add(&plan, 0, sequence_node(&plan, outer));
                node = sequence_node(&plan, inner % SEQUENCES);
                node.negated = (inner & 16) != 0;
                node.enabled = (inner & 32) == 0;
                if (!node.enabled && which >= BARE_MEMBERS)
                    break;
                if (node.enabled && !is_of_sample(which + outer + 3 * inner))
                    continue;
                below = plan_add(&plan, above, node);
                plan_add(&plan, below, member_node(&plan, which / BARE_MEMBERS, 0));
                plan_add(&plan, above, member_node(&plan, which % BARE_MEMBERS * 2, 1));
                check(&plan, combinations[2]);
            }
}

/* On two branches: of one sequence (apart = false), or of two. */
static void an_algorithm_runs_once_and_its_decision_is_used_again(void **unused)
{
    (void)unused;
    for (int apart = 0; apart < 2; apart++)
        for (int s = 0; s < SEQUENCES; s++)
            for (int which = 0; which < MEMBERS * SIMPLE_MEMBERS * 2; which++) {
                struct plan plan = {.n_nodes = 0};
                struct plan_node node;
                int first, second;

                plan_add(&plan, 0, event_node());
                first = plan_add(&plan, 0, sequence_node(&plan, s));
                node = member_node(&plan, which % MEMBERS, 0);
                plan_add(&plan, first, node);
                plan_add(&plan, first, member_node(&plan, which / MEMBERS % SIMPLE_MEMBERS, 1));
                second = apart ? plan_add(&plan, 0, sequence_node(&plan, s)) : first;
                node.negated = which >= MEMBERS * SIMPLE_MEMBERS;
                plan_add(&plan, second, node);
                check(&plan, combinations[2]);
            }
}

/* --- at random ----------------------------------------------------------------------------- */

static unsigned random_state;

static int pick(int n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)n);
}

static void add_random(struct plan *plan, int parent, int depth)
{
    const int n = pick(PLAN_CHILDREN + 1);

    for (int i = 0; i < n && plan->n_nodes < PLAN_MAX - 1; i++) {
        struct plan_node node;
        int made;

        if (depth < 3 && pick(3) == 0) {
            node = sequence_node(plan, pick(SEQUENCES));
            node.negated = pick(4) == 0;
            node.enabled = pick(8) != 0;
            made = plan_add(plan, parent, node);
            add_random(plan, made, depth + 1);
            continue;
        }
        node = member_node(plan, pick(MEMBERS), pick(3));
        for (int k = 1; k < plan->n_nodes && pick(4) == 0; k++)
            if (!plan->nodes[k].sequence && plan->nodes[k].component == k) {
                node = plan->nodes[k];
                node.negated = pick(2);
            }
        plan_add(plan, parent, node);
    }
}

static void random_trees_decide_as_described(void **unused)
{
    (void)unused;
    for (unsigned seed = 0; seed < (all_of_them ? 20000 : 1000); seed++) {
        struct plan plan = {.n_nodes = 0};

        random_state = seed;
        plan_add(&plan, 0, event_node());
        add_random(&plan, 0, 0);
        check(&plan, combinations[3]);
    }
}

static int set_up(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &recorder_class);
    registry = job.registry;
    gau_options_free(job.options);
    capture_stderr_begin();
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    capture_stderr_end();
    gau_registry_free(registry);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sequence_decides_as_described),
        cmocka_unit_test(the_top_level_runs_all_its_members),
        cmocka_unit_test(nested_sequences_decide_as_described),
        cmocka_unit_test(an_algorithm_runs_once_and_its_decision_is_used_again),
        cmocka_unit_test(random_trees_decide_as_described),
    };

    if (getenv("TEST_MEMBERS"))
        max_members = atoi(getenv("TEST_MEMBERS"));
    all_of_them = argc > 1 && strcmp(argv[1], "all") == 0;
    return cmocka_run_group_tests_name("control flow", tests, set_up, tear_down);
}
