/* SPDX-License-Identifier: Apache-2.0 */
#include "run_job.h"

uint32_t gau_branch_count(const gau_context *ctx)
{
    return gau_branch_table_count(&ctx->internal->job->branches);
}

const gau_branch_info *gau_branch_at(const gau_context *ctx, gau_branch branch)
{
    return &ctx->internal->job->branches.infos[branch];
}

gau_branch gau_branch_root(const gau_context *ctx, gau_branch branch)
{
    const gau_branch_info *const infos = ctx->internal->job->branches.infos;

    while (infos[branch].parent != GAU_NO_BRANCH)
        branch = infos[branch].parent;
    return branch;
}

const char *gau_branch_class_name(const gau_context *ctx, gau_branch branch)
{
    static const char *const texts[] = {
        [GAU_BRANCH_KIND_ROOT] = "Root",       [GAU_BRANCH_SEQUENCE] = "Sequence",
        [GAU_BRANCH_ALGORITHM] = "Algorithm",  [GAU_BRANCH_SECTION] = "Section",
        [GAU_BRANCH_KIND_BACKGROUND] = "Work", [GAU_BRANCH_COMPONENT] = "Component",
        [GAU_BRANCH_EXCLUDED] = "Excluded",
    };
    const struct gau_job *const job = ctx->internal->job;
    const gau_branch_info *const info = gau_branch_at(ctx, branch);
    const gau_class *const cls =
        info->component == GAU_NO_COMPONENT ? NULL : job->components[info->component].cls;

    return cls ? cls->name : texts[info->kind];
}

uint64_t gau_worker_events(const gau_context *ctx, uint32_t worker)
{
    return ctx->internal->app->workers[worker].done;
}

uint32_t gau_worker_count(const gau_context *ctx)
{
    return ctx->internal->app->settings.sections_only ? 0 : ctx->internal->job->n_workers;
}

uint64_t gau_timestamp(const gau_context *ctx)
{
    return gau_clock_ticks(&ctx->internal->job->svc.clock);
}

const char *gau_clock_name(const gau_context *ctx)
{
    return ctx->internal->job->svc.clock.tsc ? "tsc" : "monotonic";
}

static double tick_now(const struct gau_app *app)
{
    const struct gau_clock *const clock = &app->job.svc.clock;

    return gau_clock_rate(clock, app->began, gau_clock_point(clock));
}

void gau_app_end_clock(struct gau_app *app)
{
    double tick_s = tick_now(app);

    __atomic_store(&app->tick_s, &tick_s, __ATOMIC_RELAXED);
}

double gau_seconds(const gau_context *ctx, uint64_t ticks)
{
    const struct gau_app *const app = ctx->internal->app;
    double tick_s;

    __atomic_load(&app->tick_s, &tick_s, __ATOMIC_RELAXED);
    return (tick_s > 0 ? tick_s : tick_now(app)) * (double)ticks;
}

void gau_auditor_event_window(const gau_context *ctx, uint64_t *first, uint64_t *end)
{
    const struct gau_component *const c = gau_job_find(ctx->internal->job, ctx->name);

    *first = c ? (uint64_t)c->filter.start : 1;
    *end = c ? (uint64_t)c->filter.stop : 0;
}

void gau_job_event_range(const gau_context *ctx, uint64_t *first, uint64_t *end)
{
    const struct gau_app *const app = ctx->internal->app;

    *first = app->settings.skip + 1;
    *end = app->limit == UINT64_MAX ? 0 : app->limit + 1;
}

gau_loop_times gau_worker_loop_times(const gau_context *ctx, uint32_t worker)
{
    const struct gau_time_accounting *const l = &ctx->internal->app->workers[worker].accounting;

    return (gau_loop_times){
        .loop_s = 1e-9 * (double)(l->loop_ns + l->merge_ns),
        .event_s = gau_seconds(ctx, l->event),
        .input_s = gau_seconds(ctx, l->input),
        .waiting_s = gau_seconds(ctx, l->waiting),
        .merge_s = gau_seconds(ctx, l->merge),
    };
}
