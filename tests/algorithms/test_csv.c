/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/csv/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files --------------------------------------------------------------------------------- */

static char path[256]; /* of the file in the scene; '@' in messages */

static void write_bytes(const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *text)
{
    write_bytes(text, strlen(text));
}

static int make_folder(void **state)
{
    const char *const folder = getenv("TMPDIR");

    (void)state;
    snprintf(path, sizeof path, "%s/gaudit-csv-XXXXXX", folder ? folder : "/tmp");
    if (!mkdtemp(path))
        return -1;
    strcat(path, "/t.csv");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    *strrchr(path, '/') = '\0';
    return rmdir(path);
}

static void assert_message(const gau_error *err, const char *expected)
{
    char text[1024] = "";
    size_t n = 0;

    for (; *expected; expected++)
        n += (size_t)(*expected == '@' ? sprintf(text + n, "%s", path)
                                       : sprintf(text + n, "%c", *expected));
    assert_string_equal(err->message, text);
}

/* --- rows ---------------------------------------------------------------------------------- */

/* All fields of all rows: "a|b|c/d|e|f/". */
static void assert_fields(const char *expected)
{
    char text[512] = "", field_text[128];
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;

    assert_int_equal(gau_csv_open(&reader, path, NULL), GAU_OK);
    while (gau_csv_next_row(&row, &reader, NULL) == GAU_OK) {
        const char *at = row.text, *const end = at + row.length;

        assert_int_equal(row.fault, GAU_CSV_FINE);
        for (uint32_t i = 0; i < row.columns; i++) {
            const struct gau_csv_field field = gau_csv_take_field(&at, end);

            strcat(text, i ? "|" : "");
            strncat(text, field_text, gau_csv_unescape(field_text, &field));
        }
        strcat(text, "/");
    }
    assert_string_equal(text, expected);
    gau_csv_close(&reader);
}

static void fields_are_read_as_rfc_4180_says(void **state)
{
    static const struct {
        const char *text, *fields;
    } files[] = {
        {"a,b\n1,2\n", "a|b/1|2/"},
        {"a,b\n1,2", "a|b/1|2/"},
        {"a,b\r\n1,2\r\n", "a|b/1|2/"},
        {"\xEF\xBB\xBF"
         "a,b\n",
         "a|b/"},
        {"\"a\",\"b,c\"\n\"d\ne\",f\n", "a|b,c/d\ne|f/"},
        {"\"say \"\"hi\"\"\",\"\"\r\n\"\"\"\",x\n", "say \"hi\"|/\"|x/"},
        {" a , b\t\n\" a \",c\n", "a|b/ a |c/"},
        {"a,b\n\n\r\n1,2\n\n", "a|b/1|2/"},
        {",\n,,\n", "|/||/"},
        {"", ""},
        {"\n\n", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        write_text(files[i].text);
        assert_fields(files[i].fields);
    }
}

static void rows_know_their_lines(void **state)
{
    static const uint64_t lines[] = {1, 2, 4, 6};
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;

    (void)state;
    write_text("a\n\"x\ny\"\nb\n\nc\n");
    assert_int_equal(gau_csv_open(&reader, path, NULL), GAU_OK);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
        assert_int_equal(row.line, lines[i]);
    }
    assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_END);
    gau_csv_close(&reader);
}

/* Of characters that differ from a comma in one bit, or would carry into the next byte. */
static void columns_are_counted_in_rows_of_all_lengths(void **state)
{
    enum { ROWS = 700 };
    static const char characters[] = ",,,-+.(<l\xAC\x2B\x7F\x80\xFF\x01 ";
    static char text[ROWS * (ROWS + 3) / 2];
    uint32_t columns[ROWS], seed = 1;
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;
    size_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < ROWS; i++) {
        columns[i] = 1;
        for (uint32_t k = 0; k <= i; k++) {
            seed = seed * 1664525 + 1013904223;
            text[n] = characters[(seed >> 16) % (sizeof characters - 1)];
            columns[i] += text[n++] == ',';
        }
        text[n++] = '\n';
    }
    write_bytes(text, n);
    assert_int_equal(gau_csv_open(&reader, path, NULL), GAU_OK);
    for (uint32_t i = 0; i < ROWS; i++) {
        assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
        assert_int_equal(row.length, i + 1);
        assert_int_equal(row.columns, columns[i]);
    }
    assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_END);
    gau_csv_close(&reader);
}

/* A NUL and a quote are found wherever they are in the row. */
static void what_is_not_plain_is_found_everywhere(void **state)
{
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;
    char text[41];

    (void)state;
    for (size_t length = 2; length < sizeof text; length++)
        for (size_t at = 1; at < 2 * length; at++) {
            memset(text, 'x', length);
            text[at / 2] = at % 2 ? '\0' : '"';
            text[length] = '\n';
            write_bytes(text, length + 1);
            assert_int_equal(gau_csv_open(&reader, path, NULL), GAU_OK);
            assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
            assert_int_equal(row.fault, at % 2 ? GAU_CSV_NUL : GAU_CSV_STRAY_QUOTE);
            gau_csv_close(&reader);
        }
}

