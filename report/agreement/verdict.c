/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Less likely than that is more than chance. */
static const double least_p = 0.01;

static const char *name_of(const struct gau_agreement_row *row)
{
    const char *const blank = strrchr(row->path, ' ');

    return blank && blank[1] ? blank + 1 : row->path;
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
static void put_test(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_test *const test = &agreement->test;
    const bool all = isfinite(test->p);

    if (all) {
        fprintf(out, "chi-square %.3g for %.3g degree%s of freedom, ", test->chi_square,
                test->freedom, fabs(test->freedom - 1) < 0.005 ? "" : "s");
        put_p(out, test->p);
    }
    if (test->rows > 0) {
        fprintf(out, "%s'%s' is furthest off, z = %.1f, ", all ? "; " : "",
                name_of(&agreement->rows[test->row]), test->row_z);
        put_p(out, test->row_p);
    }
    if (test->rows > 1)
        fprintf(out, " as one of %zu", test->rows);
    fputc('.', out);
}

double gau_agreement_round(double value)
{
    const double unit = value >= 100 ? pow(10, floor(log10(value)) - 1) : 1;

    return ceil(value / unit) * unit;
}

static void put_judgement(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_test *const test = &agreement->test;
    const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];
    const bool differ = test->p < least_p || test->row_p < least_p;

    if (!differ && !isfinite(test->p)) {
        fputs("Too few samples to say whether timer and samples agree.", out);
    } else {
        fputs(differ ? "Timer and samples differ by more than chance: "
                     : "Timer and samples agree: ",
              out);
        put_test(out, agreement);
    }
    fprintf(out, " The largest difference is %.2g +- %.2g points of the total ('%s').",
            100 * fabs(row->sampled - row->timer), 100 * row->error, name_of(row));
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
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    if (agreement->n == 1) {
        fputs("There is one branch: its share is 100 % on both sides, and there is nothing to "
              "compare.",
              out);
    } else {
        (agreement->same_run ? put_judgement : put_two_runs)(out, agreement);
        put_more(out, agreement);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
