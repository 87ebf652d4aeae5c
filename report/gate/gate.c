/* SPDX-License-Identifier: Apache-2.0 */
#include "gate.h"

#include "answer.h"
#include "junit.h"

#include "files/replace.h"

#include <errno.h>
#include <string.h>

#define COMMON_SHARE 0.01 /* of the time of either side, for a branch to be in common */

static bool read_sets(struct gau_timings_set sets[2], const struct gau_gate_wish *wish,
                      struct gau_view_error *error)
{
    for (int side = 0; side < 2; side++)
        if (gau_timings_set_read(&sets[side], wish->paths[side], wish->n_paths[side], error) !=
            GAU_VIEW_OK)
            return false;
    return true;
}

static bool check_sides(const struct gau_timings_set sets[2], struct gau_view_error *error)
{
    for (size_t i = 0; i < sets[0].n; i++)
        for (size_t k = 0; k < sets[1].n; k++)
            if (gau_timings_are_one(&sets[0].runs[i], &sets[1].runs[k])) {
                gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s' is a baseline and a candidate",
                              GAU_VIEW_QUOTE(sets[1].runs[k].folder));
                return false;
            }
    return true;
}

/* Refuses runs that have hardly a branch in common. */
static bool check_branches(const struct gau_series_set *set, struct gau_view_error *error)
{
    for (size_t i = 0; i < set->n; i++)
        if (!set->rows[i].is_root)
            for (int side = 0; side < 2; side++)
                if (set->rows[i].count[1 - side] > 0 &&
                    gau_series_mean(set, &set->rows[i], (enum gau_side)side) >
                        COMMON_SHARE * gau_series_mean(set, &set->total, (enum gau_side)side))
                    return true;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "baselines and candidates have no branch in common that takes %.0f %% of their "
                  "time: a gate compares runs of one job",
                  100 * COMMON_SHARE);
    return false;
}

static void write_junit(const struct gau_gate *gate, const struct gau_notes *notes,
                        const char *path, struct gau_view_error *error)
{
    struct gau_replacement file;
    int reason = gau_replace_begin(&file, path);

    if (reason == 0) {
        gau_junit_write(gate, notes, file.file);
        reason = gau_replace_end(&file, 0);
    }
    if (reason != 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: %s", GAU_VIEW_QUOTE(path),
                      gau_replace_reason(reason));
}

bool gau_gate_write_error(const char *junit, const char *message)
{
    struct gau_replacement file;

    errno = gau_replace_begin(&file, junit);
    if (errno != 0)
        return false;
    gau_junit_write_error(message, file.file);
    errno = gau_replace_end(&file, 0);
    return errno == 0;
}

static void look_for_records(struct gau_notes *notes, const struct gau_timings_set sets[2])
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++)
            if (!sets[side].runs[i].run) {
                gau_notes_add(notes,
                              "'%.*s' has no run.json: where, how and when it was run, and "
                              "if it finished, is not known",
                              GAU_VIEW_QUOTE(sets[side].runs[i].folder));
                return;
            }
}

static void look_for_changes(struct gau_notes *notes, const struct gau_series_set *series)
{
    if (series->events_vary)
        gau_notes_add(notes, "the numbers of events differ: times are compared per event");
    if (!series->cpu)
        gau_notes_add(notes, "wall times are compared, which other work on the machine disturbs: "
                             "run with -s TimerAuditor.CpuTime=true, as 'gaudit ab' does");
}

static void judge(bool *failed, const struct gau_gate_wish *wish, struct gau_timings_set sets[2],
                  const struct gau_view_options *options, FILE *out, struct gau_view_error *error)
{
    size_t last, repeated = gau_timings_set_drop_repeated(&sets[0], &last);
    struct gau_gate_limits limits = {.max_ratio = wish->max_ratio,
                                     .min_s = wish->min_s,
                                     .false_alarms = wish->false_alarms,
                                     .allow_new = wish->allow_new};
    struct gau_notes notes = {.n = 0};
    struct gau_series_set series;
    struct gau_gate gate;

    repeated += gau_timings_set_drop_repeated(&sets[1], &last);
    if (!check_sides(sets, error) || !gau_origin_check(sets, error))
        return;
    if (gau_series_join(&series, &sets[0], &sets[1], error) != GAU_VIEW_OK)
        return;
    if (!check_branches(&series, error)) {
        gau_series_clear(&series);
        return;
    }
    if (repeated > 0)
        gau_notes_add(&notes, "%zu result%s given more than once, and count%s once", repeated,
                      repeated == 1 ? " was" : "s were", repeated == 1 ? "s" : "");
    limits.runs = gau_origin_look(&notes, &sets[0], &sets[1]);
    look_for_records(&notes, sets);
    look_for_changes(&notes, &series);
    if (gau_gate_decide(&gate, &series, &limits)) {
        *failed = gate.slower > 0;
        gau_answer_write(&gate, &notes, options, out, error);
        if (wish->junit)
            write_junit(&gate, &notes, wish->junit, error);
        gau_gate_clear(&gate);
    } else {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory to compare %zu branches", series.n);
    }
    gau_series_clear(&series);
}

enum gau_view_status gau_gate_report(bool *failed, const struct gau_gate_wish *wish,
                                     const struct gau_view_options *options, FILE *out,
                                     struct gau_view_error *error)
{
    struct gau_timings_set sets[2] = {{0}};

    *failed = false;
    if (read_sets(sets, wish, error))
        judge(failed, wish, sets, options, out, error);
    for (int side = 0; side < 2; side++)
        gau_timings_set_clear(&sets[side]);
    if (wish->junit && error->status != GAU_VIEW_OK && !*failed)
        gau_gate_write_error(wish->junit, error->message);
    return error->status;
}