/* It is given up, and the line behind it is read as if it had never been. */
static void the_line_behind_an_open_quote_is_a_row(void **state)
{
    static const uint64_t lines[] = {1, 2, 3, 5};
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;

    (void)state;
    write_text("a\n\"x\nbc\n\nd\n");
    assert_int_equal(gau_csv_open(&reader, path, NULL), GAU_OK);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
        assert_int_equal(row.line, lines[i]);
        assert_int_equal(row.fault, i == 1 ? GAU_CSV_OPEN_QUOTE : GAU_CSV_FINE);
    }
    assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_END);
    gau_csv_close(&reader);
}

/* --- wrong files --------------------------------------------------------------------------- */

static gau_status read_all(struct gau_csv_table *table, const char *key, gau_error *err)
{
    gau_status status = gau_csv_table_open(table, path, key, err);

    while (status >= 0 && table->has_pending) {
        status = gau_csv_table_advance(table, err);
        table->rows++;
    }
    return status;
}

static const struct wrong {
    const char *text, *message;
} wrongs[] = {
    {"", "@: is empty: there is no header"},
    {"\xEF\xBB\xBF", "@: is empty: there is no header"},
    {"evt,,x\n", "@:1: column 2 has no name"},
    {"evt,x,\n", "@:1: column 3 has no name"},
    {"evt,x,x \n", "@:1: two columns are called 'x'"},
    {"evt,x\ty\n", "@:1: the name of column 2 has a control character"},
    {"event,x\n", "@: has no column 'evt' to be joined by (Key)"},
    {"evt,\"x\n", "@:1: a quote that does not end"},
    {"evt,x\n1,2\n2\n", "@:3: 1 column, but the header has 2"},
    {"evt,x\n1,2\n2,3,4\n", "@:3: 3 columns, but the header has 2"},
    {"evt,x\n1,2\n2,3,\n", "@:3: 3 columns, but the header has 2"},
    {"evt,x\n1,2\n2", "@:3: 1 column, but the header has 2"},
    {"evt,x\n1,\"2\n3,4\n", "@:2: a quote that does not end"},
    {"evt,x\n1,2\"3\"\n", "@:2: a quote in the middle of a field (write \"\" for it, in quotes)"},
    {"evt,x\n1,\"2\"3\n", "@:2: a quote in the middle of a field (write \"\" for it, in quotes)"},
    {"evt,x\n1, \"2\"\n", "@:2: a quote in the middle of a field (write \"\" for it, in quotes)"},
    {"evt,x\none,2\n", "@:2: column 'evt': 'one' is not a whole number"},
    {"evt,x\n1.5,2\n", "@:2: column 'evt': '1.5' is not a whole number"},
    {"evt,x\n,2\n", "@:2: column 'evt': '' is not a whole number"},
    {"evt,x\n5,2\n5,3\n4,2\n", "@:4: column 'evt' falls from 5 to 4; rows must be in rising order"},
};

static void wrong_files_are_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct gau_csv_table table = {.policy = GAU_CSV_FAIL};
        gau_error err = {0};

        write_text(wrongs[i].text);
        if (read_all(&table, "evt", &err) >= 0)
            fail_msg("'%s' was accepted", wrongs[i].text);
        assert_message(&err, wrongs[i].message);
        gau_csv_table_close(&table);
    }
}

static void a_nul_byte_is_not_text(void **state)
{
    static const char text[] = "evt,x\n1,a\0b\n";
    struct gau_csv_table table = {.policy = GAU_CSV_FAIL};
    gau_error err = {0};

    (void)state;
    write_bytes(text, sizeof text - 1);
    assert_int_equal(read_all(&table, "evt", &err), GAU_ERR_IO);
    assert_message(&err, "@:2: a NUL byte: this is not text, or not UTF-8");
    gau_csv_table_close(&table);
}

static void bad_rows_can_be_left_out(void **state)
{
    struct gau_csv_table table = {.policy = GAU_CSV_SKIP};
    gau_error err = {0};

    (void)state;
    write_text("evt,x\n1,2\n2\n3,x\"\n4,4\nfive,5\n6,\"6\n7,7\n");
    assert_int_equal(read_all(&table, "evt", &err), GAU_END);
    assert_int_equal(table.rows, 3); /* 1, 4, 7 */
    assert_int_equal(table.bad_rows.skipped, 4);
    memcpy(err.message, table.bad_rows.first, sizeof table.bad_rows.first);
    assert_message(&err, "@:3: 1 column, but the header has 2");
    gau_csv_table_close(&table);
}

