/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_view.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    TIME_ROWS = 10, /* of the course of time, at most */
    MOST_COLUMNS = 32
};

struct tables {
    struct gau_page *page;
    const struct gau_workers_report *report;
};

typedef void add_file_rows(const struct tables *t, struct gau_table *table,
                           const struct gau_worker_times *times);

/* clang-format off */
#define NAMED(name_, key_) {.name = name_, .key = key_, .shortened = true}
/* Instants and times have units of their own: a stall of 1 ms may be at 2 s. */
#define INSTANT(name_, key_)                                                               \
    {.name = name_, .key = key_, .unit = "s", .type = GAU_COLUMN_REAL, .group = 2, .step = 1e-6}
#define MEAN(name_, key_, rank_)                                                           \
    {.name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = 2, .rank = rank_}
#define BAR_OF(signs_)                                                                     \
    {.name = "", .key = "", .type = GAU_COLUMN_BAR, .shown = GAU_IN_DISPLAY_FORMATS,       \
     .signs = signs_, .rank = 1}
/* clang-format on */

static void set_file(const struct tables *t, struct gau_table *table,
                     const struct gau_worker_times *times)
{
    char name[GAU_WORKER_NAME];

    gau_worker_file_name(name, t->report, times);
    gau_table_set_text(table, 0, name[0] ? name : NULL);
}

/* The first column, which says the file, is shown if there are several. */
static struct gau_table *add_table(const struct tables *t, const char *name,
                                   const struct gau_column *columns, size_t n)
{
    struct gau_column own[MOST_COLUMNS];

    memcpy(own, columns, n * sizeof *own);
    own[0].shown = t->report->n > 1 ? GAU_SHOWN_ALWAYS : GAU_IN_DATA_FORMATS;
    return gau_page_add(t->page, name, own, n);
}

static void add_rows(const struct tables *t, struct gau_table *table, add_file_rows *add)
{
    for (uint32_t i = 0; table && i < t->report->n; i++)
        add(t, table, &t->report->items[i]);
}

/* --- workers ------------------------------------------------------------------------------- */

/* Seconds and percentages are in the order of enum gau_worker_category. */
/* clang-format off */
#define COLUMNS(COLUMN)                                                                      \
    COLUMN(FILE_OF, NAMED("Process", "process"))                                             \
    COLUMN(LANE, {.name = "Lane", .key = "lane", .shortened = true, .preferred = 20})        \
    COLUMN(KIND, DATA("kind", GAU_COLUMN_TEXT))                                              \
    COLUMN(EVENTS, {.name = "Events", .key = "events", .type = GAU_COLUMN_INTEGER, .rank = 1}) \
    COLUMN(RUN, {.name = "Run", .key = "run_s", .unit = "s", .type = GAU_COLUMN_REAL,        \
                 .rank = 2})                                                                 \
    COLUMN(BUSY_S, DATA("busy_s", GAU_COLUMN_REAL))                                          \
    COLUMN(INPUT_S, DATA("input_s", GAU_COLUMN_REAL))                                        \
    COLUMN(BACKGROUND_S, DATA("background_s", GAU_COLUMN_REAL))                              \
    COLUMN(WAITING_S, DATA("waiting_s", GAU_COLUMN_REAL))                                    \
    COLUMN(IDLE_S, DATA("idle_s", GAU_COLUMN_REAL))                                          \
    COLUMN(UNKNOWN_S, DATA("unknown_s", GAU_COLUMN_REAL))                                    \
    COLUMN(BUSY, PERCENTAGE("Busy", "busy_percent", 1))                                      \
    COLUMN(INPUT, PERCENTAGE("Input", "input_percent", 1))                                   \
    COLUMN(BACKGROUND, PERCENTAGE("Background", "background_percent", 1))                    \
    COLUMN(WAITING, PERCENTAGE("Waiting", "waiting_percent", 1))                             \
    COLUMN(IDLE, PERCENTAGE("Idle", "idle_percent", 1))                                      \
    COLUMN(UNKNOWN, PERCENTAGE("Unknown", "unknown_percent", 1))                             \
    COLUMN(CPU_S, DATA("cpu_s", GAU_COLUMN_REAL))                                            \
    COLUMN(OFF_CPU_S, DATA("off_cpu_s", GAU_COLUMN_REAL))                                    \
    COLUMN(CPU, {.name = "On CPU", .key = "cpu_percent", .unit = "percent",                  \
                 .type = GAU_COLUMN_REAL, .decimals = 1, .rank = 3})                         \
    COLUMN(OFF_CPU, {.name = "Off CPU", .key = "off_cpu_percent", .unit = "percent",         \
                     .type = GAU_COLUMN_REAL, .decimals = 1, .rank = 4})
