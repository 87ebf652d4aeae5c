/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "show_job.h"
#include "tools/show/schema.h"

#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <stdlib.h>
#include <string.h>

static void be_silent(void *user, const char *format, ...)
{
    (void)user;
    (void)format;
}

static xmlRelaxNGPtr schema;
static bool has_help;

static int make_schema(void **state)
{
    gau_registry *const registry = show_registry();
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    xmlRelaxNGParserCtxtPtr parser;

    (void)state;
    if (!out || gau_schema_write(out, registry, NULL) < 0 || fclose(out) != 0)
        return -1;
    gau_registry_free(registry);
    has_help = strstr(text, "<a:documentation>How many</a:documentation>") != NULL;
    parser = xmlRelaxNGNewMemParserCtxt(text, (int)size);
    schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    free(text);
    return schema ? 0 : -1;
}

static int free_schema(void **state)
{
    (void)state;
    xmlRelaxNGFree(schema);
    return 0;
}

static bool is_valid(const char *xml)
{
    const xmlDocPtr document = xmlReadMemory(xml, (int)strlen(xml), "job.xml", NULL, 0);
    const xmlRelaxNGValidCtxtPtr validator = xmlRelaxNGNewValidCtxt(schema);
    int result;

    assert_non_null(document);
    xmlRelaxNGSetValidErrors(validator, be_silent, be_silent, NULL);
    result = xmlRelaxNGValidateDoc(validator, document);
    assert_true(result >= 0);
    xmlRelaxNGFreeValidCtxt(validator);
    xmlFreeDoc(document);
    return result == 0;
}

/* A property of the algorithm. */
#define CUT(name, value)                                                                   \
    "<job><algorithm type='Cut'><property name='" name "' value='" value "'/></algorithm>" \
    "</job>"

static const char *const right[] = {
    "<job/>",
    "<job maxBranches='10'><include href='a.xml'/><module path='b.so'/>"
    "<constant name='C' value=''/></job>",
    "<job maxBranches='${N}'><sequence name='S'/><input type='Source'/><auditor type='Watch'/>"
    "</job>",
    "<job><input type='Source' name='E'/><algorithm name='A'/><not><sequence "
    "name='S'/></not></job>",
    "<job><sequence name='S' mode='Any' invert='true' ignoreDecision='${X}'>"
    "<algorithm type='Cut'/><property name='Enable' value='false'/><not><algorithm name='Cut'/>"
    "</not><sequence name='T' mode='${M}'/></sequence></job>",
    "<job><auditor type='Watch'><property name='StartFromEventN' value='5'/>"
    "<property name='Any' value='-9223372036854775808'/><property name='Free' value='-inf'/>"
    "</auditor></job>",
    "<job><auditor type='${T}' name='a'><property name='Whatever' value='x'/></auditor></job>",
    "<job><sequence name='S' level='1'><algorithm type='Cut' level='6'/><algorithm name='Cut' "
    "level='${L}'/><algorithm type='${T}' level='3'/></sequence></job>",
    CUT("Min", "0"),
    CUT("Min", "1e3"),
    CUT("Min", "inf"),
    CUT("Min", "${MIN}"),
    CUT("Count", "100"),
    CUT("Count", "1${ZERO}"),
    CUT("On", "true"),
    CUT("On", "${ON}"),
    CUT("Colour", "green &amp; &lt;blue>"),
    CUT("Title", ""),
    CUT("Title", "5 $$ and ${MORE} of it, $$"),
    CUT("Names", "a, b,c"),
    CUT("Edges", ""),
    CUT("Edges", " 1, -2.5e-3 ,inf,.5"),
    CUT("Edges", "1,${TWO}"),
    CUT("Enable", "false"),
    CUT("OnError", "Ignore"),
};

static const char *const wrong[] = {
    "<jobs/>",
    "<job maxBranches='0'/>",
    "<job maxBranch='5'/>",
    "<job><algorthm type='Cut'/></job>",
    "<job><algorithm type='Cute'/></job>",
    "<job><algorithm type='Watch'/></job>",
    "<job><algorithm/></job>",
    "<job><algorithm type='Cut' level='0'/></job>",
    "<job><sequence name='S' level='7'/></job>",
    "<job><auditor type='Watch' level='1'/></job>",
    "<job><algorithm name='A'><property name='Min' value='1'/></algorithm></job>",
    "<job><auditor name='A'/></job>",
    "<job><input type='Source'/><input type='Source'/></job>",
    "<job><sequence/></job>",
    "<job><sequence name=''/></job>",
    "<job><sequence name='S' mode='and'/></job>",
    "<job><sequence name='S' invert='yes'/></job>",
    "<job><sequence name='S'><property name='OnError' value='Ignore'/></sequence></job>",
    "<job><sequence name='S'><input type='Source'/></sequence></job>",
    "<job><not/></job>",
    "<job><not><algorithm name='A'/><algorithm name='B'/></not></job>",
    "<job><not><not><algorithm name='A'/></not></not></job>",
    "<job><constant name='C'/></job>",
    "<job><property name='A' value='b'/></job>",
    "<job>text</job>",
    CUT("Mini", "0"),
    CUT("Min", "-1"),
    CUT("Min", "NaN"),
    CUT("Min", "much"),
    CUT("Min", "-inf"),
    CUT("Count", "0"),
    CUT("Count", "101"),
    CUT("Count", "1.5"),
    CUT("On", "yes"),
    CUT("Colour", "blue"),
    CUT("Title", "5 $ and"),
    CUT("Title", "${"),
    CUT("Title", "${A B}"),
    CUT("Edges", "1,,2"),
    CUT("Edges", "1;2"),
    CUT("OnError", "ignore"),
};

static void right_jobs_are_valid(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(right); i++)
        if (!is_valid(right[i]))
            fail_msg("not valid: %s", right[i]);
}

static void wrong_jobs_are_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        if (is_valid(wrong[i]))
            fail_msg("valid: %s", wrong[i]);
}

/* What is shown as default can be written into a job. The class has all types of properties. */
static void defaults_are_valid(void **state)
{
    gau_registry *const registry = show_registry();
    const gau_class *cut;
    uint32_t types = 0;

    (void)state;
    assert_int_equal(gau_registry_find(&cut, registry, "Cut", NULL), GAU_OK);
    for (const gau_property *p = cut->properties; p->type != GAU_TYPE_END; p++) {
        char text[64], job[256];

        types |= 1u << p->type;
        gau_property_default_text(p, text, sizeof text);
        snprintf(job, sizeof job, CUT("%s", "%s"), p->name, text);
        if (!is_valid(job))
            fail_msg("not valid: %s", job);
    }
#define IS_THERE(name, Type) assert_true(types &(1u << GAU_TYPE_##name));
    GAU_PROPERTY_TYPES(IS_THERE)
#undef IS_THERE
    gau_registry_free(registry);
}

static void properties_have_their_help(void **state)
{
    (void)state;
    assert_true(has_help);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_jobs_are_valid),
        cmocka_unit_test(wrong_jobs_are_not),
        cmocka_unit_test(defaults_are_valid),
        cmocka_unit_test(properties_have_their_help),
    };

    return cmocka_run_group_tests_name("schema", tests, make_schema, free_schema);
}
