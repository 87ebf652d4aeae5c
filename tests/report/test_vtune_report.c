/* SPDX-License-Identifier: Apache-2.0 */
#include "report/agreement/vtune_report.h"

#include "documents/views/views.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * Reports of VTune as CSV. The layouts are those that Intel documents, and that users have shown;
 * no report here was made by VTune.
 */

static const char path[] = "r.csv";

/* "A=0.5|B=1|" */
static char *tasks_of(const struct gau_vtune_report *report)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    for (uint32_t i = 0; i < report->n; i++)
        fprintf(out, "%s=%g|", report->tasks[i].name, report->tasks[i].cpu_s);
    fclose(out);
    return text;
}

static void assert_read(const char *text, const char *tasks)
{
    struct gau_vtune_report report;
    gau_error error = {0};
    char *found;

    folder_write(path, text);
    if (!gau_vtune_report_read(&report, path, &error))
        fail_msg("'%s' of '%s'", error.message, text);
    found = tasks_of(&report);
    if (strcmp(found, tasks) != 0)
        fail_msg("'%s' instead of '%s' of '%s'", found, tasks, text);
    free(found);
    gau_vtune_report_clear(&report);
}

/* --- layouts ------------------------------------------------------------------------------- */

#define HEAD "Task Type,CPU Time\n"

