/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/events/event_reader.h"
#include "trace/trace_writer.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files of events as jobs leave them behind, and such as no job makes. A tick is 2 ns. */

static struct gau_trace_writer writer;
static uint64_t next; /* the number of the next event */

static void begin(enum gau_trace_content content)
{
    static unsigned char block[4096];
    static char folder[PATH_MAX], path[PATH_MAX + 32];
    const struct gau_trace_header header = {.content = content, .start_ns = 5000000};

    next = 1;
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/events.gtr", folder);
    unlink(path);
    assert_int_equal(gau_trace_create(&writer, path, &header, block, sizeof block), 0);
}

static void add_totals(uint64_t events, bool ended)
{
    struct gau_trace_event_totals *const totals =
        gau_trace_add(&writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);

    totals->origin = 400;
    totals->tick_ns = 2;
    totals->events = events;
    totals->ended = ended;
}

/* Of worker 0: an event every 1000 ticks, that takes 500. */
static struct gau_trace_event *add_events(uint32_t n)
{
    const size_t size = n * sizeof(struct gau_trace_event);
    struct gau_trace_event_list *const list =
        gau_trace_add(&writer, GAU_TRACE_EVENT_LIST, sizeof *list + size);

    list->count = n;
    for (uint32_t i = 0; i < n; i++, next++)
        list->events[i] = (struct gau_trace_event){
            .number = next, .start = 1000 * next, .duration = 500, .cpu_ns = UINT64_MAX};
    return list->events;
}

static void add_block(uint32_t n)
{
    add_events(n);
    add_totals(next - 1, false);
    gau_trace_flush(&writer);
}

static void cut(off_t bytes)
{
    struct stat info;

    assert_int_equal(stat("events.gtr", &info), 0);
    assert_int_equal(truncate("events.gtr", info.st_size - bytes), 0);
}

/* --- the files ----------------------------------------------------------------------------- */

static void whole(void)
{
    add_block(2);
    add_events(2);
    add_totals(4, true);
}

static void empty(void)
{
    gau_trace_close(&writer);
    assert_int_equal(truncate("events.gtr", 0), 0);
}

static void header_alone(void)
{
}

static void totals_alone(void)
{
    add_totals(0, false);
}

static void totals_of_lost_events(void)
{
    add_totals(5, true);
}

static void no_totals(void)
{
    add_events(1);
}

static void killed(void)
{
    add_block(2);
    add_block(2);
}

static void cut_in_a_block(void)
{
    add_block(2);
    add_block(2);
    gau_trace_close(&writer);
    cut(8);
}

static void cut_in_the_header(void)
{
    gau_trace_close(&writer);
    cut(1);
}

static void blocks_missing(void)
{
    writer.sequence += 3; /* of the next block */
    add_block(2);
    next += 6;
    add_events(1);
    add_totals(9, true);
}

static void bytes_behind_the_end(void)
{
    const char bytes[24] = "GBLK";

    add_events(1);
    add_totals(1, true);
    gau_trace_flush(&writer);
    assert_int_equal(pwrite(writer.fd, bytes, sizeof bytes, (off_t)writer.offset), sizeof bytes);
}

static void impossible_decision(void)
{
    add_events(1)->decision = 3;
    add_events(1);
    add_totals(2, true);
}

static void record_of_a_later_version(void)
{
    add_events(1);
    gau_trace_add(&writer, (enum gau_trace_type)99, 16);
    add_totals(1, true);
}

static void without_end(void)
{
    struct gau_trace_event *const events = add_events(4);

    events[0].flags = events[2].flags = GAU_TRACE_EVENT_UNFINISHED;
    add_totals(4, true);
}

#define NOT_ENDED(events)                                                                         \
    "warning: the job did not end: " events " in the file, at most those of its last second are " \
    "missing\n"

