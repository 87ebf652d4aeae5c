/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/options/tree.h"
#include "read_job.h"
#include "tests/unit/temp_folder.h"

#include <libxml/xmlerror.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A member that includes can be tried with. */
#define SPIN "<algorithm type='Spin'/>"

static const struct wrong {
    const char *xml;
    gau_status status;
    const char *message; /* behind "job.xml:" */
} wrongs[] = {
    /* elements */
    {"<jobs/>", GAU_ERR_UNKNOWN, "1: unknown element 'jobs'; did you mean 'job'?"},
    {"<sequence name='A'/>", GAU_ERR_SYNTAX, "1: the root is <sequence>, expected <job>"},
    {"<job>\n<algorthm type='Spin'/></job>", GAU_ERR_UNKNOWN,
     "2: unknown element 'algorthm'; did you mean 'algorithm'?"},
    {"<job><foo/></job>", GAU_ERR_UNKNOWN, "1: unknown element 'foo'"},
    {"<job xmlns:x='urn:x'/>", GAU_ERR_UNKNOWN, "1: unknown attribute 'xmlns:x' of <job>"},
    {"<job xmlns='urn:x'/>", GAU_ERR_UNKNOWN, "1: unknown attribute 'xmlns' of <job>"},
    {"<x:job/>", GAU_ERR_UNKNOWN, "1: unknown element 'x:job'"},
    {"<job>\n\n<property name='A' value='1'/></job>", GAU_ERR_SYNTAX,
     "3: <property> is not allowed in <job>, only in <input>, <auditor>, <sequence> or "
     "<algorithm>"},
    {"<property name='A' value='1'/>", GAU_ERR_SYNTAX, "1: the root is <property>, expected <job>"},
    {"<job><constant name='A' value='1'><property name='P' value='1'/></constant></job>",
     GAU_ERR_SYNTAX,
     "1: <property> is not allowed in <constant>, only in <input>, <auditor>, <sequence> or "
     "<algorithm>"},
    {"<job><job/></job>", GAU_ERR_SYNTAX, "1: <job> can only be the root"},
    {"<job><sequence name='A'><input type='B'/></sequence></job>", GAU_ERR_SYNTAX,
     "1: <input> is not allowed in <sequence>, only in <job>"},
    {"<job><algorithm type='A'><algorithm type='B'/></algorithm></job>", GAU_ERR_SYNTAX,
     "1: <algorithm> is not allowed in <algorithm>, only in <job>, <sequence> or <not>"},
    {"<job><input type='A'/>\n<input type='B'/></job>", GAU_ERR_DUPLICATE,
     "2: a job has one <input>; the first is at job.xml:1"},
    /* <not> */
    {"<job>\n<not/></job>", GAU_ERR_SYNTAX, "2: <not> needs one member inside"},
    {"<job><not>\n" SPIN "\n" SPIN "</not></job>", GAU_ERR_SYNTAX,
     "3: <not> has one member, this is another"},
    {"<job><not><not>" SPIN "</not></not></job>", GAU_ERR_SYNTAX,
     "1: <not> is not allowed in <not>, only in <job> or <sequence>"},
    {"<job><not name='A'/></job>", GAU_ERR_UNKNOWN,
     "1: unknown attribute 'name' of <not>\njob.xml:1: <not> needs one member inside"},
    /* attributes */
    {"<job><algorithm tpye='A'/></job>", GAU_ERR_UNKNOWN,
     "1: unknown attribute 'tpye' of <algorithm>; did you mean 'type'?"},
    {"<job><algorithm/></job>", GAU_ERR_SYNTAX,
     "1: <algorithm> needs the attribute 'type', or 'name' of one seen before"},
    {"<job><auditor name='A'/></job>", GAU_ERR_SYNTAX, "1: <auditor> needs the attribute 'type'"},
    {"<job><input/></job>", GAU_ERR_SYNTAX, "1: <input> needs the attribute 'type'"},
    {"<job><sequence mode='Or'/></job>", GAU_ERR_SYNTAX,
     "1: <sequence> needs the attribute 'name'"},
    {"<job><module/></job>", GAU_ERR_SYNTAX, "1: <module> needs the attribute 'path'"},
    {"<job><include/></job>", GAU_ERR_SYNTAX, "1: <include> needs the attribute 'href'"},
    {"<job><constant/></job>", GAU_ERR_SYNTAX,
     "1: <constant> needs the attribute 'name'\njob.xml:1: <constant> needs the attribute 'value'"},
    {"<job><auditor type='A'>\n<property value='1'/></auditor></job>", GAU_ERR_SYNTAX,
     "2: <property> needs the attribute 'name'"},
    {"<job><sequence name=''/></job>", GAU_ERR_SYNTAX,
     "1: attribute 'name' of <sequence> is empty"},
    {"<job><sequence name='a&#10;b'/></job>", GAU_ERR_SYNTAX,
     "1: attribute 'name' of <sequence> has a control character in it"},
    {"<job><sequence name='A' mode='and'/></job>", GAU_ERR_RANGE,
     "1: mode 'and' is not one of: And, Or, All, Any; did you mean 'And'?"},
    {"<job><sequence name='A' invert='yes'/></job>", GAU_ERR_SYNTAX,
     "1: invert 'yes' is neither true nor false"},
    {"<job><sequence name='A' ignoreDecision='1'/></job>", GAU_ERR_SYNTAX,
     "1: ignoreDecision '1' is neither true nor false"},
    {"<job><sequence name='A' level='0'/></job>", GAU_ERR_RANGE,
     "1: level '0' is not a whole number from 1 to 6"},
    {"<job maxBranches='0'/>", GAU_ERR_RANGE,
     "1: maxBranches '0' is not a whole number from 1 to 16777216"},
    {"<job maxBranches='-1'/>", GAU_ERR_RANGE,
     "1: maxBranches '-1' is not a whole number from 1 to 16777216"},
    {"<job maxBranches='99999999999999999999'/>", GAU_ERR_RANGE,
     "1: maxBranches '99999999999999999999' is not a whole number from 1 to 16777216"},
    {"<job><auditor type='A'>\n<property name='P' value='1'/>\n<property name='P' value='2'/>"
     "</auditor></job>",
     GAU_ERR_DUPLICATE, "3: property 'P' was already set at line 2"},
    /* attributes, several */
    {"<job><sequence name='' invert='yes' colour='red'/></job>", GAU_ERR_UNKNOWN,
     "1: unknown attribute 'colour' of <sequence>\n"
     "job.xml:1: attribute 'name' of <sequence> is empty\n"
     "job.xml:1: invert 'yes' is neither true nor false"},
    {"<job><input typ='A'>\n<property name='P'/></input></job>", GAU_ERR_UNKNOWN,
     "1: unknown attribute 'typ' of <input>; did you mean 'type'?\n"
     "job.xml:2: <property> needs the attribute 'value'"},
    {"<job><constant name='A' vale='1'/>\n<auditor type='${A}' name='$'/></job>", GAU_ERR_UNKNOWN,
     "1: unknown attribute 'vale' of <constant>; did you mean 'value'?\n"
     "job.xml:2: a '$' that is not part of '${NAME}' at '$'; '$$' is a dollar"},
    {"<job><module pth='a'/><include hre='a'/>\n<auditor type='A'><property nam='x' value='$'/>"
     "</auditor></job>",
     GAU_ERR_UNKNOWN,
     "1: unknown attribute 'pth' of <module>; did you mean 'path'?\n"
     "job.xml:1: unknown attribute 'hre' of <include>; did you mean 'href'?\n"
     "job.xml:2: unknown attribute 'nam' of <property>; did you mean 'name'?\n"
     "job.xml:2: a '$' that is not part of '${NAME}' at '$'; '$$' is a dollar"},
    /* text */
    {"<job>\n  hello\n</job>", GAU_ERR_SYNTAX,
     "2: text 'hello' between elements; values are written as attributes"},
    {"<job><auditor type='A'>\n\n<property name='P' value='1'>2</property></auditor></job>",
     GAU_ERR_SYNTAX, "3: text '2' between elements; values are written as attributes"},
    {"<job>\n<![CDATA[x]]></job>", GAU_ERR_SYNTAX,
     "2: text 'x' between elements; values are written as attributes"},
    /* constants */
    {"<job>\n<constant name='A' value='1'/>\n</job>", GAU_ERR_SYNTAX,
     "2: constant 'A' is never used"},
    {"<job><constant name='A' value='1'/>\n<constant name='A' value='2'/></job>", GAU_ERR_DUPLICATE,
     "2: constant 'A' was already defined at job.xml:1"},
    {"<job><constant name='A B' value='1'/></job>", GAU_ERR_SYNTAX,
     "1: constant 'A B': a name has only letters, digits, '_', '.' and '-'"},
    {"<job><constant name='MU_PT' value='1'/>\n<auditor type='${MU_TP}'/></job>", GAU_ERR_UNKNOWN,
     "2: '${MU_TP}' is neither a constant defined before nor an environment variable; "
     "did you mean 'MU_PT'?"},
    {"<job><auditor type='${LATER}'/><constant name='LATER' value='1'/></job>", GAU_ERR_UNKNOWN,
     "1: '${LATER}' is neither a constant defined before nor an environment variable"},
    {"<job><auditor type='a$b'/></job>", GAU_ERR_SYNTAX,
     "1: a '$' that is not part of '${NAME}' at '$b'; '$$' is a dollar"},
    {"<job><auditor type='a${b'/></job>", GAU_ERR_SYNTAX,
     "1: a '$' that is not part of '${NAME}' at '${b'; '$$' is a dollar"},
    {"<job><auditor type='${}'/></job>", GAU_ERR_SYNTAX,
     "1: a '$' that is not part of '${NAME}' at '${}'; '$$' is a dollar"},
    {"<job><auditor type='a$'/></job>", GAU_ERR_SYNTAX,
     "1: a '$' that is not part of '${NAME}' at '$'; '$$' is a dollar"},
    {"<job><auditor type='${GAUDIT_TEST_LATIN}'/></job>", GAU_ERR_SYNTAX,
     "1: environment variable 'GAUDIT_TEST_LATIN' is not UTF-8 text"},
    /* includes */
    {"<job>\n<include href='none.xml'/></job>", GAU_ERR_IO,
     "2: include 'none.xml': no such file below the folder of this file or on the options path"},
    {"<job>\n<include href='/etc/passwd'/></job>", GAU_ERR_IO,
     "2: include '/etc/passwd' lies neither below the folder of this file nor on the options path"},
    {"<job><include href='../'/></job>", GAU_ERR_IO,
     "1: include '../' lies neither below the folder of this file nor on the options path"},
    /* not XML */
    {"hello", GAU_ERR_SYNTAX, "1: not an XML file: it does not begin with '<'"},
    {"\n \n", GAU_ERR_SYNTAX, "1: the file is empty"},
    {"<job>\n<sequence name='A'>\n</job>", GAU_ERR_SYNTAX,
     "3: not well-formed XML: Opening and ending tag mismatch: sequence line 2 and job"},
    {"<job>\n<sequence name='A'", GAU_ERR_SYNTAX,
     "2: not well-formed XML: attributes construct error"},
    {"<job>\n\n", GAU_ERR_SYNTAX,
     "3: not well-formed XML: Premature end of data in tag job line 1"},
    {"<job>\n<auditor type='A' type='B'/></job>", GAU_ERR_SYNTAX,
     "2: not well-formed XML: Attribute type redefined"},
    {"<job>\n<auditor type='&foo;'/></job>", GAU_ERR_SYNTAX,
     "2: not well-formed XML: Entity 'foo' not defined"},
    {"<job/>\n<job/>", GAU_ERR_SYNTAX,
     "2: not well-formed XML: Extra content at the end of the document"},
    {"<?xml version='1.0' encoding='ISO-8859-1'?><job/>", GAU_ERR_SYNTAX,
     "1: encoding 'ISO-8859-1', expected UTF-8"},
    {"<?xml version='1.0'?>\n<!DOCTYPE job>\n<job/>", GAU_ERR_SYNTAX,
     "2: DOCTYPE is not allowed in job options"},
};

