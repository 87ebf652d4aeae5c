/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_fixture.h"

#include <string.h>

static void open_store(struct stage *stage)
{
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error), GAU_OK);
    assert_int_equal(gau_store_init(&stage->worker.store.objects, stage->worker.store.keys,
                                    &stage->error),
                     GAU_OK);
}

/* --- keys ---------------------------------------------------------------------------------- */

static void declare_muons(struct stage *stage)
{
    gau_context *ctx = enter(stage, "Events", 3);

    gau_store_output_column(ctx, "muons", "kind", GAU_TYPE(gau_string_id));
    gau_store_output_column(ctx, "muons", "pt", GAU_TYPE(double));
    gau_store_output_column(ctx, "muons", "px", GAU_TYPE(double));
    gau_store_output(ctx, "tracks", GAU_TYPE(struct stage));
}

static void reads_a_wrong_column(gau_context *ctx)
{
    gau_store_column(ctx, "muons", "kinds", GAU_TYPE(double));
}

static void reads_a_wrong_table(gau_context *ctx)
{
    gau_store_column(ctx, "muon", "pt", GAU_TYPE(double));
}

static void counts_a_wrong_table(gau_context *ctx)
{
    gau_store_table(ctx, "hits");
}

static void reads_a_wrong_object(gau_context *ctx)
{
    gau_store_input(ctx, "track", GAU_TYPE(struct stage));
}

static void reads_text_as_numbers(gau_context *ctx)
{
    gau_store_column(ctx, "muons", "kind", GAU_TYPE(double));
}

static void reads_another_struct(gau_context *ctx)
{
    gau_store_input(ctx, "tracks", GAU_TYPE(gau_error));
}

static void makes_what_is_made(gau_context *ctx)
{
    gau_store_output_column(ctx, "muons", "pt", GAU_TYPE(double));
}

static const struct wrong {
    void (*declare)(gau_context *ctx);
    gau_status status;
    const char *message;
} wrongs[] = {
    {reads_a_wrong_column, GAU_ERR_UNKNOWN,
     "job.xml:7: Pairs: table 'muons' has no column 'kinds'; it has: kind, pt, px; did you mean "
     "'kind'?"},
    {reads_a_wrong_table, GAU_ERR_UNKNOWN,
     "job.xml:7: Pairs: there is no table 'muon'; did you mean 'muons'?"},
    {counts_a_wrong_table, GAU_ERR_UNKNOWN, "job.xml:7: Pairs: there is no table 'hits'"},
    {reads_a_wrong_object, GAU_ERR_UNKNOWN,
     "job.xml:7: Pairs: nothing makes 'track'; did you mean 'tracks'?"},
    {reads_text_as_numbers, GAU_ERR_RANGE,
     "job.xml:7: Pairs: reads 'muons.kind' as numbers, but 'Events' makes it as text"},
    {reads_another_struct, GAU_ERR_RANGE,
     "job.xml:7: Pairs: reads 'tracks' as gau_error, but 'Events' makes it as struct stage"},
    {makes_what_is_made, GAU_ERR_DUPLICATE,
     "job.xml:7: Pairs: makes 'muons.pt', which 'Events' makes already"},
};

static void wrong_declarations_are_explained_with_their_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        void *state;
        struct stage *stage;

        build(&state);
        stage = state;
        declare_muons(stage);
        wrongs[i].declare(enter(stage, "Pairs", 7));
        assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error),
                         wrongs[i].status);
        assert_string_equal(stage->error.message, wrongs[i].message);
        demolish(&state);
    }
}

static void all_places_at_fault_are_named(void **state)
{
    struct stage *stage = *state;

    gau_store_input(enter(stage, "C", 12), "c", GAU_TYPE(int));
    gau_store_input(enter(stage, "B", 9), "b", GAU_TYPE(int));
    gau_store_input(enter(stage, "A", 10), "a", GAU_TYPE(int));
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error),
                     GAU_ERR_UNKNOWN);
    assert_string_equal(stage->error.message, "job.xml:9: B: nothing makes 'b'\n"
                                              "job.xml:10: A: nothing makes 'a'\n"
                                              "job.xml:12: C: nothing makes 'c'");
}

static void every_worker_declares_the_same_again(void **state)
{
    struct stage *stage = *state;
    const gau_key key = gau_store_output(enter(stage, "A", 1), "a", GAU_TYPE(int));

    assert_int_equal(gau_store_output(enter(stage, "A", 1), "a", GAU_TYPE(int)), key);
    assert_int_equal(gau_store_input(enter(stage, "B", 2), "a", GAU_TYPE(int)), key);
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error), GAU_OK);
    assert_int_equal(stage->worker.store.keys->n_uses, 2);
}

