/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_changes.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>
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

/* Returns NULL for a row that passed or failed. */
static const char *reason_to_skip(char *text, const struct gau_comparison *comparison,
                                  const struct gau_comparison_row *row)
{
    switch (row->verdict) {
    case GAU_INCONCLUSIVE: return "too noisy for the largest accepted ratio";
    case GAU_ADDED: return "the baselines do not have it";
    case GAU_REMOVED: return "the candidates do not have it";
    case GAU_NOT_TESTED: return gau_reason_not_tested(text, comparison, row);
    case GAU_NOT_SIGNIFICANT:
    case GAU_SIGNIFICANT:
    case GAU_SMALL: break;
    }
    return NULL;
}

/* @p class is that of the case, which passed if there is no message. */
static void put_case(const char *class, const char *name, double seconds, const char *what,
                     const char *message, FILE *out)
{
    fputs("    <testcase", out);
    put_attribute("classname", class[0] ? class : "gaudit", out);
    put_attribute("name", name, out);
    put_time(seconds, out);
    if (message) {
        fprintf(out, ">\n      <%s", what);
        put_attribute("message", message, out);
        fputs("/>\n    </testcase>\n", out);
    } else {
        fputs("/>\n", out);
    }
}

/* A row that may be slower fails the gate if a decision is required. */
static bool is_refused(const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row)
{
    return comparison->limits.require_decision && row->undecided;
}

/* Returns NULL for a row that passed. */
static const char *message_of(char *text, const struct gau_comparison *comparison,
                              const struct gau_comparison_row *row)
{
    return row->failed                   ? gau_failure_text(text, comparison, row)
           : is_refused(comparison, row) ? gau_undecided_text(text, comparison, row)
                                         : reason_to_skip(text, comparison, row);
}

static const struct gau_comparison_row *row_at(const struct gau_comparison *comparison, size_t i)
{
    return i == 0 ? &comparison->total : &comparison->rows[i - 1];
}

/* A row that is too short to matter is no case, nor one that was never called on either side. */
static bool is_case(const struct gau_comparison_row *row)
{
    return row->row->is_total || row->failed ||
           (row->verdict != GAU_SMALL && row->row->count[0] + row->row->count[1] > 0);
}

struct counts {
    size_t cases, failures, skipped;
};

/* @p first is 0 for the total, or 1 for the rows alone. */
static void count_cases(struct counts *counts, const struct gau_comparison *comparison,
                        size_t first)
{
    char text[GAU_SENTENCE_SIZE];

    for (size_t i = first; comparison && i <= comparison->n; i++) {
        const struct gau_comparison_row *const row = row_at(comparison, i);

        counts->cases += i > 0 && is_case(row);
        counts->failures += row->failed || is_refused(comparison, row);
        counts->skipped += is_case(row) && !row->failed && !is_refused(comparison, row) &&
                           message_of(text, comparison, row);
    }
}

static void put_cases(const struct gau_comparison *comparison, size_t first, FILE *out)
{
    char text[GAU_SENTENCE_SIZE];

    for (size_t i = first; comparison && i <= comparison->n; i++) {
        const struct gau_comparison_row *const row = row_at(comparison, i);

        if (is_case(row))
            put_case(row->row->root, row->row->path, row->seconds[GAU_CANDIDATE],
                     row->failed                   ? "failure type=\"slower\""
                     : is_refused(comparison, row) ? "failure type=\"undecided\""
                                                   : "skipped",
                     message_of(text, comparison, row), out);
    }
}

static void put_suite(const struct gau_comparison *comparison, const struct gau_comparison *events,
                      FILE *out)
{
    struct counts counts = {.cases = 1};

    count_cases(&counts, comparison, 0);
    count_cases(&counts, events, 1);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"gaudit gate\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" "
            "skipped=\"%zu\"",
            counts.cases, counts.failures, !comparison, counts.skipped);
    put_time(comparison ? comparison->total.seconds[GAU_CANDIDATE] : 0, out);
    fputs(">\n", out);
}

void gau_junit_write(const struct gau_comparison *comparison, const struct gau_comparison *events,
                     const struct gau_notes *notes, const char *error, FILE *out)
{
    if (error)
        comparison = events = NULL;
    put_suite(comparison, events, out);
    if (error)
        put_case("gaudit", "gate", 0, "error type=\"error\"", error, out);
    put_cases(comparison, 0, out);
    put_cases(events, 1, out);
    fputs("    <system-out>", out);
    for (size_t i = 0; notes && i < notes->n; i++) {
        put_text(notes->texts[i], out);
        fputc('\n', out);
    }
    fputs("</system-out>\n  </testsuite>\n</testsuites>\n", out);
}

void gau_junit_put(const char *path, const struct gau_comparison *comparison,
                   const struct gau_comparison *events, const struct gau_notes *notes,
                   const char *message, gau_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out)
        gau_junit_write(comparison, events, notes, message, out);
    if (!out || fclose(out) != 0 || size == 0)
        gau_fail_memory(error, "'%.*s'", GAU_QUOTE(path));
    else
        gau_output_put(text, size, path, error);
    free(text);
}

gau_status gau_junit_put_error(const char *junit, const char *message, gau_error *error)
{
    gau_junit_put(junit, NULL, NULL, NULL, message, error);
    return error->status;
}
