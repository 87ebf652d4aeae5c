/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 16, EVENTS = 3000, NAMES = 40 };

/* --- a witness checks every call it gets ---------------------------------------------------- */

struct seen {
    uint64_t added; /* the number of the branch, plus one */
    uint64_t calls;
};

struct witness {
    struct seen *branches, *first_place;
    atomic_uint known;
    bool ticks, shared;
    uint32_t worker;
    pthread_t thread;
    gau_branch stack[MAX_DEPTH];
    uint64_t times[MAX_DEPTH];
    int depth;
    bool in_event;
    uint64_t first, end;
    uint8_t events[EVENTS + 2];
};

static struct witness result; /* of the last one that was finalized */

#define CLAIM(claim) ((claim) ? (void)0 : call_log_note("line %d: %s", __LINE__, #claim))

static void check_call(const struct witness *w, const gau_context *ctx)
{
    const gau_branch_info *const info = gau_branch_at(ctx, ctx->branch);

    CLAIM(ctx->branch < w->known);
    CLAIM(w->branches == w->first_place);
    CLAIM(w->branches[ctx->branch].added == ctx->branch + 1u);
    CLAIM(w->ticks || w->shared || ctx->timestamp == 0);
    CLAIM(!w->ticks || ctx->timestamp != 0);
    CLAIM(info->component == GAU_NO_COMPONENT || strcmp(info->name, ctx->name) == 0);
    CLAIM(ctx->phase == GAU_EXECUTE);
    CLAIM(ctx->event >= w->first && (w->end == 0 || ctx->event < w->end));
    CLAIM(w->shared || (ctx->worker == w->worker && pthread_equal(pthread_self(), w->thread)));
}

static void witness_before(void *self, const gau_context *ctx)
{
    struct witness *const w = self;

    check_call(w, ctx);
    if (w->shared)
        return;
    if (w->depth == 0)
        CLAIM(gau_branch_at(ctx, ctx->branch)->depth <= 1);
    else
        CLAIM(gau_branch_at(ctx, ctx->branch)->parent == w->stack[w->depth - 1] &&
              w->times[w->depth - 1] <= ctx->timestamp);
    w->branches[ctx->branch].calls++;
    w->stack[w->depth] = ctx->branch;
    w->times[w->depth++] = ctx->timestamp;
}

static void witness_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct witness *const w = self;

    (void)outcome;
    check_call(w, ctx);
    if (w->shared)
        return;
    CLAIM(w->depth > 0);
    w->depth--;
    CLAIM(w->stack[w->depth] == ctx->branch);
    CLAIM(w->times[w->depth] <= ctx->timestamp);
}

static void witness_passed(void *self, const gau_context *ctx, gau_outcome outcome)
{
    check_call(self, ctx);
    CLAIM(outcome.flags & (GAU_OUTCOME_REUSED | GAU_OUTCOME_SKIPPED));
}

static void witness_begin(void *self, const gau_context *ctx)
{
    struct witness *const w = self;

    if (w->shared)
        return;
    CLAIM(!w->in_event && w->depth == 0);
    w->in_event = true;
    w->events[ctx->event]++;
}

static void witness_end(void *self, const gau_context *ctx)
{
    struct witness *const w = self;

    (void)ctx;
    CLAIM(w->shared || (w->in_event && w->depth == 0));
    if (!w->shared)
        w->in_event = false;
}

static void witness_branch(void *self, gau_branch branch)
{
    struct witness *const w = self;

    CLAIM(branch == w->known);
    CLAIM(w->branches[branch].added == 0 && w->branches[branch].calls == 0);
    w->branches[branch].added = branch + 1u;
    w->known = branch + 1;
    if (branch == 0) /* the thread of the worker announces the first branch */
        w->thread = pthread_self();
}

static gau_status witness_initialize(void *self, gau_context *ctx)
{
    struct witness *const w = self;

    w->first_place = w->branches;
    w->worker = ctx->worker;
    w->ticks = strncmp(ctx->name, "Ticks", 5) == 0;
    w->shared = strncmp(ctx->name, "Shared", 6) == 0;
    gau_auditor_event_window(ctx, &w->first, &w->end);
    return GAU_OK;
}

static void witness_merge(void *self, void *other)
{
    struct witness *const w = self, *const o = other;

    for (gau_branch b = 0; b < o->known; b++)
        w->branches[b].calls += o->branches[b].calls;
    for (int i = 0; i < EVENTS + 2; i++)
        w->events[i] = (uint8_t)(w->events[i] + o->events[i]);
    w->known = o->known > w->known ? o->known : w->known;
    CLAIM(w->worker == 0 && o->worker > 0 && o->depth == 0);
}

static gau_status witness_finalize(void *self, gau_context *ctx)
{
    struct witness *const w = self;

    memcpy(&result, w, sizeof result);
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++)
        if (gau_branch_at(ctx, b)->kind == GAU_BRANCH_SECTION && !w->shared)
            CLAIM(w->branches[b].calls > 0 || w->first > 1);
    return GAU_OK;
}

