/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cfi_image.h"

#include "collector/unwind/dwarf_expression.h"
#include "collector/unwind/rule_cache.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

static uint8_t *image;
static struct gau_module_tables tables;

static uint64_t code_at(unsigned offset)
{
    return (uint64_t)image + CFI_CODE + offset;
}

static void plant(const uint8_t *instructions, size_t size)
{
    cfi_image_plant(image, instructions, size);
}

static bool row_at(unsigned offset, struct gau_cfi_row *row)
{
    static struct gau_cfi_scratch scratch;
    struct gau_cfi_entry entry;

    return gau_cfi_find(&tables, code_at(offset), &entry) &&
           gau_cfi_run(&tables, &entry, code_at(offset), &scratch, row);
}

static void code_without_instructions_has_the_common_row(void **state)
{
    struct gau_cfi_row row;

    (void)state;
    plant(NULL, 0);
    assert_true(row_at(0, &row));
    assert_int_equal(row.cfa_register, GAU_REGISTER_SP);
    assert_int_equal(row.cfa_offset, 8);
    assert_int_equal(row.rules[GAU_RETURN_REGISTER].how, GAU_CFI_AT);
    assert_int_equal(row.rules[GAU_RETURN_REGISTER].value, -8);
    assert_true(row_at(CFI_CODE_SIZE - 1, &row));
}

static void code_outside_the_entry_has_no_row(void **state)
{
    struct gau_cfi_row row;

    (void)state;
    plant(NULL, 0);
    assert_false(row_at(CFI_CODE_SIZE, &row));
    assert_false(row_at((unsigned)-1, &row));
}

static void instructions_hold_from_their_place_on(void **state)
{
    /* advance 1, CFA offset 16, frame pointer at -16, advance 3, CFA register, */
    /* remember, advance 4, CFA is SP + 8, frame pointer restored, advance 1, recall */
    const uint8_t instructions[] = {0x41, 0x0e,
                                    16,   0x80 + GAU_REGISTER_FP,
                                    2,    0x43,
                                    0x0d, GAU_REGISTER_FP,
                                    0x0a, 0x44,
                                    0x0c, GAU_REGISTER_SP,
                                    8,    0xc0 + GAU_REGISTER_FP,
                                    0x41, 0x0b};
    struct gau_cfi_row row;

    (void)state;
    plant(instructions, sizeof instructions);
    assert_true(row_at(0, &row));
    assert_int_equal(row.cfa_offset, 8);
    assert_true(row_at(1, &row));
    assert_int_equal(row.cfa_offset, 16);
    assert_int_equal(row.cfa_register, GAU_REGISTER_SP);
    assert_int_equal(row.rules[GAU_REGISTER_FP].value, -16);
    assert_true(row_at(4, &row));
    assert_int_equal(row.cfa_register, GAU_REGISTER_FP);
    assert_true(row_at(8, &row));
    assert_int_equal(row.cfa_offset, 8);
    assert_int_equal(row.rules[GAU_REGISTER_FP].how, GAU_CFI_SAME);
    assert_true(row_at(9, &row));
    assert_int_equal(row.cfa_register, GAU_REGISTER_FP);
    assert_int_equal(row.cfa_offset, 16);
}

static void instructions_that_make_no_sense_are_refused(void **state)
{
    static const uint8_t wrongs[][4] = {
        {0x0b, 0, 0, 0},       /* recall of nothing */
        {0x0d, 99, 0, 0},      /* the CFA is in no register that is known */
        {0x3f, 0, 0, 0},       /* no such instruction */
        {0x0f, 100, 0, 0},     /* an expression that is longer than the rest */
        {0x05, 3, 0xff, 0xff}, /* a number without end */
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct gau_cfi_row row;

        plant(wrongs[i], sizeof *wrongs);
        assert_false(row_at(0, &row));
    }
}

