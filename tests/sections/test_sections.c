/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include "framework/src/auditing/section_names.h"
#include "framework/src/job/section_frames.h"
#include "tests/unit/captured_stderr.h"

#include <gaudit/section.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sections inside a job: names, and ends in every order. */

/* --- an algorithm that does what a test says ------------------------------------------------ */

static void (*act)(void);

static gau_status actor_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    act();
    return GAU_OK;
}

static const gau_class actor_class = {
    GAU_CLASS("Actor", char, "Does what the test says."),
    .algorithm = GAU_ALGORITHM(.execute = actor_execute),
};

/* --- an auditor that only counts ------------------------------------------------------------ */

static struct counts {
    char nothing;
    int begun, ended;
} counts;

static void count_before(void *self, const gau_context *ctx)
{
    (void)self;
    counts.begun += gau_branch_at(ctx, ctx->branch)->kind == GAU_BRANCH_SECTION;
}

static void count_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self, (void)outcome;
    counts.ended += gau_branch_at(ctx, ctx->branch)->kind == GAU_BRANCH_SECTION;
}

static const gau_class counter_class = {
    GAU_CLASS("Counter", struct counts, "Counts sections."),
    .auditor = GAU_AUDITOR(.before = count_before, .after = count_after),
};

/* --- playing -------------------------------------------------------------------------------- */

/* Runs an event in which A does @p what, and returns the warnings; the job is still there. */
static const char *play(struct job *job, void (*what)(void), const char *auditor)
{
    act = what;
    counts = (struct counts){0};
    job_begin(job);
    job->settings.events = 1;
    job_class(job, &actor_class);
    job_class(job, &counter_class);
    job_add(job, NULL, GAU_NODE_ALGORITHM, "Actor", "A");
    job_auditor(job, auditor, "D");
    capture_stderr_begin();
    job_run(job);
    return capture_stderr_end();
}

#define AROUND(inside) "D( Event\nD( A\n" inside "D) A aa\nD) Event aa\n"

static void expect(void (*what)(void), const char *log, const char *warnings)
{
    struct job job;
    const char *const warned = play(&job, what, "CallLog");

    assert_string_equal(call_log_text(), log);
    assert_string_equal(warned, warnings);
    job_end(&job);
}

/* --- in order ------------------------------------------------------------------------------- */

static void nest(void)
{
    GAU_SECTION("outer");
    {
        GAU_SECTION("scope");
        gau_section_begin("name");
        gau_section_end("name");
    }
    gau_section_begin("scope");
    gau_section_end(NULL);
    gau_section_begin(NULL);
}

static void sections_of_blocks_and_names_nest_and_share_branches(void **unused)
{
    (void)unused;
    expect(nest,
           AROUND("D( A outer\nD( A outer scope\nD( A outer scope name\nD) A outer scope name aa\n"
                  "D) A outer scope aa\nD( A outer scope\nD) A outer scope aa\nD) A outer aa\n"),
           "");
}

static void open_twice(void)
{
    GAU_SECTION("facts", 3, "Working", true);
    gau_section_begin_with("facts", 5, "Something else", false);
    gau_section_end("facts");
    gau_section_begin_with("silent", 77, "", false);
    gau_section_end("silent");
}

static void the_first_level_message_and_no_dots_of_a_name_count(void **unused)
{
    int found = 0;
    struct job job;

    (void)unused;
    play(&job, open_twice, "CallLog");
    for (gau_branch b = 0; b < gau_branch_count(gau_app_context(job.app)); b++) {
        const gau_branch_info *const info = gau_branch_at(gau_app_context(job.app), b);

        if (strcmp(info->name, "facts") == 0) {
            assert_int_equal(info->level, 3);
            assert_string_equal(info->message, "Working");
            assert_true(info->no_dots);
            found++;
        } else if (strcmp(info->name, "silent") == 0) {
            assert_int_equal(info->level, 6);
            assert_null(info->message);
            assert_false(info->no_dots);
            found++;
        } else {
            assert_int_equal(info->level, info->kind == GAU_BRANCH_KIND_ROOT ? 0 : 1);
            assert_null(info->message);
        }
    }
    assert_int_equal(found, 3);
    job_end(&job);
}

