/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"

#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdio.h>
#include <string.h>

enum { MS = 1000000 };

#define N(array) (sizeof(array) / sizeof *(array))

/* Event 0.1 s, A 0.6 s of two branches of that name, B 0.3 s. */
const struct scene_row agreement_rows[AGREEMENT_ROWS] = {
    {0, -1, "Event", "Event", "Event", 9, 1, 0.09, 0.1},
    {1, 0, "Event", "S", "S", 9, 0.9, 0.001, 0.001},
    {2, 1, "Event", "S A", "A", 9, 0.3, 0.3, 0.3},
    {3, 1, "Event", "S A", "A", 9, 0.3, 0.25, 0.25},
    {4, 1, "Event", "S B", "B", 9, 0.3, 0.3, 0.3},
};
static const struct scene_row first[] = {
    {0, -1, "Event", "Event", "Event", 1, 0.1, 0.01, 0.01},
    {1, 0, "Event", "S", "S", 1, 0.09, 0, 0},
    {3, 1, "Event", "S A", "A", 1, 0.05, 0.05, 0.05},
};

void agreement_open_samples(void)
{
    remove("samples.gtr");
    scene_open("samples.gtr", 7);
}

void agreement_write_timer(void)
{
    scene_write_timer(".", "timer",
                      &(struct scene_timer){agreement_rows, AGREEMENT_ROWS, first, (int)N(first)});
}

void agreement_write_marks(const char *delimiter, int from, int events)
{
    char text[256];

    snprintf(text, sizeof text,
             "{'schema':2,'delimiter':'%s','truncated_names':0,'event_window':[%d,0],'events':%d}",
             delimiter, from, events);
    scene_write(".", "itt.json", text);
}

/* Of 10 ms each: @p counts of Event, "S", "S A", "S B", outside; in rounds, as far as they go. */
void agreement_write_samples(const char *delimiter, const int counts[5])
{
    static const char *const ends[] = {"Event", "S", "A", "B"};
    int left[5];
    uint64_t time = 0;

    memcpy(left, counts, sizeof left);
    agreement_open_samples();
    scene_thread(1, "worker");
    for (uint32_t i = 0; i < 4; i++) {
        char name[64];

        snprintf(name, sizeof name, i < 2 ? "%s%s%s" : "S%s%s%s", i < 2 ? "" : delimiter, ends[i],
                 "");
        scene_task(i + 1, "", name);
    }
    for (bool some = true; some;) {
        some = false;
        for (uint32_t i = 0; i < 5; i++) {
            if (left[i]-- <= 0)
                continue;
            some = true;
            scene_sample(1, 0, i < 4 ? i + 1 : 0, time += 10 * MS, 10 * MS);
        }
    }
    scene_end();
}

void agreement_write_all(void)
{
    agreement_write_timer();
    scene_write_run(".", "");
    agreement_write_marks(" ", 1, 10);
    agreement_write_samples(" ", (const int[]){11, 0, 60, 29, 7});
}

struct gau_agreement agreement_read_here(gau_error *error)
{
    static const char *const here = ".";
    const struct gau_agreement_runs folders = {.timers = &here, .samples = &here, .n = 1};
    struct gau_agreement agreement;

    gau_agreement_read(&agreement, &folders, NULL, error);
    return agreement;
}

struct gau_agreement agreement_read_well(void)
{
    gau_error error = {0};
    const struct gau_agreement agreement = agreement_read_here(&error);

    assert_string_equal(error.message, "");
    return agreement;
}

bool agreement_has_note(const struct gau_agreement *agreement, const char *part)
{
    for (size_t i = 0; i < agreement->notes.count; i++)
        if (strstr(agreement->notes.items[i].text, part))
            return true;
    return false;
}

const struct gau_agreement_row *agreement_row_of(const struct gau_agreement *agreement,
                                                 const char *path)
{
    const struct gau_agreement_row *const row = gau_agreement_row(agreement, path);

    if (!row)
        fail_msg("there is no row '%s'", path);
    return row;
}
