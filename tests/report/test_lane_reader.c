/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "report/timeline/lane_reader.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Lists of entries become finished entries. */

static char text[4000];

static void add_text(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

static void add_text(const char *format, ...)
{
    const size_t length = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + length, sizeof text - length, format, args);
    va_end(args);
}

static bool begin_call(void *user, struct gau_lane_entry *entry)
{
    (void)user;
    entry->mark += entry->branch; /* the sum of those above */
    return true;
}

/* In us since the begin of the run. */
static bool end_entry(void *user, const struct gau_lane_entry *entry)
{
    static const char *const what[] = {"", "~", "!", "gap "};

    (void)user;
    add_text("%s%" PRIu32 ".%" PRIu32 "@%" PRIu32 " %.0f-%.0f #%" PRIu64, what[entry->what],
             entry->lane->lane, entry->branch, entry->depth, ((double)entry->begin - 5000) / 1e3,
             ((double)entry->end - 5000) / 1e3, entry->event);
    if (entry->is_event)
        add_text(" event");
    if (entry->what == GAU_LANE_GAP)
        add_text(" %" PRIu64 " lists", entry->lists);
    if (entry->cpu_ns != UINT64_MAX)
        add_text(" cpu %" PRIu64, entry->cpu_ns);
    if (entry->status || entry->flags)
        add_text(" %" PRId32 "/%" PRIx32, entry->status, entry->flags);
    if (entry->mark)
        add_text(" mark %" PRIu32, entry->mark);
    add_text("\n");
    return true;
}

static void read_lanes(const char *expected)
{
    static const struct gau_lanes_visitor visitor = {.begin = begin_call, .end = end_entry};
    struct gau_bump_allocator heap = {0};
    struct gau_text_pool texts;
    struct gau_lanes lanes = {.texts = &texts};
    gau_error error = {0};

    text[0] = '\0';
    lanes_end();
    assert_true(gau_text_pool_init(&texts, &heap));
    if (!gau_lanes_read(&lanes, "timeline.gtr", &visitor, NULL, &error))
        fail_msg("%s", error.message);
    assert_string_equal(text, expected);
    gau_lanes_clear(&lanes);
    gau_text_pool_clear(&texts);
    gau_bump_allocator_clear(&heap);
}

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

