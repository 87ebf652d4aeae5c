/* SPDX-License-Identifier: Apache-2.0 */
#include "samples.h"

#include "clocks_of_ranks.h"
#include "samples_builder.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 512 };

bool gau_building_read(struct gau_building *building, const char *path)
{
    struct gau_samples *profile = &building->profile;
    struct gau_samples_process *process;
    char message[MESSAGE_MAX] = "";

    if (!gau_array_grow(&profile->processes, profile->process_count, &building->process_size,
                        sizeof *profile->processes))
        return false;
    process = &profile->processes[profile->process_count++];
    *process = (struct gau_samples_process){.command = "", .note = "", .problem = ""};
    process->path = gau_text_pool_keep(&building->texts, path);
    building->modules.count = building->threads.count = 0;
    building->tasks.count = building->stacks.count = building->lanes.count = 0;
    process->status = gau_trace_read(path, building->visitor, building, &process->header,
                                     &process->damage, message, sizeof message);
    process->problem = gau_text_pool_keep(&building->texts, message);
    return !building->failed && !building->texts.failed && process->status != GAU_TRACE_NO_MEMORY;
}

/* Makes element 0 of every array, which means none. */
static bool begin_building(struct gau_building *building)
{
    struct gau_samples *profile = &building->profile;

    if (!gau_text_pool_init(&building->texts, &building->heap) ||
        !gau_array_grow(&profile->processes, 0, &building->process_size,
                        sizeof *profile->processes) ||
        !gau_array_grow(&profile->modules, 0, &building->module_size, sizeof *profile->modules) ||
        !gau_array_grow(&profile->threads, 0, &building->thread_size, sizeof *profile->threads) ||
        !gau_array_grow(&profile->tasks, 0, &building->task_size, sizeof *profile->tasks) ||
        !gau_array_grow(&profile->stacks, 0, &building->stack_size, sizeof *profile->stacks))
        return false;
    profile->processes[profile->process_count++] =
        (struct gau_samples_process){.path = "", .problem = "", .command = "", .note = ""};
    profile->modules[profile->module_count++] = (struct gau_samples_module){.path = ""};
    profile->threads[profile->thread_count++] = (struct gau_samples_thread){.name = ""};
    profile->tasks[profile->task_count++] = (struct gau_samples_task){.domain = "", .name = ""};
    profile->stacks[profile->stack_count++] = (struct gau_samples_stack){0};
    return true;
}

/* Frees what only reading needs. */
static void end_building(struct gau_building *building)
{
    gau_map_clear(&building->stack_map);
    gau_map_clear(&building->task_map);
    gau_map_clear(&building->total_map);
    gau_text_pool_clear(&building->texts);
    free(building->modules.items);
    free(building->threads.items);
    free(building->tasks.items);
    free(building->stacks.items);
    free(building->lanes.items);
    free(building->open);
}

/* A pattern that matches files in the folder, with the letters of its name escaped. */
static void make_pattern(char *pattern, size_t size, const char *folder, const char *files)
{
    size_t used = 0;

    for (; *folder && used + 2 < size; folder++) {
        if (strchr("*?[\\", *folder))
            pattern[used++] = '\\';
        pattern[used++] = *folder;
    }
    snprintf(pattern + used, size - used, "/%s", files);
}

static const char *const patterns[] = {"samples.gtr", "samples-*.gtr"};

enum { N_PATTERNS = sizeof patterns / sizeof *patterns, PATTERN_SIZE = 8192 };

bool gau_samples_exist(const char *folder)
{
    char pattern[PATTERN_SIZE];
    bool found = false;

    for (size_t i = 0; i < N_PATTERNS && !found; i++) {
        glob_t files = {0};

        make_pattern(pattern, sizeof pattern, folder, patterns[i]);
        found = glob(pattern, 0, NULL, &files) == 0;
        globfree(&files);
    }
    return found;
}

static bool read_files(struct gau_building *building, const char *folder)
{
    char pattern[PATTERN_SIZE];
    bool whole = true;

    for (size_t i = 0; i < N_PATTERNS; i++) {
        glob_t found = {0};

        make_pattern(pattern, sizeof pattern, folder, patterns[i]);
        whole = whole && glob(pattern, 0, NULL, &found) != GLOB_NOSPACE;
        for (size_t n = 0; whole && n < found.gl_pathc; n++)
            whole = gau_building_read(building, found.gl_pathv[n]);
        globfree(&found);
    }
    return whole;
}

/* Returns NULL if out of memory. */
static struct gau_samples *read_all(const char *folder, const struct gau_trace_visitor *visitor)
{
    struct gau_building *const building = calloc(1, sizeof *building);
    bool whole;

