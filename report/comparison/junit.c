/* SPDX-License-Identifier: Apache-2.0 */
#include "junit.h"

#include "sentences.h"

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

static const char *reason_to_skip(const struct gau_comparison *comparison,
                                  const struct gau_comparison_row *row)
{
    switch (row->verdict) {
    case GAU_INCONCLUSIVE: return "too noisy for the ratio that was asked for";
    case GAU_NEW: return "the baselines do not have it";
    case GAU_GONE: return "the candidates do not have it";
    case GAU_NOT_JUDGED: return gau_reason_not_to_judge(comparison, row);
    case GAU_NOT_SIGNIFICANT:
    case GAU_SIGNIFICANT:
    case GAU_SMALL: break;
    }
    return NULL;
}

/* What is too short to matter is none, nor what was never called on either side. */
static bool is_case(const struct gau_comparison_row *row)
{
    return row->failed ||
           (row->verdict != GAU_SMALL && row->row->count[0] + row->row->count[1] > 0);
}

static void put_case(const struct gau_comparison *comparison, const struct gau_comparison_row *row,
                     FILE *out)
{
    const char *const skip = reason_to_skip(comparison, row);
    char text[GAU_FAILURE_SIZE];

    fputs("    <testcase", out);
    put_attribute("classname", row->row->root[0] ? row->row->root : "gaudit", out);
    put_attribute("name", row->row->path, out);
    put_time(row->seconds[GAU_CANDIDATE], out);
    if (!row->failed && !skip) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n      ", out);
    if (!row->failed) {
        fputs("<skipped", out);
        put_attribute("message", skip, out);
    } else {
        fputs("<failure type=\"slower\"", out);
        put_attribute("message", gau_failure_text(text, sizeof text, comparison, row), out);
    }
    fputs("/>\n    </testcase>\n", out);
}

static void put_cases(const struct gau_comparison *comparison, FILE *out)
{
    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        if (is_case(row))
            put_case(comparison, row, out);
    }
}

void gau_junit_write(const struct gau_comparison *comparison, const struct gau_notes *notes,
                     FILE *out)
{
    size_t cases = 0, skipped = 0;

    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        cases += is_case(row);
        skipped += is_case(row) && !row->failed && reason_to_skip(comparison, row);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    fprintf(out,
            "  <testsuite name=\"gaudit gate\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%zu\"",
            cases, comparison->failed, skipped);
    put_time(comparison->total.seconds[GAU_CANDIDATE], out);
    fputs(">\n", out);
    put_cases(comparison, out);
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
