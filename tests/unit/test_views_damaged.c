/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

/* Whatever a document holds, the result is a view or one sentence. */

/* One change of a document: the value at "branches.0.calls", or nothing if value is NULL. */
static const struct wrong {
    const char *document, *name, *place, *value, *message;
} wrongs[] = {
    {TIMER(BRANCHES, WARM_UP), "timer", "schema", NULL, "timer.json: schema is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "schema", "3",
     "timer.json: schema 3 is newer than 2, the one that this gaudit reads"},
    {TIMER(BRANCHES, WARM_UP), "timer", "schema", "1",
     "timer.json: schema 1 is older than 2, the one that this gaudit reads"},
    {TIMER(BRANCHES, WARM_UP), "timer-Fast", "schema", "'x'",
     "timer-Fast.json: schema: a whole number from 0 on was expected, not a text"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches", NULL, "timer.json: branches is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches", "{}",
     "timer.json: branches: a list of rows was expected, not an object"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.3", "null",
     "timer.json: branches[3]: an object was expected, not null"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.3.total_s", NULL,
     "timer.json: branches[3].total_s is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.3.total_s", "null",
     "timer.json: branches[3].total_s: a number was expected, not null"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.0.calls", "-1",
     "timer.json: branches[0].calls: a whole number from 0 on was expected, not -1"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.0.p50_s", "'fast'",
     "timer.json: branches[0].p50_s: a number or null was expected, not a text"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.2.parent", NULL,
     "timer.json: branches[2].parent is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.2.parent", "77",
     "timer.json: branches[2].parent: there is no branch 77"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.2.parent", "2",
     "timer.json: branches: 4 of 6 rows have no root: their parents form a cycle"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.1.branch", "3",
     "timer.json: branches: two rows have the branch 3"},
    {TIMER(BRANCHES, WARM_UP), "timer", "branches.1.slowest_event", NULL,
     "timer.json: branches[1].slowest_event is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "warm_up.0.name", "[]",
     "timer.json: warm_up[0].name: a text was expected, not a list"},
    {TIMER(BRANCHES, WARM_UP), "timer", "event_window", "[1]",
     "timer.json: event_window: a list of two whole numbers was expected, not a list"},
    {TIMER(BRANCHES, WARM_UP), "timer", "overhead_per_call_ns", NULL,
     "timer.json: overhead_per_call_ns is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "loop_times", NULL, "timer.json: loop_times is missing"},
    {TIMER(BRANCHES, WARM_UP), "timer", "loop_times.1.merge_s", NULL,
     "timer.json: loop_times[1].merge_s is missing"},
    {COUNTS, "counts", "accepted", NULL, "counts.json: accepted is missing"},
    {COUNTS, "counts", "branches.1.reused", "1.5",
     "counts.json: branches[1].reused: a whole number from 0 on was expected, not a real number"},
    {RUN, "run", "status", NULL, "run.json: status is missing"},
    {RUN, "run", "versions", "[]", "run.json: versions: an object was expected"},
    {RUN, "run", "loop_s", "true", "run.json: loop_s: a number was expected, not true"},
    {MASSES, "masses", "windows.1", "3",
     "masses.json: windows[1]: an object was expected, not a whole number"},
    {MASSES, "masses", "schema", "99",
     "masses.json: schema 99 is newer than 2, the one that this gaudit reads"},
};

static json_t *parse_value(const char *quoted)
{
    char wrapped[256];
    json_t *list, *value;

    snprintf(wrapped, sizeof wrapped, "[%s]", quoted);
    list = parse(wrapped);
    value = json_incref(json_array_get(list, 0));
    json_decref(list);
    return value;
}

/* Sets or, for NULL, removes the value at a key of an object or an index of a list. */
static void set(json_t *container, const char *key, json_t *value)
{
    if (json_is_array(container))
        json_array_set_new(container, (size_t)strtoull(key, NULL, 10), value);
    else if (value)
        json_object_set_new(container, key, value);
    else
        json_object_del(container, key);
}

static void change(json_t *document, const char *place, const char *quoted)
{
    char text[128], *key = text, *dot;

    snprintf(text, sizeof text, "%s", place);
    for (; (dot = strchr(key, '.')); key = dot + 1) {
        *dot = '\0';
        document = json_is_array(document)
                       ? json_array_get(document, (size_t)strtoull(key, NULL, 10))
                       : json_object_get(document, key);
    }
    set(document, key, quoted ? parse_value(quoted) : NULL);
}

static void a_damaged_document_is_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        json_t *const document = parse(wrongs[i].document);
        gau_error error = {0};
        char *text;

        change(document, wrongs[i].place, wrongs[i].value);
        text = view(document, wrongs[i].name, &(struct gau_view_options){0}, &error);
        assert_string_equal(error.message, wrongs[i].message);
        assert_int_equal(error.status, GAU_ERR_IO);
        assert_string_equal(text, "");
        free(text);
        json_decref(document);
    }
}