    if (!building)
        return NULL;
    building->visitor = visitor;
    whole = begin_building(building) && read_files(building, folder);
    end_building(building);
    if (whole)
        return &building->profile;
    gau_samples_free(&building->profile);
    return NULL;
}

/* --- ranks --------------------------------------------------------------------------------- */

/* Of each process: the clock of its rank, and for one that is not known, what is added to its
 * times. */
struct moving {
    const struct gau_rank_clock *clock;
    uint64_t add_ns;
};

static uint64_t moved(const struct moving *moving, uint64_t ns)
{
    if (!moving->clock || ns == 0)
        return ns;
    return moving->clock->is_known ? gau_rank_clock_of_first(moving->clock, ns)
                                   : ns + moving->add_ns;
}

/* Sets the first begin of those that are known. */
static uint64_t find_clocks(struct moving *moving, const struct gau_samples *profile,
                            const struct gau_rank_clocks *clocks)
{
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 1; i < profile->process_count; i++) {
        const struct gau_samples_process *const process = &profile->processes[i];

        moving[i].clock = gau_rank_clocks_of_samples(clocks, process->path);
        if (process->header.start_ns > 0 && (!moving[i].clock || moving[i].clock->is_known)) {
            const uint64_t ns = moved(&moving[i], process->header.start_ns);

            first = ns < first ? ns : first;
        }
    }
    return first == UINT64_MAX ? 0 : first;
}

static void move_all(struct gau_samples *profile, const struct moving *moving)
{
    for (uint32_t i = 1; i < profile->process_count; i++) {
        struct gau_samples_process *const process = &profile->processes[i];

        process->header.start_ns = moved(&moving[i], process->header.start_ns);
        process->totals.time_ns = moved(&moving[i], process->totals.time_ns);
    }
    for (uint32_t i = 1; i < profile->thread_count; i++)
        profile->threads[i].start_ns =
            moved(&moving[profile->threads[i].process], profile->threads[i].start_ns);
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        struct gau_samples_sample *const sample = &profile->samples[i];

        sample->time_ns = moved(&moving[profile->threads[sample->thread].process], sample->time_ns);
    }
    for (uint32_t i = 0; i < profile->pause_count; i++)
        profile->pauses[i].time_ns =
            moved(&moving[profile->pauses[i].process], profile->pauses[i].time_ns);
}

/* Times of ranks become those of the clock of rank 0; a rank whose clock is not known begins with
 * the first of the others. False: out of memory. */
static bool move_to_first_clock(struct gau_samples *profile, const struct gau_rank_clocks *clocks)
{
    struct moving *const moving = calloc(profile->process_count, sizeof *moving);
    uint64_t first;

    if (!moving)
        return false;
    first = find_clocks(moving, profile, clocks);
    for (uint32_t i = 1; first > 0 && i < profile->process_count; i++)
        if (moving[i].clock && !moving[i].clock->is_known)
            moving[i].add_ns = first - profile->processes[i].header.start_ns;
    move_all(profile, moving);
    free(moving);
    return true;
}

static bool align_ranks(struct gau_samples *profile, const char *folder)
{
    struct gau_rank_clocks clocks;
    bool done = gau_rank_clocks_read(&clocks, folder);

    for (uint32_t i = 0; done && i < clocks.n; i++)
        if (clocks.items[i].is_other) {
            done = move_to_first_clock(profile, &clocks);
            break;
        }
    gau_rank_clocks_clear(&clocks);
    return done;
}

struct gau_samples *gau_samples_read(const char *folder, char *message, size_t size)
{
    struct gau_samples *const profile = read_all(folder, &gau_building_visitor);
    const bool done = profile && align_ranks(profile, folder);

    if (done && profile->process_count > 1)
        return profile;
    if (done)
        snprintf(message, size, "'%s' holds no samples: there is no samples.gtr", folder);
    else
        snprintf(message, size, "out of memory (samples in '%s')", folder);
    gau_samples_free(profile);
    return NULL;
}

struct gau_samples *gau_samples_read_totals(const char *folder)
{
    return read_all(folder, &gau_building_totals_visitor);
}

void gau_samples_free(struct gau_samples *profile)
{
    struct gau_building *building = (struct gau_building *)(void *)profile;

    if (!profile)
        return;
    free(profile->processes);
    free(profile->modules);
    free(profile->threads);
    free(profile->tasks);
    free(profile->stacks);
    free(profile->samples);
    free(profile->totals);
    free(profile->pauses);
    gau_bump_allocator_clear(&building->heap);
    free(building);
}
