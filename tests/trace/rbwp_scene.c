/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_scene.h"

#include "tests/unit/temp_folder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t parent;
    uint8_t kind, work;
} branches[N_BRANCHES] = {
    [EVENT] = {"Event", UINT32_MAX, GAU_TRACE_BRANCH_ROOT, 0},
    [BACKGROUND] = {"Background", UINT32_MAX, GAU_TRACE_BRANCH_ROOT, 0},
    [LINE] = {"Line", EVENT, GAU_TRACE_BRANCH_SEQUENCE, 0},
    [FIT] = {"Fit", LINE, GAU_TRACE_BRANCH_ALGORITHM, 0},
    [POLL] = {"poll", BACKGROUND, GAU_TRACE_BRANCH_BACKGROUND, 1},
    [PART] = {"part", POLL, GAU_TRACE_BRANCH_SECTION, 3},
    [EXTERNAL] = {"External", UINT32_MAX, GAU_TRACE_BRANCH_ROOT, 0},
    [GPU] = {"GPU 0", EXTERNAL, GAU_TRACE_BRANCH_SECTION, 2},
    [KERNEL] = {"kernel", GPU, GAU_TRACE_BRANCH_SECTION, 2},
};

struct gau_rbwp_output output;

void create(int level, bool compressed, uint64_t buffer)
{
    const struct gau_rbwp_settings settings = {.path = "p.bin",
                                               .node = 5,
                                               .level = level,
                                               .compressed = compressed,
                                               .buffer = buffer,
                                               .zero_ns = 7};

    assert_int_equal(gau_rbwp_create(&output, &settings, (struct gau_rbwp_clock){0, 0, 1}), 0);
    for (uint32_t b = 0; b < N_BRANCHES; b++)
        gau_rbwp_add_branch(&output,
                            &(struct gau_trace_branch){.branch = b,
                                                       .parent = branches[b].parent,
                                                       .kind = branches[b].kind,
                                                       .work = branches[b].work},
                            branches[b].name, (uint32_t)strlen(branches[b].name));
}

/* --- lists --------------------------------------------------------------------------------- */

struct rbwp_list list;

struct gau_trace_entry_list *record(void)
{
    return (void *)list.bytes;
}

void begin_list(uint64_t first)
{
    memset(list.bytes, 0, sizeof *record());
    *record() = (struct gau_trace_entry_list){.lane = 3, .number = list.number++, .first = first};
    list.at = list.bytes + sizeof *record();
    list.stamp = first;
}

static uint64_t ticks(uint64_t stamp)
{
    const uint64_t before = list.stamp;

    list.stamp = stamp;
    return stamp - before;
}

void enter(uint32_t branch, uint64_t stamp)
{
    list.at = gau_entry_begin(list.at, ticks(stamp), branch);
}

void leave(uint64_t stamp)
{
    list.at = gau_entry_end(list.at, ticks(stamp), GAU_ENTRY_FORM_ACCEPTED);
}

void work(uint64_t stamp, uint64_t stop, uint64_t took)
{
    list.at = gau_entry_put(gau_entry_code(list.at, ticks(stamp), GAU_ENTRY_INTERVAL, 3), KERNEL);
    list.at = gau_entry_put(list.at, gau_entry_zigzag((int64_t)(stop - stamp)));
    list.at = gau_entry_put(list.at, took);
}

void end_list(void)
{
    record()->last = list.stamp;
    record()->size = (uint32_t)(list.at - list.bytes) - (uint32_t)sizeof *record();
    gau_rbwp_add_list(&output, record());
}

/* --- what is in the file ------------------------------------------------------------------- */

unsigned char file[1 << 20];
size_t file_size;

void read_file(void)
{
    FILE *const in = fopen("p.bin", "rb");

    assert_non_null(in);
    file_size = fread(file, 1, sizeof file, in);
    fclose(in);
}

uint64_t number(size_t at, int bytes)
{
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)file[at + (size_t)i] << 8 * i;
    return n;
}

char text[1 << 16];

static void say(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

static size_t used; /* of the text, which does not grow when it is full */

static void say(const char *format, ...)
{
    va_list args;

    if (used + 1 >= sizeof text)
        return;
    va_start(args, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
}

static uint64_t stamp(size_t *at, uint64_t last)
{
    const int bytes = file[*at] < 0x80 ? 2 : file[*at] < 0xc0 ? 4 : 8;
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n = n << 8 | file[(*at)++];
    if (bytes == 2)
        return last + n;
    return bytes == 4 ? last + (n & 0x3fffffff) : n & UINT64_MAX >> 2;
}

static void show_records(size_t at, size_t end)
{
    uint64_t now = 0;

    while (at < end) {
        now = stamp(&at, now);
        switch (file[at++]) {
        case 1: say("+%" PRIu64 "@%" PRIu64 " ", number(at++, 1), now); break;
        case 2: say("-@%" PRIu64 " ", now); break;
        case 0x11:
            say("(%" PRIu64 "@%" PRIu64 " ", number(at, 2), now);
            at += 2;
            break;
        case 0x12: say(")@%" PRIu64 " ", now); break;
        case 0x21:
            say("g%" PRIx64 "/%" PRIu64 ":%" PRIu64 "-%" PRIu64 "@%" PRIu64 " ", number(at, 8),
                number(at + 8, 1), number(at + 9, 8), number(at + 17, 8), now);
            at += 25;
            break;
        default: fail();
        }
    }
    assert_int_equal(at, end);
}

static size_t show_descriptor(size_t at, bool is_item)
{
    const size_t head = is_item ? 4 : 5, size = number(at + head - 2, 2);

    say(is_item ? " item %" PRIu64 "=%.*s" : " %" PRIu64 "=%.*s", number(at, 2), (int)size,
        (const char *)file + at + head);
    if (!is_item)
        say("/%d", file[at + 2]);
    return at + head + size;
}

void show_file(void)
{
    size_t at = GAU_RBWP_HEADER_SIZE, end;

    read_file();
    text[0] = '\0';
    used = 0;
    end = number(28, 8) ? number(28, 8) : file_size;
    while (at < end) {
        assert_int_equal(number(at + 28, 4), 0);
        show_records(at + 32, at + 32 + number(at + 24, 4));
        at += 32 + number(at + 24, 4);
    }
    for (uint64_t i = 0; at < file_size; i++)
        at = show_descriptor(at, i < number(20, 4));
}

void assert_shows(const char *expected)
{
    gau_rbwp_close(&output);
    show_file();
    assert_string_equal(text, expected);
}

int begin(void **state)
{
    list.number = 0;
    return folder_enter(state);
}