static void entries_come_when_they_end(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_event(10e-6, 7);
    list_call(11e-6, 2);
    list_not_called(12e-6, 4);
    list_cpu(13e-6, 99);
    list_return(13e-6, GAU_ENTRY_FORM_REJECTED);
    list_interval(9, 5e-6, 15e-6);
    list_return_with(16e-6, -3, GAU_ENTRY_ERROR | 64);
    list_call(17e-6, 3);
    list_return(18e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(1, 1, 0);
    read_lanes("!1.4@3 12-12 #7 0/2 mark 2\n"
               "1.2@2 11-13 #7 cpu 99 1/0 mark 2\n"
               "~1.9@0 5-15 #7\n"
               "1.0@1 10-16 #7 event -3/1\n"
               "1.3@1 17-18 #0 mark 3\n");
}

static void what_is_open_continues_in_the_next_list(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_event(10e-6, 7);
    list_call(11e-6, 2);
    list_end();
    list_begin(1, 1, 11e-6, 7);
    list_open(0, 10e-6);
    list_open(2, 11e-6);
    list_return(20e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_return(21e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_event(22e-6, 1);
    list_return(23e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(1, 1, 0);
    read_lanes("1.2@2 11-20 #7 mark 2\n"
               "1.0@1 10-21 #7 event\n"
               "1.0@1 22-23 #8 event\n");
}

/* The event goes on, what is in it ended in between; something else began. */
static void missing_lists_are_a_gap(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 2, 10e-6, 0);
    list_event(10e-6, 7);
    list_call(11e-6, 2);
    list_end();
    list_begin(1, 6, 50e-6, 7);
    list_open(0, 10e-6);
    list_open(3, 40e-6);
    list_return(51e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_return(52e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(1, 1, 3);
    read_lanes("gap 1.0@0 -5-10 #0 2 lists\n"
               "1.2@2 11-11 #7 0/20000000 mark 2\n"
               "gap 1.0@0 11-50 #0 3 lists\n"
               "1.3@2 40-51 #7 mark 3\n"
               "1.0@1 10-52 #7 event\n");
}

/* The same branch is open, but it began later: it is another call. */
static void another_event_after_missing_lists_is_another(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_event(10e-6, 7);
    list_end();
    list_begin(1, 2, 50e-6, 9);
    list_open(0, 40e-6);
    list_return(51e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(1, 1, 1);
    read_lanes("1.0@1 10-10 #7 event 0/20000000\n"
               "gap 1.0@0 10-50 #0 1 lists\n"
               "1.0@1 40-51 #9 event\n");
}

/* What is around the event has no number, also in later lists; an Event in one is none. */
static void events_may_begin_inside_sections(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 6);
    list_call(10e-6, 5);
    list_call(11e-6, 6);
    list_event(12e-6, 1);
    list_not_called(13e-6, 4);
    list_event(13e-6, 1);
    list_call(14e-6, 2);
    list_end();
    list_begin(1, 1, 14e-6, 8);
    list_open(5, 10e-6);
    list_open(6, 11e-6);
    list_open(0, 12e-6);
    list_open(0, 13e-6);
    list_open(2, 14e-6);
    list_return(20e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_return(21e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_return(22e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_not_called(23e-6, 4);
    list_interval(9, 15e-6, 23e-6);
    list_return(24e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    list_begin(1, 3, 30e-6, 9);
    list_open(5, 10e-6);
    list_open(0, 29e-6);
    list_return(31e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_return(32e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(1, 1, 1);
    read_lanes("!1.4@4 13-13 #7 0/2 mark 11\n"
               "1.2@5 14-20 #7 mark 13\n"
               "1.0@4 13-21 #7 mark 11\n"
               "1.0@3 12-22 #7 event mark 11\n"
               "!1.4@3 23-23 #0 0/2 mark 11\n"
               "~1.9@0 15-23 #0 mark 11\n"
               "1.6@2 11-24 #0 mark 11\n"
               "gap 1.0@0 24-30 #0 1 lists\n"
               "1.0@2 29-31 #9 event mark 5\n"
               "1.5@1 10-32 #0 mark 5\n");
}

static void what_did_not_end_is_there_until_now(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_event(10e-6, 7);
    list_call(11e-6, 2);
    list_end();
    lanes_totals(90e-6, 0, 0);
    read_lanes("1.2@2 11-90 #7 0/40000000 mark 2\n"
               "1.0@1 10-90 #7 event 0/40000000\n");
}

/* A list of the first two lanes: a call that is open; of the second one more at the end. */
static void write_two_lanes(bool loses, uint64_t dropped, double now_s, uint32_t ended)
{
    begin_file();
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 10e-6, 0);
    list_call(10e-6, 2);
    list_end();
    list_begin(2, 0, 11e-6, 0);
    list_call(11e-6, 2);
    list_end();
    if (loses)
        lanes_lose_block();
    lanes_totals(now_s, ended, dropped);
    list_begin(2, 1, 11e-6, 0);
    list_open(2, 11e-6);
    list_return(50e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
}

/* The first lane has no list behind what is missing: it may have gone on. */
static void a_lane_may_go_on_where_a_block_is_missing(void **state)
{
    (void)state;
    write_two_lanes(true, 0, 40e-6, 1);
    read_lanes("2.2@1 11-50 #0 mark 2\n"
               "1.2@1 10-10 #0 0/20000000 mark 2\n"
               "gap 1.0@0 10-50 #0 0 lists\n");
}

/* It is not known of which lane they are. */
static void all_lanes_may_go_on_if_more_was_dropped_than_is_missing(void **state)
{
    (void)state;
    write_two_lanes(false, 1, 60e-6, 1);
    read_lanes("2.2@1 11-50 #0 mark 2\n"
               "1.2@1 10-10 #0 0/20000000 mark 2\n"
               "gap 1.0@0 10-60 #0 0 lists\n"
               "gap 2.0@0 50-60 #0 0 lists\n");
}

/* A lane that did nothing is known until the last totals. */
static void a_killed_run_is_known_until_its_totals(void **state)
{
    (void)state;
    write_two_lanes(false, 0, 40e-6, 0);
    read_lanes("2.2@1 11-50 #0 mark 2\n"
               "1.2@1 10-40 #0 0/40000000 mark 2\n"
               "gap 1.0@0 40-50 #0 0 lists\n");
    write_two_lanes(false, 0, 40e-6, 1);
    read_lanes("2.2@1 11-50 #0 mark 2\n"
               "1.2@1 10-50 #0 0/40000000 mark 2\n");
}

/* A second list ends what was not open. */
static void a_lane_may_go_on_in_a_damaged_list(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_call(10e-6, 2);
    list_end();
    list_begin(1, 1, 10e-6, 0);
    list_return(20e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(40e-6, 1, 0);
    read_lanes("1.2@1 10-10 #0 0/20000000 mark 2\n"
               "gap 1.0@0 10-40 #0 0 lists\n");
}

/* The list that is missing is that of the second lane: it has a gap. */
static void a_block_that_is_missing_in_another_lane_is_known(void **state)
{
    (void)state;
    begin_file();
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 10e-6, 0);
    list_call(10e-6, 2);
    list_end();
    list_begin(2, 0, 11e-6, 0);
    list_call(11e-6, 2);
    list_end();
    lanes_lose_block();
    list_begin(2, 2, 20e-6, 0);
    list_call(20e-6, 2);
    list_return(30e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_totals(40e-6, 1, 0);
    read_lanes("2.2@1 11-11 #0 0/20000000 mark 2\n"
               "gap 2.0@0 11-20 #0 1 lists\n"
               "2.2@1 20-30 #0 mark 2\n"
               "1.2@1 10-40 #0 0/40000000 mark 2\n");
}

/* Lanes of processors have numbers beyond those of the file. */
static void work_of_a_processor_is_in_its_lane_whoever_reports_it(void **state)
{
    const int gpu = GAU_TRACE_ID_MAX + 1 + 6;
    char expected[200];

    (void)state;
    begin_file();
    lanes_lane(2, GAU_TRACE_LANE_THREAD, 1, "");
    lanes_branch(5, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "External");
    lanes_branch(6, 5, GAU_TRACE_BRANCH_SECTION, "GPU 0");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_branch(8, 5, GAU_TRACE_BRANCH_SECTION, "GPU 1");
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "kernel");
    list_begin(1, 0, 10e-6, 0);
    list_event(10e-6, 7);
    list_interval(7, 5e-6, 15e-6);
    list_interval(9, 6e-6, 16e-6);
    list_return(17e-6, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    list_begin(2, 0, 20e-6, 0);
    list_interval(7, 15e-6, 28e-6);
    list_interval(99, 15e-6, 29e-6); /* not defined: of its own lane */
    list_end();
    lanes_totals(1, 1, 0);
    snprintf(expected, sizeof expected,
             "~%d.7@0 5-15 #0\n~%d.9@0 6-16 #0\n1.0@1 10-17 #7 event\n~%d.7@0 15-28 #0\n"
             "~2.99@0 15-29 #0\n",
             gpu, gpu + 2, gpu);
    read_lanes(expected);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_come_when_they_end),
        cmocka_unit_test(what_is_open_continues_in_the_next_list),
        cmocka_unit_test(missing_lists_are_a_gap),
        cmocka_unit_test(another_event_after_missing_lists_is_another),
        cmocka_unit_test(events_may_begin_inside_sections),
        cmocka_unit_test(what_did_not_end_is_there_until_now),
        cmocka_unit_test(a_lane_may_go_on_where_a_block_is_missing),
        cmocka_unit_test(all_lanes_may_go_on_if_more_was_dropped_than_is_missing),
        cmocka_unit_test(a_killed_run_is_known_until_its_totals),
        cmocka_unit_test(a_lane_may_go_on_in_a_damaged_list),
        cmocka_unit_test(a_block_that_is_missing_in_another_lane_is_known),
        cmocka_unit_test(work_of_a_processor_is_in_its_lane_whoever_reports_it),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
