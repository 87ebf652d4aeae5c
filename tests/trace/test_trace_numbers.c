/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "trace/timeline_entries.h"

/* --- numbers --------------------------------------------------------------------------------- */

/* As the page of the format says, bit by bit. Returns the bytes. */
static uint32_t slow_number(const uint8_t *bytes, uint64_t *number)
{
    uint32_t more = 0;
    uint32_t bit;

    while (more < 8 && bytes[0] >> more & 1)
        more++;
    *number = 0;
    bit = more < 8 ? more + 1 : 8;
    for (uint32_t to = 0; bit < 8 * (more + 1); bit++, to++)
        *number |= (uint64_t)(bytes[bit / 8] >> bit % 8 & 1) << to;
    return more + 1;
}

/* CPU time is a number without limits. */
static uint64_t read_back(const uint8_t *bytes, const uint8_t *end)
{
    union {
        struct gau_trace_entry_list list;
        uint8_t room[128];
    } m = {.list = {.size = (uint32_t)(end - bytes)}};
    struct gau_timeline_cursor cursor;
    struct gau_timeline_entry entry;

    memcpy(m.room + sizeof m.list, bytes, m.list.size);
    cursor = gau_timeline_entries(&m.list);
    assert_true(gau_timeline_next(&cursor, &entry));
    assert_int_equal(entry.what, GAU_TIMELINE_CPU);
    assert_true(cursor.at == cursor.end);
    assert_false(gau_timeline_next(&cursor, &(struct gau_timeline_entry){0}));
    assert_false(cursor.damaged);
    return entry.cpu_ns;
}

static void assert_number(uint64_t number, uint32_t size)
{
    uint8_t bytes[64];
    uint8_t *const at = gau_entry_code(bytes, 0, GAU_ENTRY_CPU, 1);
    uint8_t *const end = gau_entry_put(at, number);
    uint64_t slow;

    assert_int_equal(end - at, size);
    assert_int_equal(slow_number(at, &slow), size);
    assert_true(slow == number);
    assert_true(read_back(bytes, end) == number);
}

static void numbers_of_every_length_are_read_at_their_borders(void **state)
{
    (void)state;
    assert_number(0, 1);
    for (uint32_t size = 1; size <= 8; size++) {
        const uint64_t border = UINT64_C(1) << 7 * size;

        assert_number(border - 1, size);
        assert_number(border, size + 1);
        assert_number(border + 1, size + 1);
        assert_number(border / 2, size);
    }
    assert_number(UINT64_MAX - 1, 9);
    assert_number(UINT64_MAX, 9);
}

static void the_largest_entry_has_the_room_that_is_named(void **state)
{
    uint8_t bytes[GAU_ENTRY_MAX + 8];
    uint8_t *at = gau_entry_code(bytes, UINT64_MAX >> 2, (enum gau_entry_code)63, 4);

    (void)state;
    for (int i = 0; i < 4; i++)
        at = gau_entry_put(at, UINT64_MAX);
    assert_in_range(at - bytes, 1, GAU_ENTRY_MAX);
}

static void signed_numbers_are_twice_as_large(void **state)
{
    (void)state;
    assert_true(gau_entry_zigzag(0) == 0);
    assert_true(gau_entry_zigzag(-1) == 1);
    assert_true(gau_entry_zigzag(1) == 2);
    assert_true(gau_entry_zigzag(-2) == 3);
    assert_true(gau_entry_zigzag(INT64_MAX) == UINT64_MAX - 1);
    assert_true(gau_entry_zigzag(INT64_MIN) == UINT64_MAX);
}

/* Whatever stands behind the end: what is cut is no entry. */
static void entries_are_read_up_to_where_they_are_cut(void **state)
{
    /* a begin; CPU time of 2 bytes; an end with a code, whose flags have 2; an end */
    static const uint8_t bytes[] = {8, 10, 6, 5 << 2, 1, 2, 6, 2 << 2 | 1, 0, 1, 0, 10};
    static const size_t ends[] = {2, 6, 11, 12}; /* of each entry */
    union {
        struct gau_trace_entry_list list;
        uint8_t room[128];
    } m = {.list = {.lane = 1}};

    (void)state;
    memcpy(m.room + sizeof m.list, bytes, sizeof bytes);
    for (uint32_t size = 0; size <= sizeof bytes; size++) {
        struct gau_timeline_entry entry;
        struct gau_timeline_cursor cursor;
        size_t whole = 0, n = 0;

        m.list.size = size;
        while (whole < COUNT_OF(ends) && ends[whole] <= size)
            whole++;
        for (cursor = gau_timeline_entries(&m.list); gau_timeline_next(&cursor, &entry);)
            n++;
        assert_int_equal(n, whole);
        assert_int_equal(cursor.damaged, size != (whole ? ends[whole - 1] : 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_every_length_are_read_at_their_borders),
        cmocka_unit_test(the_largest_entry_has_the_room_that_is_named),
        cmocka_unit_test(signed_numbers_are_twice_as_large),
        cmocka_unit_test(entries_are_read_up_to_where_they_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
