/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_runs.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 100, BRANCHES_MAX = 100 };

static void read_times(struct recorded *recorded, const char *text, size_t row, bool cpu)
{
    size_t run = 0;
    char *rest;

    for (double value = strtod(text, &rest); rest != text; value = strtod(text, &rest)) {
        struct gau_timer_row *timing;

        assert_true(run < RUNS_MAX);
        timing = &recorded->runs[run++].rows[row];
        *(cpu ? &timing->cpu_self_s : &timing->self_s) = 1e-6 * value;
        text = rest;
    }
    assert_true(recorded->n == 0 || recorded->n == run);
    recorded->n = run;
}

/* No name has a blank. */
static const char *last_part(const char *path)
{
    const char *const blank = strrchr(path, ' ');

    return blank ? blank + 1 : path;
}

static void read_branch(struct recorded *recorded, const char *text, size_t row)
{
    char root[64];
    unsigned long calls;
    int length = 0;

    assert_int_equal(sscanf(text, "%63s %lu %n", root, &calls, &length), 2);
    assert_true(row < BRANCHES_MAX);
    for (size_t run = 0; run < RUNS_MAX; run++) {
        struct gau_timer_result *const timings = &recorded->runs[run];

        timings->rows[row].path =
            strcpy(gau_bump_allocator_take(&timings->texts, strlen(text + length) + 1),
                   text + length);
        timings->rows[row].name = last_part(timings->rows[row].path);
        timings->rows[row].root = root[0] == 'E' ? "Event" : "Background";
        timings->rows[row].is_root = strcmp(text + length, root) == 0;
        timings->rows[row].calls = calls;
        timings->n = row + 1;
    }
}

/* A row is below that of the identifier without its last name, or below its root. */
static bool is_parent(const struct gau_timer_row *row, const struct gau_timer_row *child)
{
    const size_t length = strlen(child->path) - strlen(child->name);

    if (child->is_root || strcmp(row->root, child->root) != 0)
        return false;
    return length == 0 ? row->is_root
                       : strlen(row->path) == length - 1 &&
                             strncmp(row->path, child->path, length - 1) == 0;
}

static void count_child_calls(struct gau_timer_result *timings)
{
    for (size_t row = 0; row < timings->n; row++)
        for (size_t child = 0; child < timings->n; child++)
            if (is_parent(&timings->rows[row], &timings->rows[child]))
                timings->rows[row].child_calls += timings->rows[child].calls;
}

void recorded_read(struct recorded *out, const char *path)
{
    char line[4096];
    size_t row = 0;
    unsigned long events = 0;
    double overhead_per_call_ns = 0;
    FILE *const in = fopen(path, "r");

    assert_non_null(in);
    *out = (struct recorded){.runs = calloc(RUNS_MAX, sizeof *out->runs)};
    for (size_t run = 0; run < RUNS_MAX; run++)
        out->runs[run].rows = calloc(BRANCHES_MAX, sizeof *out->runs[run].rows);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "events ", 7) == 0)
            events = strtoul(line + 7, NULL, 10);
        else if (strncmp(line, "overhead_per_call_ns ", 21) == 0)
            overhead_per_call_ns = strtod(line + 21, NULL);
        else if (strncmp(line, "branch ", 7) == 0)
            read_branch(out, line + 7, row++);
        else if (line[0] != '#')
            read_times(out, strchr(line, ' '), row - 1, strncmp(line, "cpu ", 4) == 0);
    }
    fclose(in);
    assert_true(events > 0 && out->n > 0 && row > 0);
    for (size_t run = 0; run < RUNS_MAX; run++) {
        out->runs[run].timed = out->runs[run].cpu_known = true;
        out->runs[run].whole = "Event";
        out->runs[run].events = events;
        out->runs[run].overhead_s = 1e-9 * overhead_per_call_ns;
        count_child_calls(&out->runs[run]);
    }
}

void recorded_clear(struct recorded *recorded)
{
    for (size_t run = 0; run < RUNS_MAX; run++) {
        gau_bump_allocator_clear(&recorded->runs[run].texts);
        free(recorded->runs[run].rows);
    }
    free(recorded->runs);
}

struct gau_timer_result recorded_copy(const struct gau_timer_result *run)
{
    struct gau_timer_result copy = *run;

    copy.rows = calloc(run->n, sizeof *copy.rows);
    assert_non_null(copy.rows);
    memcpy(copy.rows, run->rows, run->n * sizeof *copy.rows);
    return copy;
}
