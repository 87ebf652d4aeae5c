/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/merge/merge_recorded.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files of regions of two results, whose clocks, starts and numbers of regions are different. */

static uint32_t ended = 1;
static const char *const folders[] = {"a", "b"};

static void add_name(struct gau_trace_writer *writer, uint32_t region, const char *name)
{
    struct gau_trace_region_name *const record =
        gau_trace_add(writer, GAU_TRACE_REGION_NAME, sizeof *record + strlen(name));

    record->region = region;
    record->volumes = region;
    record->name_size = (uint32_t)strlen(name);
    memcpy(record + 1, name, strlen(name));
}

/* Of regions 1 to @p n, that took 10, 20, ... ticks; it began at tick 1000. */
static void add_event(struct gau_trace_writer *writer, uint32_t n)
{
    struct gau_trace_region_event *const event =
        gau_trace_add(writer, GAU_TRACE_REGION_EVENT, sizeof *event + n * sizeof *event->sums);

    event->worker = 2;
    event->number = 7;
    event->start = 1000;
    event->duration = 100;
    event->count = n;
    for (uint32_t i = 0; i < n; i++)
        event->sums[i] = (struct gau_trace_region_sum){.region = i + 1, .of_steps = 10 * (i + 1)};
}

static void make_file(const char *folder, uint64_t start_ns, double tick_ns,
                      const char *const *names, uint32_t n)
{
    static unsigned char block[8192];
    char path[PATH_MAX / 2], absolute[PATH_MAX];
    const struct gau_trace_header header = {.content = GAU_TRACE_REGIONS,
                                            .start_ns = 5,
                                            .start_epoch_ns = start_ns};
    struct gau_trace_event_totals *totals;
    struct gau_trace_region_totals *costs;
    struct gau_trace_writer writer;

    mkdir(folder, 0777);
    assert_non_null(getcwd(path, sizeof path));
    snprintf(absolute, sizeof absolute, "%s/%s/regions.gtr", path, folder);
    assert_int_equal(gau_trace_create(&writer, absolute, &header, block, sizeof block), 0);
    for (uint32_t i = 0; i < n; i++)
        if (names[i])
            add_name(&writer, i + 1, names[i]);
    add_event(&writer, n);
    costs = gau_trace_add(&writer, GAU_TRACE_REGION_TOTALS, sizeof *costs);
    *costs = (struct gau_trace_region_totals){costs->record, 1, 2, tick_ns, -1, 3, 1};
    totals = gau_trace_add(&writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);
    *totals = (struct gau_trace_event_totals){totals->record, 400, tick_ns, 1, ended, 3};
    gau_trace_close(&writer);
}

static int make_results(void **state)
{
    static const char *const a[] = {"Tracker", "HCal", NULL}, *const b[] = {"Muon", "Tracker"};

    if (folder_enter(state) != 0)
        return -1;
    make_file("a", 1000000, 2, a, 3);
    make_file("b", 1000100, 0.25, b, 2);
    return mkdir("into", 0777);
}

static gau_status merge(gau_error *error)
{
    return gau_merge_recorded(folders, folders, 2, "into", error);
}

/* --- what is in it ------------------------------------------------------------------------- */

static char text[2000];

static bool show(const char *line)
{
    strncat(text, line, sizeof text - strlen(text) - 1);
    return true;
}

static bool show_result(void *user, const struct gau_trace_result *r, struct gau_trace_text name,
                        struct gau_trace_text note)
{
    char line[200];

    (void)user;
    snprintf(line, sizeof line, "%s has %u from %u '%s'\n", name.data, r->workers, r->first,
             note.data);
    return show(line);
}

static bool show_name(void *user, const struct gau_trace_region_name *r, struct gau_trace_text name)
{
    char line[200];

    (void)user;
    snprintf(line, sizeof line, "region %u %s %u\n", r->region, name.data, r->volumes);
    return show(line);
}

