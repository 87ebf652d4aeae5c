/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_document.h"

#include "table/number_format.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#define CALLS_MAX (INT64_C(1) << 53) /* a call every nanosecond for a hundred days */
#define ROUNDING 1e-6                /* of numbers that were written as decimals */
/* In a snapshot of a program the length of a tick changes between numbers. */
#define ROUNDING_OF_SNAPSHOTS 1e-3

struct checked {
    char *text; /* what is wrong */
    size_t size;
    const struct gau_timer_branches *all;
    const struct gau_timer_branch *branch;
    double calls;
    double rounding;
    bool all_ended; /* no calls were open, as in snapshots, which are not of one instant */
};

static double time_of(const struct checked *checked, enum gau_timer_time time)
{
    return checked->branch->times[time];
}

/* Says "its WHAT is A, not B"; with "at the least" or the like behind it. Returns true. */
static bool say_difference(const struct checked *checked, const char *what, double is,
                           double expected, const char *bound)
{
    char value[64], wanted[64];

    gau_quantity_text(value, sizeof value, is, "s");
    gau_quantity_text(wanted, sizeof wanted, expected, "s");
    snprintf(checked->text, checked->size, "its %s is %s, not %s%s", what, value, wanted, bound);
    return true;
}

static bool values_differ(const struct checked *checked, double a, double b)
{
    return fabs(a - b) > checked->rounding * fmax(fabs(a), fabs(b));
}

/* --- sums and extremes --------------------------------------------------------------------- */

static bool sign_is_wrong(const struct checked *checked)
{
    const struct gau_timer_branch *const branch = checked->branch;
    const double min = time_of(checked, GAU_TIMER_MIN), max = time_of(checked, GAU_TIMER_MAX);
    const double stddev = time_of(checked, GAU_TIMER_STDDEV);
    char least[64], most[64];

    gau_quantity_text(least, sizeof least, stddev < 0 ? stddev : min, "s");
    gau_quantity_text(most, sizeof most, max, "s");
    if (branch->calls > CALLS_MAX)
        snprintf(checked->text, checked->size, "%" PRId64 " calls are more than any program makes",
                 branch->calls);
    else if (stddev < 0)
        snprintf(checked->text, checked->size, "its standard deviation is negative: %s", least);
    else if (min < 0)
        snprintf(checked->text, checked->size, "its shortest call has a negative time: %s", least);
    else if (branch->calls > 0 && min > max)
        snprintf(checked->text, checked->size, "its shortest call is %s, and its longest %s", least,
                 most);
    else
        return false;
    return true;
}

static bool total_is_wrong(const struct checked *checked)
{
    const struct gau_timer_branch *const branch = checked->branch;
    const double total = time_of(checked, GAU_TIMER_TOTAL);
    const double least = checked->calls * time_of(checked, GAU_TIMER_MIN),
                 most = checked->calls * time_of(checked, GAU_TIMER_MAX);
    const bool is_less = total < least - ROUNDING * fabs(least);
    char time[64], bound[64];

    if (!is_less && !(checked->all_ended && total > most + ROUNDING * fabs(most)))
        return false;
    gau_quantity_text(time, sizeof time, total, "s");
    gau_quantity_text(bound, sizeof bound, branch->times[is_less ? GAU_TIMER_MIN : GAU_TIMER_MAX],
                      "s");
    snprintf(checked->text, checked->size,
             "its total of %s does not fit its %" PRId64 " call%s of %s at the %s", time,
             branch->calls, branch->calls == 1 ? "" : "s", bound, is_less ? "least" : "most");
    return true;
}

static bool mean_is_wrong(const struct checked *checked)
{
    const double expected = time_of(checked, GAU_TIMER_TOTAL) / checked->calls;
    const double mean = time_of(checked, GAU_TIMER_MEAN);

    return values_differ(checked, mean, expected) &&
           say_difference(checked, "mean", mean, expected, "");
}

