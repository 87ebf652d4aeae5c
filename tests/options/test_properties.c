/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/classes/properties.h"

#include <string.h>

struct sample {
    bool on;
    int64_t top;
    double scale;
    char *title;
    int colour;
    gau_strings names;
    gau_numbers edges;
    gau_strings mixed;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static const gau_property table[] = {
    GAU_BOOL(struct sample, on, "On", true, "A switch"),
    GAU_INT(struct sample, top, "Top", 20, 1, 100, "", "A number"),
    GAU_DOUBLE(struct sample, scale, "Scale", 0.5, 0, INFINITY, "GeV", "A factor"),
    GAU_STRING(struct sample, title, "Title", "none", "A text"),
    GAU_ENUM(struct sample, colour, "Colour", 1, colours, "A choice"),
    GAU_STRINGS(struct sample, names, "Names", "a, b", "Texts"),
    GAU_NUMBERS(struct sample, edges, "Edges", "1,2.5", 0, 10, "GeV", "Numbers"),
    GAU_PROPERTY_END,
};

static const gau_property words = /* beside the table, which has one property of each type */
    GAU_WORDS(struct sample, mixed, "Mixed", "red", colours, "Colours");

/* Every row is one way to get a value wrong. */
static const struct wrong {
    const char *name, *text;
    gau_status status;
    const char *message;
} wrongs[] = {
    {"On", "yes", GAU_ERR_SYNTAX, "'yes' is neither true nor false"},
    {"Top", "", GAU_ERR_SYNTAX, "'' is not a whole number"},
    {"Top", "12x", GAU_ERR_SYNTAX, "'12x' is not a whole number"},
    {"Top", "101", GAU_ERR_RANGE, "'101' is out of range: from 1 to 100"},
    {"Top", "99999999999999999999", GAU_ERR_RANGE,
     "'99999999999999999999' is out of range: from 1 to 100"},
    {"Scale", "fast", GAU_ERR_SYNTAX, "'fast' is not a number"},
    {"Scale", "nan", GAU_ERR_SYNTAX, "'nan' is not a number"},
    {"Scale", "1e400", GAU_ERR_RANGE, "'1e400' is more than a number can hold"},
    {"Scale", "-1", GAU_ERR_RANGE, "'-1' is out of range: at least 0"},
    {"Colour", "gren", GAU_ERR_RANGE,
     "'gren' is not one of: red, green, blue; did you mean 'green'?"},
    {"Colour", "7", GAU_ERR_RANGE, "'7' is not one of: red, green, blue"},
    {"Edges", "1,x", GAU_ERR_SYNTAX, "'x' is not a number"},
    {"Edges", "1,,2", GAU_ERR_SYNTAX, "'' is not a number"},
    {"Edges", "11", GAU_ERR_RANGE, "'11' is out of range: from 0 to 10"},
};

static void defaults_come_from_the_table(void **state)
{
    struct sample sample = {0};

    (void)state;
    assert_int_equal(gau_properties_init(table, &sample, NULL), GAU_OK);
    assert_true(sample.on);
    assert_int_equal(sample.top, 20);
    assert_string_equal(sample.title, "none");
    assert_int_equal(sample.colour, 1);
    assert_int_equal(sample.names.count, 2);
    assert_string_equal(sample.names.items[1], "b");
    assert_true(sample.edges.items[1] == 2.5);
    gau_properties_clear(table, &sample);
    assert_null(sample.title);
    assert_int_equal(sample.names.count, 0);
}

static bool is_same(const struct sample *a, const struct sample *b, gau_property_type type)
{
    switch (type) {
    case GAU_TYPE_END: return false;
    case GAU_TYPE_BOOL: return a->on == b->on;
    case GAU_TYPE_INT: return a->top == b->top;
    case GAU_TYPE_DOUBLE: return a->scale == b->scale;
    case GAU_TYPE_STRING: return strcmp(a->title, b->title) == 0;
    case GAU_TYPE_ENUM: return a->colour == b->colour;
    case GAU_TYPE_STRINGS:
        return a->names.count == b->names.count &&
               strcmp(a->names.items[1], b->names.items[1]) == 0;
    case GAU_TYPE_NUMBERS:
        return a->edges.count == b->edges.count && a->edges.items[1] == b->edges.items[1];
    }
    return false;
}

/* What is shown as default, and written into jobs, is accepted and means the same. */
static void defaults_of_all_types_parse_again(void **state)
{
    size_t next = 0;

    (void)state;
#define IS_THERE(name, Type)                                         \
    assert_int_equal(table[next].type, GAU_TYPE_##name);             \
    assert_true(gau_property_size(GAU_TYPE_##name) == sizeof(Type)); \
    next++;
    GAU_PROPERTY_TYPES(IS_THERE)
#undef IS_THERE
    for (const gau_property *p = table; p->type != GAU_TYPE_END; p++) {
        struct sample sample = {0}, again = {0};
        char text[64];

        assert_int_equal(gau_properties_init(table, &sample, NULL), GAU_OK);
        assert_true(gau_property_default_text(p, text, sizeof text) < sizeof text);
        assert_int_equal(gau_property_set(p, &again, text, NULL), GAU_OK);
        assert_true(is_same(&sample, &again, p->type));
        gau_properties_clear(table, &sample);
        gau_properties_clear(table, &again);
    }
}

static void wrong_values_are_refused_and_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct sample sample = {.top = 5};
        gau_error err = {0};

        assert_int_equal(gau_property_set(gau_property_find(table, wrongs[i].name), &sample,
                                          wrongs[i].text, &err),
                         wrongs[i].status);
        assert_string_equal(err.message, wrongs[i].message);
        assert_int_equal(sample.top, 5);
        gau_properties_clear(table, &sample);
    }
}

static void a_list_of_words_takes_only_these(void **state)
{
    struct sample sample = {0};
    gau_error err = {0};
    char range[32];

    (void)state;
    gau_property_range_text(&words, range, sizeof range);
    assert_string_equal(range, "red, green, blue");
    assert_int_equal(gau_property_set(&words, &sample, "blue, red", NULL), GAU_OK);
    assert_int_equal(gau_property_set(&words, &sample, "red, gren", &err), GAU_ERR_RANGE);
    assert_string_equal(err.message,
                        "'gren' is not one of: red, green, blue; did you mean 'green'?");
    assert_int_equal(sample.mixed.count, 2);
    assert_string_equal(sample.mixed.items[0], "blue");
    gau_properties_clear((const gau_property[]){words, GAU_PROPERTY_END}, &sample);
}

static void a_list_may_be_empty_and_loses_blanks(void **state)
{
    struct sample sample = {0};

    (void)state;
    assert_int_equal(gau_properties_init(table, &sample, NULL), GAU_OK);
    assert_int_equal(gau_property_set(gau_property_find(table, "Names"), &sample, " x y ,z ", NULL),
                     GAU_OK);
    assert_string_equal(sample.names.items[0], "x y");
    assert_string_equal(sample.names.items[1], "z");
    assert_int_equal(gau_property_set(gau_property_find(table, "Names"), &sample, "  ", NULL),
                     GAU_OK);
    assert_int_equal(sample.names.count, 0);
    gau_properties_clear(table, &sample);
}

static void an_unknown_property_is_not_found(void **state)
{
    (void)state;
    assert_null(gau_property_find(table, "Bottom"));
    assert_null(gau_property_find(NULL, "Bottom"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(defaults_of_all_types_parse_again),
        cmocka_unit_test(wrong_values_are_refused_and_explained),
        cmocka_unit_test(a_list_of_words_takes_only_these),
        cmocka_unit_test(a_list_may_be_empty_and_loses_blanks),
        cmocka_unit_test(an_unknown_property_is_not_found),
    };

    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
