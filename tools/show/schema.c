/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include "table/svg.h"

#include <gaudit/options.h>

#include <inttypes.h>
#include <string.h>

#define NUMBER "[+\\-]?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?|inf)"

/* The part of the schema that does not depend on classes. */
static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<grammar xmlns=\"http://relaxng.org/ns/structure/1.0\"\n"
    "         xmlns:a=\"http://relaxng.org/ns/compatibility/annotations/1.0\"\n"
    "         datatypeLibrary=\"http://www.w3.org/2001/XMLSchema-datatypes\">\n"
    "  <start><ref name=\"job\"/></start>\n"
    "\n"
    "  <!-- \"$$\" is a dollar, \"${NAME}\" a constant or an environment variable. -->\n"
    "  <define name=\"text\">\n"
    "    <data type=\"string\">\n"
    "      <param name=\"pattern\">([^$]|$$|$\\{[A-Za-z0-9_.\\-]+\\})*</param>\n"
    "    </data>\n"
    "  </define>\n"
    "  <define name=\"name\">\n"
    "    <data type=\"string\">\n"
    "      <param name=\"pattern\">([^$]|$$|$\\{[A-Za-z0-9_.\\-]+\\})+</param>\n"
    "    </data>\n"
    "  </define>\n"
    "  <define name=\"withConstant\">\n"
    "    <data type=\"string\">\n"
    "      <param name=\"pattern\">([^$]|$$)*$\\{[A-Za-z0-9_.\\-]+\\}"
    "([^$]|$$|$\\{[A-Za-z0-9_.\\-]+\\})*</param>\n"
    "    </data>\n"
    "  </define>\n"
    "  <define name=\"boolean\">\n"
    "    <choice>\n"
    "      <value type=\"string\">true</value>\n"
    "      <value type=\"string\">false</value>\n"
    "    </choice>\n"
    "  </define>\n"
    "  <define name=\"flag\"><choice><ref name=\"boolean\"/><ref name=\"withConstant\"/></choice>"
    "</define>\n"
    "  <define name=\"numbers\">\n"
    "    <data type=\"string\">\n"
    "      <param name=\"pattern\">\\s*(" NUMBER "(\\s*,\\s*" NUMBER ")*\\s*)?</param>\n"
    "    </data>\n"
    "  </define>\n";