static const struct {
    const char *name;
    void (*make)(void);
    size_t n;
    const char *notes;
} files[] = {
    {"whole", whole, 4, ""},
    {"empty", empty, 0, NOT_ENDED("0 events are")},
    {"header alone", header_alone, 0, NOT_ENDED("0 events are")},
    {"totals alone", totals_alone, 0, NOT_ENDED("0 events are")},
    {"totals of lost events", totals_of_lost_events, 0,
     "warning: 5 of 5 events are not in the file\n"},
    {"no totals", no_totals, 1, NOT_ENDED("1 event is")},
    {"killed", killed, 4, NOT_ENDED("4 events are")},
    {"cut in a block", cut_in_a_block, 2, NOT_ENDED("2 events are")},
    {"blocks missing", blocks_missing, 3,
     "warning: 'events.gtr' is damaged: 3 blocks missing; the rest is shown\n"
     "warning: 6 of 9 events are not in the file\n"},
    {"bytes behind the end", bytes_behind_the_end, 1,
     "warning: 'events.gtr' is damaged: 24 bytes unreadable; the rest is shown\n"},
    {"impossible decision", impossible_decision, 1,
     "warning: 'events.gtr' is damaged: 1 record with impossible values left out; the rest is "
     "shown\n"
     "warning: 1 of 2 events are not in the file\n"},
    {"record of a later version", record_of_a_later_version, 1,
     "warning: 'events.gtr' has 1 record of a later gaudit, left out\n"},
    {"without end", without_end, 2, "2 events did not end: left out of all tables\n"},
};

static void make_file(void (*make)(void))
{
    begin(GAU_TRACE_EVENTS);
    make();
    gau_trace_close(&writer);
}

static void a_file_says_what_is_missing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct gau_event_data data;
        gau_error error = {0};
        char notes[1024] = "";

        make_file(files[i].make);
        if (gau_event_data_read(&data, ".", "events", &error) != GAU_OK || data.n != files[i].n)
            fail_msg("%s: %zu events, %s", files[i].name, data.n, error.message);
        if (files[i].make == whole) /* from tick 400 to 1000, after the start of the run */
            assert_int_equal(data.begin_ns, 5000000 + (1000 - 400) * 2);
        for (size_t note = 0; note < data.n_notes; note++) {
            strcat(notes, data.notes[note]);
            strcat(notes, "\n");
        }
        assert_string_equal(notes, files[i].notes);
        gau_event_data_clear(&data);
    }
}

static void times_of_a_killed_job_are_those_of_its_last_tick(void **state)
{
    struct gau_event_data data;
    gau_error error = {0};

    (void)state;
    make_file(killed);
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_OK);
    assert_true(fabs(data.rows[3].time_s - 1e-6) < 1e-15);
    assert_true(fabs(data.rows[3].start_s - 6e-6) < 1e-15);
    gau_event_data_clear(&data);
    make_file(no_totals); /* the unit of times is not known */
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_OK);
    assert_true(isnan(data.rows[0].time_s) && isnan(data.rows[0].start_s));
    gau_event_data_clear(&data);
}

/* The first of a worker is warm-up, also if one before it did not end. */
static void events_without_end_have_no_row(void **state)
{
    struct gau_event_data data;
    gau_error error = {0};

    (void)state;
    make_file(without_end);
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_OK);
    assert_true(data.rows[0].number == 2 && data.rows[0].marks == GAU_EVENT_WARM_UP);
    assert_true(data.rows[1].number == 4 && data.rows[1].marks == 0);
    gau_event_data_clear(&data);
}

