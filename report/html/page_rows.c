/* SPDX-License-Identifier: Apache-2.0 */
#include "page_rows.h"

#include "table/map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- bins ---------------------------------------------------------------------------------- */

/* Work on rows; arrays by row and by combination of task and place. */
struct joining {
    struct gau_page_rows *rows;
    uint32_t *combinations; /* by row */
    uint32_t *last;         /* by combination: its last bin, or its last row */
    uint32_t count;         /* of combinations */
};

static bool find_combinations(struct joining *j)
{
    const size_t size = (size_t)j->rows->count + 1;
    struct gau_map map = {0};

    j->combinations = calloc(size, sizeof *j->combinations);
    j->last = calloc(size, sizeof *j->last);
    for (uint32_t i = 0; j->combinations && j->last && i < j->rows->count; i++) {
        const struct gau_page_row *const row = &j->rows->items[i];
        const uint64_t key = (uint64_t)row->task << 32 | row->place;
        uint32_t step = 0;
        uint32_t found = gau_map_next(&map, key, &step);

        if (!found && gau_map_add(&map, key, j->count + 1))
            found = ++j->count;
        if (!found)
            break;
        j->combinations[i] = found - 1;
        if (i + 1 == j->rows->count) {
            gau_map_clear(&map);
            return true;
        }
    }
    gau_map_clear(&map);
    return false;
}

/* Whether a row is in another bin than the one before it. */
static bool begins_bin(const struct gau_page_row *row, const struct gau_page_row *before,
                       uint64_t bin_us)
{
    return row->thread != before->thread || row->time_us / bin_us != before->time_us / bin_us;
}

/* Returns how many rows there are with bins of this width. */
static uint32_t count_rows(const struct joining *j, uint64_t bin_us)
{
    const struct gau_page_row *const items = j->rows->items;
    uint32_t count = 0, bin = 1;

    memset(j->last, 0, j->count * sizeof *j->last);
    for (uint32_t i = 0; i < j->rows->count; i++) {
        uint32_t *const last = &j->last[j->combinations[i]];

        bin += i > 0 && begins_bin(&items[i], &items[i - 1], bin_us);
        count += *last != bin;
        *last = bin;
    }
    return count;
}

static uint64_t find_width(const struct joining *j, uint32_t most)
{
    static const uint64_t steps[] = {1, 2, 5};
    uint64_t end_us = 0, width;

    for (uint32_t i = 0; i < j->rows->count; i++)
        if (j->rows->items[i].time_us > end_us)
            end_us = j->rows->items[i].time_us;
    for (uint64_t unit = 1000;; unit *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            width = unit * steps[i];
            if (width > end_us || count_rows(j, width) <= most)
                return width;
        }
}

/* A row is never put behind where it was. */
static void join_rows(const struct joining *j, uint64_t bin_us)
{
    struct gau_page_row *const items = j->rows->items;
    struct gau_page_row before = {0};
    uint32_t count = 0, first = 0; /* rows; the first of the bin */
    uint32_t previous = 0;         /* the row of the sample before */

    memset(j->last, -1, j->count * sizeof *j->last);
    for (uint32_t i = 0; i < j->rows->count; i++) {
        const struct gau_page_row row = items[i];
        uint32_t *const last = &j->last[j->combinations[i]];

        if (i > 0 && begins_bin(&row, &before, bin_us))
            first = count;
        if (*last >= first && *last < count) {
            items[*last].weight_ns += row.weight_ns;
            items[*last].count += row.count;
            items[*last].runs += *last != previous;
        } else {
            *last = count;
            items[count] = row;
            items[count++].time_us = row.time_us / bin_us * bin_us;
        }
        previous = *last;
        before = row;
    }
    j->rows->count = count;
    j->rows->bin_us = bin_us;
}

bool gau_page_rows_join(struct gau_page_rows *rows, uint32_t most)
{
    struct joining j = {.rows = rows};
    bool done;

    if (rows->count <= most)
        return true;
    done = find_combinations(&j);
    if (done)
        join_rows(&j, find_width(&j, most));
    free(j.combinations);
    free(j.last);
    return done;
}

void gau_page_rows_clear(struct gau_page_rows *rows)
{
    free(rows->items);
    *rows = (struct gau_page_rows){0};
}

/* --- columns ------------------------------------------------------------------------------- */

static const char *const columns[] = {"time_us", "weight_ns", "thread", "task",
                                      "place",   "count",     "runs"};

enum { TIME, WEIGHT, THREAD, TASK, PLACE, COUNT, RUNS, N_COLUMNS };

/* Samples that are no bins have no counts. */
static unsigned column_count(const struct gau_page_rows *rows)
{
    return rows->bin_us > 0 ? N_COLUMNS : COUNT;
}

static uint64_t value_of(const struct gau_page_row *row, unsigned column)
{
    switch (column) {
    case TIME: return row->time_us;
    case WEIGHT: return row->weight_ns;
    case THREAD: return row->thread;
    case TASK: return row->task;
    case PLACE: return row->place;
    case COUNT: return row->count;
    default: return row->runs;
    }
}

void gau_page_rows_put(const struct gau_page_rows *rows, struct gau_json_bytes *bytes)
{
    for (unsigned column = 0; column < column_count(rows); column++) {
        uint64_t before = 0;

        for (uint32_t i = 0; i < rows->count; i++) {
            const uint64_t value = value_of(&rows->items[i], column);

            gau_json_bytes_put_difference(bytes, (int64_t)value, (int64_t)before);
            before = value;
        }
    }
}

void gau_page_rows_write(const struct gau_page_rows *rows, bool has_values, FILE *out)
{
    if (rows->bin_us > 0)
        fprintf(out, "\"bin_us\": %" PRIu64 ",\n", rows->bin_us);
    fputs("\"columns\": {", out);
    for (unsigned column = 0; column < column_count(rows); column++) {
        fprintf(out, "%s\"%s\": ", column > 0 ? ",\n" : "", columns[column]);
        if (!has_values) {
            fprintf(out, "%" PRIu32, rows->count);
            continue;
        }
        for (uint32_t i = 0; i < rows->count; i++)
            fprintf(out, "%c%" PRIu64, i > 0 ? ',' : '[', value_of(&rows->items[i], column));
        fputs(rows->count > 0 ? "]" : "[]", out);
    }
    fputs("}", out);
}
