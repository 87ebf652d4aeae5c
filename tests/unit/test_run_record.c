/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "documents/document.h"
#include "framework/src/job/run_record.h"
#include "temp_folder.h"

#include <stdlib.h>
#include <string.h>

static const struct gau_run_facts facts = {.job = "job.xml",
                                           .command = "gaudit run job.xml",
                                           .options = "<job/>",
                                           .clock = "tsc",
                                           .first = 11,
                                           .end = 21,
                                           .workers = 2};

static const char *text_of(const json_t *document, const char *key)
{
    return json_string_value(json_object_get(document, key));
}

static void a_run_is_recorded_from_the_beginning(void **state)
{
    struct gau_run_record record;
    gau_error error = {0};
    json_t *document;

    (void)state;
    assert_int_equal(gau_run_record_begin(&record, ".", &facts, NULL), GAU_OK);
    document = gau_document_load(".", "run", &error);
    assert_non_null(document);
    assert_string_equal(text_of(document, "status"), "running");
    assert_string_equal(text_of(document, "options"), "<job/>");
    assert_int_equal(strlen(text_of(document, "start_time")),
                     strlen("2010-11-20T12:00:00.123456Z"));
    assert_true(text_of(document, "host") && text_of(document, "cpu_model"));
    assert_true(text_of(json_object_get(document, "versions"), "libxml2")[0] == '2');
    assert_true(json_is_null(json_object_get(document, "events")));
    json_decref(document);
    gau_run_record_clear(&record);
}

static void a_run_is_recorded_at_its_end(void **state)
{
    const struct gau_run_outcome outcome = {
        .status = "finished", .events = 10, .accepted = 3, .loop_s = 0.25};
    struct gau_run_record record;
    gau_error error = {0};
    json_t *document;

    (void)state;
    assert_int_equal(gau_run_record_begin(&record, ".", &facts, NULL), GAU_OK);
    assert_int_equal(gau_run_record_end(&record, &outcome, NULL), GAU_OK);
    document = gau_document_load(".", "run", &error);
    assert_string_equal(text_of(document, "status"), "finished");
    assert_int_equal(json_integer_value(json_object_get(document, "events")), 10);
    assert_true(json_real_value(json_object_get(document, "wall_s")) > 0);
    assert_true(json_integer_value(json_object_get(document, "peak_rss_bytes")) > 100000);
    assert_true(json_array_size(json_object_get(document, "event_window")) == 2);
    json_decref(document);
    gau_run_record_clear(&record);
    assert_int_equal(gau_run_record_end(&record, &outcome, NULL), GAU_OK);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_run_is_recorded_from_the_beginning),
        TEST(a_run_is_recorded_at_its_end),
    };

    return cmocka_run_group_tests_name("record of a run", tests, NULL, NULL);
}