/* --- out of order --------------------------------------------------------------------------- */

#define UNMATCHED(what, name)                                              \
    "gaudit: warning: job: " what " without a match, the first for '" name \
    "'; sections left open were closed with their parent\n"
#define MISMATCH(name) UNMATCHED("1 section begin or end", name)
#define MISMATCHES(count, name) UNMATCHED(count " section begins or ends", name)

static void end_outer_first(void)
{
    gau_section_begin("a");
    gau_section_begin("b");
    gau_section_begin("c");
    gau_section_end("a");
    gau_section_begin("d");
    gau_section_end("d");
}

static void an_end_unwinds_to_the_matching_begin(void **unused)
{
    (void)unused;
    expect(end_outer_first,
           AROUND("D( A a\nD( A a b\nD( A a b c\nD) A a b c aa\nD) A a b aa\nD) A a aa\n"
                  "D( A d\nD) A d aa\n"),
           MISMATCHES("2", "c"));
}

static void end_nothing(void)
{
    gau_section_end("never begun");
    gau_section_end(NULL);
    gau_section_begin("a");
    gau_section_end("b");
    gau_section_end("a");
    gau_section_end("a");
}

static void an_end_without_a_begin_is_counted_and_ends_nothing(void **unused)
{
    (void)unused;
    expect(end_nothing, AROUND("D( A a\nD) A a aa\n"), MISMATCHES("4", "never begun"));
}

static void end_a_block_by_name(void)
{
    GAU_SECTION("block");
    gau_section_end("block");
}

static void a_block_has_no_end_by_name(void **unused)
{
    (void)unused;
    expect(end_a_block_by_name, AROUND("D( A block\nD) A block aa\n"), MISMATCH("block"));
}

static void leave_open(void)
{
    gau_section_begin("left");
    gau_section_begin("open");
}

static void what_an_algorithm_leaves_open_ends_with_it(void **unused)
{
    (void)unused;
    expect(leave_open, AROUND("D( A left\nD( A left open\nD) A left open aa\nD) A left aa\n"),
           MISMATCHES("2", "open"));
}

static void end_around_a_block(void)
{
    gau_section_begin("around");
    {
        GAU_SECTION("block");
        gau_section_end("around");
        gau_section_begin("after");
    }
    gau_section_end("after");
}

static void a_block_that_was_ended_from_outside_ends_nothing_else(void **unused)
{
    (void)unused;
    expect(end_around_a_block,
           AROUND("D( A around\nD( A around block\nD) A around block aa\nD) A around aa\n"
                  "D( A after\nD) A after aa\n"),
           MISMATCH("block"));
}

static void block_leaves_open(void)
{
    GAU_SECTION("block");
    gau_section_begin("inside");
}

static void a_block_ends_what_was_left_open_in_it(void **unused)
{
    (void)unused;
    expect(block_leaves_open,
           AROUND("D( A block\nD( A block inside\nD) A block inside aa\nD) A block aa\n"),
           MISMATCH("inside"));
}

static jmp_buf exit_of_solver;

static void jump_out(void)
{
    GAU_SECTION("jumping");
    longjmp(exit_of_solver, 1);
}

static void jump_over(void)
{
    GAU_SECTION("solver");
    if (setjmp(exit_of_solver) == 0)
        jump_out();
}

static void a_longjmp_out_of_a_section_is_repaired(void **unused)
{
    (void)unused;
    expect(jump_over,
           AROUND("D( A solver\nD( A solver jumping\nD) A solver jumping aa\nD) A solver aa\n"),
           MISMATCH("jumping"));
}

/* --- much ----------------------------------------------------------------------------------- */

#ifdef TEST_BRIEF
enum { DEEP = 20000 };
#else
enum { DEEP = 1000000 };
#endif

static void go_deep(void)
{
    for (int i = 0; i < DEEP; i++)
        gau_section_begin("r");
    for (int i = 0; i < DEEP; i++)
        gau_section_end("r");
}