static void usual_rows_become_rules_of_eight_bytes(void **state)
{
    const uint8_t instructions[] = {0x41,
                                    0x0e,
                                    16,
                                    0x80 + GAU_REGISTER_FP,
                                    2,
                                    0x41,
                                    0x0f,
                                    3,
                                    0x70 + GAU_REGISTER_FP,
                                    0x78,
                                    0x06,
                                    0x10,
                                    GAU_REGISTER_FP,
                                    2,
                                    0x70 + GAU_REGISTER_FP,
                                    0x10,
                                    0x41,
                                    0x0c,
                                    1,
                                    8,
                                    0x41,
                                    0x07,
                                    GAU_RETURN_REGISTER};
    static const enum gau_unwind_rule_kind kinds[] = {GAU_RULE_SP, GAU_RULE_SP, GAU_RULE_AT_FP,
                                                      GAU_RULE_TABLES, GAU_RULE_FIRST};
    struct gau_unwind_rule rules[5];

    (void)state;
    plant(instructions, sizeof instructions);
    for (unsigned i = 0; i < 5; i++) {
        struct gau_cfi_entry entry;
        struct gau_cfi_row row;

        assert_true(row_at(i, &row));
        assert_true(gau_cfi_find(&tables, code_at(i), &entry));
        rules[i] = gau_unwind_rule_of(&tables, &entry, &row);
        assert_int_equal(gau_unwind_rule_kind(rules[i]), kinds[i]);
    }
    assert_int_equal(gau_unwind_rule_offset(rules[1]), 16);
    assert_int_equal(rules[1].pc_place, -1);
    assert_int_equal(rules[1].frame_place, -2);
    assert_int_equal(gau_unwind_rule_offset(rules[2]), -8);
    assert_int_equal(rules[2].frame_place, 2);
}

static void rules_of_an_earlier_generation_are_forgotten(void **state)
{
    struct gau_rules *const rules = calloc(1, sizeof *rules);
    const struct gau_unwind_rule rule = {.cfa = 16 | GAU_RULE_SP, .pc_place = -1};
    struct gau_unwind_rule found;

    (void)state;
    gau_rules_keep(rules, 4711, rule);
    assert_true(gau_rules_find(rules, 4711, &found));
    assert_false(gau_rules_find(rules, 4712, &found));
    gau_rules_begin(rules, 1);
    assert_false(gau_rules_find(rules, 4711, &found));
    gau_rules_begin(rules, 0x10000); /* the same 16 bits */
    assert_false(gau_rules_find(rules, 4711, &found));
    free(rules);
}

static void a_rule_holds_where_its_row_does(void **state)
{
    /* advance 1, CFA offset 16, advance 3, CFA offset 24 */
    static const uint8_t instructions[] = {0x41, 0x0e, 16, 0x43, 0x0e, 24};
    static const unsigned begins[] = {0, 1, 1, 1, 4, 4};
    static const unsigned ends[] = {1, 4, 4, 4, CFI_CODE_SIZE, CFI_CODE_SIZE};
    struct gau_rules *const rules = calloc(1, sizeof *rules);
    const struct gau_unwind_rule rule = {.cfa = 16 | GAU_RULE_SP, .pc_place = -1};
    struct gau_cfi_row row;
    struct gau_unwind_rule found;

    (void)state;
    plant(instructions, sizeof instructions);
    for (unsigned i = 0; i < 6; i++) {
        assert_true(row_at(i, &row));
        assert_int_equal(row.begin, code_at(begins[i]));
        assert_int_equal(row.end, code_at(ends[i]));
    }
    assert_true(row_at(2, &row));
    gau_rules_keep_range(rules, code_at(2), &row, rule);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(gau_rules_find_range(rules, code_at(i), &found), i >= 1 && i < 4);
    assert_true(gau_rules_find(rules, code_at(3), &found));
    assert_int_equal(found.cfa, rule.cfa);
    gau_rules_begin(rules, 1);
    assert_false(gau_rules_find_range(rules, code_at(2), &found));
    free(rules);
}

/* --- expressions --------------------------------------------------------------------------- */

static bool evaluate(const uint8_t *code, size_t size, uint64_t *value)
{
    uint64_t words[4] = {1, 2, 0x1234567890, 4};
    struct gau_registers registers = {.known = (uint64_t)1 << GAU_REGISTER_SP};
    static struct gau_safe_memory memory;
    struct gau_table_cursor c = {.at = code, .end = code + size};

    registers.values[GAU_REGISTER_SP] = (uint64_t)words;
    gau_safe_memory_begin(&memory, (uint64_t)words);
    return gau_expression(&c, &registers, &memory, NULL, value);
}