/* clang-format on */

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* What is busy, but for the CPU time, was off the CPU. The clocks have different steps. */
static void set_cpu(struct gau_table *table, const struct gau_worker_times *times,
                    const struct gau_worker_lane *lane, double run_s)
{
    const double off_s = fmax(gau_worker_seconds(times, lane->cpu_ticks) - lane->cpu_s, 0);

    if (lane->cpu_ticks == 0)
        return;
    gau_table_set_real(table, CPU_S, lane->cpu_s);
    gau_table_set_real(table, OFF_CPU_S, off_s);
    gau_table_set_real(table, CPU, 100 * lane->cpu_s / run_s);
    gau_table_set_real(table, OFF_CPU, 100 * off_s / run_s);
}

static void set_times(struct gau_table *table, const struct gau_worker_times *times,
                      const struct gau_worker_lane *lane, uint64_t run)
{
    const double run_s = gau_worker_seconds(times, run);

    gau_table_set_integer(table, EVENTS, (int64_t)lane->events);
    gau_table_set_real(table, RUN, run_s);
    for (size_t i = 0; i < GAU_WORKER_CATEGORIES; i++) {
        gau_table_set_real(table, BUSY_S + i, gau_worker_seconds(times, lane->ticks[i]));
        gau_table_set_real(table, BUSY + i, 100 * (double)lane->ticks[i] / (double)run);
    }
    set_cpu(table, times, lane, run_s);
}

static void add_lanes(const struct tables *t, struct gau_table *table,
                      const struct gau_worker_times *times)
{
    char name[GAU_WORKER_NAME];

    for (uint32_t i = UINT32_MAX; (i = gau_worker_next(times, i)) != UINT32_MAX;) {
        gau_worker_lane_name(name, t->report, times, i);
        gau_table_row(table, 0);
        set_file(t, table, times);
        gau_table_set_text(table, LANE, name);
        gau_table_set_text(table, KIND, gau_worker_lane_kind(times, i));
        set_times(table, times, &times->lanes[i], times->to - times->from);
    }
    if (t->report->n > 1 || times->n < 2)
        return;
    gau_table_total(table);
    snprintf(name, sizeof name, "%" PRIu32 " %ss", times->n, gau_worker_noun(times));
    gau_table_set_text(table, LANE, name);
    set_times(table, times, &times->all, times->n * (times->to - times->from));
}

static void set_title(const struct tables *t, struct gau_table *table)
{
    char name[GAU_WORKER_NAME], sentence[200];

    for (uint32_t i = 0; i < t->report->n; i++) {
        const struct gau_worker_times *const times = &t->report->items[i];

        gau_worker_sentence(sentence, sizeof sentence, times);
        gau_worker_file_name(name, t->report, times);
        if (t->report->n == 1)
            gau_table_title(table, "%s", sentence);
        else
            gau_table_footer(table, "%s: %s", name, sentence);
    }
}

static bool has_unknown(const struct gau_workers_report *report)
{
    for (uint32_t i = 0; i < report->n; i++)
        for (uint32_t k = 0; k < report->items[i].n_lanes; k++)
            if (report->items[i].lanes[k].ticks[GAU_WORKER_UNKNOWN] > 0)
                return true;
    return false;
}

static void choose_columns(const struct tables *t, struct gau_column own[N_COLUMNS])
{
    bool has_cpu = false;

    for (uint32_t i = 0; i < t->report->n; i++)
        has_cpu |= t->report->items[i].all.cpu_ticks > 0;
    memcpy(own, columns, sizeof columns);
    own[UNKNOWN].shown = has_unknown(t->report) ? GAU_SHOWN_ALWAYS : GAU_IN_DATA_FORMATS;
    own[CPU].shown = own[OFF_CPU].shown = has_cpu ? GAU_SHOWN_ALWAYS : GAU_IN_DATA_FORMATS;
}

