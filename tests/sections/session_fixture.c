/* SPDX-License-Identifier: Apache-2.0 */
#include "session_fixture.h"

#include "tests/unit/test.h"

#include <gaudit/section.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static int n_folders;

void open_session(const char *auditors)
{
    char folder[32];
    gau_error err = {0};

    snprintf(folder, sizeof folder, "out%d", ++n_folders);
    setenv("GAUDIT_RESULT", folder, 1);
    setenv("GAUDIT_AUDITORS", auditors, 1);
    if (!gau_session_open(NULL, &err))
        fail_msg("%s", err.message);
}

json_t *result_document(const char *document)
{
    char path[64];
    json_t *root;

    snprintf(path, sizeof path, "out%d/%s.json", n_folders, document);
    root = json_load_file(path, 0, NULL);
    if (!root)
        fail_msg("there is no %s", path);
    return root;
}

int64_t result_value(const char *document, const char *key)
{
    json_t *const root = result_document(document);
    const int64_t value = json_integer_value(json_object_get(root, key));
    json_decref(root);
    return value;
}

void close_and_expect(int64_t calls, int64_t instances)
{
    gau_session_close();
    assert_int_equal(result_value("watch", "faults"), 0);
    assert_int_equal(result_value("watch", "begun"), calls);
    assert_int_equal(result_value("watch", "ended"), calls);
    if (instances)
        assert_int_equal(result_value("watch", "instances"), 1 + instances);
}

double data(const char *section, gau_section_metric kind)
{
    gau_error err = {0};
    double value = -1;

    if (gau_section_data(NULL, section, kind, true, &value, &err) < 0)
        fail_msg("%s", err.message);
    return value;
}

void work(int n)
{
    for (int i = 0; i < n; i++) {
        GAU_SECTION("work");
        GAU_SECTION("inner");
    }
}