/* The other calls are no shorter than the shortest, and no longer than the longest. */
static bool extreme_is_wrong(const struct checked *checked)
{
    const double min = time_of(checked, GAU_TIMER_MIN), max = time_of(checked, GAU_TIMER_MAX);
    const double total = time_of(checked, GAU_TIMER_TOTAL), others = checked->calls - 1;
    const double room = checked->rounding * fmax(total, others * max);

    if (max > total - others * min + room)
        return say_difference(checked, "longest call", max, total - others * min,
                              " or less, which the others leave of its total");
    return min < total - others * max - room &&
           say_difference(checked, "shortest call", min, total - others * max,
                          " or more, which the others leave of its total");
}

/* --- deviation ----------------------------------------------------------------------------- */

/* A sum of squares has a rounding error, and that of the deviations is made from it. */
static double error_of_squares(const struct checked *checked, double squares)
{
    return squares * (checked->calls + 16) * DBL_EPSILON;
}

static bool deviation_contradicts_squares(const struct checked *checked)
{
    const double squares = checked->branch->sum_of_squares, degrees = fmax(checked->calls - 1, 1);
    const double stddev = time_of(checked, GAU_TIMER_STDDEV);
    const double total = time_of(checked, GAU_TIMER_TOTAL);
    const double found = stddev * stddev * degrees;
    const double expected = fmax(squares - total * total / checked->calls, 0);
    const double room =
        2 * checked->rounding * fmax(found, expected) + error_of_squares(checked, squares);

    return fabs(found - expected) > room &&
           say_difference(checked, "standard deviation", stddev, sqrt(expected / degrees),
                          " as its sum of squares says");
}

/* The deviation is largest with all calls at the ends of the range, and smallest with all but two
 * in the middle. */
static bool deviation_contradicts_range(const struct checked *checked)
{
    const double n = checked->calls, stddev = time_of(checked, GAU_TIMER_STDDEV);
    const double degrees = fmax(n - 1, 1), found = stddev * stddev * degrees;
    const double mean = time_of(checked, GAU_TIMER_TOTAL) / n;
    const double above = fmax(time_of(checked, GAU_TIMER_MAX) - mean, 0),
                 below = fmax(mean - time_of(checked, GAU_TIMER_MIN), 0);
    const double rest = n > 2 ? (above - below) * (above - below) / (n - 2) : 0;
    const double least = n > 1 ? above * above + below * below + rest : 0, most = n * above * below;
    const double max = time_of(checked, GAU_TIMER_MAX);
    const double room = error_of_squares(checked, n * max * max) +
                        checked->rounding * (found + max * (above + below));

    if (found > most + room)
        return say_difference(checked, "standard deviation", stddev, sqrt(most / degrees),
                              " at the most, as its shortest and its longest call allow");
    return found < least - room &&
           say_difference(checked, "standard deviation", stddev, sqrt(least / degrees),
                          " at the least, as its shortest and its longest call demand");
}

/* --- percentiles --------------------------------------------------------------------------- */

static const struct percentile {
    enum gau_timer_time time;
    const char *name;
    double fraction;
} percentiles[] = {
    {GAU_TIMER_P50, "50 % percentile", 0.50},
    {GAU_TIMER_P90, "90 % percentile", 0.90},
    {GAU_TIMER_P99, "99 % percentile", 0.99},
};

static bool percentiles_are_wrong(const struct checked *checked)
{
    const double max = time_of(checked, GAU_TIMER_MAX);
    double least = time_of(checked, GAU_TIMER_MIN);

    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        const double is = time_of(checked, percentiles[i].time);

        if (isnan(is))
            continue;
        if (is < least && values_differ(checked, is, least))
            return say_difference(checked, percentiles[i].name, is, least,
                                  i == 0 ? " or more, its shortest call"
                                         : " or more, the one before it");
        if (is > max && values_differ(checked, is, max))
            return say_difference(checked, percentiles[i].name, is, max,
                                  " or less, its longest call");
        least = is;
    }
    return false;
}

