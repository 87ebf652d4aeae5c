/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/test.h"

#include "report/events/event_view.h"

#include <stdlib.h>
#include <string.h>

enum { N = 8 };

/* As our own data are: with CPU time, starts, decisions and workers. */
static struct gau_event_data own_events(void)
{
    struct gau_event_data data = {0};
    gau_error error = {0};

    assert_int_equal(gau_event_data_make(&data, "r/events.gtr", N, &error), GAU_OK);
    data.warm_up = strdup("the first event of each worker");
    data.replay = strdup("gaudit run job.xml --only");
    for (int i = 0; i < N; i++) {
        struct gau_event_row *const row = &data.rows[i];

        row->number = i + 1;
        row->start_s = 0.5 * i;
        row->time_s = 0.01 * (i + 1);
        row->cpu_s = 0.005;
        row->end_mib[GAU_EVENT_TOTAL] = 100 + i;
        row->decision = i % 3; /* enum gau_trace_decision */
        row->worker = i % 2;
        row->marks = i < 2 ? GAU_EVENT_WARM_UP : 0;
    }
    data.rows[0].marks |= GAU_EVENT_OVERLAPPED;
    return data;
}

static char *tables_of(const struct gau_event_data *data, const struct gau_view_options *options)
{
    gau_error error = {0};
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_event_tables_write(data, options, out, &error);
    fclose(out);
    assert_string_equal(error.message, "");
    return text;
}

static void own_events_have_more_columns(void **state)
{
    static const struct {
        const char *table, *text;
    } table[] = {
        {"times", "6 events of r/events.gtr; warm-up is left out: the first event of each worker\n"
                  "\n"
                  "                              Time [ms]  CPU time [ms]\n"},
        {"slowest", "Slowest events\n"
                    "\n"
                    "Event  Time [ms]  x median  CPU time [ms]  Decision  Worker\n"
                    "-----------------------------------------------------------\n"
                    "    8         80      1.45              5  rejected       1\n"
                    "    7         70      1.27              5  accepted       0\n"
                    "    6         60      1.09              5  failed         1\n"
                    "    5         50      0.91              5  rejected       0\n"
                    "    4         40      0.73              5  accepted       1\n"
                    "    3         30      0.55              5  failed         0\n"
                    "-----------------------------------------------------------\n"
                    "to run one of them again:\n"
                    "gaudit run job.xml --only 8\n"
                    "gaudit run job.xml --only 7\n"
                    "gaudit run job.xml --only 6\n"
                    "gaudit run job.xml --only 5\n"
                    "gaudit run job.xml --only 4\n"
                    "gaudit run job.xml --only 3\n"},
        {"growth", "Growth of resident memory with its 95 % confidence interval\n"
                   "\n"
                   "Growth      Slope [MiB]  From [MiB]  To [MiB]  Events used  of\n"
                   "--------------------------------------------------------------\n"
                   "per event             1           1         1            6   6\n"
                   "per second            2           2         2            6   6\n"
                   "--------------------------------------------------------------\n"
                   "the median of all slopes: a trend, no proof of a leak\n"},
    };
    struct gau_event_data data = own_events();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const struct gau_view_options options = {.table = table[i].table};
        char *const text = tables_of(&data, &options);

        assert_memory_equal(text, table[i].text, strlen(table[i].text));
        free(text);
    }
    gau_event_data_clear(&data);
}

/* Six events of 330 ms in all; more than half of that must be without CPU time. */
static void waiting_events_have_a_note(void **state)
{
    static const char note[] = "of the time of events is waiting";
    const struct gau_view_options options = {.table = "times"};
    struct gau_event_data data = own_events();
    char *text = tables_of(&data, &options);

    (void)state;
    assert_non_null(strstr(text,
                           "\n91 % of the time of events is waiting (wall 330 ms, CPU 30 ms), "
                           "on a busy machine for a processor: 'gaudit report timeline' shows "
                           "when, of a run with a TimeLogAuditor\n"));
    free(text);
    for (int i = 0; i < N; i++)
        data.rows[i].cpu_s = i < 2 ? 0 : 0.028; /* 168 ms of those that are no warm-up */
    text = tables_of(&data, &options);
    assert_null(strstr(text, note));
    free(text);
    gau_event_data_clear(&data);
}

/* A narrow terminal does not break commands, which are copied. */
static void commands_are_one_line_each(void **state)
{
    const struct gau_view_options options = {.table = "slowest", .width = 20, .limit = 1};
    const struct gau_view_options json = {.table = "slowest", .limit = 1, .format = GAU_TABLE_JSON};
    struct gau_event_data data = own_events();
    char *text = tables_of(&data, &options);

    (void)state;
    assert_non_null(strstr(text, "-\nto run one of them again:\ngaudit run job.xml --only 8\n"));
    free(text);
    text = tables_of(&data, &json);
    assert_non_null(strstr(text, "\"worker\": 1, \"replay\": \"gaudit run job.xml --only 8\"}"));
    free(text);
    free(data.replay);
    data.replay = NULL;
    data.is_program = true;
    text = tables_of(&data, &options);
    assert_non_null(strstr(text, "-\nonly the program itself can run its events again\n"));
    free(text);
    gau_event_data_clear(&data);
}