#define MODE_VALUE(name, text, rule, eager) "            <value type=\"string\">" text "</value>\n"
static const char body[] =
    "\n"
    "  <define name=\"job\">\n"
    "    <element name=\"job\">\n"
    "      <optional>\n"
    "        <attribute name=\"maxBranches\">\n"
    "          <choice>\n"
    "            <data type=\"integer\">\n"
    "              <param name=\"minInclusive\">1</param>\n"
    "              <param name=\"maxInclusive\">16777216</param>\n"
    "            </data>\n"
    "            <ref name=\"withConstant\"/>\n"
    "          </choice>\n"
    "        </attribute>\n"
    "      </optional>\n"
    "      <interleave>\n"
    "        <optional><ref name=\"input\"/></optional>\n"
    "        <zeroOrMore>\n"
    "          <choice>\n"
    "            <element name=\"module\"><attribute name=\"path\"><ref name=\"name\"/></attribute>"
    "</element>\n"
    "            <element name=\"include\"><attribute name=\"href\"><ref "
    "name=\"name\"/></attribute>"
    "</element>\n"
    "            <element name=\"constant\">\n"
    "              <attribute name=\"name\"><ref name=\"name\"/></attribute>\n"
    "              <attribute name=\"value\"><ref name=\"text\"/></attribute>\n"
    "            </element>\n"
    "            <ref name=\"auditor\"/>\n"
    "            <ref name=\"member\"/>\n"
    "            <ref name=\"not\"/>\n"
    "          </choice>\n"
    "        </zeroOrMore>\n"
    "      </interleave>\n"
    "    </element>\n"
    "  </define>\n"
    "  <define name=\"member\"><choice><ref name=\"sequence\"/><ref name=\"algorithm\"/></choice>"
    "</define>\n"
    "  <define name=\"not\"><element name=\"not\"><ref name=\"member\"/></element></define>\n"
    "  <define name=\"sequence\">\n"
    "    <element name=\"sequence\">\n"
    "      <attribute name=\"name\"><ref name=\"name\"/></attribute>\n"
    "      <optional>\n"
    "        <attribute name=\"mode\">\n"
    "          <choice>\n" GAU_SEQUENCE_MODES(
        MODE_VALUE) "            <ref name=\"withConstant\"/>\n"
                    "          </choice>\n"
                    "        </attribute>\n"
                    "      </optional>\n"
                    "      <optional><attribute name=\"invert\"><ref "
                    "name=\"flag\"/></attribute></optional>\n"
                    "      <optional><attribute name=\"ignoreDecision\"><ref "
                    "name=\"flag\"/></attribute></optional>\n"
                    "      <ref name=\"level\"/>\n"
                    "      <interleave>\n"
                    "        <optional>\n"
                    "          <element name=\"property\">\n"
                    "            <attribute name=\"name\"><value>Enable</value></attribute>\n"
                    "            <attribute name=\"value\"><ref name=\"flag\"/></attribute>\n"
                    "          </element>\n"
                    "        </optional>\n"
                    "        <zeroOrMore><choice><ref name=\"member\"/><ref "
                    "name=\"not\"/></choice></zeroOrMore>\n"
                    "      </interleave>\n"
                    "    </element>\n"
                    "  </define>\n"
                    "  <define name=\"level\">\n"
                    "    <optional>\n"
                    "      <attribute name=\"level\">\n"
                    "        <choice>\n"
                    "          <data type=\"string\"><param name=\"pattern\">[1-6]</param></data>\n"
                    "          <ref name=\"withConstant\"/>\n"
                    "        </choice>\n"
                    "      </attribute>\n"
                    "    </optional>\n"
                    "  </define>\n"
                    "\n"
                    "  <!-- A type that is given by a constant may have any property. -->\n"
                    "  <define name=\"open\">\n"
                    "    <attribute name=\"type\"><ref name=\"withConstant\"/></attribute>\n"
                    "    <optional><attribute name=\"name\"><ref "
                    "name=\"name\"/></attribute></optional>\n"
                    "    <zeroOrMore>\n"
                    "      <element name=\"property\">\n"
                    "        <attribute name=\"name\"><ref name=\"name\"/></attribute>\n"
                    "        <attribute name=\"value\"><ref name=\"text\"/></attribute>\n"
                    "      </element>\n"
                    "    </zeroOrMore>\n"
                    "  </define>\n";

/* --- values -------------------------------------------------------------------------------- */

#define write_line(out, depth, ...) \
    (fprintf((out), "%*s", 2 * (depth), ""), fprintf((out), __VA_ARGS__), putc('\n', (out)))

