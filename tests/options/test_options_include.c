/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "read_job.h"
#include "tests/unit/temp_folder.h"

#include <stdlib.h>
#include <unistd.h>

static void an_include_is_replaced_by_its_file(void **state)
{
    gau_options *options;
    const gau_node *root;

    (void)state;
    folder_write("jobs/common/pt.xml", "<job><constant name='PT' value='1'/></job>");
    folder_write("jobs/common/audit.xml",
                 "<job><include href='pt.xml'/>\n<auditor type='A${PT}'/></job>");
    folder_write("jobs/job.xml", "<job><auditor type='B'/><include href='common/audit.xml'/>"
                                 "<sequence name='S${PT}'/></job>");
    options = job_read("jobs/job.xml");
    root = gau_options_root(options);
    assert_int_equal(root->n_children, 3);
    assert_string_equal(root->children[0]->type, "B");
    assert_string_equal(root->children[1]->type, "A1");
    assert_string_equal(root->children[1]->location.file, "jobs/common/audit.xml");
    assert_int_equal(root->children[1]->location.line, 2);
    assert_string_equal(root->children[2]->name, "S1");
    assert_string_equal(root->children[2]->location.file, "jobs/job.xml");
    gau_options_free(options);
}

static const struct wrong_include {
    const char *xml, *message;
} wrong_includes[] = {
    {"<job>\n<input type='A'/></job>", "a.xml:2: <input> is not allowed in an included file"},
    {"<job maxBranches='5'/>", "a.xml:1: 'maxBranches' is not allowed in an included file"},
    {"<sequence name='S'/>", "a.xml:1: the root is <sequence>, expected <job>"},
    {"", "a.xml:1: the file is empty"},
    {"<job>", "a.xml:1: not well-formed XML: Premature end of data in tag job line 1"},
    {"<job>\n<constant name='X' value='1'/></job>", "a.xml:2: constant 'X' is never used"},
    {"<job><include href='a.xml'/></job>", "a.xml:1: a.xml: includes itself"},
    {"<job><include href='./job.xml'/></job>", "a.xml:1: ./job.xml: includes itself"},
};

static void errors_in_an_included_file_have_its_name(void **state)
{
    (void)state;
    folder_write("job.xml", "<job>\n<include href='a.xml'/></job>");
    for (size_t i = 0; i < COUNT_OF(wrong_includes); i++) {
        gau_options *options = NULL;
        gau_error err = {0};

        folder_write("a.xml", wrong_includes[i].xml);
        assert_true(gau_options_read_xml(&options, "job.xml", &err) < 0);
        assert_string_equal(err.message, wrong_includes[i].message);
    }
}

static void includes_are_also_found_on_the_options_path(void **state)
{
    gau_options *options;

    (void)state;
    folder_write("shared/hlt/a.xml", "<job><include href='b.xml'/></job>");
    folder_write("shared/hlt/b.xml", "<job><auditor type='B'/></job>");
    folder_write("own/job.xml", "<job><include href='hlt/a.xml'/></job>");
    job_refused("own/job.xml", GAU_ERR_IO,
                "own/job.xml:1: include 'hlt/a.xml': no such file below the folder of this file "
                "or on the options path");
    setenv("GAUDIT_OPTIONS_PATH", ":/none:shared", 1);
    options = job_read("own/job.xml");
    assert_string_equal(gau_options_root(options)->children[0]->location.file, "shared/hlt/b.xml");
    gau_options_free(options);
    unsetenv("GAUDIT_OPTIONS_PATH");
}

static void neither_dots_nor_links_lead_outside(void **state)
{
    (void)state;
    folder_write("secret.xml", "<job/>");
    folder_write("own/job.xml", "<job><include href='../secret.xml'/></job>");
    job_refused("own/job.xml", GAU_ERR_IO,
                "own/job.xml:1: include '../secret.xml' lies neither below the folder of this "
                "file nor on the options path");
    assert_int_equal(symlink("../secret.xml", "own/link.xml"), 0);
    folder_write("own/job.xml", "<job>\n<include href='link.xml'/></job>");
    job_refused("own/job.xml", GAU_ERR_IO,
                "own/job.xml:2: include 'link.xml' lies neither below the folder of this file "
                "nor on the options path");
}

static void a_link_within_the_folder_is_followed(void **state)
{
    gau_options *options;

    (void)state;
    folder_write("real/a.xml", "<job><auditor type='A'/></job>");
    assert_int_equal(symlink("real/a.xml", "a-link.xml"), 0);
    options = job_read_text(
        "<job><include href='a-link.xml'/><include href='real/../real/a.xml'/></job>");
    assert_int_equal(gau_options_root(options)->n_children, 2);
    gau_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_include_is_replaced_by_its_file),
        cmocka_unit_test(errors_in_an_included_file_have_its_name),
        cmocka_unit_test(includes_are_also_found_on_the_options_path),
        cmocka_unit_test(neither_dots_nor_links_lead_outside),
        cmocka_unit_test(a_link_within_the_folder_is_followed),
    };

    unsetenv("GAUDIT_OPTIONS_PATH");
    return cmocka_run_group_tests_name("options_include", tests, folder_enter, folder_leave);
}
