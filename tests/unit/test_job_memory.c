/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "allocations.h"
#include "captured_stderr.h"
#include "temp_folder.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Every allocation of a job fails once, from reading the options to the end: it reports "out of
 * memory", or the job is as good without it: without the progress line, the text of an error that
 * was tolerated, the branch of a section, or a table that is not shown. The sanitizers find
 * leaks.
 */

extern const gau_module gau_module_count, gau_module_timer, gau_module_csv_input,
    gau_module_generator_input, gau_module_global_event_cut, gau_module_histogram_1d,
    gau_module_pair_mass, gau_module_prescaler, gau_module_threshold, gau_module_track_check,
    gau_module_track_finder, gau_module_track_fit, gau_module_calo_clusters,
    gau_module_hit_clusters, gau_module_l0_decision, gau_module_muon_match,
    gau_module_shower_transport, gau_module_track_selection, gau_module_trigger_menu,
    gau_module_vertex_check, gau_module_vertex_finder;

static const gau_module *const modules[] = {
    &gau_module_count,           &gau_module_timer,           &gau_module_csv_input,
    &gau_module_generator_input, &gau_module_threshold,       &gau_module_global_event_cut,
    &gau_module_histogram_1d,    &gau_module_pair_mass,       &gau_module_prescaler,
    &gau_module_track_check,     &gau_module_track_finder,    &gau_module_track_fit,
    &gau_module_calo_clusters,   &gau_module_hit_clusters,    &gau_module_l0_decision,
    &gau_module_muon_match,      &gau_module_track_selection, &gau_module_trigger_menu,
    &gau_module_vertex_check,    &gau_module_vertex_finder,   &gau_module_shower_transport,
};

static const char generated[] =
    "<job maxBranches='64'><constant name='N' value='6'/>"
    "<input type='GeneratorInput' name='Events'><property name='Events' value='${N}'/></input>"
    "<auditor type='CallLog'><property name='Phases' value='Execute,Start'/>"
    "<property name='ExcludeAlgorithms' value='Hist'/><property name='MaxDepth' value='3'/>"
    "</auditor>"
    "<sequence name='S' mode='All'><algorithm type='GlobalEventCut' name='Cut'>"
    "<property name='Input' value='muons'/></algorithm>"
    "<algorithm type='PairMass' name='Pairs'><property name='Input' value='muons'/></algorithm>"
    "<algorithm type='Histogram1D' name='Hist'><property name='Input' value='Pairs.mass'/>"
    "<property name='Max' value='100'/><property name='Bins' value='3'/></algorithm>"
    "<algorithm type='Script' name='Parts'><property name='Decisions' value='s'/></algorithm>"
    "</sequence>"
    "<algorithm type='Prescaler' name='Half'><property name='Keep' value='2'/></algorithm>"
    "<algorithm type='Script' name='Bad'><property name='Decisions' value='e'/>"
    "<property name='ErrorMax' value='99'/></algorithm></job>";

static const char tracked[] =
    "<job maxBranches='64'><input type='GeneratorInput' name='Events'>"
    "<property name='Events' value='1'/></input>"
    "<algorithm type='TrackFinder' name='Finder'/>"
    "<algorithm type='TrackFit' name='Fit'><property name='Tracks' value='Finder'/></algorithm>"
    "<algorithm type='TrackCheck' name='Check'><property name='Tracks' value='Fit'/></algorithm>"
    "</job>";

static const char timed[] =
    "<job maxBranches='64'><input type='Numbers'/><auditor type='TimerAuditor'/>"
    "<algorithm type='Script' name='A'/></job>";

static const char from_files[] =
    "<job maxBranches='64'>"
    "<input type='CsvInput' name='Events'><property name='Files' value='muons=m.csv,hits=h.csv'/>"
    "<property name='Key' value='evt'/><property name='Text' value='kind'/></input>"
    "<auditor type='CountAuditor'/>"
    "<sequence name='S'><algorithm type='Threshold' name='T'>"
    "<property name='Column' value='muons.pt'/><property name='Min' value='0'/></algorithm>"
    "<algorithm type='GlobalEventCut' name='Cut'><property name='Input' value='hits'/>"
    "</algorithm></sequence></job>";

