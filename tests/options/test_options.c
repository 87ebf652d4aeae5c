/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/options/tree.h"

#include <stdio.h>
#include <string.h>

static const gau_source_location nowhere = {"job.xml", 1};

/* A job with an input, an auditor, and DiMuon twice in a sequence: once defined, once named. */
static gau_options *plant(void)
{
    gau_options *const options = gau_options_new("job.xml");
    gau_node *const root = gau_options_root(options);
    gau_node *hlt;

    gau_options_add(options, root, GAU_NODE_MODULE, NULL, "libmine.so", nowhere);
    gau_options_add(options, root, GAU_NODE_INPUT, "CsvInput", "Events", nowhere);
    gau_options_add(options, root, GAU_NODE_AUDITOR, "TimerAuditor", NULL, nowhere);
    hlt = gau_options_add(options, root, GAU_NODE_SEQUENCE, NULL, "Hlt.1", nowhere);
    gau_options_add(options, hlt, GAU_NODE_ALGORITHM, "PairMass", "DiMuon", nowhere);
    gau_options_add(options, hlt, GAU_NODE_ALGORITHM, NULL, "DiMuon", nowhere);
    return options;
}

static const struct wrong {
    const char *text;
    gau_status status;
    const char *message;
} wrong_overrides[] = {
    {"DiMuom.MinMass=60", GAU_ERR_UNKNOWN,
     "command line: DiMuom.MinMass: no component is called 'DiMuom'; did you mean 'DiMuon'?"},
    {"PairMass.MinMass=60", GAU_ERR_UNKNOWN,
     "command line: PairMass.MinMass: no component is called 'PairMass'"},
    {"libmine.so.X=1", GAU_ERR_UNKNOWN,
     "command line: libmine.so.X: no component is called 'libmine.so'"},
    {"DiMuon.MinMass", GAU_ERR_SYNTAX,
     "command line: -s DiMuon.MinMass: expected NAME.PROPERTY=VALUE"},
    {"DiMuon=60", GAU_ERR_SYNTAX, "command line: -s DiMuon=60: expected NAME.PROPERTY=VALUE"},
    {"DiMuon=60.5", GAU_ERR_SYNTAX, "command line: -s DiMuon=60.5: expected NAME.PROPERTY=VALUE"},
    {".MinMass=60", GAU_ERR_SYNTAX, "command line: -s .MinMass=60: expected NAME.PROPERTY=VALUE"},
    {"DiMuon.=60", GAU_ERR_SYNTAX, "command line: -s DiMuon.=60: expected NAME.PROPERTY=VALUE"},
    {"", GAU_ERR_SYNTAX, "command line: -s : expected NAME.PROPERTY=VALUE"},
    {"DiMuon.Select=\xff", GAU_ERR_SYNTAX,
     "command line: -s DiMuon.Select=?: not UTF-8 text, or a control character in it"},
    {"DiMuon.Select=\x01", GAU_ERR_SYNTAX,
     "command line: -s DiMuon.Select=?: not UTF-8 text, or a control character in it"},
    {"Hlt\n1.X=1", GAU_ERR_UNKNOWN,
     "command line: Hlt?1.X: no component is called 'Hlt?1'; "
     "did you mean 'Hlt.1'?"},
};

static const struct wrong wrong_auditors[] = {
    {"", GAU_ERR_SYNTAX, "command line: -a : expected TYPE[/NAME][:PROPERTY=VALUE;...]"},
    {"/Timer", GAU_ERR_SYNTAX,
     "command line: -a /Timer: expected TYPE[/NAME][:PROPERTY=VALUE;...]"},
    {"Timer/", GAU_ERR_SYNTAX,
     "command line: -a Timer/: expected TYPE[/NAME][:PROPERTY=VALUE;...]"},
    {"Timer:Max", GAU_ERR_SYNTAX, "command line: -a Timer:Max: 'Max' is not PROPERTY=VALUE"},
    {"Timer:=1", GAU_ERR_SYNTAX, "command line: -a Timer:=1: '=1' is not PROPERTY=VALUE"},
    {"Timer:A=1;", GAU_ERR_SYNTAX, "command line: -a Timer:A=1;: '' is not PROPERTY=VALUE"},
    {"Timer:A=1;A=2", GAU_ERR_DUPLICATE,
     "command line: -a Timer:A=1;A=2: property 'A' is set twice"},
    {"Timer:A=\xff", GAU_ERR_SYNTAX,
     "command line: -a Timer:A=?: not UTF-8 text, or a control character in it"},
};

static void an_override_replaces_what_was_set_before(void **state)
{
    gau_options *const options = plant();
    gau_node *const root = gau_options_root(options);
    const gau_node *const dimuon = root->children[3]->children[0];

    (void)state;
    assert_int_equal(gau_options_override(options, "DiMuon.Select=kind=G", NULL), GAU_OK);
    assert_int_equal(gau_options_override(options, "DiMuon.MinMass=60", NULL), GAU_OK);
    assert_int_equal(gau_options_override(options, "DiMuon.MinMass=$70", NULL), GAU_OK);
    assert_int_equal(dimuon->n_settings, 2);
    assert_string_equal(gau_options_setting(dimuon, "Select")->value, "kind=G");
    assert_string_equal(gau_options_setting(dimuon, "MinMass")->value, "$70");
    assert_string_equal(gau_options_setting(dimuon, "MinMass")->location.file, "command line");
    assert_int_equal(root->children[3]->children[1]->n_settings, 0);
    gau_options_free(options);
}