/* --- histogram ----------------------------------------------------------------------------- */

enum { BINS = 1312, BINS_PER_OCTAVE = 32 };

/* Returns the smallest number of ticks in a bin, see doc/reference/results.md. */
static double edge_of(int64_t bin)
{
    const int64_t doubled = bin < 2 * BINS_PER_OCTAVE ? 0 : bin / BINS_PER_OCTAVE - 1;

    return ldexp((double)(bin - BINS_PER_OCTAVE * doubled), (int)doubled);
}

static int64_t number_in(const struct checked *checked, size_t pair, size_t at)
{
    const struct gau_timer_histogram *const histogram = &checked->branch->histogram;
    const size_t i = 2 * pair + at;

    if (pair >= histogram->n)
        return 0;
    return histogram->is_narrow ? ((const int32_t *)histogram->pairs)[i]
                                : ((const int64_t *)histogram->pairs)[i];
}

/* The last bin has no end. */
static double end_of(int64_t bin)
{
    return bin == BINS - 1 ? (double)INFINITY : edge_of(bin + 1);
}

static bool bins_are_wrong(const struct checked *checked)
{
    const size_t n = checked->branch->histogram.n;
    int64_t before = -1;
    double calls = 0;

    for (size_t i = 0; i < n; i++) {
        const int64_t bin = number_in(checked, i, 0), in_it = number_in(checked, i, 1);

        if (bin <= before || bin >= BINS || in_it <= 0) {
            snprintf(checked->text, checked->size,
                     "its histogram has %" PRId64 " call%s in bin %" PRId64
                     "; bins with calls are expected, from %" PRId64 " to %d",
                     in_it, in_it == 1 ? "" : "s", bin, before + 1, BINS - 1);
            return true;
        }
        before = bin;
        calls += (double)in_it;
    }
    if (calls == checked->calls)
        return false;
    snprintf(checked->text, checked->size, "its histogram has %.0f calls, not %" PRId64, calls,
             checked->branch->calls);
    return true;
}

/* The shortest and longest call are in the first and last bin. */
static bool extreme_is_outside(const struct checked *checked, const char *what, double is,
                               size_t pair)
{
    const double tick_s = checked->all->tick_s, ticks = round(is / tick_s);
    const int64_t bin = number_in(checked, pair, 0);

    if (ticks < edge_of(bin))
        return say_difference(checked, what, is, tick_s * edge_of(bin),
                              " or more, as its histogram says");
    return ticks >= end_of(bin) && say_difference(checked, what, is, tick_s * end_of(bin),
                                                  " or less, as its histogram says");
}

static double percentile_in(const struct checked *checked, double fraction)
{
    const double wanted = ceil(fraction * checked->calls);
    double calls = 0, low, high, middle;
    size_t pair = 0;

    while ((calls += (double)number_in(checked, pair, 1)) < wanted)
        pair++;
    low = edge_of(number_in(checked, pair, 0));
    high = edge_of(number_in(checked, pair, 0) + 1);
    middle = checked->all->tick_s * (high - low > 1 ? (low + high) / 2 : low);
    return fmin(fmax(middle, time_of(checked, GAU_TIMER_MIN)), time_of(checked, GAU_TIMER_MAX));
}

static bool histogram_is_wrong(const struct checked *checked)
{
    const size_t n = checked->branch->histogram.n;

    if (extreme_is_outside(checked, "shortest call", time_of(checked, GAU_TIMER_MIN), 0) ||
        extreme_is_outside(checked, "longest call", time_of(checked, GAU_TIMER_MAX), n - 1))
        return true;
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        const double is = time_of(checked, percentiles[i].time);
        const double expected = percentile_in(checked, percentiles[i].fraction);

        if (!isnan(is) && values_differ(checked, is, expected))
            return say_difference(checked, percentiles[i].name, is, expected,
                                  " as its histogram says");
    }
    return false;
}

/* --- events, memory ------------------------------------------------------------------------ */