static const char clustered[] =
    "<job maxBranches='64'><input type='GeneratorInput' name='Events'>"
    "<property name='Events' value='2'/></input>"
    "<algorithm type='L0Decision' name='L0'/>"
    "<algorithm type='Threshold' name='T'><property name='Column' value='L0.sum_et'/>"
    "<property name='Select' value='Muon=0|1'/><property name='Output' value='out'/></algorithm>"
    "<algorithm type='CaloClusters' name='Calo'><property name='Select' "
    "value='energy=1'/></algorithm>"
    "<algorithm type='HitClusters' name='H'/>"
    "<algorithm type='MuonMatch' name='M'><property name='Tracks' value='muons'/>"
    "<property name='Select' value='pt=3'/></algorithm></job>";

static const char showered[] =
    "<job maxBranches='64'><input type='GeneratorInput' name='Events'>"
    "<property name='Events' value='2'/></input>"
    "<algorithm type='ShowerTransport' name='S'><property name='MaxEnergy' value='3'/></algorithm>"
    "<algorithm type='Threshold' name='T'><property name='Column' value='S.HCal'/>"
    "<property name='Max' value='1'/></algorithm></job>";

static const char menus[] =
    "<job maxBranches='64'>"
    "<input type='CsvInput' name='Events'><property name='Files' value='tracks=t.csv,bits=b.csv'/>"
    "<property name='Key' value='evt'/></input>"
    "<algorithm type='TrackSelection' name='S'/>"
    "<algorithm type='VertexFinder' name='V'><property name='Tracks' value='S'/></algorithm>"
    "<algorithm type='VertexCheck' name='Check'><property name='Found' value='V'/>"
    "<property name='Reference' value='tracks'/><property name='Select' value='pt=2'/></algorithm>"
    "<algorithm type='TriggerMenu' name='M'><property name='Menu' value='menu.csv'/>"
    "<property name='Input' value='bits.path'/><property name='Compare' value='V=A*'/>"
    "</algorithm></job>";

struct run {
    const char *file;
    uint32_t threads;
};

static gau_status read_and_run(const struct run *run, gau_app_summary *summary, gau_error *err)
{
    const gau_app_settings settings = {.workers = run->threads,
                                       .output = run->threads == 1 ? "out" : NULL,
                                       .progress = true,
                                       .verbosity = -1};
    gau_registry *const registry = gau_registry_new();
    gau_options *options = NULL;
    gau_app *app = NULL;
    gau_status status = registry ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "out of memory");

    if (status >= 0)
        status = job_add_classes(registry, err);
    for (size_t i = 0; status >= 0 && i < COUNT_OF(modules); i++)
        status = gau_registry_add(registry, modules[i]->classes[0], err);
    if (status >= 0)
        status = gau_options_read_xml(&options, run->file, err);
    if (status >= 0)
        status = gau_options_add_auditor(options, "CountAuditor/C:MaxDepth=1", err);
    if (status >= 0)
        status = gau_app_new(&app, registry, options, &settings, err);
    if (status >= 0)
        status = gau_app_run(app, summary, err);
    if (status >= 0) {
        FILE *const nowhere = fopen("/dev/null", "w");

        status = gau_app_print(app, nowhere, err);
        fclose(nowhere);
    }
    gau_app_free(app);
    gau_options_free(options);
    gau_registry_free(registry);
    call_log_clear();
    return status;
}

static void empty_output(void)
{
    DIR *const folder = opendir("out");
    char path[300];

    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "out/%s", entry->d_name);
        if (entry->d_name[0] != '.' && unlink(path) != 0)
            fail_msg("cannot remove %s", path);
    }
    if (folder)
        closedir(folder);
}

/* Views have a status of their own for all that can go wrong. */
static bool is_clear(const gau_error *err)
{
    return (err->status == GAU_ERR_MEMORY || err->status == GAU_ERR_IO) &&
           (strstr(err->message, "memory") || strstr(err->message, "no address space") ||
            strstr(err->message, "workers could be started"));
}