static int enter(void **state)
{
    setenv("GAUDIT_TEST_LATIN", "caf\xe9", 1);
    setenv("GAUDIT_TEST_FOLDER", "/usr/events", 1);
    unsetenv("GAUDIT_OPTIONS_PATH");
    return folder_enter(state);
}

static void wrong_files_are_refused_and_explained(void **state)
{
    char message[1024];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        snprintf(message, sizeof message, "job.xml:%s", wrongs[i].message);
        folder_write("job.xml", wrongs[i].xml);
        job_refused("job.xml", wrongs[i].status, message);
    }
}

static void a_job_becomes_a_tree(void **state)
{
    gau_options *const options = job_read_text(
        "\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>\n"
        "<!-- <job> -->\n"
        "<job maxBranches='100'>\n"
        "  <?editor hint?>\n"
        "  <module path='libmyhlt.so'/>\n"
        "  <input type='CsvInput' name='Events'><property name='Files' value='a,b'/></input>\n"
        "  <auditor type='TimerAuditor'/>\n"
        "  <sequence name='Hlt' mode='Any' invert='true' ignoreDecision='false'>\n"
        "    <algorithm type='Spin' name='L0'/>\n"
        "    <algorithm name='L0'/>\n"
        "    <not><sequence name='Veto' mode='Or' ignoreDecision='true'/></not>\n"
        "    <property name='Enable' value='false'/>\n"
        "  </sequence>\n"
        "</job>\n");
    const gau_node *const root = gau_options_root(options);
    const gau_node *const hlt = root->children[3];

    (void)state;
    assert_int_equal(root->kind, GAU_NODE_JOB);
    assert_int_equal(root->location.line, 3);
    assert_int_equal(root->max_branches, 100);
    assert_int_equal(root->n_children, 4);
    assert_int_equal(root->children[0]->kind, GAU_NODE_MODULE);
    assert_string_equal(root->children[0]->name, "libmyhlt.so");
    assert_int_equal(root->children[1]->kind, GAU_NODE_INPUT);
    assert_string_equal(root->children[1]->settings[0].value, "a,b");
    assert_null(root->children[1]->settings[0].raw);
    assert_string_equal(root->children[2]->name, "TimerAuditor");
    assert_false(root->children[2]->named);
    assert_int_equal(hlt->mode, GAU_MODE_ANY);
    assert_true(hlt->invert && !hlt->ignore_decision && !hlt->negated);
    assert_int_equal(hlt->n_children, 3);
    assert_string_equal(hlt->children[0]->type, "Spin");
    assert_null(hlt->children[1]->type);
    assert_string_equal(hlt->children[1]->name, "L0");
    assert_true(hlt->children[2]->negated && hlt->children[2]->ignore_decision);
    assert_int_equal(hlt->children[2]->mode, GAU_MODE_OR);
    assert_string_equal(hlt->settings[0].name, "Enable");
    assert_int_equal(hlt->settings[0].location.line, 12);
    gau_options_free(options);
}