static void add_workers(const struct tables *t)
{
    struct gau_column own[N_COLUMNS];
    struct gau_table *table;

    choose_columns(t, own);
    table = add_table(t, "workers", own, N_COLUMNS);
    if (!table)
        return;
    set_title(t, table);
    add_rows(t, table, add_lanes);
    gau_table_detail(table, NULL, "waiting: between events, for the input or the framework");
    gau_table_detail(table, "",
                     "busy: in events, of threads also in sections; idle: before the first event "
                     "and after the last");
    if (own[UNKNOWN].shown == GAU_SHOWN_ALWAYS)
        gau_table_footer(table, "unknown: lists of entries are missing there");
}

/* --- concurrency --------------------------------------------------------------------------- */

static const struct gau_column together_columns[] = {
    NAMED("Process", "process"),
    COUNT("Busy at a time", "busy"),
    SECONDS("Time", "time_s"),
    PERCENTAGE("Share", "share_percent", 1),
    BAR_OF(30),
};

/* Only the numbers that occur. */
static void add_together(const struct tables *t, struct gau_table *table,
                         const struct gau_worker_times *times)
{
    for (uint32_t i = 0; i <= times->n; i++) {
        const uint64_t ticks = times->together.times[i];
        const double share = (double)ticks / (double)(times->to - times->from);

        if (ticks == 0)
            continue;
        gau_table_row(table, 0);
        set_file(t, table, times);
        gau_table_set_integer(table, 1, i);
        gau_table_set_real(table, 2, gau_worker_seconds(times, ticks));
        gau_table_set_real(table, 3, 100 * share);
        gau_table_set_real(table, 4, share);
    }
}

/* --- the course of time -------------------------------------------------------------------- */

static const struct gau_column course_columns[] = {
    NAMED("Process", "process"),   INSTANT("From", "from_s"),
    INSTANT("To", "to_s"),         MEAN("Busy", "busy", 0),
    MEAN("Input", "input", 0),     MEAN("Background", "background", 2),
    MEAN("Waiting", "waiting", 0), MEAN("Idle", "idle", 3),
    MEAN("Unknown", "unknown", 0), BAR_OF(16),
};

enum {
    COURSE_FROM = 1,
    COURSE_TO,
    COURSE_BUSY,
    COURSE_BAR = COURSE_BUSY + GAU_WORKER_CATEGORIES,
    COURSE_COLUMNS
};

static double instant_of(const struct gau_worker_times *times, uint64_t tick)
{
    return gau_lanes_seconds(&times->trace->lanes.clock, tick);
}

/* Each row is the mean number of lanes in some bins. */
static void add_course(const struct tables *t, struct gau_table *table,
                       const struct gau_worker_times *times)
{
    const uint32_t n = times->n_bins < TIME_ROWS ? times->n_bins : TIME_ROWS;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t first = times->n_bins * i / n, last = times->n_bins * (i + 1) / n;
        const uint64_t from = times->from + first * times->width,
                       end = times->from + last * times->width,
                       to = end < times->to ? end : times->to;

        gau_table_row(table, 0);
        set_file(t, table, times);
        gau_table_set_real(table, COURSE_FROM, instant_of(times, from));
        gau_table_set_real(table, COURSE_TO, instant_of(times, to));
        for (size_t k = 0; k < GAU_WORKER_CATEGORIES; k++) {
            uint64_t sum = 0;

            for (uint32_t bin = first; bin < last; bin++)
                sum += times->bins[bin][k];
            gau_table_set_real(table, COURSE_BUSY + k, (double)sum / (double)(to - from));
            if (k == gau_worker_working(times) && times->n > 0)
                gau_table_set_real(table, COURSE_BAR,
                                   (double)sum / (double)(to - from) / (double)times->n);
        }
    }
}

/* --- stalls -------------------------------------------------------------------------------- */

static const struct gau_column stall_columns[] = {
    NAMED("Process", "process"),
    INSTANT("Begin", "begin_s"),
    SECONDS("Length", "length_s"),
    SECONDS("Input", "input_s"),
    {.name = "Lane", .key = "lane", .shortened = true},
    COUNT("Before event", "event"),
};

