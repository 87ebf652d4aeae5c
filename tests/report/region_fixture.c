/* SPDX-License-Identifier: Apache-2.0 */
#include "region_fixture.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct gau_trace_writer regions_writer;

void regions_begin(const char *name, enum gau_trace_content content)
{
    static unsigned char block[4096];
    static char folder[PATH_MAX], path[PATH_MAX + 32];
    const struct gau_trace_header header = {.content = content};

    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    assert_int_equal(gau_trace_create(&regions_writer, path, &header, block, sizeof block), 0);
}

void regions_end(void)
{
    gau_trace_close(&regions_writer);
}

void regions_add_name(uint32_t region, const char *name)
{
    struct gau_trace_region_name *const record =
        gau_trace_add(&regions_writer, GAU_TRACE_REGION_NAME, sizeof *record + strlen(name));

    record->region = region;
    record->name_size = (uint32_t)strlen(name);
    memcpy(record + 1, name, strlen(name));
}

struct gau_trace_region_event *regions_add_event(uint32_t worker, uint64_t number, double wall_ms,
                                                 uint32_t n, const struct gau_trace_region_sum *ms)
{
    struct gau_trace_region_event *const event =
        gau_trace_add(&regions_writer, GAU_TRACE_REGION_EVENT, sizeof *event + n * sizeof *ms);

    event->worker = worker;
    event->number = number;
    event->start = 10 * TICKS_PER_MS * number;
    event->duration = (uint64_t)(wall_ms * TICKS_PER_MS);
    event->count = n;
    for (uint32_t i = 0; i < n; i++) {
        struct gau_trace_region_sum *const sum = &event->sums[i];

        *sum = ms[i];
        sum->at_location *= TICKS_PER_MS;
        sum->by_birth *= TICKS_PER_MS;
        sum->of_steps *= TICKS_PER_MS;
        sum->by_origin *= TICKS_PER_MS;
    }
    return event;
}

void regions_add_totals(uint64_t events, bool ended)
{
    struct gau_trace_event_totals *const totals =
        gau_trace_add(&regions_writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);

    totals->tick_ns = 2;
    totals->events = events;
    totals->ended = ended;
}

void regions_add_facts(struct gau_trace_region_totals facts)
{
    struct gau_trace_region_totals *const totals =
        gau_trace_add(&regions_writer, GAU_TRACE_REGION_TOTALS, sizeof *totals);

    facts.record = totals->record;
    *totals = facts;
}

void regions_add_whole(void)
{
    static const struct gau_trace_region_sum warm_up[] = {{1, 9, 9, 9, 99, 99, 99, 99}},
                                             second[] = {{1, 100, 99, 100, 2, 4, 3, 1},
                                                         {2, 20, 21, 21, 2, 0, 1, 3}},
                                             third[] = {{0, 10, 10, 10, 2, 2, 2, 2},
                                                        {1, 49, 49, 50, 1, 1, 1, 1}};

    regions_add_event(0, 1, 100, 1, warm_up);
    regions_add_event(0, 2, 5, 2, second);
    regions_add_event(1, 4, 100, 1, warm_up);
    regions_add_event(0, 3, 5, 2, third);
    regions_add_name(1, "ECa");
    regions_add_name(2, "HCal");
    regions_add_name(1, "ECal");
    regions_add_event(1, 5, 8, 0, NULL);
}