static bool slowest_is_wrong(const struct checked *checked, bool in_event)
{
    const struct gau_timer_branches *const all = checked->all;
    const int64_t slowest = checked->branch->slowest, first = in_event ? all->first_event : 0;
    const int64_t last = all->end_event - in_event; /* an input may be asked for one more */

    if (slowest >= 0 && slowest < first)
        snprintf(checked->text, checked->size,
                 "its slowest event is %" PRId64 ", not one from %" PRId64 " on", slowest, first);
    else if (slowest > last)
        snprintf(checked->text, checked->size,
                 "its slowest event is %" PRId64 ", not one up to %" PRId64 ", the last of the run",
                 slowest, last);
    else
        return false;
    return true;
}

static bool memory_is_wrong(const struct checked *checked, size_t node)
{
    const struct gau_timer_branches *const all = checked->all;
    int64_t rest = checked->branch->total_MB;

    for (size_t i = all->tree.nodes[node].first_child; i != GAU_NO_NODE;
         i = all->tree.nodes[i].next_sibling)
        rest = (int64_t)((uint64_t)rest - (uint64_t)all->items[i].total_MB);
    if (!all->memory || checked->branch->self_MB == rest)
        return false;
    snprintf(checked->text, checked->size,
             "its own memory is %" PRId64 " MB, not %" PRId64
             " MB, its total less that of its children",
             checked->branch->self_MB, rest);
    return true;
}

/* --- all of it ----------------------------------------------------------------------------- */

static bool calls_are_wrong(const struct checked *checked, bool in_event)
{
    return total_is_wrong(checked) || mean_is_wrong(checked) || percentiles_are_wrong(checked) ||
           (checked->all_ended &&
            (extreme_is_wrong(checked) || deviation_contradicts_squares(checked) ||
             deviation_contradicts_range(checked) ||
             (checked->branch->histogram.pairs && checked->all->tick_s > 0 &&
              histogram_is_wrong(checked)) ||
             slowest_is_wrong(checked, in_event)));
}

bool gau_timer_branches_find_error(char *text, size_t size,
                                   const struct gau_timer_branches *branches, size_t node)
{
    const struct gau_timer_branch *const branch = &branches->items[node];
    const bool all_ended = branches->events > 0;
    struct checked checked = {.size = size,
                              .all = branches,
                              .branch = branch,
                              .calls = (double)branch->calls,
                              .rounding = all_ended ? ROUNDING : ROUNDING_OF_SNAPSHOTS,
                              .all_ended = all_ended};

    checked.text = text;
    return sign_is_wrong(&checked) || (branch->histogram.pairs && bins_are_wrong(&checked)) ||
           (branch->calls > 0 &&
            calls_are_wrong(&checked, branches->tree.nodes[node].root == branches->main)) ||
           memory_is_wrong(&checked, node);
}

bool gau_timer_branches_find_sum_error(char *text, size_t size,
                                       const struct gau_timer_branches *branches, size_t node)
{
    static const struct {
        const char *what;
        enum gau_timer_time self, total;
    } clocks[] = {{"self time", GAU_TIMER_SELF, GAU_TIMER_TOTAL},
                  {"own CPU time", GAU_TIMER_CPU_SELF, GAU_TIMER_CPU_TOTAL}};
    const double rounding = branches->events > 0 ? ROUNDING : ROUNDING_OF_SNAPSHOTS;
    struct checked checked = {.size = size};
    const struct gau_timer_branch *const items = branches->items;

    checked.text = text;
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        const double self = items[node].times[clocks[i].self];
        const double total = items[node].times[clocks[i].total];
        double children = 0;

        for (size_t k = branches->tree.nodes[node].first_child; k != GAU_NO_NODE;
             k = branches->tree.nodes[k].next_sibling)
            children += items[k].times[clocks[i].total];
        if (fabs(self - (total - children)) > rounding * fmax(fabs(total), fabs(children)))
            return say_difference(&checked, clocks[i].what, self, total - children,
                                  ", its total less that of its children");
    }
    return false;
}