static void layouts_of_all_generations_are_read(void **state)
{
    static const struct {
        const char *text, *tasks;
    } cases[] = {
        /* today, by task, with more columns, in any order */
        {"Task Type,CPU Time,CPU Time:Effective Time,CPU Time:Spin Time,Task Time,Task Count\n"
         "S A,0.600000,0.6,0.0,0.61,10\nEvent,0.11,0.11,0,0.9,10\n",
         "Event=0.11|S A=0.6|"},
        {"Task Count,CPU Time,Task Type\n10,0.25,A\n", "A=0.25|"},
        {"Task Type (Full),Task Type,CPU Time\nx,A,0.25\n", "A=0.25|"},
        /* with -column */
        {"Column filter is ON.\nTask Type;CPU Time\nconvolution;1451.459338\n"
         "[Outside any task];280.489764\n",
         "[Outside any task]=280.49|convolution=1451.46|"},
        {"war:Column filter is ON.\nTask Type;CPU Time:Self\nA;0.25\n", "A=0.25|"},
        {"vtune: Using result path `/x/r000hs'\nvtune: Executing actions 75 % Generating a report\n"
         "Task Type\tCPU Time\nA\t0.25\nvtune: Executing actions 100 % done\n",
         "A=0.25|"},
        {"vtune: \"Task Type\", \"CPU Time\nTask Type,CPU Time\nA,1\n", "A=1|"},
        {"A Task Type has CPU Time\nTask Type,CPU Time\nA,1\n", "A=1|"},
        {"Task Type,Function\nTask Type,CPU Time\nA,1\n", "A=1|"},
        /* rows of one task are summed: task,function of today, task-function of 2012 */
        {"Task Type,Function,CPU Time,Module\nA,f,0.25,m.so\nB,f,1,m.so\nA,g,0.5,m.so\n",
         "A=0.75|B=1|"},
        {"Function,Task Type,CPU Time\nf,A,0.25\nf,[Outside any task],1\ng,A,0.5\n",
         "A=0.75|[Outside any task]=1|"},
        /* the total of top-down reports is not that of a row */
        {"Task Type,CPU Time:Total,CPU Time:Self\nA,9,0.25\n", "A=0.25|"},
        {"Task Type,CPU Time:Self,CPU Time\nA,9,0.25\n", "A=0.25|"},
        /* delimiters */
        {"Task Type:CPU Time\nA:0.25\n", "A=0.25|"},
        {"Task Type||CPU Time\nA|B||0.25\n", "A|B=0.25|"},
        {"CPU Time | Task Type\n0.25 | A\n", "A=0.25|"},
        {"\"Task Type\",\"CPU Time\"\n\"A\",\"0.25\"\n", "A=0.25|"},
        {"\"CPU Time\";\"Task Type\"\n0.25;A\n", "A=0.25|"},
        /* quotes */
        {HEAD "\"f(a, \"\"b\"\")\",0.25\n\"two\nlines\",1\nA \"x\",2\n",
         "A \"x\"=2|f(a, \"b\")=0.25|two\nlines=1|"},
        {HEAD "\"\"\"\",0.25\n", "\"=0.25|"},
        /* numbers */
        {HEAD "A,0.250s\nB,0s\nC,1e-3\nD,.5\nE,2 s\nF,10\n", "A=0.25|B=0|C=0.001|D=0.5|E=2|F=10|"},
        /* ends of lines, and the beginning of the file */
        {"Task Type,CPU Time\r\nA,0.25\r\n\r\nB,1", "A=0.25|B=1|"},
        {"Task Type,CPU Time\r\nA,\"0.25\"\r", "A=0.25|"},
        {"\xef\xbb\xbfTask Type,CPU Time\nA,0.25\n\n", "A=0.25|"},
        {"\xef\xbb\xbf\"Task Type\",CPU Time\nA,0.25", "A=0.25|"},
        {HEAD, ""},
        {"Task Type,CPU Time", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_read(cases[i].text, cases[i].tasks);
}

/* --- faults -------------------------------------------------------------------------------- */

static void assert_refused(const char *text, size_t size, const char *message)
{
    struct gau_vtune_report report;
    gau_error error = {0};

    folder_write_bytes(path, text, size);
    assert_false(gau_vtune_report_read(&report, path, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, GAU_ERR_IO);
    assert_null(report.tasks);
    assert_null(report.text);
}

#define EXPECTED                                                                             \
    ": the CSV of 'vtune -report hotspots -group-by task -format csv -csv-delimiter comma' " \
    "is expected"

static void faults_are_one_line_with_their_place(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "r.csv: the file is empty" EXPECTED},
        {"\xef\xbb\xbf", "r.csv: the file is empty" EXPECTED},
        {"hello\n", "r.csv: there is no line with the columns 'Task Type' and 'CPU Time'" EXPECTED},
        {"\nFunction,CPU Time,Module\nf,0.25,m.so\n",
         "r.csv:2: there is no column 'Task Type' beside 'CPU Time'" EXPECTED},
        {"Task Type,Task Count\nA,1\n",
         "r.csv:1: there is no column 'CPU Time' or 'CPU Time:Self' beside 'Task Type'" EXPECTED},
        {"My Task Type,CPU Time\nA,1\n", "r.csv:1: there is no column 'Task Type'" EXPECTED},
        {"Task Type  CPU Time\n---------  --------\nA          0.250s\n",
         "r.csv:1: columns are separated by blanks" EXPECTED},
        {"Task Type\nA\n", "r.csv:1: there is no column beside 'Task Type'" EXPECTED},
        {"Task Type,CPU Time,\"x\"y\nA,1\n", "r.csv:1: text behind a cell in quotes: 'y'"},
        {HEAD "A\n", "r.csv:2: 1 cell instead of 2 as in the header"},
        {HEAD "A,1\nB,1,2\n", "r.csv:3: 3 cells instead of 2 as in the header"},
        {HEAD "f(a, b),1\n", "r.csv:2: 3 cells instead of 2 as in the header"},
        {HEAD ",1\n", "r.csv:2: the cell of 'Task Type' is empty"},
        {HEAD "\"A,1\nB,2\n", "r.csv:2: a cell in quotes has no second quote"},
        {HEAD "\"A\"B,1\n", "r.csv:2: text behind a cell in quotes: 'B,1'"},
        {HEAD "\"two\nlines\",1\nB\n", "r.csv:4: 1 cell instead of 2 as in the header"},
        {HEAD "A,\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not ''"},
        {HEAD "A,-1\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '-1'"},
        {HEAD "A,nan\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not 'nan'"},
        {HEAD "A,inf\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not 'inf'"},
        {HEAD "A,0x10\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '0x10'"},
        {HEAD "A,1e\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '1e'"},
        {HEAD "A,1.5ms\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '1.5ms'"},
        {HEAD "A,\"0,25\"\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '0,25'"},
        {HEAD "A,1e11\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '1e11'"},
        {HEAD "A,6e9\nB,6e9\n", "r.csv:3: more than 1e+10 s of CPU time in all rows"},
        {HEAD "A,\x1b[2J\n", "r.csv:2: CPU Time: seconds from 0 on were expected, not '?[2J'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_refused(cases[i].text, strlen(cases[i].text), cases[i].message);
}

static void a_nul_byte_does_not_hide_what_is_behind_it(void **state)
{
    static const char text[] = HEAD "A\0,1\nB\n";

    (void)state;
    assert_refused(text, sizeof text - 1, "r.csv:3: 1 cell instead of 2 as in the header");
}

static void too_many_columns_are_no_header(void **state)
{
    char text[2048] = "";

    (void)state;
    for (int i = 0; i < 300; i++)
        strcat(text, "x,");
    strcat(text, "Task Type,CPU Time\n");
    assert_refused(text, strlen(text), "r.csv:1: there is no column 'Task Type'" EXPECTED);
}

static void what_is_no_file_is_refused_at_once(void **state)
{
    struct gau_vtune_report report;
    gau_error error = {0};

    (void)state;
    assert_false(gau_vtune_report_read(&report, path, &error));
    assert_string_equal(error.message, "r.csv: No such file or directory");
    assert_int_equal(error.status, GAU_ERR_USAGE);
    error = (gau_error){0};
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(gau_vtune_report_read(&report, path, &error));
    assert_string_equal(error.message, "r.csv: not a regular file");
    error = (gau_error){0};
    assert_false(gau_vtune_report_read(&report, ".", &error));
    assert_string_equal(error.message, ".: not a regular file");
}

/* --- hostile files ------------------------------------------------------------------------- */

/* Each cut, and each byte replaced by each of some: a report or one line, never anything else. */
static void any_content_is_a_report_or_one_line(void **state)
{
    static const char text[] = "war:x\n\"Task Type\";CPU Time;n\n\"a \"\"b\";0.25s;1\nc;1e-3;2\r\n";
    static const char bytes[] = "\"\n\r;, \t\\s9-e\xff";

    (void)state;
    for (size_t at = 0; at < sizeof text - 1; at++)
        for (size_t b = 0; b < sizeof bytes; b++) { /* the last one cuts */
            char changed[sizeof text];
            struct gau_vtune_report report;
            gau_error error = {0};

            memcpy(changed, text, sizeof text);
            changed[at] = bytes[b];
            folder_write_bytes(path, changed, bytes[b] ? sizeof text - 1 : at);
            if (gau_vtune_report_read(&report, path, &error))
                assert_true(report.n <= 2);
            else
                assert_true(error.message[0] && !strchr(error.message, '\n'));
            gau_vtune_report_clear(&report);
        }
}

static void every_failed_allocation_is_reported(void **state)
{
    bool read = false;

    (void)state;
    folder_write(path, HEAD "A,1\nB,1\n");
    for (uint64_t n = 1; !read; n++) {
        struct gau_vtune_report report;
        gau_error error = {0};

        allocations_fail_at(n);
        read = gau_vtune_report_read(&report, path, &error);
        allocations_fail_at(0);
        if (!read)
            assert_string_equal(error.message, "out of memory (report of VTune)");
        assert_true(n < 100);
        gau_vtune_report_clear(&report);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(layouts_of_all_generations_are_read),
        TEST(faults_are_one_line_with_their_place),
        TEST(a_nul_byte_does_not_hide_what_is_behind_it),
        TEST(too_many_columns_are_no_header),
        TEST(what_is_no_file_is_refused_at_once),
        TEST(any_content_is_a_report_or_one_line),
        TEST(every_failed_allocation_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
