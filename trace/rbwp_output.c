/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING = -1 };

struct external_work {
    int64_t ns, start_ns, stop_ns;
    uint64_t processor;
};

struct gau_rbwp_thread {
    struct gau_rbwp_block block;
    uint64_t next;   /* number of the next list */
    int64_t last_ns; /* of the last entry */
    uint32_t depth, size;
    uint32_t *open; /* branches, outermost first */

    bool in_sub_item;
    int64_t resumed_ns; /* a sub-item that goes on from then, which is not written yet */
    int32_t resumed;    /* its number; NOTHING: none */
};

/* --- records ------------------------------------------------------------------------------- */

static void add(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane, int64_t ns,
                enum gau_rbwp_record type, uint32_t bytes, uint64_t payload)
{
    gau_rbwp_put(gau_rbwp_add(&output->file, &lane->block, ns, type, bytes), payload, (int)bytes);
}

static void add_work(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                     const struct external_work *work)
{
    const uint8_t item =
        lane->depth ? gau_rbwp_item(output, lane->open[0]) : gau_rbwp_no_item(output);
    unsigned char *at = gau_rbwp_add(&output->file, &lane->block, work->ns, GAU_RBWP_GPU_WORK, 25);

    at = gau_rbwp_put(gau_rbwp_put(at, work->processor, 8), item, 1);
    gau_rbwp_put(gau_rbwp_put(at, (uint64_t)work->start_ns, 8), (uint64_t)work->stop_ns, 8);
}

static void begin_item(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane, int64_t ns)
{
    const uint8_t item = gau_rbwp_item(output, lane->open[0]);

    add(output, lane, ns, GAU_RBWP_COARSE_BEGIN, 1, item);
    if (item != GAU_RBWP_OTHER_ITEM || output->level < 2)
        return;
    add(output, lane, ns, GAU_RBWP_FINE_BEGIN, 2, gau_rbwp_sub_item(output, lane->open[0]));
    lane->in_sub_item = true;
}

/* Writes the sub-item that goes on, if it does so before @p ns. */
static void resume_sub_item(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                            int64_t ns)
{
    if (lane->resumed == NOTHING || ns <= lane->resumed_ns)
        return;
    add(output, lane, lane->resumed_ns, GAU_RBWP_FINE_BEGIN, 2, (uint64_t)lane->resumed);
    lane->in_sub_item = true;
    lane->resumed = NOTHING;
}

/* Ends the sub-item that is written, if one is. */
static void end_sub_item(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane, int64_t ns)
{
    resume_sub_item(output, lane, ns);
    lane->resumed = NOTHING;
    if (lane->in_sub_item)
        add(output, lane, ns, GAU_RBWP_FINE_END, 0, 0);
    lane->in_sub_item = false;
}

/* --- calls --------------------------------------------------------------------------------- */

static bool has_room(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane)
{
    const uint32_t size = lane->size ? 2 * lane->size : 16;
    uint32_t *const open =
        lane->depth < lane->size ? lane->open : realloc(lane->open, size * sizeof *open);

    if (!open) {
        output->no_memory = true;
        return false;
    }
    if (lane->depth == lane->size)
        lane->size = size;
    lane->open = open;
    return true;
}

static void begin_call(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                       uint32_t branch, int64_t ns)
{
    if (!has_room(output, lane))
        return;
    lane->open[lane->depth++] = branch;
    if (lane->depth == 1) {
        begin_item(output, lane, ns);
    } else if (output->level >= 2) {
        end_sub_item(output, lane, ns);
        add(output, lane, ns, GAU_RBWP_FINE_BEGIN, 2, gau_rbwp_sub_item(output, branch));
        lane->in_sub_item = true;
    }
}

static void end_call(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane, int64_t ns)
{
    if (lane->depth == 0)
        return;
    lane->depth--;
    if (lane->depth == 0) {
        end_sub_item(output, lane, ns);
        add(output, lane, ns, GAU_RBWP_COARSE_END, 0, 0);
        return;
    }
    if (output->level < 2)
        return;
    end_sub_item(output, lane, ns);
    if (lane->depth == 1 && gau_rbwp_item(output, lane->open[0]) != GAU_RBWP_OTHER_ITEM)
        return;
    lane->resumed = gau_rbwp_sub_item(output, lane->open[lane->depth - 1]);
    lane->resumed_ns = ns;
}

static void close_all(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane)
{
    output->unfinished += lane->depth;
    while (lane->depth > 0)
        end_call(output, lane, lane->last_ns);
}

/* --- lists --------------------------------------------------------------------------------- */

static struct gau_rbwp_thread *lane_at(struct gau_rbwp_output *output, uint32_t number)
{
    struct gau_rbwp_thread *lane;