static bool show_event(void *user, const struct gau_trace_region_event *e)
{
    char line[200];

    (void)user;
    snprintf(line, sizeof line, "event %u worker %u at %.4f ns for %.4f ns:", (unsigned)e->number,
             e->worker, (double)(int64_t)e->start / 16, (double)e->duration / 16);
    show(line);
    for (uint32_t i = 0; i < e->count; i++) {
        snprintf(line, sizeof line, " %u=%.4f", e->sums[i].region,
                 (double)e->sums[i].of_steps / 16);
        show(line);
    }
    return show("\n");
}

static bool show_costs(void *user, const struct gau_trace_region_totals *t)
{
    char line[200];

    (void)user;
    snprintf(line, sizeof line, "outside %u lost %u costs %g %g collisions %u\n",
             (unsigned)t->outside, (unsigned)t->lost, t->timer_ns, t->step_ns, t->collisions);
    return show(line);
}

static bool show_totals(void *user, const struct gau_trace_event_totals *t)
{
    char line[200];

    (void)user;
    snprintf(line, sizeof line, "%u events, ended %u, of %u workers, tick %g ns\n",
             (unsigned)t->events, t->ended, t->workers, t->tick_ns);
    return show(line);
}

static void regions_are_the_same_by_their_names(void **state)
{
    const struct gau_trace_visitor visitor = {.result = show_result,
                                              .region_name = show_name,
                                              .region_event = show_event,
                                              .region_totals = show_costs,
                                              .event_totals = show_totals};
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    gau_error error = {0};

    (void)state;
    text[0] = '\0';
    assert_int_equal(merge(&error), GAU_OK);
    assert_int_equal(gau_trace_read("into/regions.gtr", &visitor, NULL, &header, &damage, NULL, 0),
                     GAU_TRACE_OK);
    assert_string_equal(text, "a has 3 from 0 ''\n"
                              "b has 3 from 3 ''\n"
                              "region 1 Tracker 2\n"
                              "region 2 HCal 2\n"
                              "region 4 Muon 1\n"
                              "event 7 worker 2 at 1200.0000 ns for 200.0000 ns:"
                              " 1=20.0000 2=40.0000 3=60.0000\n"
                              "event 7 worker 5 at 250.0000 ns for 25.0000 ns:"
                              " 1=5.0000 4=2.5000\n"
                              "outside 2 lost 4 costs 2 -1 collisions 3\n"
                              "2 events, ended 1, of 6 workers, tick 0.0625 ns\n");
    assert_int_equal(damage.invalid_records, 0);
    assert_int_equal(header.start_epoch_ns, 1000000);
}

static void a_file_without_an_end_is_named(void **state)
{
    static const char *const names[] = {"Tracker"};
    const struct gau_trace_visitor visitor = {.result = show_result, .event_totals = show_totals};
    gau_error error = {0};

    (void)state;
    text[0] = '\0';
    unlink("b/regions.gtr");
    ended = 0;
    make_file("b", 1000100, 0.25, names, 1);
    ended = 1;
    assert_int_equal(merge(&error), GAU_OK);
    gau_trace_read("into/regions.gtr", &visitor, NULL, NULL, NULL, NULL, 0);
    assert_string_equal(text, "a has 3 from 0 ''\n"
                              "b has 3 from 3 ''regions.gtr' has no end'\n"
                              "2 events, ended 0, of 6 workers, tick 0.0625 ns\n");
}

static void without_memory_merging_fails(void **state)
{
    uint64_t nth = 0;
    gau_error error;

    (void)state;
    do {
        unlink("into/regions.gtr");
        error = (gau_error){0};
        allocations_fail_at(++nth);
        merge(&error);
        allocations_fail_at(0);
        if (error.status != GAU_OK)
            assert_non_null(strstr(error.message, "out of memory ("));
    } while (error.status != GAU_OK);
    assert_true(nth > 10);
}

static void what_cannot_be_written_is_an_error(void **state)
{
    gau_error error = {0};

    (void)state;
    assert_int_equal(mkdir("into/regions.gtr", 0777), 0);
    assert_int_equal(merge(&error), GAU_ERR_IO);
    assert_string_equal(error.message, "'into/regions.gtr' cannot be written: File exists");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(regions_are_the_same_by_their_names, make_results,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_file_without_an_end_is_named, make_results, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_merging_fails, make_results, folder_leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_an_error, make_results,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