static void write_text(FILE *out, int depth, const char *name, const char *text)
{
    fprintf(out, "%*s<%s>", 2 * depth, "", name);
    gau_svg_text(out, text);
    fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

static void write_int(FILE *out, int depth, const gau_property *p)
{
    write_line(out, depth, "<data type=\"integer\">");
    write_line(out, depth + 1, "<param name=\"minInclusive\">%" PRId64 "</param>",
               p->min.i || p->max.i ? p->min.i : INT64_MIN);
    write_line(out, depth + 1, "<param name=\"maxInclusive\">%" PRId64 "</param>",
               p->min.i || p->max.i ? p->max.i : INT64_MAX);
    write_line(out, depth, "</data>");
}

/* XML Schema writes INF where job options also may have inf; a NaN is never a value. */
static void write_double(FILE *out, int depth, const gau_property *p)
{
    const bool bounded = p->min.i || p->max.i;

    write_line(out, depth, "<data type=\"double\">");
    if (bounded && !isinf(p->min.d))
        write_line(out, depth + 1, "<param name=\"minInclusive\">%.15g</param>", p->min.d);
    if (bounded && !isinf(p->max.d))
        write_line(out, depth + 1, "<param name=\"maxInclusive\">%.15g</param>", p->max.d);
    write_line(out, depth + 1, "<except><value>NaN</value></except>");
    write_line(out, depth, "</data>");
    if (!bounded || isinf(p->max.d))
        write_line(out, depth, "<value>inf</value>");
    if (!bounded || (isinf(p->min.d) && p->min.d < 0))
        write_line(out, depth, "<value>-inf</value>");
}

static void write_value(FILE *out, int depth, const gau_property *p)
{
    write_line(out, depth, "<choice>");
    switch (gau_property_type_form(p->type)) {
    case GAU_FORM_BOOLEAN: write_line(out, depth + 1, "<ref name=\"boolean\"/>"); break;
    case GAU_FORM_INTEGER: write_int(out, depth + 1, p); break;
    case GAU_FORM_REAL: write_double(out, depth + 1, p); break;
    case GAU_FORM_CHOICE:
        for (size_t i = 0; p->choices[i]; i++)
            write_text(out, depth + 1, "value type=\"string\"", p->choices[i]);
        break;
    case GAU_FORM_REALS: write_line(out, depth + 1, "<ref name=\"numbers\"/>"); break;
    case GAU_FORM_TEXT: write_line(out, depth + 1, "<ref name=\"text\"/>"); break;
    }
    write_line(out, depth + 1, "<ref name=\"withConstant\"/>");
    write_line(out, depth, "</choice>");
}

/* --- one class ----------------------------------------------------------------------------- */

static void write_property(FILE *out, const gau_property *p)
{
    write_line(out, 4, "<element name=\"property\">");
    write_text(out, 5, "a:documentation", p->help);
    write_line(out, 5, "<attribute name=\"name\">");
    write_text(out, 6, "value type=\"string\"", p->name);
    write_line(out, 5, "</attribute>");
    write_line(out, 5, "<attribute name=\"value\">");
    write_value(out, 6, p);
    write_line(out, 5, "</attribute>");
    write_line(out, 4, "</element>");
}

static void write_class(FILE *out, size_t number, const gau_class *cls)
{
    const gau_property *const tables[] = {cls->properties,
                                          gau_common_properties(gau_class_kind_of(cls))};
    bool any = false;

    putc('\n', out);
    write_line(out, 1, "<define name=\"type.%zu\">", number);
    write_text(out, 2, "a:documentation", cls->summary);
    write_line(out, 2, "<attribute name=\"type\">");
    write_text(out, 3, "value type=\"string\"", cls->name);
    write_line(out, 2, "</attribute>");
    write_line(out, 2,
               "<optional><attribute name=\"name\"><ref name=\"name\"/></attribute>"
               "</optional>");
    for (size_t t = 0; t < 2; t++)
        for (const gau_property *p = tables[t]; p && p->type != GAU_TYPE_END; p++) {
            if (!any)
                write_line(out, 2, "<zeroOrMore>\n      <choice>");
            any = true;
            write_property(out, p);
        }
    if (any)
        write_line(out, 2, "  </choice>\n    </zeroOrMore>");
    write_line(out, 1, "</define>");
}

/* --- all of a kind ------------------------------------------------------------------------- */

static void write_kind(FILE *out, const gau_registry *registry, gau_class_kind kind)
{
    const char *const element = gau_class_kind_text(kind);
    const char *const level = kind == GAU_CLASS_ALGORITHM ? "<ref name=\"level\"/>" : "";

    putc('\n', out);
    write_line(out, 1, "<define name=\"%s\">", element);
    write_line(out, 2, "<choice>");
    if (kind == GAU_CLASS_ALGORITHM) /* with only a name it was defined before */
        write_line(out, 3,
                   "<element name=\"algorithm\">\n        <attribute name=\"name\"><ref "
                   "name=\"name\"/></attribute>\n        <ref name=\"level\"/>\n      </element>");
    write_line(out, 3, "<element name=\"%s\">%s<ref name=\"open\"/></element>", element, level);
    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        if (entry->kind == kind)
            write_line(out, 3, "<element name=\"%s\">%s<ref name=\"type.%zu\"/></element>", element,
                       level, i);
    }
    write_line(out, 2, "</choice>");
    write_line(out, 1, "</define>");
}

gau_status gau_schema_write(FILE *out, gau_registry *registry, gau_error *err)
{
    const gau_class *cls;

    /* All modules are loaded first: they may have classes that no manifest names. */
    for (size_t i = 0; i < gau_registry_count(registry); i++)
        GAU_TRY(gau_registry_find(&cls, registry, gau_registry_at(registry, i)->name, err));
    fputs(head, out);
    fputs(body, out);
    write_kind(out, registry, GAU_CLASS_INPUT);
    write_kind(out, registry, GAU_CLASS_AUDITOR);
    write_kind(out, registry, GAU_CLASS_ALGORITHM);
    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        GAU_TRY(gau_registry_find(&cls, registry, gau_registry_at(registry, i)->name, err));
        write_class(out, i, cls);
    }
    fputs("</grammar>\n", out);
    return GAU_OK;
}
