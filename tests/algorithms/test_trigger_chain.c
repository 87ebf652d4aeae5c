/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tree of options/hlt.xml with a witness at its end that counts allocations. */

extern const gau_module gau_module_generator_input, gau_module_threshold, gau_module_pair_mass,
    gau_module_track_finder, gau_module_track_fit, gau_module_calo_clusters,
    gau_module_hit_clusters, gau_module_l0_decision, gau_module_muon_match,
    gau_module_vertex_finder;

static const gau_module *const modules[] = {
    &gau_module_generator_input, &gau_module_threshold,   &gau_module_pair_mass,
    &gau_module_track_finder,    &gau_module_track_fit,   &gau_module_calo_clusters,
    &gau_module_hit_clusters,    &gau_module_l0_decision, &gau_module_muon_match,
    &gau_module_vertex_finder,
};

enum { EVENTS = 1200, WARM_UP = 600 };

struct witness {
    uint64_t before;
};

static uint64_t first_half, second_half;

static gau_status witness_execute(void *self, gau_context *ctx)
{
    struct witness *const witness = self;

    if (ctx->event == 1)
        witness->before = allocations_of_thread();
    if (ctx->event == WARM_UP) {
        first_half = allocations_of_thread() - witness->before;
        witness->before = allocations_of_thread();
    }
    second_half = allocations_of_thread() - witness->before;
    return GAU_REJECT;
}

static const gau_class witness_class = {
    GAU_CLASS("Witness", struct witness, "Counts allocations."),
    .algorithm = GAU_ALGORITHM(.execute = witness_execute),
};

/* Its auditors are left out: their modules are not here. */
static void copy_job(const char *to)
{
    const char *const folder = getenv("TEST_OPTIONS");
    char path[4096], line[1024];
    FILE *in, *out;

    assert_non_null(folder);
    snprintf(path, sizeof path, "%s/hlt.xml", folder);
    in = fopen(path, "r");
    out = fopen(to, "w");
    assert_true(in && out);
    while (fgets(line, sizeof line, in)) {
        if (strstr(line, "</job>"))
            fputs("<algorithm type='Witness'/>", out);
        if (!strstr(line, "<auditor"))
            fputs(line, out);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* Memory of the event store grows to that of the largest event, and is then reused. */
static void events_allocate_nothing(void **unused)
{
    struct job job = {.registry = gau_registry_new()};

    (void)unused;
    copy_job("hlt.xml");
    for (size_t i = 0; i < COUNT_OF(modules); i++)
        job_class(&job, modules[i]->classes[0]);
    job_class(&job, &witness_class);
    assert_int_equal(gau_options_read_xml(&job.options, "hlt.xml", &job.error), GAU_OK);
    assert_int_equal(gau_options_override(job.options, "Events.Events=1200", &job.error), GAU_OK);
    capture_stderr_begin();
    job_must_run(&job, 0);
    capture_stderr_end();
    assert_int_equal(job.summary.events, EVENTS);
    assert_in_range(second_half, 0, EVENTS / 100);
    assert_true(first_half >= second_half);
    printf("%d events: %d allocations in the first half, %d in the second\n", EVENTS,
           (int)first_half, (int)second_half);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_allocate_nothing)};

    return cmocka_run_group_tests_name("chain", tests, folder_enter, folder_leave);
}
