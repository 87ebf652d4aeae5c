/* SPDX-License-Identifier: Apache-2.0 */
#include "sentences.h"

#include "junit.h"

#include "report/views/sheet.h"

/* What all branches have in common. */
static void tell_common(const struct gau_gate *gate, const struct gau_page *page, FILE *out)
{
    const struct gau_interval *const common = &gate->common;

    if (gate->limits.runs != GAU_RUNS_APART || gate->gross || gate->beyond_drift)
        return;
    if (common->low > 1)
        gau_sheet_tell(page, out,
                       "most branches take %.3f times as long (%.3f to %.3f at 99 %%): as the runs "
                       "were not made by turns, the machine may have done that as well as the "
                       "program, and the gate does not judge it. 'gaudit ab' makes runs by turns",
                       common->value, common->low, common->high);
    else if (common->high < 1)
        gau_sheet_tell(page, out,
                       "most branches take %.3f times as long (%.3f to %.3f at 99 %%): as the runs "
                       "were not made by turns, that may be a faster machine, which hides what "
                       "became slower. 'gaudit ab' makes runs by turns",
                       common->value, common->low, common->high);
}

static void tell_gross(const struct gau_gate *gate, const struct gau_page *page, FILE *out)
{
    const size_t n = gate->set->n_runs[0];

    if (!gate->gross)
        return;
    if (gate->limits.runs == GAU_RUNS_UNLIKE)
        gau_sheet_tell(page, out,
                       "times on different processors are no measure of the program: only what "
                       "takes %.0f times as long in every run is slower",
                       gate->gross_ratio);
    else if (n < GAU_GATE_RUNS_MIN)
        gau_sheet_tell(page, out,
                       "%zu baseline%s no spread to tell a change from chance: only what takes "
                       "%.0f times as long in every run is slower; make 3 baselines at least, "
                       "better 20",
                       n, n == 1 ? " has" : "s have", gate->gross_ratio);
    else
        gau_sheet_tell(
            page, out,
            "the runs were not made by turns, and fewer than %d branches are long enough "
            "to tell the machine from the program: only what takes %.0f times as long "
            "in every run is slower. 'gaudit ab' makes runs by turns",
            (int)GAU_SLOWDOWN_ROWS, gate->gross_ratio);
}

static void tell_passed(const struct gau_gate *gate, const char *prefix,
                        const struct gau_page *page, FILE *out)
{
    if (gate->gross)
        gau_sheet_tell(page, out, "%sno branch takes %.0f times as long in every run", prefix,
                       gate->gross_ratio);
    else if (gate->noisy > 0)
        gau_sheet_tell(page, out,
                       "%sno branch became slower beyond chance; %zu of %zu %s too noisy to "
                       "exclude it",
                       prefix, gate->noisy, gate->tested, gate->noisy == 1 ? "is" : "are");
    else
        gau_sheet_tell(page, out, "%sno branch became slower", prefix);
}

static void tell_failed(const struct gau_gate *gate, const char *prefix,
                        const struct gau_page *page, FILE *out)
{
    char text[GAU_GATE_TEXT];

    for (size_t i = 0; i <= gate->n; i++) {
        const struct gau_gate_row *const row = i == 0 ? &gate->total : &gate->rows[i - 1];

        if (row->verdict == GAU_GATE_SLOWER)
            gau_sheet_tell(page, out, "%s%s %s", prefix, row->series->path,
                           gau_gate_row_text(text, sizeof text, gate, row));
    }
}

void gau_sentences_of_verdict(const struct gau_gate *gate, const struct gau_page *page, FILE *out)
{
    const bool markdown = page->options->format == GAU_TABLE_MARKDOWN;

    if (gate->slower > 0)
        tell_failed(gate, markdown ? "- " : "FAILED: ", page, out);
    else
        tell_passed(gate, markdown ? "" : "passed: ", page, out);
}

void gau_sentences_of_method(const struct gau_gate *gate, const struct gau_page *page, FILE *out)
{
    tell_common(gate, page, out);
    tell_gross(gate, page, out);
}
