/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/run/lifecycle.h"
#include "walks.h"

#include <gaudit/gaudit.h>

#include <stdio.h>
#include <stdlib.h>

struct empty {
    char nothing;
};

struct bench_job {
    gau_registry *registry;
    gau_options *options;
    gau_app *app;
};

/* --- leaves -------------------------------------------------------------------------------- */

gau_status bench_nothing(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

/* A chain of multiplications, 4 cycles each on most processors: 1 us at 3 GHz. */
gau_status bench_work(void *self, gau_context *ctx)
{
    volatile uint64_t sink;
    uint64_t x = ctx->event | 1u;

    (void)self;
    for (int i = 0; i < 700; i++)
        x *= 6364136223846793005u;
    sink = x;
    (void)sink;
    return GAU_OK;
}

gau_status bench_section(void *self, gau_context *ctx)
{
    GAU_SECTION("section");
    (void)self, (void)ctx;
    return GAU_OK;
}

#define LEAF(Name, function)                                                                      \
    {                                                                                             \
        GAU_CLASS(Name, struct empty, "A leaf."), .algorithm = GAU_ALGORITHM(.execute = function) \
    }

static const gau_class leaves[] = {
    LEAF("Nothing", bench_nothing),
    LEAF("Work", bench_work),
    LEAF("Section", bench_section),
};

static void empty_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static void empty_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self, (void)ctx, (void)outcome;
}

static const gau_class empty_hooks = {
    GAU_CLASS("EmptyHooks", struct empty, "Gets all hooks and does nothing."),
    .auditor = GAU_AUDITOR(.before = empty_before, .after = empty_after),
};

/* --- the tree ------------------------------------------------------------------------------ */

/* Parents of the sequences, and how many leaves each has: Event, 6 sequences, 13 leaves. */
static const struct shape {
    const char *name;
    int parent, leaves;
} shapes[] = {
    {"A", -1, 1}, {"AA", 0, 3}, {"AB", 0, 3}, {"B", -1, 1}, {"BA", 3, 3}, {"BB", 3, 2},
};

enum { SEQUENCES = sizeof shapes / sizeof *shapes, LEAVES = 13 };

_Static_assert(1 + SEQUENCES + LEAVES == BENCH_BRANCHES, "the tree has 20 branches");

static void check(bool fine, const gau_error *err)
{
    if (fine)
        return;
    fprintf(stderr, "benchmark: %s\n", err->message);
    exit(1);
}

static void add_tree(gau_options *options, const char *leaf)
{
    const gau_source_location location = {"benchmark", 1};
    gau_node *sequences[SEQUENCES];
    char name[16];
    int n = 0;

    for (int i = 0; i < SEQUENCES; i++) {
        gau_node *const parent =
            shapes[i].parent < 0 ? gau_options_root(options) : sequences[shapes[i].parent];

        sequences[i] =
            gau_options_add(options, parent, GAU_NODE_SEQUENCE, NULL, shapes[i].name, location);
        for (int k = 0; sequences[i] && k < shapes[i].leaves; k++) {
            snprintf(name, sizeof name, "leaf%d", n++);
            gau_options_add(options, sequences[i], GAU_NODE_ALGORITHM, leaf, name, location);
        }
    }
}

struct bench_job *bench_job_new(const char *leaf, const char *const *audits)
{
    struct bench_job *const job = calloc(1, sizeof *job);
    const gau_app_settings settings = {.events = 1, .verbosity = -1};
    gau_error err = {0};

    job->registry = gau_registry_new();
    job->options = gau_options_new("benchmark");
    check(gau_registry_scan(job->registry, &err) >= 0, &err);
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        check(gau_registry_add(job->registry, &leaves[i], &err) >= 0, &err);
    check(gau_registry_add(job->registry, &empty_hooks, &err) >= 0, &err);
    for (; *audits; audits++)
        check(gau_options_add_auditor(job->options, *audits, &err) >= 0, &err);
    add_tree(job->options, leaf);
    check(gau_app_new(&job->app, job->registry, job->options, &settings, &err) >= 0, &err);
    check(gau_lifecycle_initialize(job->app, &err) >= 0, &err);
    check(gau_store_keys_check(job->app->keys, &err) >= 0, &err);
    check(gau_lifecycle_start(job->app, &err) >= 0, &err);
    gau_dispatch_select_phase(&job->app->workers[0].dispatch, &job->app->job.svc, GAU_EXECUTE);
    gau_dispatch_announce(&job->app->workers[0].dispatch, &job->app->job.svc,
                          &job->app->workers[0].ctx);
    return job;
}

struct gau_worker *bench_job_worker(struct bench_job *job)
{
    return &job->app->workers[0];
}

void bench_job_free(struct bench_job *job)
{
    gau_app_free(job->app);
    gau_options_free(job->options);
    gau_registry_free(job->registry);
    free(job);
}

/* --- the same by function pointers --------------------------------------------------------- */

static gau_status run_leaf(struct bench_node *node, gau_context *ctx)
{
    return node->execute(node->self, ctx);
}

static gau_status run_children(struct bench_node *node, gau_context *ctx)
{
    for (uint32_t i = 0; i < node->n_children; i++) {
        const gau_status status = node->children[i]->run(node->children[i], ctx);

        if (status != GAU_OK)
            return status;
    }
    return GAU_OK;
}

static struct bench_node *make_node(gau_status (*run)(struct bench_node *, gau_context *),
                                    uint32_t room)
{
    struct bench_node *const node = calloc(1, sizeof *node);

    *node = (struct bench_node){.run = run, .children = calloc(room + 1, sizeof *node->children)};
    return node;
}

static void adopt(struct bench_node *parent, struct bench_node *child)
{
    struct bench_node **const children = (struct bench_node **)(uintptr_t)parent->children;

    children[parent->n_children++] = child;
}

struct bench_node *bench_nodes(gau_status (*execute)(void *, gau_context *), void *self)
{
    struct bench_node *const root = make_node(run_children, SEQUENCES);
    struct bench_node *sequences[SEQUENCES];

    for (int i = 0; i < SEQUENCES; i++) {
        sequences[i] = make_node(run_children, SEQUENCES + LEAVES);
        adopt(shapes[i].parent < 0 ? root : sequences[shapes[i].parent], sequences[i]);
        for (int k = 0; k < shapes[i].leaves; k++) {
            struct bench_node *const leaf = make_node(run_leaf, 0);

            leaf->execute = execute;
            leaf->self = self;
            adopt(sequences[i], leaf);
        }
    }
    return root;
}