static void expressions_compute(void **state)
{
    static const struct {
        uint8_t code[12];
        uint64_t value;
    } cases[] = {
        {{1, 0x35}, 5},
        {{3, 0x70 + GAU_REGISTER_SP, 16, 0x06}, 0x1234567890},
        {{4, 0x70 + GAU_REGISTER_SP, 16, 0x94, 2}, 0x7890},
        {{4, 0x33, 0x35, 0x1c, 0x19}, 2},                  /* |3 - 5| */
        {{5, 0x31, 0x34, 0x33, 0x17, 0x1c}, (uint64_t)-3}, /* 1 4 3 becomes 3 1 4 */
        {{7, 0x31, 0x2f, 1, 0, 0x30, 0x23, 9}, 10},        /* a jump over one */
        {{6, 0x31, 0x28, 1, 0, 0x30, 0x34}, 4},            /* taken */
        {{3, 0x09, 0xff, 0x20}, 0},                        /* not -1 */
        {{4, 0x38, 0x3b, 0x2a, 0x12}, 0},                  /* 8 >= 11 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t value = 42;

        assert_true(evaluate(cases[i].code, sizeof cases[i].code, &value));
        assert_int_equal(value, cases[i].value);
    }
}

static void expressions_that_make_no_sense_end(void **state)
{
    static const uint8_t wrongs[][8] = {
        {0},                               /* nothing */
        {1, 0x22},                         /* a sum of nothing */
        {3, 0x2f, 0xfd, 0xff},             /* a jump to itself */
        {3, 0x2f, 0x10, 0x00},             /* out of it */
        {1, 0x70 + GAU_REGISTER_FP},       /* a register that is not known */
        {3, 0x30, 0x06, 0x06},             /* a read of what is not there */
        {4, 0x31, 0x12, 0x12, 0xff},       /* no such operation */
        {5, 0x30, 0x12, 0x2f, 0xfc, 0xff}, /* more than fits */
        {99, 0x30},                        /* longer than it is */
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        uint64_t value = 42;

        assert_false(evaluate(wrongs[i], sizeof *wrongs, &value));
        assert_int_equal(value, 42);
    }
}

/* --- anything ------------------------------------------------------------------------------ */

static void damaged_tables_do_no_harm(void **state)
{
    uint8_t instructions[200];
    uint64_t found = 0;

    (void)state;
    srand(7);
    for (int i = 0; i < 200000; i++) {
        struct gau_cfi_row row;

        for (size_t at = 0; at < sizeof instructions; at++)
            instructions[at] = (uint8_t)rand();
        plant(instructions, (size_t)rand() % sizeof instructions);
        for (int n = rand() % 4; n > 0; n--)
            image[rand() % (CFI_ENTRY + 24)] = (uint8_t)rand();
        found += row_at((unsigned)rand() % CFI_CODE_SIZE, &row);
    }
    assert_int_not_equal(found, 0);
}

static int make_image(void **state)
{
    (void)state;
    image = calloc(1, CFI_SIZE);
    tables = cfi_image_tables(image);
    return image ? 0 : -1;
}

static int drop_image(void **state)
{
    (void)state;
    free(image);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_without_instructions_has_the_common_row),
        cmocka_unit_test(code_outside_the_entry_has_no_row),
        cmocka_unit_test(instructions_hold_from_their_place_on),
        cmocka_unit_test(instructions_that_make_no_sense_are_refused),
        cmocka_unit_test(usual_rows_become_rules_of_eight_bytes),
        cmocka_unit_test(rules_of_an_earlier_generation_are_forgotten),
        cmocka_unit_test(a_rule_holds_where_its_row_does),
        cmocka_unit_test(expressions_compute),
        cmocka_unit_test(expressions_that_make_no_sense_end),
        cmocka_unit_test(damaged_tables_do_no_harm),
    };

    return cmocka_run_group_tests(tests, make_image, drop_image);
}
