/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "read_job.h"
#include "show_job.h"
#include "tests/unit/cpu_time_limit.h"
#include "tests/unit/temp_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char job[] =
    "<job maxBranches='500'><module path='mine.so'/><constant name='PT' value='1.0'/>\n"
    "<include href='more.xml'/>\n"
    "<input type='Source' name='Events'/>\n"
    "<sequence name='Hlt' mode='Or' invert='true' level='3'>\n"
    "  <algorithm type='Cut' name='L0' level='2'><property name='Min' value='${PT}'/>\n"
    "    <property name='Count' value='03'/><property name='Title' value='a&#10;b'/></algorithm>\n"
    "  <not><algorithm name='L0'/></not>\n"
    "  <not><sequence name='Veto' ignoreDecision='true'>\n"
    "    <property name='Enable' value='false'/><algorithm type='Mine'>\n"
    "    <property name='P' value='1'/></algorithm></sequence></not>\n"
    "</sequence></job>\n";

static const char more[] = "<job><auditor type='Watch'/><auditor type='Watch' name='W2'>\n"
                           "<property name='Any' value='7'/></auditor></job>";

static gau_options *plant(void)
{
    gau_options *options;

    folder_write("more.xml", more);
    options = job_read_text(job);
    assert_int_equal(gau_options_override(options, "W2.Free=2.5", NULL), GAU_OK);
    return options;
}

static void assert_shows(gau_options *options, void (*write)(const struct gau_show *),
                         bool annotate, const char *expected)
{
    char *const text = show_written(options, write, annotate);

    assert_string_equal(text, expected);
    free(text);
}

/* --- tree ---------------------------------------------------------------------------------- */

static void a_tree_shows_what_is_not_as_by_default(void **state)
{
    gau_options *const options = plant();

    (void)state;
    assert_shows(options, gau_show_tree, false,
                 "job job.xml\n"
                 "    maxBranches = 500\n"
                 "  module mine.so\n"
                 "  input Events: Source\n"
                 "  auditor Watch\n"
                 "  auditor W2: Watch\n"
                 "      Any = 7\n"
                 "      Free = 2.5\n"
                 "  sequence Hlt: Or, inverted, level 3\n"
                 "    algorithm L0: Cut (on 2 branches), level 2\n"
                 "        Min = 1.0 GeV\n"
                 "        Title = a\\nb\n"
                 "    not algorithm L0: Cut (the same again)\n"
                 "    not sequence Veto: And, decision ignored\n"
                 "        Enable = false\n"
                 "      algorithm Mine (unknown type)\n"
                 "          P = 1\n");
    gau_options_free(options);
}

static void an_annotated_tree_says_where_every_value_came_from(void **state)
{
    gau_options *const options = plant();
    char *const text = show_written(options, gau_show_tree, true);
    static const char *const lines[] = {
        "  module mine.so  [job.xml:1]\n",
        "  input Events: Source  [job.xml:3]\n",
        "  auditor W2: Watch  [more.xml:1]\n",
        "      Any = 7  [more.xml:2]\n",
        "      Free = 2.5  [command line]\n",
        "      StopAtEventN = 0  [default]\n",
        "  sequence Hlt: Or, inverted, level 3  [job.xml:4]\n      Enable = true  [default]\n",
        "        Min = 1.0 GeV  [job.xml:5] from ${PT}\n",
        "        Count = 03  [job.xml:6]\n",
        "        Colour = red  [default]\n",
        "        Names = a, b  [default]\n",
        "        Edges = \"\"  [default]\n",
        "        OnError = FailJob  [default]\n",
        "    not algorithm L0: Cut (the same again)  [job.xml:7]\n    not sequence Veto",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (!strstr(text, lines[i]))
            fail_msg("no '%s' in:\n%s", lines[i], text);
    free(text);
    gau_options_free(options);
}

/* --- xml ----------------------------------------------------------------------------------- */

static void xml_has_everything_in_one_file(void **state)
{
    gau_options *const options = plant();

    (void)state;
    assert_shows(options, gau_show_xml, false,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<job maxBranches=\"500\">\n"
                 "  <module path=\"mine.so\"/>\n"
                 "  <auditor type=\"Watch\"/>\n"
                 "  <auditor type=\"Watch\" name=\"W2\">\n"
                 "    <property name=\"Any\" value=\"7\"/>\n"
                 "    <property name=\"Free\" value=\"2.5\"/>\n"
                 "  </auditor>\n"
                 "  <input type=\"Source\" name=\"Events\"/>\n"
                 "  <sequence name=\"Hlt\" mode=\"Or\" invert=\"true\" level=\"3\">\n"
                 "    <algorithm type=\"Cut\" name=\"L0\" level=\"2\">\n"
                 "      <property name=\"Min\" value=\"1.0\"/>\n"
                 "      <property name=\"Count\" value=\"03\"/>\n"
                 "      <property name=\"Title\" value=\"a&#10;b\"/>\n"
                 "    </algorithm>\n"
                 "    <not><algorithm name=\"L0\"/></not>\n"
                 "    <not><sequence name=\"Veto\" ignoreDecision=\"true\">\n"
                 "      <property name=\"Enable\" value=\"false\"/>\n"
                 "      <algorithm type=\"Mine\">\n"
                 "        <property name=\"P\" value=\"1\"/>\n"
                 "      </algorithm>\n"
                 "    </sequence></not>\n"
                 "  </sequence>\n"
                 "</job>\n");
    gau_options_free(options);
}

static void assert_same(const gau_node *a, const gau_node *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->mode, b->mode);
    assert_true(a->invert == b->invert && a->ignore_decision == b->ignore_decision);
    assert_int_equal(a->level, b->level);
    assert_true(a->negated == b->negated && a->named == b->named);
    assert_true(!a->type == !b->type && !a->name == !b->name);
    assert_true(!a->type || strcmp(a->type, b->type) == 0);
    assert_true(!a->name || strcmp(a->name, b->name) == 0);
    assert_int_equal(a->max_branches, b->max_branches);
    assert_int_equal(a->n_settings, b->n_settings);
    for (size_t i = 0; i < a->n_settings; i++) {
        assert_string_equal(a->settings[i].name, b->settings[i].name);
        assert_string_equal(a->settings[i].value, b->settings[i].value);
    }
    assert_int_equal(a->n_children, b->n_children);
    for (size_t i = 0; i < a->n_children; i++)
        assert_same(a->children[i], b->children[i]);
}

