/* SPDX-License-Identifier: Apache-2.0 */
#include "region_hints.h"

#include <inttypes.h>

/* Shares from which on there is a hint. */
static const double unattributed_share = 0.5, beyond_wall_share = 0.05, cost_share = 0.1;

/* What the regions and "unattributed" have together, per event. */
struct sums {
    double time_s, unattributed_s, steps;
};

static struct sums sums_of(const struct gau_region_data *data)
{
    struct sums sums = {0};

    for (uint32_t i = 0; i < data->n; i++) {
        sums.time_s += data->rows[i].charges_s[data->charge].mean;
        sums.steps += data->is_k4bench ? data->rows[i].intervals : data->rows[i].steps;
    }
    sums.unattributed_s = data->rows[data->n - 1].charges_s[data->charge].mean;
    return sums;
}

static bool hint_at_steps(struct gau_region_data *data, const struct sums *sums)
{
    const double cost = sums->steps * data->step_ns / 1e9 / sums->time_s;

    if (!data->has_steps)
        return gau_region_note(data, "the file has no interval_counts: numbers of steps are not "
                                     "known; a newer k4Bench writes them");
    if (data->events > 0 && !(sums->steps > 0))
        return gau_region_note(data, "no event has steps: does the program call gau_step(), in "
                                     "events?");
    if (cost > cost_share)
        return gau_region_note(data,
                               "a step costs %.0f ns to record: that is %.0f %% of the time of "
                               "regions, which has it in it",
                               data->step_ns, 100 * cost);
    return true;
}

static bool hint_at_times(struct gau_region_data *data, const struct sums *sums)
{
    if (sums->unattributed_s > unattributed_share * sums->time_s &&
        !gau_region_note(data,
                         "%.0f %% of the time of steps is unattributed: register the volumes that "
                         "have it, and see table attribution for where its tracks were born",
                         100 * sums->unattributed_s / sums->time_s))
        return false;
    if ((double)data->beyond_wall > beyond_wall_share * (double)data->events)
        return gau_region_note(data,
                               "regions have more time than the event in %" PRIu64 " of %" PRIu64
                               " events: their sum may exceed the wall time",
                               data->beyond_wall, data->events);
    return true;
}

static bool hint_at_count(struct gau_region_data *data, uint64_t count, const char *one,
                          const char *many)
{
    return count == 0 || gau_region_note(data, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

bool gau_region_hints(struct gau_region_data *data)
{
    const struct sums sums = sums_of(data);

    return hint_at_steps(data, &sums) && hint_at_times(data, &sums) &&
           hint_at_count(data, data->without_wall, "event has no wall time: left out of all tables",
                         "events have no wall time: left out of all tables") &&
           hint_at_count(data, data->outside, "step was outside of events: left out",
                         "steps were outside of events: left out") &&
           hint_at_count(data, data->lost,
                         "step or begin of a track without memory for it: its track is not known",
                         "steps or begins of tracks without memory for them: their tracks are not "
                         "known") &&
           hint_at_count(data, data->fallbacks,
                         "track did not begin: it counts as born at its first step",
                         "tracks did not begin: they count as born at their first step") &&
           hint_at_count(data, data->collisions,
                         "claim of a volume came too late: another region has it",
                         "claims of volumes came too late: other regions have them");
}