static void a_falling_key_is_never_left_out(void **state)
{
    struct gau_csv_table table = {.policy = GAU_CSV_SKIP};
    gau_error err = {0};

    (void)state;
    write_text("evt\n2\n1\n");
    assert_int_equal(read_all(&table, "evt", &err), GAU_ERR_IO);
    assert_message(&err, "@:3: column 'evt' falls from 2 to 1; rows must be in rising order");
    gau_csv_table_close(&table);
}

static void an_endless_line_is_left_out(void **state)
{
    struct gau_csv_table table = {.policy = GAU_CSV_SKIP};
    gau_error err = {0};
    const size_t length = 20u << 20;
    char *text = malloc(length);

    (void)state;
    assert_non_null(text);
    memset(text, 'x', length);
    memcpy(text, "evt\n1\n", 6);
    memcpy(text + length - 3, "\n2\n", 3);
    write_bytes(text, length);
    free(text);
    assert_int_equal(read_all(&table, "evt", &err), GAU_END);
    assert_int_equal(table.rows, 2);
    assert_int_equal(table.reader.line, 5);
    assert_int_equal(table.bad_rows.skipped, 1);
    memcpy(err.message, table.bad_rows.first, sizeof table.bad_rows.first);
    assert_message(&err, "@:3: the row is longer than 1 MiB");
    gau_csv_table_close(&table);
}

static void only_files_are_read(void **state)
{
    struct gau_csv_reader reader = {0};
    gau_error err = {0};
    char *slash;

    (void)state;
    unlink(path);
    assert_int_equal(gau_csv_open(&reader, path, &err), GAU_ERR_IO);
    assert_message(&err, "@: No such file or directory");
    gau_csv_close(&reader);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(gau_csv_open(&reader, path, &err), GAU_ERR_IO);
    assert_message(&err, "@: is a pipe, not a file");
    gau_csv_close(&reader);
    assert_int_equal(gau_csv_open(&reader, "/dev/zero", &err), GAU_ERR_IO);
    assert_string_equal(err.message, "/dev/zero: is a device, not a file");
    gau_csv_close(&reader);
    slash = strrchr(path, '/');
    *slash = '\0';
    assert_int_equal(gau_csv_open(&reader, path, &err), GAU_ERR_IO);
    assert_message(&err, "@: is a directory, not a file");
    gau_csv_close(&reader);
    *slash = '/';
    unlink(path);
}

static void a_file_can_be_read_again(void **state)
{
    struct gau_csv_table table = {.policy = GAU_CSV_FAIL};

    (void)state;
    write_text("\xEF\xBB\xBF"
               "evt,x\n1,2\n5,6\n");
    assert_int_equal(read_all(&table, "evt", NULL), GAU_END);
    assert_int_equal(gau_csv_table_rewind(&table, NULL), GAU_OK);
    assert_int_equal(table.pending_key, 1);
    assert_int_equal(table.pending.line, 2);
    assert_int_equal(table.pending.number, 5); /* after two headers and two rows */
    gau_csv_table_close(&table);
    assert_int_equal(read_all(&table, "", NULL), GAU_END); /* rows are counted, anew */
    assert_int_equal(gau_csv_table_rewind(&table, NULL), GAU_OK);
    assert_int_equal(table.pending_key, 1);
    gau_csv_table_close(&table);
}

static void the_type_of_a_column_is_guessed(void **state)
{
    static const bool is_text[] = {false, false, true, false, true, true, false, true, true, false};
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    struct gau_csv_table table = {.policy = GAU_CSV_FAIL};

    (void)state;
    write_text("a,b,c,d,e,f,g,h,i,j\n1,-2.5e3,nan,,G,2012-Jul-04,\"7\",inf,0x10,1.5\n");
    assert_int_equal(gau_csv_table_open(&table, path, "", NULL), GAU_OK);
    for (size_t i = 0; i < COUNT_OF(is_text); i++)
        assert_int_equal(gau_csv_table_guess(&table, i, c), is_text[i]);
    gau_csv_table_close(&table);
    freelocale(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_read_as_rfc_4180_says),
        cmocka_unit_test(rows_know_their_lines),
        cmocka_unit_test(columns_are_counted_in_rows_of_all_lengths),
        cmocka_unit_test(what_is_not_plain_is_found_everywhere),
        cmocka_unit_test(the_line_behind_an_open_quote_is_a_row),
        cmocka_unit_test(wrong_files_are_explained),
        cmocka_unit_test(a_nul_byte_is_not_text),
        cmocka_unit_test(bad_rows_can_be_left_out),
        cmocka_unit_test(a_falling_key_is_never_left_out),
        cmocka_unit_test(an_endless_line_is_left_out),
        cmocka_unit_test(only_files_are_read),
        cmocka_unit_test(a_file_can_be_read_again),
        cmocka_unit_test(the_type_of_a_column_is_guessed),
    };

    return cmocka_run_group_tests_name("csv", tests, make_folder, remove_folder);
}