static void a_document_must_be_an_object(void **state)
{
    json_t *const list = parse("[]");
    gau_error error = {0};
    char *const text = view(list, "masses", &(struct gau_view_options){0}, &error);

    (void)state;
    assert_string_equal(error.message, "masses.json: not a document of gaudit: not an object");
    free(text);
    json_decref(list);
}

/* The document without a field of a table. */
static json_t *without(const char *table, const char *key)
{
    json_t *const document = parse(TIMER_ALLOWING(BRANCHES, WARM_UP, 0.002));
    json_t *row;
    size_t i;

    json_array_foreach(json_object_get(document, table), i, row)
        assert_int_equal(json_object_del(row, key), 0);
    return document;
}

static void an_older_result_without_a_field_is_read(void **state)
{
    static const struct gau_view_options csv = {.format = GAU_TABLE_CSV};
    json_t *const no_p99 = without("branches", "p99_s");
    json_t *const no_allowance = without("loop_times", "allowed_s");
    gau_error error = {0};
    char *const text = view(no_p99, "timer", &(struct gau_view_options){0}, &error);
    char *const cells = view(no_p99, "timer", &csv, &error);
    char *const times = view(no_allowance, "timer", &(struct gau_view_options){0}, &error);

    (void)state;
    assert_string_equal(error.message, "");
    assert_non_null(strstr(text, "p99"));
    assert_non_null(strstr(cells, ",2.25e-05,4.5e-05,,17\n"));
    assert_non_null(strstr(times, "Loop times"));
    assert_null(strstr(times, "time accounting"));
    free(text);
    free(cells);
    free(times);
    json_decref(no_p99);
    json_decref(no_allowance);
}

static void wrong_options_are_explained(void **state)
{
    static const struct {
        const char *document, *name;
        struct gau_view_options options;
        const char *message;
    } cases[] = {
        {TIMER(BRANCHES, WARM_UP),
         "timer",
         {.sort = "time"},
         "cannot sort by 'time'; there is: tree, self, total, calls, mean, max, name"},
        {MASSES, "masses", {.sort = "low"}, "cannot sort by 'low'; there is: tree"},
        {TIMER(BRANCHES, WARM_UP),
         "timer",
         {.table = "book"},
         "timer has no table 'book'; there is: branches, loop_times, warm_up"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *const document = parse(cases[i].document);
        gau_error error = {0};
        char *const text = view(document, cases[i].name, &cases[i].options, &error);

        assert_int_equal(error.status, GAU_ERR_USAGE);
        assert_string_equal(error.message, cases[i].message);
        assert_string_equal(text, "");
        free(text);
        json_decref(document);
    }
}

/* --- every place, every kind of damage ----------------------------------------------------- */

static const char *const damages[] = {
    NULL,  "null", "true", "-1", "0",       "9223372036854775807", "1e308", "-0.5",
    "'x'", "[]",   "[[]]", "{}", "[1,2,3]", "[{'a':[{}]}]",
};

struct fuzz {
    const char *name;
    json_t *document;
    size_t views, sentences;
};

/* A view without a complaint, or one line of complaint that has the file in it, and no view. */
static void check_view(struct fuzz *fuzz)
{
    for (int format = GAU_TABLE_TEXT; format <= GAU_TABLE_EXCEL; format++) {
        const struct gau_view_options options = {.format = (enum gau_table_format)format,
                                                 .all = format % 2 == 0};
        gau_error error = {0};
        char *const text = view(fuzz->document, fuzz->name, &options, &error);

        if (error.status == GAU_OK) {
            assert_string_equal(error.message, "");
            assert_string_not_equal(text, "");
            fuzz->views++;
        } else {
            assert_memory_equal(error.message, fuzz->name, strlen(fuzz->name));
            assert_null(strchr(error.message, '\n'));
            assert_string_equal(text, "");
            fuzz->sentences++;
        }
        free(text);
    }
}

static void damage(struct fuzz *fuzz, json_t *container, const char *key, json_t *value)
{
    json_incref(value);
    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        if (json_is_array(container) && !damages[i])
            continue;
        set(container, key, damages[i] ? parse_value(damages[i]) : NULL);
        check_view(fuzz);
        set(container, key, json_incref(value));
    }
    json_decref(value);
}