static void any_number_is_accepted(void **state)
{
    struct gau_trace_event *events;
    struct gau_event_data data;
    gau_error error = {0};

    (void)state;
    begin(GAU_TRACE_EVENTS);
    events = add_events(3);
    events[0].duration = 0; /* it ended before it began, by its clock */
    events[1].start = 0;    /* before the first */
    events[2] = (struct gau_trace_event){
        UINT64_MAX, UINT64_MAX, UINT64_MAX,     UINT64_MAX - 1, {UINT32_MAX, 1024, 0},
        {0, 0, 0},  2,          UINT32_MAX ^ 4u};
    add_totals(3, true);
    gau_trace_close(&writer);
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_OK);
    assert_int_equal(data.n, 3);
    assert_true(data.rows[0].number == 1 && data.rows[0].time_s == 0);
    assert_true(data.rows[1].number == 2 && isfinite(data.rows[1].start_s));
    assert_true(data.rows[2].number == -1 &&
                isfinite(data.rows[2].time_s)); /* unsigned: the last */
    assert_true(isnan(data.rows[2].begin_mib[GAU_EVENT_TOTAL]));
    assert_true(data.rows[2].begin_mib[GAU_EVENT_ANONYMOUS] == 1);
    gau_event_data_clear(&data);
}

static void what_is_no_file_of_events_is_refused(void **state)
{
    struct gau_event_data data;
    gau_error error = {0};

    (void)state;
    begin(GAU_TRACE_SAMPLES);
    gau_trace_close(&writer);
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "./events.gtr: it holds no events, but samples");
    gau_event_data_clear(&data);
    error = (gau_error){0};
    make_file(cut_in_the_header);
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "./events.gtr: not a trace file");
    gau_event_data_clear(&data);
}

static int make_empty(const char *name)
{
    folder_write(name, "");
    return 0;
}

static void each_name(const char *names, int (*action)(const char *name))
{
    char copy[100], *rest;

    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        assert_int_equal(action(name), 0);
}

static void the_file_of_an_auditor_with_another_name_is_found(void **state)
{
    static const struct {
        const char *files, *name, *result; /* what is read, or the message */
    } table[] = {
        {"events-A.gtr", "events", "./events-A.gtr"},
        {"events-A.gtr", "events-A", "./events-A.gtr"},
        {"events.gtr events-A.gtr", "events", "./events.gtr"},
        {"events.gtr events-A.gtr", "events-A", "./events-A.gtr"},
        {"events-B.gtr events-A.gtr", "events-B", "./events-B.gtr"},
        {"events-B.gtr events-A.gtr", "events",
         "'.' has events of 2 auditors: say which: events-A, events-B"},
        {"events-A.json events-.gtr A.gtr events-A.gtr~ eventsA.gtr", "events",
         "'.' has no events.gtr: run the job with '--event-data', or name a file of k4Bench, "
         "LABEL_events.json"},
        {"events-A.gtr", "events-B",
         "'.' has no events-B.gtr: run the job with '--event-data', or name a file of k4Bench, "
         "LABEL_events.json"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct gau_event_data data;
        gau_error error = {0};

        each_name(table[i].files, make_empty);
        if (gau_event_data_read(&data, ".", table[i].name, &error) == GAU_OK)
            assert_string_equal(data.file, table[i].result);
        else
            assert_string_equal(error.message, table[i].result);
        gau_event_data_clear(&data);
        each_name(table[i].files, unlink);
    }
}

static void without_memory_reading_fails(void **state)
{
    uint64_t nth = 0;
    gau_error error;

    (void)state;
    make_file(blocks_missing);
    folder_write("run.json", "{\"schema\": 1, \"job\": \"a.xml\"}\n");
    do {
        struct gau_event_data data;

        error = (gau_error){0};
        allocations_fail_at(++nth);
        gau_event_data_read(&data, ".", "events", &error);
        allocations_fail_at(0);
        if (error.status != GAU_OK)
            assert_string_equal(error.message, "out of memory (events of '.')");
        else if (!data.replay) /* it is not needed */
            error.status = GAU_ERR_MEMORY;
        gau_event_data_clear(&data);
    } while (error.status != GAU_OK);
    assert_true(nth > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_says_what_is_missing, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(times_of_a_killed_job_are_those_of_its_last_tick,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(events_without_end_have_no_row, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(any_number_is_accepted, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(what_is_no_file_of_events_is_refused, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(the_file_of_an_auditor_with_another_name_is_found,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_reading_fails, folder_enter, folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