/* 'A' and 2047 times " r" are 4095 bytes. */
static void a_recursion_of_a_million_is_charged_to_the_last_branch_with_a_path(void **unused)
{
    struct job job;
    const char *const warnings = play(&job, go_deep, "Counter");
    char expected[300];

    (void)unused;
    assert_int_equal(counts.begun, 2047);
    assert_int_equal(counts.ended, 2047);
    snprintf(expected, sizeof expected,
             "gaudit: warning: job: %d calls of sections had no branch of their own: more than "
             "maxBranches=65536, or an identifier of 4096 bytes; their time is charged to the "
             "branches above them\n",
             DEEP - 2047);
    assert_string_equal(warnings, expected);
    job_end(&job);
}

static void begin_for_ever(void)
{
    for (int i = 0; i < 2 * GAU_MAX_FRAMES; i++)
        gau_section_begin("r");
    for (int i = 0; i < GAU_MAX_FRAMES; i++)
        gau_section_end(NULL);
    gau_section_end("r");
}

static void begins_without_end_do_not_eat_the_memory(void **unused)
{
    struct job job;
    const char *const warnings = play(&job, begin_for_ever, "Counter");

    (void)unused;
    assert_int_equal(counts.begun, 2047);
    assert_int_equal(counts.ended, 2047);
    assert_non_null(strstr(warnings, "1048575 section begins or ends without a match"));
    job_end(&job);
}

static void open_long_names(void)
{
    static char name[GAU_MAX_SECTION_NAME + 2];

    memset(name, 'n', sizeof name - 1);
    gau_section_begin(name);
    gau_section_begin("inside");
    gau_section_end("inside");
    gau_section_end(name);
    name[GAU_MAX_SECTION_NAME] = '\0';
    gau_section_begin(name);
    gau_section_end(name);
}

static void a_name_that_is_too_long_has_no_branch(void **unused)
{
    struct job job;
    const char *const warnings = play(&job, open_long_names, "CallLog");

    (void)unused;
    assert_non_null(strstr(warnings, "1 call of sections had no branch: a name has more than"));
    assert_non_null(strstr(call_log_text(), "D( A inside\nD) A inside aa\nD( A nnnn"));
    assert_null(strstr(warnings, "without its end"));
    job_end(&job);
}

/* --- names ---------------------------------------------------------------------------------- */

static void numbers_of_names_run_out_in_an_orderly_way(void **unused)
{
    static char name[16];
    gau_section_site site = {name, 0, 0, NULL, false, 0};
    uint32_t first = 0, last = 0;

    (void)unused;
    for (int i = 0; i < GAU_MAX_SECTIONS + 10; i++) {
        uint32_t number;

        snprintf(name, sizeof name, "many %d", i);
        site.number = 0;
        number = gau_section_number(&site);
        first = first ? first : number;
        last = number ? number : last;
        assert_int_equal(gau_section_find(name), number);
    }
    assert_int_equal(last, GAU_MAX_SECTIONS - 1);
    snprintf(name, sizeof name, "many 0");
    assert_int_equal(gau_section_number(&site), first);
    assert_string_equal(gau_section_name_at(first)->name, "many 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_of_blocks_and_names_nest_and_share_branches),
        cmocka_unit_test(the_first_level_message_and_no_dots_of_a_name_count),
        cmocka_unit_test(an_end_unwinds_to_the_matching_begin),
        cmocka_unit_test(an_end_without_a_begin_is_counted_and_ends_nothing),
        cmocka_unit_test(a_block_has_no_end_by_name),
        cmocka_unit_test(what_an_algorithm_leaves_open_ends_with_it),
        cmocka_unit_test(a_block_that_was_ended_from_outside_ends_nothing_else),
        cmocka_unit_test(a_block_ends_what_was_left_open_in_it),
        cmocka_unit_test(a_longjmp_out_of_a_section_is_repaired),
        cmocka_unit_test(a_recursion_of_a_million_is_charged_to_the_last_branch_with_a_path),
        cmocka_unit_test(begins_without_end_do_not_eat_the_memory),
        cmocka_unit_test(a_name_that_is_too_long_has_no_branch),
        cmocka_unit_test(numbers_of_names_run_out_in_an_orderly_way), /* the last: they stay */
    };

    return cmocka_run_group_tests_name("sections", tests, NULL, NULL);
}
