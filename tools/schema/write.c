/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#define NUMBER "[+\\-]?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?|inf)"

/* What job options are made of, whatever classes there are. */
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
    "          <choice>\n"
    "            <value type=\"string\">And</value>\n"
    "            <value type=\"string\">Or</value>\n"
    "            <value type=\"string\">All</value>\n"
    "            <value type=\"string\">Any</value>\n"
    "            <ref name=\"withConstant\"/>\n"
    "          </choice>\n"
    "        </attribute>\n"
    "      </optional>\n"
    "      <optional><attribute name=\"invert\"><ref name=\"flag\"/></attribute></optional>\n"
    "      <optional><attribute name=\"ignoreDecision\"><ref "
    "name=\"flag\"/></attribute></optional>\n"
    "      <interleave>\n"
    "        <optional>\n"
    "          <element name=\"property\">\n"
    "            <attribute name=\"name\"><value>Enable</value></attribute>\n"
    "            <attribute name=\"value\"><ref name=\"flag\"/></attribute>\n"
    "          </element>\n"
    "        </optional>\n"
    "        <zeroOrMore><choice><ref name=\"member\"/><ref name=\"not\"/></choice></zeroOrMore>\n"
    "      </interleave>\n"
    "    </element>\n"
    "  </define>\n"
    "\n"
    "  <!-- A type that stands in a constant may have any property. -->\n"
    "  <define name=\"open\">\n"
    "    <attribute name=\"type\"><ref name=\"withConstant\"/></attribute>\n"
    "    <optional><attribute name=\"name\"><ref name=\"name\"/></attribute></optional>\n"
    "    <zeroOrMore>\n"
    "      <element name=\"property\">\n"
    "        <attribute name=\"name\"><ref name=\"name\"/></attribute>\n"
    "        <attribute name=\"value\"><ref name=\"text\"/></attribute>\n"
    "      </element>\n"
    "    </zeroOrMore>\n"
    "  </define>\n";

/* --- one class ----------------------------------------------------------------------------- */

static void write_property(FILE *out, const gau_property *p)
{
    gau_schema_line(out, 4, "<element name=\"property\">");
    gau_schema_text(out, 5, "a:documentation", p->help);
    gau_schema_line(out, 5, "<attribute name=\"name\">");
    gau_schema_text(out, 6, "value type=\"string\"", p->name);
    gau_schema_line(out, 5, "</attribute>");
    gau_schema_line(out, 5, "<attribute name=\"value\">");
    gau_schema_value(out, 6, p);
    gau_schema_line(out, 5, "</attribute>");
    gau_schema_line(out, 4, "</element>");
}

static void write_class(FILE *out, size_t number, const gau_class *cls)
{
    const gau_property *const tables[] = {cls->properties,
                                          gau_common_properties(gau_class_kind_of(cls))};
    bool any = false;

    putc('\n', out);
    gau_schema_line(out, 1, "<define name=\"type.%zu\">", number);
    gau_schema_text(out, 2, "a:documentation", cls->summary);
    gau_schema_line(out, 2, "<attribute name=\"type\">");
    gau_schema_text(out, 3, "value type=\"string\"", cls->name);
    gau_schema_line(out, 2, "</attribute>");
    gau_schema_line(out, 2,
                    "<optional><attribute name=\"name\"><ref name=\"name\"/></attribute>"
                    "</optional>");
    for (size_t t = 0; t < 2; t++)
        for (const gau_property *p = tables[t]; p && p->type != GAU_TYPE_END; p++) {
            if (!any)
                gau_schema_line(out, 2, "<zeroOrMore>\n      <choice>");
            any = true;
            write_property(out, p);
        }
    if (any)
        gau_schema_line(out, 2, "  </choice>\n    </zeroOrMore>");
    gau_schema_line(out, 1, "</define>");
}

/* --- all of a kind ------------------------------------------------------------------------- */

/* <algorithm name> alone means one that was seen before. */
static void write_reference(FILE *out)
{
    gau_schema_line(out, 3, "<element name=\"algorithm\">");
    gau_schema_line(out, 4, "<attribute name=\"name\"><ref name=\"name\"/></attribute>");
    gau_schema_line(out, 3, "</element>");
}

static void write_kind(FILE *out, const gau_registry *registry, gau_class_kind kind)
{
    const char *const element = gau_class_kind_text(kind);

    putc('\n', out);
    gau_schema_line(out, 1, "<define name=\"%s\">", element);
    gau_schema_line(out, 2, "<choice>");
    if (kind == GAU_CLASS_ALGORITHM)
        write_reference(out);
    gau_schema_line(out, 3, "<element name=\"%s\"><ref name=\"open\"/></element>", element);
    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        if (entry->kind == kind)
            gau_schema_line(out, 3, "<element name=\"%s\"><ref name=\"type.%zu\"/></element>",
                            element, i);
    }
    gau_schema_line(out, 2, "</choice>");
    gau_schema_line(out, 1, "</define>");
}

gau_status gau_schema_write(FILE *out, gau_registry *registry, gau_error *err)
{
    const gau_class *cls;

    /* All are loaded first: a module may bring classes that no manifest names. */
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