static void readers_may_be_initialized_before_the_producer(void **state)
{
    struct stage *stage = *state;
    const gau_key key = gau_store_input(enter(stage, "B", 1), "a", GAU_TYPE(int));

    assert_int_equal(gau_store_output(enter(stage, "A", 2), "a", GAU_TYPE(int)), key);
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error), GAU_OK);
}

static void all_instances_get_the_same_result(void **state)
{
    struct stage *stage = *state;

    assert_false(gau_store_has_column(enter(stage, "A", 1), "t", "x"));
    gau_store_output_column(enter(stage, "B", 2), "t", "x", GAU_TYPE(double));
    assert_false(gau_store_has_column(enter(stage, "A", 1), "t", "x"));
    assert_true(gau_store_has_column(enter(stage, "C", 3), "t", "x"));
}

static void what_is_read_is_known(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key x = gau_store_output_column(ctx, "t", "x", GAU_TYPE(double));
    const gau_key y = gau_store_output_column(ctx, "t", "y", GAU_TYPE(double));
    const gau_key z = gau_store_output_column(ctx, "t", "z", GAU_TYPE(double));

    gau_store_table(enter(stage, "B", 2), "t");
    gau_store_column(enter(stage, "C", 3), "t", "z", GAU_TYPE(double));
    assert_int_equal(gau_store_keys_check(stage->worker.store.keys, &stage->error), GAU_OK);
    assert_true(gau_store_is_read(ctx, x));
    assert_false(gau_store_is_read(ctx, y));
    assert_true(gau_store_is_read(ctx, z));
    assert_false(gau_store_is_read(ctx, GAU_NO_KEY));
}

static void a_column_without_rows_is_of_any_type(void **state)
{
    struct stage *stage = *state;
    const gau_key key = gau_store_output_column(enter(stage, "A", 1), "t", "x", GAU_TYPE_ANY);
    size_t n = 7;

    gau_store_column(enter(stage, "B", 2), "t", "x", GAU_TYPE(gau_string_id));
    open_store(stage);
    assert_non_null(gau_store_put(&stage->worker.ctx, key, 0));
    assert_non_null(gau_store_strings(&stage->worker.ctx, key, &n));
    assert_int_equal(n, 0);
}

/* --- objects ------------------------------------------------------------------------------- */

static void an_object_exists_for_one_event(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key key = gau_store_output(ctx, "a", GAU_TYPE(int));
    size_t n = 1;
    int *numbers;

    open_store(stage);
    assert_null(gau_store_get(ctx, key, &n));
    assert_int_equal(n, 0);
    numbers = gau_store_put(ctx, key, 3);
    assert_int_equal(numbers[0] | numbers[1] | numbers[2], 0);
    numbers[2] = 5;
    assert_ptr_equal(gau_store_get(ctx, key, &n), numbers);
    assert_int_equal(n, 3);
    gau_store_reset(&stage->worker.store.objects);
    assert_null(gau_store_get(ctx, key, NULL));
    numbers = gau_store_put(ctx, key, 3);
    assert_int_equal(numbers[2], 0);
}

static void an_empty_object_is_not_a_missing_one(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key key = gau_store_output(ctx, "a", GAU_TYPE(int));
    size_t n = 1;

    open_store(stage);
    assert_non_null(gau_store_put(ctx, key, 0));
    assert_non_null(gau_store_get(ctx, key, &n));
    assert_int_equal(n, 0);
    assert_null(gau_store_get(ctx, GAU_NO_KEY, &n));
}

static void objects_are_aligned_as_their_type(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_type_info wide = {"wide", 256, 256};
    const gau_key byte = gau_store_output(ctx, "byte", GAU_TYPE(char));
    const gau_key page = gau_store_output(ctx, "page", &wide);

    open_store(stage);
    for (size_t i = 1; i < 200; i++) {
        assert_non_null(gau_store_put(ctx, byte, i));
        assert_int_equal((uintptr_t)gau_store_put(ctx, page, i) % 256, 0);
    }
}

static void the_arena_becomes_one_block(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key key = gau_store_output(ctx, "a", GAU_TYPE(int64_t));
    struct gau_arena_block *block = NULL;

    open_store(stage);
    for (int event = 0; event < 5; event++) {
        for (size_t i = 0; i < 100; i++) {
            int64_t *numbers = gau_store_put(ctx, key, 1000);

            memset(numbers, 1, 1000 * sizeof *numbers);
        }
        gau_store_reset(&stage->worker.store.objects);
        if (event > 0)
            assert_ptr_equal(stage->worker.store.objects.block, block);
        block = stage->worker.store.objects.block;
    }
}