static void constants_are_put_in_everywhere(void **state)
{
    gau_options *const options =
        job_read_text("<job><constant name='P' value='1.0'/><constant name='E' value=''/>"
                      "<constant name='Q' value='${P}$$x'/>\n"
                      "<auditor type='${P}A' name='n${E}'>"
                      "<property name='X' value='${Q},${GAUDIT_TEST_FOLDER}/y&amp;&lt;&#36;{P}'/>"
                      "<property name='Y' value='$$'/></auditor></job>");
    const gau_node *const node = gau_options_root(options)->children[0];

    (void)state;
    assert_string_equal(node->type, "1.0A");
    assert_string_equal(node->name, "n");
    assert_string_equal(node->settings[0].value, "1.0$x,/usr/events/y&<1.0");
    assert_string_equal(node->settings[0].raw, "${Q},${GAUDIT_TEST_FOLDER}/y&<${P}");
    assert_string_equal(node->settings[1].value, "$");
    assert_string_equal(node->settings[1].raw, "$$");
    gau_options_free(options);
}

static void a_constant_hides_an_environment_variable(void **state)
{
    gau_options *const options =
        job_read_text("<job><constant name='GAUDIT_TEST_FOLDER' value='/mine'/>"
                      "<auditor type='${GAUDIT_TEST_FOLDER}'/></job>");

    (void)state;
    assert_string_equal(gau_options_root(options)->children[0]->type, "/mine");
    gau_options_free(options);
}