static void memory_says_which_events_overlapped(void **state)
{
    static const struct {
        const char *table, *format[2]; /* text and JSON */
    } table[] = {
        {"memory",
         {"-\n2 of 6 events overlapped: what memory changes by is of the process, not of one "
          "event\n",
          "\"first_mib\": 102.0"}},
        {"growth",
         {"leak\n2 of 6 events overlapped: the growth is of the process, not of single events\n",
          "\"slope_mib\": 1.0"}},
        {"rises",
         {"Event  Rise [MiB]\n"
          "-----------------------------\n"
          "    4         1.0\n"
          "    5         1.0  overlapped\n"
          "    6         1.0  overlapped\n"
          "-----------------------------\n"
          "2 of 6 events overlapped: what is marked so may be of another event\n",
          "\"event\": 5, \"rise_mib\": 1.0, \"overlapped\": 1}"}},
    };
    struct gau_event_data data = own_events();

    (void)state;
    data.rows[4].marks |= GAU_EVENT_OVERLAPPED; /* the first is warm-up */
    data.rows[5].marks |= GAU_EVENT_OVERLAPPED;
    for (size_t i = 0; i < 2 * COUNT_OF(table); i++) {
        const struct gau_view_options options = {.table = table[i / 2].table,
                                                 .format = i % 2 ? GAU_TABLE_JSON : GAU_TABLE_TEXT};
        char *const text = tables_of(&data, &options);

        if (!strstr(text, table[i / 2].format[i % 2]))
            fail_msg("%s", text);
        free(text);
    }
    gau_event_data_clear(&data);
}

/* Numbers of results are unsigned; the rest of the row is as ever. */
static void a_number_of_any_size_is_shown(void **state)
{
    static const struct {
        enum gau_table_format format;
        const char *table, *text;
    } table[] = {
        {GAU_TABLE_TEXT, "slowest", "\n18446744073709551615 "},
        {GAU_TABLE_TEXT, "slowest", "--only 18446744073709551615\n"},
        {GAU_TABLE_TEXT, "rises", "\n9223372036854775808 "},
        {GAU_TABLE_CSV, NULL, "\n18446744073709551615,0,"},
        {GAU_TABLE_JSON, NULL, "\"event\": \"18446744073709551615\""},
        {GAU_TABLE_JSON, NULL, "\"event\": 9223372036854775807"},
    };
    struct gau_event_data data = own_events();

    (void)state;
    data.rows[3].number = INT64_MAX;
    data.rows[3].end_mib[GAU_EVENT_TOTAL] = 50;
    data.rows[4].number = INT64_MIN; /* 2^63 */
    data.rows[7].number = -1;        /* 2^64 - 1 */
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const struct gau_view_options options = {.table = table[i].table,
                                                 .format = table[i].format};
        char *const text = tables_of(&data, &options);

        if (!strstr(text, table[i].text))
            fail_msg("no '%s' in:\n%s", table[i].text, text);
        free(text);
    }
    gau_event_data_clear(&data);
}

static void a_row_of_csv_has_all_that_is_known(void **state)
{
    static const char wanted[] =
        "event,warm_up,start_s,time_s,cpu_s,rss_begin_mib,rss_end_mib,anonymous_begin_mib,"
        "anonymous_end_mib,file_begin_mib,file_end_mib,decision,worker,overlapped\n"
        "1,1,0,0.01,0.005,,100,,,,,accepted,0,1\n"
        "2,1,0.5,0.02,0.005,,101,,,,,rejected,1,0\n"
        "3,0,1,0.03,0.005,,102,,,,,failed,0,0\n";
    const struct gau_view_options options = {.format = GAU_TABLE_CSV, .limit = 3};
    struct gau_event_data data = own_events();
    char *const text = tables_of(&data, &options);

    (void)state;
    assert_string_equal(text, wanted);
    free(text);
    gau_event_data_clear(&data);
}

/* Of any event, or none. */
static void few_events_have_tables(void **state)
{
    const struct gau_view_options options = {0};

    (void)state;
    for (size_t n = 0; n <= 4; n++) {
        struct gau_event_data data = own_events();
        char *text;

        data.n = n;
        text = tables_of(&data, &options);
        assert_non_null(strstr(text, "\nnone: it needs the memory of 5 events\n"));
        assert_null(strstr(text, "nan"));
        free(text);
        gau_event_data_clear(&data);
    }
}

static void notes_are_below_the_first_table(void **state)
{
    const struct gau_view_options options = {.table = "times"};
    struct gau_event_data data = own_events();
    char *text;

    (void)state;
    data.notes[data.n_notes++] = strdup("2 events did not end: left out of all tables");
    text = tables_of(&data, &options);
    assert_non_null(strstr(text, "--\n2 events did not end: left out of all tables\n"));
    free(text);
    gau_event_data_clear(&data);
}

static void without_memory_the_view_fails(void **state)
{
    struct gau_event_data data = own_events();
    FILE *const out = fopen("/dev/null", "w");
    uint64_t nth = 0;
    gau_error error;

    (void)state;
    do {
        const struct gau_view_options options = {0};

        error = (gau_error){0};
        allocations_fail_at(++nth);
        gau_event_tables_write(&data, &options, out, &error);
        allocations_fail_at(0);
    } while (error.status != GAU_OK);
    assert_true(nth > 20);
    allocations_fail_at(1);
    gau_event_picture_draw(&data, out, &error);
    allocations_fail_at(0);
    assert_string_equal(error.message, "out of memory (picture of 'r/events.gtr')");
    fclose(out);
    gau_event_data_clear(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_events_have_more_columns),
        cmocka_unit_test(waiting_events_have_a_note),
        cmocka_unit_test(commands_are_one_line_each),
        cmocka_unit_test(memory_says_which_events_overlapped),
        cmocka_unit_test(a_number_of_any_size_is_shown),
        cmocka_unit_test(a_row_of_csv_has_all_that_is_known),
        cmocka_unit_test(few_events_have_tables),
        cmocka_unit_test(notes_are_below_the_first_table),
        cmocka_unit_test(without_memory_the_view_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