static void fail_each(const struct run *run)
{
    uint64_t degraded = 0, unstarted = 0, n = 0;
    gau_app_summary expected;
    gau_error error;

    empty_output();
    capture_stderr_begin();
    assert_int_equal(read_and_run(run, &expected, &error), GAU_OK);
    capture_stderr_end();
    for (const char *failed = ""; failed;) {
        gau_app_summary summary = {0};
        gau_error err = {0};
        gau_status status;

        empty_output();
        capture_stderr_begin();
        allocations_fail_at(++n);
        status = read_and_run(run, &summary, &err);
        failed = allocations_failed_call();
        allocations_fail_at(0);
        capture_stderr_end();
        if (status < 0 && !is_clear(&err))
            fail_msg("%s number %d: status %d, '%s'", failed, (int)n, status, err.message);
        if (!failed)
            assert_int_equal(status, GAU_OK);
        if (status < 0 && strstr(err.message, "workers could be started")) {
            assert_string_equal(err.message, "only 1 of 2 workers could be started");
            assert_int_equal(summary.exit_status, 5);
            unstarted++;
        }
        if (status < 0)
            continue;
        if (summary.events != expected.events || summary.accepted != expected.accepted)
            fail_msg("%s number %d: %d events, %d accepted", failed, (int)n, (int)summary.events,
                     (int)summary.accepted);
        degraded += failed != NULL;
    }
    assert_int_equal(unstarted, run->threads - 1);
    printf("%s, %u workers: %d allocations, of which a job can do without %d\n", run->file,
           run->threads, (int)n - 1, (int)degraded);
}

/* Those of jansson are counted, too, but not in its lexer: see has_room() in document_writer.c. */
static _Thread_local bool in_lexer;

void *__real_malloc(size_t size);
json_t *__real_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
json_t *__wrap_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);

static void *allocate(size_t size)
{
    return in_lexer ? __real_malloc(size) : malloc(size);
}

json_t *__wrap_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    json_t *document;

    in_lexer = true;
    document = __real_json_loadb(text, length, flags, error);
    in_lexer = false;
    return document;
}

static int set_up(void **state)
{
    json_set_alloc_funcs(allocate, free);
    if (folder_enter(state) != 0)
        return -1;
    folder_write("generated.xml", generated);
    folder_write("timed.xml", timed);
    folder_write("tracked.xml", tracked);
    folder_write("files.xml", from_files);
    folder_write("clustered.xml", clustered);
    folder_write("showered.xml", showered);
    folder_write("menus.xml", menus);
    folder_write("t.csv", "evt,pt,eta,phi,charge,x,y,z\n1,2,0,0,1,0,0,3\n1,2,0,1,1,0,0,3\n");
    folder_write("menu.csv", "path\nAbc\nDef\n");
    folder_write("b.csv", "evt,path\n1,Abc\n");
    folder_write("m.csv", "evt,pt,kind\n1,2.5,G\n1,3,T\n2,4,G\n3,1,G\n");
    folder_write("h.csv", "evt,x\n1,2\n3,4\n3,5\n");
    return 0;
}

static void a_generated_job_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"generated.xml", 1});
    fail_each(&(struct run){"generated.xml", 2});
}

static void a_timed_job_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"timed.xml", 1});
    fail_each(&(struct run){"timed.xml", 2});
}

static void a_job_with_tracks_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"tracked.xml", 1});
}

static void a_job_on_files_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"files.xml", 1});
    fail_each(&(struct run){"files.xml", 2});
}

static void a_job_of_clusters_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"clustered.xml", 1});
}

static void a_job_of_showers_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"showered.xml", 1});
}

static void a_job_with_a_menu_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    fail_each(&(struct run){"menus.xml", 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_generated_job_survives_every_failing_allocation),
        cmocka_unit_test(a_timed_job_survives_every_failing_allocation),
        cmocka_unit_test(a_job_with_tracks_survives_every_failing_allocation),
        cmocka_unit_test(a_job_on_files_survives_every_failing_allocation),
        cmocka_unit_test(a_job_of_clusters_survives_every_failing_allocation),
        cmocka_unit_test(a_job_of_showers_survives_every_failing_allocation),
        cmocka_unit_test(a_job_with_a_menu_survives_every_failing_allocation),
    };

    return cmocka_run_group_tests_name("memory of a job", tests, set_up, folder_leave);
}