/* Written, read and written again. */
static void assert_round_trip(gau_options *options)
{
    char *const first = show_written(options, gau_show_xml, false);
    gau_options *const again = job_read_text(first);
    char *const second = show_written(again, gau_show_xml, false);

    assert_same(gau_options_root(options), gau_options_root(again));
    assert_string_equal(first, second);
    free(first);
    free(second);
    gau_options_free(again);
}

static void xml_that_is_read_again_is_the_same_job(void **state)
{
    gau_options *const options = plant();

    (void)state;
    assert_round_trip(options);
    gau_options_free(options);
}

static const char *const nasty[] = {
    "",
    " leading and trailing ",
    "tab\tnewline\nreturn\rall\r\n",
    "${NOT_A_CONSTANT} $ $$ ${ $$$",
    "<tag> & &amp; ]]> --> <!-- ",
    "\"",
    "'",
    "\"'\"''\"\"\"'",
    "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbf\xbd",
    "\xef\xbb\xbf",
    "a;b=c/d:e.f",
};

static void no_value_is_too_nasty_to_be_written(void **state)
{
    const gau_source_location location = {"job.xml", 1};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(nasty); i++) {
        gau_options *const options = gau_options_new("job.xml");
        gau_node *const root = gau_options_root(options);
        gau_node *const node =
            gau_options_add(options, root, GAU_NODE_ALGORITHM, "Cut", "A", location);
        char text[1000];

        assert_true(gau_options_set(options, node, "Title", nasty[i], location));
        gau_options_add(options, root, GAU_NODE_ALGORITHM, NULL, "A", location)->negated = true;
        snprintf(text, sizeof text, "A.Names=%s", nasty[i]);
        assert_int_equal(gau_options_override(options, text, NULL), GAU_OK);
        assert_round_trip(options);
        gau_options_free(options);
    }
}

static void a_value_of_the_greatest_length_can_be_read_again(void **state)
{
    static const char *const pieces[] = {"$", "&", "\"", "'\"", "\n", "<"};
    static char value[65536 + 1];
    const gau_source_location location = {"job.xml", 1};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        gau_options *const options = gau_options_new("job.xml");
        gau_node *const node = gau_options_add(options, gau_options_root(options), GAU_NODE_AUDITOR,
                                               "Watch", NULL, location);
        const size_t length = strlen(pieces[i]);

        for (size_t k = 0; k < sizeof value - 1; k++)
            value[k] = pieces[i][k % length];
        assert_true(gau_options_set(options, node, "Title", value, location));
        assert_round_trip(options);
        gau_options_free(options);
    }
}

static void many_places_of_an_instance_take_no_time(void **state)
{
    gau_options *const options = gau_options_new("job.xml");
    const gau_source_location location = {"job.xml", 1};
    char *text;

    (void)state;
    gau_options_add(options, gau_options_root(options), GAU_NODE_ALGORITHM, "Cut", "A", location);
    for (int i = 1; i < 100000; i++)
        gau_options_add(options, gau_options_root(options), GAU_NODE_ALGORITHM, NULL, "A",
                        location);
    promptly_begin(10);
    text = show_written(options, gau_show_tree, false);
    promptly_end();
    assert_non_null(strstr(text, "  algorithm A: Cut (on 100000 branches)\n"));
    free(text);
    gau_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_shows_what_is_not_as_by_default),
        cmocka_unit_test(an_annotated_tree_says_where_every_value_came_from),
        cmocka_unit_test(xml_has_everything_in_one_file),
        cmocka_unit_test(xml_that_is_read_again_is_the_same_job),
        cmocka_unit_test(no_value_is_too_nasty_to_be_written),
        cmocka_unit_test(a_value_of_the_greatest_length_can_be_read_again),
        cmocka_unit_test(many_places_of_an_instance_take_no_time),
    };

    unsetenv("GAUDIT_OPTIONS_PATH");
    return cmocka_run_group_tests_name("show", tests, folder_enter, folder_leave);
}