static void add_stalls(const struct tables *t, struct gau_table *table,
                       const struct gau_worker_times *times)
{
    char name[GAU_WORKER_NAME];

    for (uint32_t i = 0; i < times->n_stalls; i++) {
        const struct gau_worker_stall *const stall = &times->stalls[i];

        gau_worker_lane_name(name, t->report, times, stall->lane);
        gau_table_row(table, 0);
        set_file(t, table, times);
        gau_table_set_real(table, 1, instant_of(times, stall->begin));
        gau_table_set_real(table, 2, gau_worker_seconds(times, stall->end - stall->begin));
        gau_table_set_real(table, 3, gau_worker_seconds(times, stall->input));
        gau_table_set_text(table, 4, name);
        gau_table_set_integer(table, 5, (int64_t)stall->event);
    }
}

/* The commands that show the longest of the first file, and some more time around it. */
static void add_hint(const struct tables *t, struct gau_table *table)
{
    const struct gau_worker_times *const times = &t->report->items[0];
    const struct gau_worker_stall *const stall = &times->stalls[0];
    const char *const path = gau_result_shown(times->file->source);
    double begin, end, step;
    int decimals;

    if (times->n_stalls == 0)
        return;
    begin = fmax(instant_of(times, stall->begin), 0);
    end = instant_of(times, stall->end);
    decimals = (int)fmin(fmax(ceil(-log10(end - begin)), 0), 9);
    step = pow(10, -decimals);
    gau_table_footer(table, "see: gaudit report timeline --time-filter %.*f:%.*f -O out.svg %s",
                     decimals, floor(begin / step) * step, decimals, ceil(end / step) * step, path);
    gau_table_footer(table, "see: gaudit report event %" PRIu64 " %s", stall->event, path);
}

/* A text has no empty table, unless that is asked for. */
static bool has_stalls(const struct gau_workers_report *report)
{
    for (uint32_t i = 0; i < report->n; i++)
        if (report->items[i].n_stalls > 0)
            return true;
    return report->options->table;
}

/* --- all of them --------------------------------------------------------------------------- */

#define WITH_SIZE(columns_) columns_, sizeof columns_ / sizeof *columns_

static void add_over_time(const struct tables *t)
{
    struct gau_column own[COURSE_COLUMNS];
    struct gau_table *table;

    memcpy(own, course_columns, sizeof own);
    own[COURSE_BUSY + GAU_WORKER_UNKNOWN].shown =
        has_unknown(t->report) ? GAU_SHOWN_ALWAYS : GAU_IN_DATA_FORMATS;
    table = add_table(t, "over_time", own, COURSE_COLUMNS);
    add_rows(t, table, add_course);
    if (table)
        gau_table_title(table, "Mean number of %ss over the run",
                        gau_worker_noun(&t->report->items[0]));
}

static void add_concurrency(const struct tables *t)
{
    const struct gau_worker_times *const times = &t->report->items[0];
    struct gau_column own[sizeof together_columns / sizeof *together_columns];
    struct gau_table *table;

    memcpy(own, together_columns, sizeof own);
    if (times->of_background)
        own[1].name = "At a time";
    table = add_table(t, "concurrency", WITH_SIZE(own));
    add_rows(t, table, add_together);
    if (table)
        gau_table_title(table, "How many %ss %s at a time", gau_worker_noun(times),
                        times->of_background ? "did background work" : "were busy");
}

void gau_worker_tables_write(const struct gau_workers_report *report, FILE *out)
{
    struct gau_page page = {.document = "workers",
                            .options = report->options,
                            .error = report->error};
    const struct tables t = {.page = &page, .report = report};
    struct gau_table *table;

    add_workers(&t);
    add_concurrency(&t);
    add_over_time(&t);
    if (has_stalls(report)) {
        table = add_table(&t, "stalls", WITH_SIZE(stall_columns));
        add_rows(&t, table, add_stalls);
        if (table) {
            gau_table_title(table, "The longest times between two events of a lane");
            add_hint(&t, table);
        }
    }
    gau_page_write(&page, out);
    gau_page_clear(&page);
}
