/* SPDX-License-Identifier: Apache-2.0 */
#include "junit.h"

#include "sentences.h"

#include "table/number.h"
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

/* NULL: it passed or failed. */
static const char *reason_to_skip(char *text, const struct gau_comparison *comparison,
                                  const struct gau_comparison_row *row)
{
    switch (row->verdict) {
    case GAU_INCONCLUSIVE: return "too noisy for the ratio that was asked for";
    case GAU_NEW: return "the baselines do not have it";
    case GAU_GONE: return "the candidates do not have it";
    case GAU_NOT_JUDGED: return gau_reason_not_to_judge(text, comparison, row);
    case GAU_NOT_SIGNIFICANT:
    case GAU_SIGNIFICANT:
    case GAU_SMALL: break;
    }
    return NULL;
}

/* A case is of class @p class; it passed, if there is nothing else to say of it. */
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

struct counts {
    size_t cases, failures, errors, skipped;
};

static void put_row(struct counts *counts, const struct gau_comparison *comparison,
                    const struct gau_comparison_row *row, FILE *out)
{
    char text[GAU_SENTENCE_SIZE];
    const char *const message = row->failed ? gau_failure_text(text, comparison, row)
                                            : reason_to_skip(text, comparison, row);

    counts->cases++;
    counts->failures += row->failed;
    counts->skipped += !row->failed && message;
    put_case(row->row->root, row->row->path, row->seconds[GAU_CANDIDATE],
             row->failed ? "failure type=\"slower\"" : "skipped", message, out);
}

/* What is too short to matter is no case, nor what was never called on either side. */
static void put_rows(struct counts *counts, const struct gau_comparison *comparison, FILE *out)
{
    put_row(counts, comparison, &comparison->total, out);
    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];

        if (row->failed ||
            (row->verdict != GAU_SMALL && row->row->count[0] + row->row->count[1] > 0))
            put_row(counts, comparison, row, out);
    }
}

void gau_junit_write(const struct gau_comparison *comparison, const struct gau_notes *notes,
                     const char *error, FILE *out)
{
    struct counts counts = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *const cases = open_memstream(&text, &size);

    if (!cases)
        return;
    if (error) {
        counts.cases = counts.errors = 1;
        put_case("gaudit", "gate", 0, "error type=\"error\"", error, cases);
    } else {
        put_rows(&counts, comparison, cases);
    }
    fputs("    <system-out>", cases);
    for (size_t i = 0; notes && i < notes->n; i++) {
        put_text(notes->texts[i], cases);
        fputc('\n', cases);
    }
    fclose(cases);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"gaudit gate\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
            "skipped=\"%zu\"",
            counts.cases, counts.failures, counts.errors, counts.skipped);
    put_time(error ? 0 : comparison->total.seconds[GAU_CANDIDATE], out);
    fprintf(out, ">\n%s</system-out>\n  </testsuite>\n</testsuites>\n", text ? text : "");
    free(text);
}
