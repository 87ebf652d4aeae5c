/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_fixture.h"

/* Makers of objects that are read: too late, or missing. */

static gau_context *enter_at(struct stage *stage, const char *component, int line, uint32_t first,
                             uint32_t last)
{
    stage->worker.store.order = (struct gau_store_order){first, last};
    return enter(stage, component, line);
}

/* How a reader on the branches first to last gets on with makers of first position 0, 3 and 5. */
static void check_reader(uint32_t first, uint32_t last, void (*declare)(gau_context *ctx),
                         const char *message)
{
    void *state;
    struct stage *stage;

    build(&state);
    stage = state;
    declare(enter_at(stage, "R", 2, first, last));
    gau_store_output_column(enter_at(stage, "P", 4, 3, 7), "t", "x", GAU_TYPE(double));
    gau_store_output_column(enter_at(stage, "Q", 6, 5, 5), "t", "y", GAU_TYPE(double));
    gau_store_output(enter_at(stage, "I", 1, 0, 0), "i", GAU_TYPE(int));
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error),
                     *message ? GAU_ERR_RANGE : GAU_OK);
    assert_string_equal(stage->error.message, message);
    demolish(&state);
}

static void reads_x(gau_context *ctx)
{
    gau_store_column(ctx, "t", "x", GAU_TYPE(double));
}

static void reads_y(gau_context *ctx)
{
    gau_store_column(ctx, "t", "y", GAU_TYPE(double));
}

static void reads_i(gau_context *ctx)
{
    gau_store_input(ctx, "i", GAU_TYPE(int));
}

static void counts_t(gau_context *ctx)
{
    gau_store_table(ctx, "t");
}

static void a_reader_that_is_always_called_before_the_maker_is_refused(void **unused)
{
    (void)unused;
    check_reader(1, 2, reads_x,
                 "job.xml:2: R: reads 't.x', which 'P' makes only later, at job.xml:4");
    check_reader(4, 4, reads_y,
                 "job.xml:2: R: reads 't.y', which 'Q' makes only later, at job.xml:6");
    check_reader(2, 2, counts_t,
                 "job.xml:2: R: counts the rows of 't', which 'P' makes only later, at job.xml:4");
    check_reader(4, 4, reads_x, "");
    check_reader(1, 6, reads_y, ""); /* on the last of its branches it can */
    check_reader(4, 4, counts_t, "");
    check_reader(1, 1, reads_i, "");
    check_reader(0, UINT32_MAX, reads_y, ""); /* an auditor */
}

static void a_maker_that_is_disabled_is_named(void **unused)
{
    static const struct {
        const char *table, *message;
    } tables[] = {
        {"P", "job.xml:2: R: there is no table 'P': 'P' is disabled (Enable=false)"},
        {"P hits", "job.xml:2: R: there is no table 'P hits': 'P' is disabled (Enable=false)"},
        {"PP", "job.xml:2: R: there is no table 'PP'"},
        {"P_2", "job.xml:2: R: there is no table 'P_2'"},
    };

    struct gau_component components[] = {{.name = "R", .enabled = true}, {.name = "P"}};
    const struct gau_job job = {.components = components, .n_components = COUNT_OF(components)};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        void *state;
        struct stage *stage;

        build(&state);
        stage = state;
        stage->worker.store.keys->job = &job;
        gau_store_table(enter(stage, "R", 2), tables[i].table);
        assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error),
                         GAU_ERR_UNKNOWN);
        assert_string_equal(stage->error.message, tables[i].message);
        demolish(&state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_that_is_always_called_before_the_maker_is_refused),
        cmocka_unit_test(a_maker_that_is_disabled_is_named),
    };

    return cmocka_run_group_tests_name("makers", tests, NULL, NULL);
}