#define WITNESS(name_, ...)                                                                \
    {                                                                                      \
        GAU_CLASS(name_, struct witness, "Checks its calls."),                             \
            .initialize = witness_initialize, .finalize = witness_finalize,                \
            .merge = witness_merge,                                                        \
            .auditor = GAU_AUDITOR(__VA_ARGS__.branch_added = witness_branch,              \
                                   .begin_event = witness_begin, .end_event = witness_end, \
                                   .before = witness_before, .after = witness_after,       \
                                   .not_called = witness_passed,                           \
                                   GAU_PER_BRANCH(struct witness, branches))               \
    }
#define TICKS .wants_timestamps = true,
#define NO_TICKS

static const gau_class plain_class = WITNESS("Plain", NO_TICKS);
static const gau_class ticks_class = WITNESS("Ticks", TICKS);

/* --- an algorithm with many sections, which workers make at the same time ------------------- */

static char names[NAMES][8];
static gau_section_site places[NAMES];

static void open_section(uint64_t n, int depth)
{
    const gau_section section = gau_section_open(&places[n % NAMES]);

    if (depth > 1)
        open_section(n / NAMES, depth - 1);
    gau_section_close(&section);
}

static gau_status sections_execute(void *self, gau_context *ctx)
{
    (void)self;
    open_section(ctx->event * 2654435761u % 100003u, 1 + (int)(ctx->event % 3));
    return GAU_OK;
}

static const gau_class sections_class = {
    GAU_CLASS("Sections", struct seen, "Opens sections."),
    .algorithm = GAU_ALGORITHM(.execute = sections_execute),
};

static void build(struct job *job, uint32_t threads)
{
    gau_class shared = plain_class;
    gau_node *sequence, *off;

    for (int i = 0; i < NAMES; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        places[i].name = names[i];
    }
    job_begin(job);
    shared.name = "Shared";
    shared.shared = true;
    job_class(job, &plain_class);
    job_class(job, &ticks_class);
    job_class(job, &shared);
    job_class(job, &sections_class);
    job_input(job, "3000");
    sequence = job_sequence(job, NULL, "S");
    job_script(job, sequence, "First", "a");
    job_add(job, sequence, GAU_NODE_ALGORITHM, "Sections", NULL);
    job_script(job, sequence, "First", NULL); /* reused */
    off = job_script(job, NULL, "Off", "a");
    job_set(job, off, "Enable", "false");
    job_script(job, NULL, "Last", "a");
    job->settings.workers = threads;
}

/* --- tests --------------------------------------------------------------------------------- */

static void every_call_of_an_auditor_is_as_promised(void **unused)
{
    static const char *const mixes[][4] = {
        {"Plain"}, {"Ticks"}, {"Shared"}, {"Ticks", "Shared"}, {"Shared", "Ticks", "Ticks"}};

    (void)unused;
    for (uint32_t threads = 1; threads <= 4; threads++)
        for (size_t i = 0; i < COUNT_OF(mixes); i++) {
            struct job job;

            build(&job, threads);
            for (int k = 0; k < 4 && mixes[i][k]; k++) {
                char name[16];

                snprintf(name, sizeof name, "%s%d", mixes[i][k], k);
                job_auditor(&job, mixes[i][k], name);
            }
            job_must_run(&job, 0);
            assert_string_equal(call_log_text(), "");
            assert_int_equal(result.known, gau_branch_count(gau_app_context(job.app)));
            job_end(&job);
        }
}

static void a_window_holds_for_all_workers(void **unused)
{
    static const struct {
        const char *start, *stop;
        int first, end;
    } windows[] = {{"1", "0", 1, EVENTS + 1},    {"1", "2", 1, 2},
                   {"5", "0", 5, EVENTS + 1},    {"100", "200", 100, 200},
                   {"3000", "3001", 3000, 3001}, {"2999", "0", 2999, EVENTS + 1},
                   {"3001", "0", 3001, 3001},    {"2", "9000", 2, EVENTS + 1}};

    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++)
        for (size_t i = 0; i < COUNT_OF(windows); i++) {
            struct job job;
            gau_node *node;

            build(&job, threads);
            node = job_auditor(&job, "Plain", NULL);
            job_set(&job, node, "StartFromEventN", windows[i].start);
            job_set(&job, node, "StopAtEventN", windows[i].stop);
            node = job_auditor(&job, "CallLog", "Other"); /* with another window */
            job_set(&job, node, "StartFromEventN", "7");
            job_set(&job, node, "StopAtEventN", "8");
            job_set(&job, node, "Bounds", "true");
            job_set(&job, node, "MaxDepth", "1");
            memset(&result, 0, sizeof result);
            job_must_run(&job, 0);
            for (int event = 1; event <= EVENTS; event++)
                assert_int_equal(result.events[event],
                                 event >= windows[i].first && event < windows[i].end);
            assert_string_equal(call_log_text(),
                                "Other( In\nOther) In aa\nOther[ 7\nOther( Event\nOther( S\n"
                                "Other) S aa\nOther. Off aas\nOther( Last\nOther) Last aa\n"
                                "Other) Event aa\nOther] 7\n");
            job_end(&job);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_of_an_auditor_is_as_promised),
        cmocka_unit_test(a_window_holds_for_all_workers),
    };

    return cmocka_run_group_tests_name("auditors and threads", tests, NULL, NULL);
}
