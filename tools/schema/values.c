/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void gau_schema_line(FILE *out, unsigned depth, const char *format, ...)
{
    va_list args;

    fprintf(out, "%*s", (int)(2 * depth), "");
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    putc('\n', out);
}

void gau_schema_text(FILE *out, unsigned depth, const char *name, const char *text)
{
    fprintf(out, "%*s<%s>", (int)(2 * depth), "", name);
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else
            putc(*text, out);
    }
    fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

static void write_int(FILE *out, unsigned depth, const gau_property *p)
{
    gau_schema_line(out, depth, "<data type=\"integer\">");
    gau_schema_line(out, depth + 1, "<param name=\"minInclusive\">%" PRId64 "</param>",
                    p->min.i || p->max.i ? p->min.i : INT64_MIN);
    gau_schema_line(out, depth + 1, "<param name=\"maxInclusive\">%" PRId64 "</param>",
                    p->min.i || p->max.i ? p->max.i : INT64_MAX);
    gau_schema_line(out, depth, "</data>");
}

/* XML Schema writes INF where job options also may have inf; a NaN is never a value. */
static void write_double(FILE *out, unsigned depth, const gau_property *p)
{
    const bool bounded = p->min.i || p->max.i;

    gau_schema_line(out, depth, "<data type=\"double\">");
    if (bounded && !isinf(p->min.d))
        gau_schema_line(out, depth + 1, "<param name=\"minInclusive\">%.15g</param>", p->min.d);
    if (bounded && !isinf(p->max.d))
        gau_schema_line(out, depth + 1, "<param name=\"maxInclusive\">%.15g</param>", p->max.d);
    gau_schema_line(out, depth + 1, "<except><value>NaN</value></except>");
    gau_schema_line(out, depth, "</data>");
    if (!bounded || isinf(p->max.d))
        gau_schema_line(out, depth, "<value>inf</value>");
    if (!bounded || (isinf(p->min.d) && p->min.d < 0))
        gau_schema_line(out, depth, "<value>-inf</value>");
}

void gau_schema_value(FILE *out, unsigned depth, const gau_property *p)
{
    gau_schema_line(out, depth, "<choice>");
    switch (p->type) {
    case GAU_TYPE_BOOL: gau_schema_line(out, depth + 1, "<ref name=\"boolean\"/>"); break;
    case GAU_TYPE_INT: write_int(out, depth + 1, p); break;
    case GAU_TYPE_DOUBLE: write_double(out, depth + 1, p); break;
    case GAU_TYPE_ENUM:
        for (size_t i = 0; p->choices[i]; i++)
            gau_schema_text(out, depth + 1, "value type=\"string\"", p->choices[i]);
        break;
    case GAU_TYPE_NUMBERS: gau_schema_line(out, depth + 1, "<ref name=\"numbers\"/>"); break;
    case GAU_TYPE_STRING:
    case GAU_TYPE_STRINGS:
    case GAU_TYPE_END: gau_schema_line(out, depth + 1, "<ref name=\"text\"/>"); break;
    }
    gau_schema_line(out, depth + 1, "<ref name=\"withConstant\"/>");
    gau_schema_line(out, depth, "</choice>");
}