static void lines_are_those_of_the_beginning_of_a_tag(void **state)
{
    gau_options *const options = job_read_text("<job\n\n>\n<!-- a\n comment -->\n"
                                               "<auditor\n   type='A'\n   name='B\n'\n><property\n"
                                               "name='C' value='D\n\n'/>\n\n</auditor>\n"
                                               "<sequence name='&#10003;'/></job>");
    const gau_node *const root = gau_options_root(options);

    (void)state;
    assert_int_equal(root->location.line, 1);
    assert_int_equal(root->children[0]->location.line, 6);
    assert_string_equal(root->children[0]->name, "B ");
    assert_int_equal(root->children[0]->settings[0].location.line, 10);
    assert_int_equal(root->children[1]->location.line, 16);
    assert_string_equal(root->children[1]->name, "\xe2\x9c\x93");
    gau_options_free(options);
}

static void the_line_of_a_tag_of_many_kilobytes_is_right(void **state)
{
    static char xml[120000];
    gau_options *options;
    size_t used = 0;

    (void)state;
    used += (size_t)sprintf(xml, "<job>\n\n<auditor type='A'>\n<property");
    memset(xml + used, '\n', 50000);
    used += 50000;
    used += (size_t)sprintf(xml + used, "name='P' value='");
    memset(xml + used, 'v', 60000);
    used += 60000;
    sprintf(xml + used, "'/></auditor></job>");
    options = job_read_text(xml);
    assert_int_equal(gau_options_root(options)->children[0]->settings[0].location.line, 4);
    assert_int_equal(strlen(gau_options_root(options)->children[0]->settings[0].value), 60000);
    gau_options_free(options);
}

