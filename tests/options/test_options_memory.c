/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "read_job.h"
#include "tests/unit/temp_folder.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The n-th allocation from now on fails; 0: none does. */
static unsigned long countdown;

static bool fails(void)
{
    return countdown > 0 && --countdown == 0;
}

/* The linker puts these in front of the allocations of our own code. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

/* And these are for the parser. */
static unsigned long parser_countdown;

static bool parser_fails(void)
{
    return parser_countdown > 0 && --parser_countdown == 0;
}

static void *parser_malloc(size_t size)
{
    return parser_fails() ? NULL : __real_malloc(size);
}

static void *parser_realloc(void *old, size_t size)
{
    return parser_fails() ? NULL : realloc(old, size);
}

static char *parser_strdup(const char *text)
{
    return parser_fails() ? NULL : strdup(text);
}

static void write_job(void)
{
    folder_write("a.xml", "<job><auditor type='A${X}'/></job>");
    folder_write("job.xml", "<job><constant name='X' value='&#38;'/><include href='a.xml'/>"
                            "<sequence name='S'><algorithm type='B'>"
                            "<property name='P' value='${X}'/></algorithm></sequence></job>");
}

static void assert_complete(gau_options *options)
{
    const gau_node *const root = gau_options_root(options);

    assert_int_equal(root->n_children, 2);
    assert_string_equal(root->children[0]->type, "A&");
    assert_string_equal(root->children[1]->children[0]->settings[0].value, "&");
}

static void every_own_allocation_may_fail(void **state)
{
    unsigned long n = 1;

    (void)state;
    write_job();
    for (;; n++) {
        gau_options *options = NULL;
        gau_error err = {0};
        gau_status status;

        countdown = n;
        status = gau_options_read_xml(&options, "job.xml", &err);
        if (countdown) { /* there were fewer */
            countdown = 0;
            assert_int_equal(status, GAU_OK);
            assert_complete(options);
            gau_options_free(options);
            break;
        }
        assert_int_equal(status, GAU_ERR_MEMORY);
        assert_null(options);
        assert_non_null(strstr(err.message, ".xml"));
        assert_non_null(strstr(err.message, "out of memory ("));
    }
    assert_in_range(n, 5, 100);
}

static void every_allocation_of_the_tree_may_fail(void **state)
{
    bool filled = false;

    (void)state;
    for (unsigned long n = 1; !filled; n++) {
        gau_options *options;

        countdown = n;
        options = gau_options_new("job.xml");
        filled = options != NULL;
        for (int i = 0; filled && i < 2000; i++) {
            gau_node *const node =
                gau_options_add(options, gau_options_root(options), GAU_NODE_ALGORITHM, "Spin",
                                "a name", (gau_source_location){"job.xml", 1});

            filled =
                node &&
                gau_options_set(options, node, "P", "1", (gau_source_location){"job.xml", 1}) &&
                gau_options_add_auditor(options, "A/B:C=D", NULL) >= 0 &&
                gau_options_override(options, "B.C=2", NULL) >= 0;
        }
        gau_options_free(options);
        assert_in_range(n, 1, 1000);
    }
    countdown = 0;
}

static void every_allocation_of_the_parser_may_fail(void **state)
{
    unsigned long n = 1;

    (void)state;
    write_job();
    for (;; n++) {
        gau_options *options = NULL;
        gau_error err = {0};
        gau_status status;

        parser_countdown = n;
        status = gau_options_read_xml(&options, "job.xml", &err);
        if (parser_countdown) {
            parser_countdown = 0;
            assert_int_equal(status, GAU_OK);
            assert_complete(options);
            gau_options_free(options);
            break;
        }
        if (status < 0)
            assert_non_null(strstr(err.message, ".xml:"));
        else
            assert_complete(options);
        gau_options_free(options);
    }
    assert_in_range(n, 20, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_own_allocation_may_fail),
        cmocka_unit_test(every_allocation_of_the_tree_may_fail),
        cmocka_unit_test(every_allocation_of_the_parser_may_fail),
    };

    unsetenv("GAUDIT_OPTIONS_PATH");
    xmlMemSetup(free, parser_malloc, parser_realloc, parser_strdup);
    xmlInitParser();
    return cmocka_run_group_tests_name("options_memory", tests, folder_enter, folder_leave);
}
