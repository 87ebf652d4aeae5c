/* SPDX-License-Identifier: Apache-2.0 */
#include "junit.h"

#include "table/number.h"
#include "table/utf8.h"

#include <math.h>
#include <string.h>

/* What XML cannot hold, even escaped, and control characters become U+FFFD. */
static void put_text(const char *text, FILE *out)
{
    while (*text) {
        const size_t length = gau_utf8_length(text);

        if (length == 0 || ((unsigned char)*text < 0x20 && !strchr("\t\n", *text)) ||
            *text == 0x7F || (length == 2 && *text == '\xC2' && (unsigned char)text[1] < 0xA0) ||
            strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0)
            fputs("\xEF\xBF\xBD", out);
        else if (length == 1 && strchr("<>&\"\t\n", *text))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

static void put_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    put_text(value, out);
    fputc('"', out);
}

static void put_time(double seconds, FILE *out)
{
    char number[GAU_NUMBER_SIZE];

    gau_number_text(number, isfinite(seconds) && seconds > 0 ? seconds : 0);
    fprintf(out, " time=\"%s\"", number);
}

/* The ratio that the row failed by, after that of the times beside it. */
static void put_ratios(char *text, size_t size, const struct gau_gate *gate,
                       const struct gau_gate_row *row)
{
    const struct gau_interval *const adjusted = &row->adjusted;
    const bool differs = gate->is_adjusted && !row->series->is_total;
    char interval[64] = "";

    if (isfinite(adjusted->low))
        snprintf(interval, sizeof interval, " (%.3f to %.3f)", adjusted->low, adjusted->high);
    if (row->grossly)
        snprintf(text, size, "%s, in every run", differs ? "" : interval);
    else if (differs)
        snprintf(text, size, ", %.3f%s adjusted for the slowdown of the runs", adjusted->value,
                 interval);
    else
        snprintf(text, size, "%s", interval);
}

static void describe_drift(char *text, size_t size, const struct gau_gate *gate)
{
    snprintf(text, size,
             "take %.3f times as long (most branches %.3f times), which no drift of a machine "
             "explains (limit %.1f): another machine or a slowdown of everything; make the runs by "
             "turns",
             gate->total.ratio, gate->common.value, gate->drift_ratio);
}

char *gau_gate_row_text(char *text, size_t size, const struct gau_gate *gate,
                        const struct gau_gate_row *row)
{
    const bool plural = row->series->is_total || row->series->is_replacement;
    char time[64], ratios[128];

    gau_quantity_text(time, sizeof time,
                      isnan(row->ratio) ? row->seconds[GAU_SIDE_B]
                                        : fabs(row->seconds[GAU_SIDE_B] - row->seconds[GAU_SIDE_A]),
                      "s");
    if (isnan(row->ratio)) {
        char least[64];

        gau_quantity_text(least, sizeof least, gate->limits.min_s, "s");
        snprintf(text, size, "take %s in a run, limit %s: --allow-new takes them as they are", time,
                 least);
    } else if (row->series->is_total && gate->beyond_drift) {
        describe_drift(text, size, gate);
    } else {
        put_ratios(ratios, sizeof ratios, gate, row);
        snprintf(text, size, "%s %.3f times as long%s, limit %.3f: %s %s in a run",
                 plural ? "take" : "takes", row->ratio, ratios, row->limit, time,
                 row->ratio < 1 ? "less" : "more");
    }
    return text;
}

static const char *reason_not_to_judge(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    if (gate->limits.runs == GAU_RUNS_UNLIKE)
        return "on different processors only what takes several times as long is judged";
    if (gate->beyond_drift)
        return "all branches became slower by more than the drift of a machine";
    if (gate->no_slowdowns)
        return "in runs that were not made by turns, of so few branches, only what takes several "
               "times as long is judged";
    if (gate->gross)
        return "with fewer than 3 baselines only what takes several times as long is judged";
    if (row->series->is_total)
        return "the runs were not made by turns on one machine";
    return "fewer than 3 baselines have it";
}

static const char *reason_to_skip(const struct gau_gate *gate, const struct gau_gate_row *row)
{
    switch (row->verdict) {
    case GAU_GATE_NOISY: return "too noisy for the ratio that was asked for";
    case GAU_GATE_NEW: return "the baselines do not have it";
    case GAU_GATE_GONE: return "the candidates do not have it";
    case GAU_GATE_OPEN: return reason_not_to_judge(gate, row);
    case GAU_GATE_FINE:
    case GAU_GATE_SLOWER:
    case GAU_GATE_FASTER:
    case GAU_GATE_SMALL: break;
    }
    return NULL;
}

/* What is too short to matter is none, nor what was never called on either side. */
static bool is_case(const struct gau_gate_row *row)
{
    return row->verdict != GAU_GATE_SMALL && row->series->count[0] + row->series->count[1] > 0;
}

static void put_case(const struct gau_gate *gate, const struct gau_gate_row *row, FILE *out)
{
    const char *const skip = reason_to_skip(gate, row);
    char text[GAU_GATE_TEXT];

    fputs("    <testcase", out);
    put_attribute("classname", row->series->root[0] ? row->series->root : "gaudit", out);
    put_attribute("name", row->series->path, out);
    put_time(row->seconds[GAU_SIDE_B], out);
    if (row->verdict != GAU_GATE_SLOWER && !skip) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n      ", out);
    if (skip) {
        fputs("<skipped", out);
        put_attribute("message", skip, out);
    } else {
        fputs("<failure type=\"slower\"", out);
        put_attribute("message", gau_gate_row_text(text, sizeof text, gate, row), out);
    }
    fputs("/>\n    </testcase>\n", out);
}

static void put_cases(const struct gau_gate *gate, FILE *out)
{
    for (size_t i = 0; i <= gate->n; i++) {
        const struct gau_gate_row *const row = i == 0 ? &gate->total : &gate->rows[i - 1];

        if (is_case(row))
            put_case(gate, row, out);
    }
}

void gau_junit_write(const struct gau_gate *gate, const struct gau_notes *notes, FILE *out)
{
    size_t cases = 0, skipped = 0;

    for (size_t i = 0; i <= gate->n; i++) {
        const struct gau_gate_row *const row = i == 0 ? &gate->total : &gate->rows[i - 1];

        cases += is_case(row);
        skipped += is_case(row) && reason_to_skip(gate, row);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    fprintf(out,
            "  <testsuite name=\"gaudit gate\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%zu\"",
            cases, gate->slower, skipped);
    put_time(gate->total.seconds[GAU_SIDE_B], out);
    fputs(">\n", out);
    put_cases(gate, out);
    fputs("    <system-out>", out);
    for (size_t i = 0; i < notes->n; i++) {
        put_text(notes->texts[i], out);
        fputc('\n', out);
    }
    fputs("</system-out>\n  </testsuite>\n</testsuites>\n", out);
}

void gau_junit_write_error(const char *message, FILE *out)
{
    fputs(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"gaudit gate\" tests=\"1\" failures=\"0\" errors=\"1\" "
        "skipped=\"0\" time=\"0\">\n"
        "    <testcase classname=\"gaudit\" name=\"gate\" time=\"0\">\n      <error type=\"error\"",
        out);
    put_attribute("message", message, out);
    fputs("/>\n    </testcase>\n    <system-out></system-out>\n  </testsuite>\n</testsuites>\n",
          out);
}