/* <auditor type> of n times a text. */
static void write_value(const char *piece, size_t n)
{
    static char xml[300000];
    int used = sprintf(xml, "<job>\n<auditor type='");

    for (size_t i = 0; i < n; i++)
        used += sprintf(xml + used, "%s", piece);
    sprintf(xml + used, "'/></job>");
    folder_write("job.xml", xml);
}

static void a_value_may_have_64_kib_and_no_more(void **state)
{
    static const char *const pieces[] = {"v", "$$", "&lt;"};
    gau_options *options;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        write_value(pieces[i], 65536);
        options = job_read("job.xml");
        assert_int_equal(strlen(gau_options_root(options)->children[0]->type), 65536);
        gau_options_free(options);
    }
    write_value("v", 65537);
    job_refused("job.xml", GAU_ERR_RANGE,
                "job.xml:2: attribute 'type' of <auditor> is longer than 65536 bytes");
    write_value("$$", 65537);
    job_refused("job.xml", GAU_ERR_RANGE,
                "job.xml:2: attribute 'type' of <auditor> is longer than 131072 bytes");
    write_value("${GAUDIT_TEST_FOLDER}", 13108); /* 5 bytes each */
    job_refused("job.xml", GAU_ERR_RANGE,
                "job.xml:2: attribute 'type' of <auditor> is longer than 131072 bytes");
}

static void quotes_and_brackets_in_values_are_no_attributes(void **state)
{
    gau_options *options;

    (void)state;
    options = job_read_text(
        "<job><!-- ' \" ' --><auditor type='\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\">'/></job>");
    assert_string_equal(gau_options_root(options)->children[0]->type,
                        "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\">");
    gau_options_free(options);
}

static void GAU_PRINTF(2, 3) generic_handler(void *context, const char *format, ...)
{
    (void)format;
    ++*(int *)context;
}

/* Constant or not: versions of the library differ. */
static void structured_handler(void *context, const xmlError *error)
{
    (void)error;
    ++*(int *)context;
}

/* A program may use the library for itself; what we read is none of its business. */
static void error_handlers_of_the_program_are_as_they_were(void **state)
{
    static const char *const files[] = {"<job/>", "<job>", "<jobs/>"};
    gau_options *options = NULL;
    int generic_errors = 0, structured_errors = 0;

    (void)state;
    xmlSetGenericErrorFunc(&generic_errors, generic_handler);
    xmlSetStructuredErrorFunc(&structured_errors, (xmlStructuredErrorFunc)structured_handler);
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        gau_error err = {0};

        folder_write("job.xml", files[i]);
        assert_int_equal(gau_options_read_xml(&options, "job.xml", &err) >= 0, i == 0);
        assert_ptr_equal(xmlGenericError, generic_handler);
        assert_ptr_equal(xmlGenericErrorContext, &generic_errors);
        assert_ptr_equal(xmlStructuredError, structured_handler);
        assert_ptr_equal(xmlStructuredErrorContext, &structured_errors);
    }
    assert_int_equal(generic_errors + structured_errors, 0);
    gau_options_free(options);
    xmlSetGenericErrorFunc(NULL, NULL);
    xmlSetStructuredErrorFunc(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_refused_and_explained),
        cmocka_unit_test(a_job_becomes_a_tree),
        cmocka_unit_test(constants_are_put_in_everywhere),
        cmocka_unit_test(a_constant_hides_an_environment_variable),
        cmocka_unit_test(lines_are_those_of_the_beginning_of_a_tag),
        cmocka_unit_test(the_line_of_a_tag_of_many_kilobytes_is_right),
        cmocka_unit_test(a_value_may_have_64_kib_and_no_more),
        cmocka_unit_test(quotes_and_brackets_in_values_are_no_attributes),
        cmocka_unit_test(error_handlers_of_the_program_are_as_they_were),
    };

    return cmocka_run_group_tests_name("options_xml", tests, enter, folder_leave);
}