    if (number >= output->n_lanes) {
        const uint32_t count = number + 8;
        struct gau_rbwp_thread **const lanes = realloc(output->lanes, count * sizeof *lanes);

        output->no_memory |= !lanes;
        if (!lanes)
            return NULL;
        memset(lanes + output->n_lanes, 0, (count - output->n_lanes) * sizeof *lanes);
        output->lanes = lanes;
        output->n_lanes = count;
    }
    lane = output->lanes[number];
    if (!lane) {
        lane = calloc(1, sizeof *lane);
        output->no_memory |= !lane;
        output->lanes[number] = lane;
        if (!lane)
            return NULL;
        lane->block.thread = number;
        lane->resumed = NOTHING;
        lane->last_ns = INT64_MIN;
    }
    return lane;
}

void gau_rbwp_set_thread(struct gau_rbwp_output *output, uint32_t number, uint64_t thread)
{
    struct gau_rbwp_thread *const lane = lane_at(output, number);

    if (!lane || lane->block.thread == thread)
        return;
    close_all(output, lane);
    gau_rbwp_block_end(&output->file, &lane->block);
    lane->block.thread = thread;
}

static int64_t to_ns(const struct gau_rbwp_output *output, uint64_t ticks)
{
    const struct gau_rbwp_clock *const clock = &output->clock;

    return clock->ns + (int64_t)(clock->tick_ns * (double)(int64_t)(ticks - clock->ticks));
}

static int64_t advance(const struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                       uint64_t ticks)
{
    const int64_t ns = to_ns(output, ticks);

    lane->last_ns = ns > lane->last_ns ? ns : lane->last_ns;
    return lane->last_ns;
}

static void add_interval(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                         const struct gau_timeline_entry *entry, int64_t ns)
{
    resume_sub_item(output, lane, ns);
    add_work(output, lane,
             &(struct external_work){.ns = ns,
                                     .start_ns = to_ns(output, entry->start),
                                     .stop_ns = to_ns(output, entry->stop),
                                     .processor = gau_rbwp_processor(output, entry->branch)});
}

static void add_entry(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                      const struct gau_timeline_entry *entry)
{
    if (entry->what == GAU_TIMELINE_BEGIN)
        begin_call(output, lane, entry->branch, advance(output, lane, entry->stamp));
    else if (entry->what == GAU_TIMELINE_END)
        end_call(output, lane, advance(output, lane, entry->stamp));
    else if (entry->what == GAU_TIMELINE_INTERVAL)
        add_interval(output, lane, entry, advance(output, lane, entry->stamp));
}

/* Nothing is known of the lists that are missing. */
static void skip_gap(struct gau_rbwp_output *output, struct gau_rbwp_thread *lane,
                     const struct gau_trace_entry_list *list)
{
    const int64_t ns = to_ns(output, list->first);

    output->gaps += list->number - lane->next;
    close_all(output, lane);
    lane->last_ns = ns > lane->last_ns ? ns : lane->last_ns;
    for (uint32_t i = 0; i < list->depth; i++)
        begin_call(output, lane, list->open[i].branch, lane->last_ns);
}

void gau_rbwp_add_list(struct gau_rbwp_output *output, const struct gau_trace_entry_list *list)
{
    struct gau_rbwp_thread *const lane = lane_at(output, list->lane);
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;

    if (!lane)
        return;
    if (list->number != lane->next)
        skip_gap(output, lane, list);
    while (gau_timeline_next(&cursor, &entry))
        add_entry(output, lane, &entry);
    lane->next = list->number + 1;
}

/* --- the file ------------------------------------------------------------------------------ */

int gau_rbwp_create(struct gau_rbwp_output *output, const struct gau_rbwp_settings *settings,
                    struct gau_rbwp_clock clock)
{
    *output =
        (struct gau_rbwp_output){.node = settings->node, .level = settings->level, .clock = clock};
    return gau_rbwp_file_create(&output->file, settings);
}

static void end_blocks(struct gau_rbwp_output *output)
{
    for (uint32_t i = 0; i < output->n_lanes; i++)
        if (output->lanes[i])
            gau_rbwp_block_end(&output->file, &output->lanes[i]->block);
}

void gau_rbwp_flush(struct gau_rbwp_output *output)
{
    end_blocks(output);
    gau_rbwp_file_flush(&output->file);
}

void gau_rbwp_close(struct gau_rbwp_output *output)
{
    unsigned char *descriptors;
    size_t size = 0;

    for (uint32_t i = 0; i < output->n_lanes; i++)
        if (output->lanes[i])
            close_all(output, output->lanes[i]);
    end_blocks(output);
    descriptors = gau_rbwp_descriptors(output, &size);
    if (descriptors)
        gau_rbwp_file_close(&output->file, descriptors, size,
                            output->n_items + output->has_other_item,
                            output->n_sub_items + output->has_other_sub_item);
    else if (!output->file.error)
        output->file.error = ENOMEM;
    free(descriptors);
    gau_rbwp_clear(output);
}

void gau_rbwp_clear(struct gau_rbwp_output *output)
{
    gau_rbwp_file_clear(&output->file);
    for (uint32_t i = 0; i < output->n_lanes; i++) {
        if (output->lanes[i])
            free(output->lanes[i]->open);
        free(output->lanes[i]);
    }
    free(output->lanes);
    output->lanes = NULL;
    output->n_lanes = 0;
    gau_rbwp_names_clear(output);
}
