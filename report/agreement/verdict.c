/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Less likely than that is more than chance. */
static const double least_p = 0.01;

struct text {
    char *text;
    size_t size;
    FILE *out;
};

static const char *name_of(const struct gau_agreement_row *row)
{
    const char *const blank = strrchr(row->path, ' ');

    return blank && blank[1] ? blank + 1 : row->path;
}

static bool is_known(const struct gau_agreement_test *test)
{
    return test->freedom > 0 && isfinite(test->p);
}

/* "p = 0.0023", "p < 1e-6" */
static void put_p(FILE *out, double p)
{
    if (p < 1e-6)
        fputs("p < 1e-6", out);
    else
        fprintf(out, "p = %.2g", p);
}

/* All together, and the row that is furthest off: a large branch may be wrong among many that are
 * right. */
static void put_test(FILE *out, const struct gau_agreement *agreement,
                     const struct gau_agreement_test *test)
{
    if (is_known(test)) {
        fprintf(out, "chi-square %.3g for %.3g degrees of freedom, ", test->chi_square,
                test->freedom);
        put_p(out, test->p);
    }
    if (test->rows == 0)
        return;
    fprintf(out, "%s'%s' is furthest off, z = %.1f, ", is_known(test) ? "; " : "",
            name_of(&agreement->rows[test->row]), test->row_z);
    put_p(out, test->row_p);
    if (test->rows > 1)
        fprintf(out, " as one of %zu", test->rows);
}

/* Neither all of them together nor one by itself is off by more than chance. */
static bool is_chance(const struct gau_agreement_test *test)
{
    return !(test->p < least_p) && !(test->row_p < least_p);
}

double gau_agreement_round(double value)
{
    const double unit = value >= 100 ? pow(10, floor(log10(value)) - 1) : 1;

    return ceil(value / unit) * unit;
}

/* --- sentences ----------------------------------------------------------------------------- */

static void put_shift(FILE *out, const struct gau_agreement *agreement)
{
    const bool to_timer = agreement->shift_s > 0;
    char room[64];

    fprintf(out,
            " What the auditors themselves take at the border of a branch, the %s charge%s to "
            "the branch and the %s to the one above: %s per call",
            to_timer ? "timer" : "samples", to_timer ? "s" : "", to_timer ? "samples" : "timer",
            gau_quantity_text(room, sizeof room, fabs(agreement->shift_s), "s"));
    if (isfinite(agreement->overhead_s))
        fprintf(out, " (a call of the timer takes %s)",
                gau_quantity_text(room, sizeof room, agreement->overhead_s, "s"));
    fputs(". Without that, ", out);
    put_test(out, agreement, &agreement->shifted);
    fputc('.', out);
}

/* A branch that is wrong on one side pulls the fit where no measuring would. */
static void put_refused(FILE *out, const struct gau_agreement *agreement)
{
    const double ratio = fabs(agreement->shift_s) / agreement->overhead_s;
    char shift[64], overhead[64];

    fprintf(out,
            " The time per call at the border of branches that would explain most of it, %s, is ",
            gau_quantity_text(shift, sizeof shift, fabs(agreement->shift_s), "s"));
    if (isfinite(ratio))
        fprintf(out, "%.0f times what a call of the timer takes (%s): that is",
                gau_agreement_round(ratio),
                gau_quantity_text(overhead, sizeof overhead, agreement->overhead_s, "s"));
    fputs(" no cost of measuring, and it is not subtracted; rather is a branch wrong on one side.",
          out);
}

static void put_judgement(FILE *out, const struct gau_agreement *agreement)
{
    const bool shifted = is_known(&agreement->shifted) && gau_agreement_is_shifted(agreement);
    const bool chance = is_chance(&agreement->test);

    if (!is_known(&agreement->test) && chance) {
        fputs("Too few samples to say whether timer and samples agree.", out);
        return;
    }
    if (chance)
        fputs("Timer and samples agree: ", out);
    else if (shifted && is_chance(&agreement->shifted))
        fputs("Timer and samples differ by more than chance, but only by what measuring takes: ",
              out);
    else
        fputs("Timer and samples differ by more than chance: ", out);
    put_test(out, agreement, &agreement->test);
    fputc('.', out);
    if (shifted && !chance)
        put_shift(out, agreement);
    if (agreement->shift_refused && !chance)
        put_refused(out, agreement);
}

static void put_two_runs(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];

    fprintf(out,
            "No verdict: timer and samples are of two runs, which differ by themselves, and by how "
            "much is not known. The largest difference is %.2g points of the total ('%s'), of "
            "which sampling has an error of %.2g. For a verdict take both from one run, as of "
            "'gaudit profile JOB.xml --time -s TimerAuditor.CpuTime=true -o DIR'.",
            100 * fabs(row->sampled - row->timer), name_of(row), 100 * row->error);
}

static void put_largest(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];

    fprintf(out, " The largest difference is %.2g +- %.2g points of the total ('%s').",
            100 * fabs(row->sampled - row->timer), 100 * row->error, name_of(row));
}

static void put_more(FILE *out, const struct gau_agreement *agreement)
{
    const double events = gau_agreement_events_for(agreement, agreement->worst_error, 0.01);

    if (!isfinite(events))
        return;
    if (events <= (double)agreement->events)
        fputs(" These events are enough to know every share to +-1 point (one standard error)",
              out);
    else
        fprintf(out,
                " To know every share to +-1 point (one standard error) takes about %.0f "
                "more events",
                gau_agreement_round(events - (double)agreement->events));
    fputs(agreement->same_run ? ", with the same interval."
                              : ", with the same interval, as far as sampling goes.",
          out);
}

char *gau_agreement_verdict(const struct gau_agreement *agreement)
{
    struct text t = {0};

    t.out = open_memstream(&t.text, &t.size);
    if (!t.out)
        return NULL;
    if (agreement->n == 1) {
        fputs("There is one branch: its share is 100 % on both sides, and there is nothing to "
              "compare.",
              t.out);
    } else {
        if (agreement->same_run) {
            put_judgement(t.out, agreement);
            put_largest(t.out, agreement);
        } else {
            put_two_runs(t.out, agreement);
        }
        put_more(t.out, agreement);
    }
    if (fclose(t.out) != 0) {
        free(t.text);
        return NULL;
    }
    return t.text;
}