static void a_large_object_may_follow_small_ones(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key small = gau_store_output(ctx, "small", GAU_TYPE(int64_t));
    const gau_key large = gau_store_output(ctx, "large", GAU_TYPE(int64_t));
    const size_t size = 1000000;

    open_store(stage);
    for (size_t factor = 1; factor <= 8; factor *= 2) {
        int64_t *numbers;

        for (size_t i = 0; i < 100; i++)
            assert_non_null(gau_store_put(ctx, small, 10));
        numbers = gau_store_put(ctx, large, factor * size);
        assert_non_null(numbers);
        memset(numbers, 1, factor * size * sizeof *numbers);
    }
}

static void sizes_that_overflow_are_refused(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key key = gau_store_output(ctx, "a", GAU_TYPE(int64_t));

    open_store(stage);
    assert_null(gau_store_put(ctx, key, SIZE_MAX / 8 + 2));
    assert_string_equal(stage->error.message,
                        "out of memory (2305843009213693953 elements of 'a')");
    assert_null(gau_store_put(ctx, key, SIZE_MAX / 16));
    assert_null(gau_store_put(ctx, GAU_NO_KEY, 1));
    assert_string_equal(stage->error.message,
                        "an object was put that was not declared at initialize");
}

static void columns_of_a_table_have_the_same_rows(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key x = gau_store_output_column(ctx, "t", "x", GAU_TYPE(double));
    const gau_key y = gau_store_output_column(ctx, "t", "y", GAU_TYPE(double));
    const gau_key t = gau_store_table(enter(stage, "B", 2), "t");

    open_store(stage);
    assert_int_equal(gau_store_rows(ctx, t), 0);
    assert_non_null(gau_store_put(ctx, x, 3));
    assert_int_equal(gau_store_rows(ctx, t), 3);
    assert_null(gau_store_put(ctx, y, 4));
    assert_string_equal(stage->error.message,
                        "table 't' has 3 rows in this event, but column 'y' would have 4");
    gau_store_reset(&stage->worker.store.objects);
    assert_int_equal(gau_store_rows(ctx, t), 0);
    assert_non_null(gau_store_put(ctx, y, 4));
}

static void lent_columns_are_not_copied(void **state)
{
    struct stage *stage = *state;
    gau_context *ctx = enter(stage, "A", 1);
    const gau_key keys[] = {gau_store_output_column(ctx, "t", "x", GAU_TYPE(double)),
                            gau_store_output_column(ctx, "t", "y", GAU_TYPE(double))};
    const gau_key z = gau_store_output_column(ctx, "t", "z", GAU_TYPE(double));
    double values[6] = {0};
    size_t n = 0;

    open_store(stage);
    assert_int_equal(gau_store_lend(ctx, keys, 2, values, 3 * sizeof *values, 2), GAU_OK);
    assert_ptr_equal(gau_store_numbers(ctx, keys[0], &n), values);
    assert_int_equal(n, 2);
    assert_ptr_equal(gau_store_numbers(ctx, keys[1], &n), values + 3);
    assert_int_equal(n, 2);
    assert_int_equal(gau_store_rows(ctx, z), 2);
    assert_null(gau_store_put(ctx, z, 3));
    assert_int_equal(gau_store_lend(ctx, &z, 1, values, 0, 1), GAU_ERR_STATE);
    assert_string_equal(stage->error.message,
                        "table 't' has 2 rows in this event, but column 'z' would have 1");
    assert_int_equal(gau_store_lend(ctx, &(gau_key){GAU_NO_KEY}, 1, values, 0, 2), GAU_ERR_STATE);
    assert_int_equal(gau_store_lend(ctx, NULL, 0, NULL, 0, 0), GAU_OK);
    gau_store_reset(&stage->worker.store.objects);
    assert_null(gau_store_numbers(ctx, keys[0], &n));
    assert_int_equal(gau_store_rows(ctx, z), 0);
}

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, build, demolish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_declarations_are_explained_with_their_place),
        ON_STAGE(all_places_at_fault_are_named),
        ON_STAGE(every_worker_declares_the_same_again),
        ON_STAGE(readers_may_be_initialized_before_the_producer),
        ON_STAGE(all_instances_get_the_same_result),
        ON_STAGE(what_is_read_is_known),
        ON_STAGE(a_column_without_rows_is_of_any_type),
        ON_STAGE(an_object_exists_for_one_event),
        ON_STAGE(an_empty_object_is_not_a_missing_one),
        ON_STAGE(objects_are_aligned_as_their_type),
        ON_STAGE(the_arena_becomes_one_block),
        ON_STAGE(a_large_object_may_follow_small_ones),
        ON_STAGE(sizes_that_overflow_are_refused),
        ON_STAGE(columns_of_a_table_have_the_same_rows),
        ON_STAGE(lent_columns_are_not_copied),
    };

    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
