/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/table/written_table.h"

#include "table/table.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is written for programs is what was put in, to the last bit. */

static const struct gau_column columns[] = {
    {.name = "Branch", .key = "name"},
    {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
    {.name = "Total", .key = "total_s", .unit = "s", .type = GAU_COLUMN_REAL},
};

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Any finite double, all exponents alike. */
static double random_real(uint64_t *seed)
{
    double value;

    do {
        const uint64_t bits = next_random(seed);

        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

enum { N_RANDOM = 2000 };

/* Names are of any bytes of ASCII, control characters too. */
static struct gau_table *random_table(uint64_t seed)
{
    struct gau_table *const table = gau_table_new(columns, COUNT_OF(columns));

    for (int i = 0; i < N_RANDOM; i++) {
        const char first = (char)(1 + next_random(&seed) % 127);
        const char text[] = {first, (char)(1 + next_random(&seed) % 127), '\0'};
        const int64_t calls = (int64_t)next_random(&seed);

        gau_table_row(table, 0);
        gau_table_set_text(table, 0, text);
        gau_table_set_integer(table, 1, calls);
        gau_table_set_real(table, 2, random_real(&seed));
    }
    return table;
}

static void json_reads_back_as_it_was(void **state)
{
    uint64_t seed = 42;
    char *const text = written_table(random_table(seed), GAU_TABLE_JSON);
    json_t *const rows = json_loads(text, 0, NULL);

    (void)state;
    assert_int_equal(json_array_size(rows), N_RANDOM);
    for (size_t i = 0; i < N_RANDOM; i++) {
        const json_t *const row = json_array_get(rows, i);
        const char *const name = json_string_value(json_object_get(row, "name"));

        assert_int_equal(name[0], 1 + next_random(&seed) % 127);
        assert_int_equal(name[1], 1 + next_random(&seed) % 127);
        assert_true(json_integer_value(json_object_get(row, "calls")) ==
                    (int64_t)next_random(&seed));
        assert_true(json_real_value(json_object_get(row, "total_s")) == random_real(&seed));
    }
    json_decref(rows);
    free(text);
}

/* Takes a field off a CSV text, quoted or not, and what ends it. */
static const char *take_field(const char *text, char *out)
{
    const bool quoted = *text == '"';

    for (text += quoted; quoted ? *text != '"' || text[1] == '"' : *text != ',' && *text != '\n';
         text++) {
        text += quoted && *text == '"';
        *out++ = *text;
    }
    *out = '\0';
    return text + quoted + 1;
}

/* Control characters are in letters. */
static void show(char *text, int c)
{
    sprintf(text, c < ' ' || c == 127 ? "\\x%02x" : "%c", (unsigned)c);
}

static void csv_reads_back_as_it_was(void **state)
{
    uint64_t seed = 43;
    char *const text = written_table(random_table(seed), GAU_TABLE_CSV), field[64];
    const char *rest = strchr(text, '\n') + 1;

    (void)state;
    for (size_t i = 0; i < N_RANDOM; i++) {
        char name[16];
        const int first = 1 + (int)(next_random(&seed) % 127);
        const int second = 1 + (int)(next_random(&seed) % 127);

        rest = take_field(rest, field);
        show(name, first);
        show(name + strlen(name), second);
        assert_string_equal(field, name);
        rest = take_field(rest, field);
        assert_true(strtoll(field, NULL, 10) == (int64_t)next_random(&seed));
        rest = take_field(rest, field);
        assert_true(strtod(field, NULL) == random_real(&seed));
    }
    assert_string_equal(rest, "");
    free(text);
}

/* A table of one text in a format. */
static void check_text(const char *text, enum gau_table_format format, const char *expected)
{
    static const struct gau_column column = {.name = "", .key = "x"};
    struct gau_table *const table = gau_table_new(&column, 1);
    char *found;

    gau_table_row(table, 0);
    gau_table_set_text(table, 0, text);
    found = written_table(table, format);
    assert_string_equal(found, expected);
    free(found);
}

/* Texts that are formulas, and such that are not, as spreadsheets get them. */
static void formulas_are_texts_to_a_spreadsheet(void **state)
{
    static const char *const texts[][2] = {
        {"=1+1", "'=1+1"},     {"+f", "'+f"},    {"-f(\"x\")", "\"'-f(\"\"x\"\")\""},
        {"@sum", "'@sum"},     {"-1.5", "-1.5"}, {"+2e3", "+2e3"},
        {"-1.5 s", "'-1.5 s"}, {"a=b", "a=b"},   {"", "\"\""},
    };
    char expected[128];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        snprintf(expected, sizeof expected, "x\n%s\n", texts[i][1]);
        check_text(texts[i][0], GAU_TABLE_EXCEL, expected);
        if (!strchr(texts[i][0], '"') && texts[i][0][0]) {
            snprintf(expected, sizeof expected, "x\n%s\n", texts[i][0]);
            check_text(texts[i][0], GAU_TABLE_CSV, expected);
        }
    }
}

/* The widest are neither in the first nor in the last rows. */
static void add_rows(struct gau_table *table, enum gau_table_format format, bool streams, FILE *out)
{
    for (int i = 0; i < 3000; i++) {
        gau_table_row(table, 0);
        gau_table_set_text(table, 0, i % 2 && i < 1500 ? "odd, \"quoted\"" : "even|");
        gau_table_set_integer(table, 1, i == 1200 ? 1234567890 : i);
        gau_table_set_real(table, 2, 1e3 / (i + 1));
        if (streams)
            gau_table_stream(table, format, out);
    }
}

/* A long table, row by row streamed out, or as a whole. The caller frees the text. */
static char *long_table(enum gau_table_format format, bool streams)
{
    static const struct gau_column fixed[] = {
        {.name = "Branch", .key = "name"},
        {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
        {.name = "Total", .key = "total", .type = GAU_COLUMN_REAL, .decimals = 3},
    };
    struct gau_table *const table = gau_table_new(fixed, COUNT_OF(fixed));
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_table_title(table, "Long");
    if (streams && format == GAU_TABLE_TEXT) {
        add_rows(table, format, true, NULL);
        assert_true(gau_table_restart(table));
        assert_int_equal(gau_table_rows(table), 0);
    }
    add_rows(table, format, streams, out);
    if (streams)
        assert_true(gau_table_rows(table) < 3000);
    gau_table_footer(table, "below");
    assert_int_equal(gau_table_write(table, format, out), 0);
    fclose(out);
    gau_table_free(table);
    return text;
}

static void streamed_output_is_that_of_one_write(void **state)
{
    static const enum gau_table_format formats[] = {GAU_TABLE_CSV, GAU_TABLE_JSON, GAU_TABLE_TEXT,
                                                    GAU_TABLE_MARKDOWN};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        char *const whole = long_table(formats[i], false);
        char *const streamed = long_table(formats[i], true);

        assert_string_equal(streamed, whole);
        free(whole);
        free(streamed);
    }
}

static void few_rows_are_not_put_twice(void **state)
{
    static const struct gau_column name = {.name = "Branch", .key = "name"};
    struct gau_table *const table = gau_table_new(&name, 1);

    (void)state;
    gau_table_row(table, 0);
    gau_table_stream(table, GAU_TABLE_TEXT, NULL);
    assert_false(gau_table_restart(table));
    assert_int_equal(gau_table_rows(table), 1);
    gau_table_free(table);
}

static void a_deep_tree_costs_its_size_and_not_its_square(void **state)
{
    static const struct gau_column tree = {.name = "Branch", .key = "name", .tree = true};
    struct gau_table *const table = gau_table_new(&tree, 1);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        gau_table_row(table, i);
        gau_table_set_text(table, 0, "A");
    }
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    gau_table_free(table);
    assert_true(size > 20000 && size < 20000 * 300);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deep_tree_costs_its_size_and_not_its_square),
        cmocka_unit_test(json_reads_back_as_it_was),
        cmocka_unit_test(csv_reads_back_as_it_was),
        cmocka_unit_test(formulas_are_texts_to_a_spreadsheet),
        cmocka_unit_test(streamed_output_is_that_of_one_write),
        cmocka_unit_test(few_rows_are_not_put_twice),
    };

    return cmocka_run_group_tests_name("table data", tests, NULL, NULL);
}
