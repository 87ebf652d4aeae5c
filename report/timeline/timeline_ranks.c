/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_trace.h"

#include "report/samples/clocks_of_ranks.h"

#include <stdio.h>

/*
 * One zero for the ranks of a job: the begin of the first. Each file has a zero of its own, at a
 * time of the clock of its rank.
 */

/* Returns NULL if it is of no rank whose clock is known. */
static const struct gau_rank_clock *clock_of(const struct gau_timeline *scene, uint32_t i,
                                             const struct gau_rank_clocks *clocks)
{
    const struct gau_timeline_file *const file = &scene->files->items[i];
    const struct gau_rank_clock *const found = file->process[0]
                                                   ? gau_rank_clocks_find(clocks, file->process)
                                                   : gau_rank_clocks_of_samples(clocks, file->path);

    return file->is_trace && scene->traces[i].zero_ns > 0 && found && found->is_known ? found
                                                                                      : NULL;
}

/* Times of the groups' ranges are made anew. */
static void move_groups(struct gau_timeline *scene, const struct gau_timeline_trace *trace)
{
    for (uint32_t i = 0; i < scene->n_groups; i++)
        if (scene->groups[i].trace == trace)
            gau_timeline_set_times(&scene->groups[i]);
}

static void move_file(struct gau_timeline *scene, struct gau_timeline_trace *trace,
                      const struct gau_rank_clock *clock, uint64_t zero_ns)
{
    const uint64_t begin_ns = gau_rank_clock_of_first(clock, trace->zero_ns);

    trace->clock.begin_s = 1e-9 * (double)(begin_ns - zero_ns);
    trace->clock.tick_s *= 1 - clock->drift;
    trace->zero_ns = zero_ns;
    move_groups(scene, trace);
}

/* The files from @p first to before @p end are of one source. */
static void move_source(struct gau_timeline *scene, uint32_t first, uint32_t end,
                        const struct gau_rank_clocks *clocks)
{
    uint64_t zero_ns = UINT64_MAX;

    for (uint32_t i = first; i < end; i++) {
        const struct gau_rank_clock *const clock = clock_of(scene, i, clocks);
        const uint64_t ns =
            clock ? gau_rank_clock_of_first(clock, scene->traces[i].zero_ns) : UINT64_MAX;

        zero_ns = ns < zero_ns ? ns : zero_ns;
    }
    for (uint32_t i = first; i < end; i++) {
        const struct gau_rank_clock *const clock = clock_of(scene, i, clocks);

        if (clock)
            move_file(scene, &scene->traces[i], clock, zero_ns);
    }
}

bool gau_timeline_align_ranks(struct gau_timeline *scene)
{
    const struct gau_timeline_files *const files = scene->files;
    bool done = true;
    uint32_t end;

    for (uint32_t first = 0; done && first < files->count; first = end) {
        struct gau_rank_clocks clocks;

        for (end = first; end < files->count; end++)
            if (files->items[end].source != files->items[first].source)
                break;
        done = gau_rank_clocks_read(&clocks, files->items[first].source);
        move_source(scene, first, end, &clocks);
        if (scene->n_clock_notes == 0)
            scene->n_clock_notes = gau_rank_clocks_notes(scene->clock_notes, &clocks);
        gau_rank_clocks_clear(&clocks);
    }
    return done;
}