static void damage_below(struct fuzz *fuzz, json_t *container)
{
    json_t *const keys = json_deep_copy(container);
    const char *key;
    json_t *ignored;
    char number[24];

    json_object_foreach(keys, key, ignored)
    {
        damage(fuzz, container, key, json_object_get(container, key));
        damage_below(fuzz, json_object_get(container, key));
    }
    for (size_t i = 0; i < json_array_size(keys); i++) {
        snprintf(number, sizeof number, "%zu", i);
        damage(fuzz, container, number, json_array_get(container, i));
        damage_below(fuzz, json_array_get(container, i));
    }
    json_decref(keys);
}

static void no_damage_is_more_than_a_sentence(void **state)
{
    static const char *const documents[][2] = {
        {"timer", TIMER(WARM_UP "," BRANCH(2, 0, "A", "A", 5, 1.0, 1.0), WARM_UP)},
        {"counts", COUNTS},
        {"run", RUN},
        {"masses", MASSES},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(documents); i++) {
        struct fuzz fuzz = {.name = documents[i][0], .document = parse(documents[i][1])};

        check_view(&fuzz);
        assert_int_equal(fuzz.views, GAU_TABLE_EXCEL + 1);
        damage_below(&fuzz, fuzz.document);
        assert_true(fuzz.views > 10);
        assert_true(fuzz.sentences > 10);
        json_decref(fuzz.document);
    }
}

static void a_tree_may_be_as_deep_as_it_has_rows(void **state)
{
    enum { DEPTH = 20000 };
    json_t *const document = parse(COUNTS);
    json_t *const rows = json_object_get(document, "branches");
    const struct gau_view_options options = {.format = GAU_TABLE_CSV, .all = true};
    gau_error error = {0};
    char *text;

    (void)state;
    for (int i = 4; i < DEPTH; i++) {
        json_t *const row = json_deep_copy(json_array_get(rows, 3));

        json_object_set_new(row, "branch", json_integer(i));
        json_object_set_new(row, "parent", json_integer(i - 1));
        json_array_append_new(rows, row);
    }
    text = view(document, "counts", &options, &error);
    assert_string_equal(error.message, "");
    assert_non_null(strstr(text, "\n19999,19998,19998,Off,"));
    free(text);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damaged_document_is_explained),
        cmocka_unit_test(a_document_must_be_an_object),
        cmocka_unit_test(an_older_result_without_a_field_is_read),
        cmocka_unit_test(wrong_options_are_explained),
        cmocka_unit_test(no_damage_is_more_than_a_sentence),
        cmocka_unit_test(a_tree_may_be_as_deep_as_it_has_rows),
    };

    return cmocka_run_group_tests_name("views damaged", tests, NULL, NULL);
}