static void overrides_reach_every_kind_of_component(void **state)
{
    gau_options *const options = plant();
    gau_node *const root = gau_options_root(options);

    (void)state;
    assert_int_equal(gau_options_override(options, "Events.Repeat=2", NULL), GAU_OK);
    assert_int_equal(gau_options_override(options, "TimerAuditor.CpuTime=true", NULL), GAU_OK);
    assert_int_equal(gau_options_override(options, "Hlt.1.Enable=", NULL), GAU_OK);
    assert_string_equal(root->children[1]->settings[0].value, "2");
    assert_string_equal(root->children[2]->settings[0].name, "CpuTime");
    assert_string_equal(root->children[3]->settings[0].value, "");
    gau_options_free(options);
}

static void wrong_overrides_are_explained(void **state)
{
    gau_options *const options = plant();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong_overrides); i++) {
        gau_error err = {0};

        assert_int_equal(gau_options_override(options, wrong_overrides[i].text, &err),
                         wrong_overrides[i].status);
        assert_string_equal(err.message, wrong_overrides[i].message);
        assert_int_equal(gau_options_override(options, wrong_overrides[i].text, NULL),
                         wrong_overrides[i].status);
    }
    gau_options_free(options);
}

static void an_auditor_is_added_at_the_end(void **state)
{
    gau_options *const options = plant();
    const gau_node *const root = gau_options_root(options), *node;

    (void)state;
    assert_int_equal(gau_options_add_auditor(options, "IttAuditor/Prof:A=1;B=x=y:z/w", NULL),
                     GAU_OK);
    node = root->children[root->n_children - 1];
    assert_int_equal(node->kind, GAU_NODE_AUDITOR);
    assert_string_equal(node->type, "IttAuditor");
    assert_string_equal(node->name, "Prof");
    assert_true(node->named);
    assert_int_equal(node->n_settings, 2);
    assert_string_equal(node->settings[1].value, "x=y:z/w");
    assert_int_equal(gau_options_add_auditor(options, "NameAuditor", NULL), GAU_OK);
    node = root->children[root->n_children - 1];
    assert_string_equal(node->name, "NameAuditor");
    assert_false(node->named);
    gau_options_free(options);
}

static void wrong_auditors_are_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong_auditors); i++) {
        gau_options *const options = plant();
        gau_error err = {0};

        assert_int_equal(gau_options_add_auditor(options, wrong_auditors[i].text, &err),
                         wrong_auditors[i].status);
        assert_string_equal(err.message, wrong_auditors[i].message);
        gau_options_free(options);
    }
}

static void texts_are_copied(void **state)
{
    gau_options *const options = gau_options_new("job.xml");
    char type[] = "Spin", name[] = "A", file[] = "other.xml";
    const gau_node *node;

    (void)state;
    node = gau_options_add(options, gau_options_root(options), GAU_NODE_ALGORITHM, type, name,
                           (gau_source_location){file, 3});
    memset(type, 'x', sizeof type - 1);
    name[0] = file[0] = 'x';
    assert_string_equal(node->type, "Spin");
    assert_string_equal(node->name, "A");
    assert_string_equal(node->location.file, "other.xml");
    assert_int_equal(node->location.line, 3);
    gau_options_free(options);
}

static void a_hundred_thousand_nodes_are_no_burden(void **state)
{
    gau_options *const options = gau_options_new("job.xml");
    gau_node *const root = gau_options_root(options);
    gau_node *deep = root;
    char name[32];

    (void)state;
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "A%d", i);
        assert_non_null(gau_options_add(options, root, GAU_NODE_ALGORITHM, "Spin", name, nowhere));
        deep = gau_options_add(options, deep, GAU_NODE_SEQUENCE, NULL, "S", nowhere);
        assert_non_null(deep);
    }
    assert_int_equal(root->n_children, 100001);
    assert_string_equal(root->children[100000]->name, "A99999");
    assert_int_equal(gau_options_override(options, "A99999.X=1", NULL), GAU_OK);
    assert_string_equal(root->children[100000]->settings[0].value, "1");
    gau_options_free(options);
}

static void a_node_may_have_many_settings_and_long_values(void **state)
{
    gau_options *const options = gau_options_new("job.xml");
    gau_node *const root = gau_options_root(options);
    static char value[1000000];
    char name[32];

    (void)state;
    memset(value, 'v', sizeof value - 1);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "P%d", i);
        assert_true(gau_options_set(options, root, name, i % 2 ? "short" : value, nowhere));
    }
    assert_int_equal(root->n_settings, 100);
    assert_int_equal(strlen(root->settings[98].value), sizeof value - 1);
    assert_string_equal(gau_options_setting(root, "P99")->value, "short");
    assert_null(gau_options_setting(root, "P100"));
    gau_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_override_replaces_what_was_set_before),
        cmocka_unit_test(overrides_reach_every_kind_of_component),
        cmocka_unit_test(wrong_overrides_are_explained),
        cmocka_unit_test(an_auditor_is_added_at_the_end),
        cmocka_unit_test(wrong_auditors_are_explained),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(a_hundred_thousand_nodes_are_no_burden),
        cmocka_unit_test(a_node_may_have_many_settings_and_long_values),
    };

    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
