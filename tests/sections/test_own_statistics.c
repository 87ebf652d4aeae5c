/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/captured_stderr.h"
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>

#include <stdio.h>
#include <string.h>

/*
 * Where TimerAuditor is the only listener, the framework fills its statistics itself, and sections
 * remember their branch. The numbers must be those of the hooks, whatever else listens.
 */

extern const gau_module gau_module_timer;

enum { CALLS = 300, FEW = 10 };

static unsigned n_names; /* different ones, begun by name */
static uint64_t checks;

static void open_shared(void)
{
    GAU_SECTION("shared");
}

/* One site below two branches in turn; names in one buffer. */
static void open_sections(void)
{
    char name[16];

    for (int i = 0; i < CALLS; i++) {
        {
            GAU_SECTION("one");
            open_shared();
        }
        {
            GAU_SECTION("two");
            open_shared();
            open_shared();
        }
    }
    for (unsigned i = 0; i < CALLS; i++) {
        snprintf(name, sizeof name, "n%u", i % n_names);
        gau_section_begin(name);
        open_shared();
        gau_section_end(name);
    }
    for (unsigned i = 0; i < FEW; i++) {
        gau_section_begin("outer");
        gau_section_begin("left open");
        gau_section_end("outer");
        gau_section_begin("outer");
        gau_section_end(NULL);
    }
}

static void check(const char *name, double expected)
{
    gau_error err = {0};
    double value = -1;

    if (gau_section_data(NULL, name, GAU_SECTION_CALLS, true, &value, &err) < 0)
        fail_msg("%s: %s", name, err.message);
    if (value < expected || value > expected)
        fail_msg("%s has %g calls, not %g", name, value, expected);
    checks++;
}

static gau_status nest_execute(void *self, gau_context *ctx)
{
    const double before = *(unsigned *)self;

    if (ctx->event == 4) /* now both listen */
        call_log_clear();
    open_sections();
    if (ctx->event < 3) /* before the window of one of the tests */
        return GAU_OK;
    ++*(unsigned *)self;
    check("N one shared", (before + 1) * CALLS);
    check("N two shared", (before + 1) * 2 * CALLS);
    check("N n0 shared", (before + 1) * ((CALLS + n_names - 1) / n_names));
    check("N outer", (before + 1) * 2 * FEW);
    check("N outer left open", (before + 1) * FEW);
    return GAU_OK;
}

static const gau_class nest_class = {
    GAU_CLASS("Nest", unsigned, "Opens sections."),
    .algorithm = GAU_ALGORITHM(.execute = nest_execute),
};

/* Auditors besides a TimerAuditor that begins with event 3. */
static void run(const char *const *others)
{
    struct job job;
    gau_node *timer;

    checks = 0;
    job_begin(&job);
    job_class(&job, gau_module_timer.classes[0]);
    job_class(&job, &nest_class);
    job_input(&job, "6");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Nest", "N");
    timer = job_auditor(&job, "TimerAuditor", "Timer");
    job_set(&job, timer, "StartFromEventN", "3");
    for (size_t i = 0; others[i]; i += 2)
        job_auditor(&job, others[i], others[i + 1]);
    capture_stderr_begin();
    job_must_run(&job, 6);
    capture_stderr_end(); /* sections that were left open */
    if (others[0] && strcmp(others[0], "CallLog") == 0)
        assert_non_null(strstr(call_log_text(), "Log( N one shared\nLog) N one shared aa\n"));
    job_end(&job);
    call_log_clear();
    assert_int_equal(checks, 4 * 5);
}

static void run_all(void)
{
    static const char *const alone[] = {NULL}, *const two[] = {"TimerAuditor", "Second", NULL},
                             *const logged[] = {"CallLog", "Log", NULL};

    run(alone);
    run(logged);
    run(two);
    run(alone);
}

static void counts_do_not_depend_on_who_else_listens(void **unused)
{
    (void)unused;
    n_names = 3;
    run_all();
}

/* More than are remembered; then sites have branches that the next job has not made. */
static void many_names_and_few(void **unused)
{
    (void)unused;
    n_names = CALLS;
    run_all();
    n_names = 1;
    run_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_do_not_depend_on_who_else_listens),
        cmocka_unit_test(many_names_and_few),
    };

    return cmocka_run_group_tests_name("own statistics", tests, NULL, NULL);
}
