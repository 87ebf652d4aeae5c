/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cfi.h"

/* Encodings of addresses (DW_EH_PE_...): a format, a base, and whether it is indirect. */
enum {
    OMITTED = 0xff,
    FORMAT = 0x0f,
    RELATIVE = 0x70,
    FROM_HERE = 0x10,
    FROM_DATA = 0x30,
    INDIRECT = 0x80,
    TABLE_ENCODING = 0x3b, /* signed words relative to the table's start, as all linkers write */
};

static struct gau_table_cursor cursor_at(const struct gau_module_tables *tables,
                                         const uint8_t *place)
{
    const uint64_t address = (uint64_t)place;
    struct gau_table_cursor c = {.at = place, .end = (const uint8_t *)tables->end};

    if (address < tables->start || address > tables->end) {
        c.at = c.end;
        c.failed = true;
    }
    return c;
}

uint64_t gau_cfi_encoded(struct gau_table_cursor *c, uint8_t encoding, const uint8_t *data)
{
    const uint64_t here = (uint64_t)c->at;
    uint64_t value = 0;

    switch (encoding & FORMAT) {
    case 0x0:
    case 0x4:
    case 0xc: value = gau_table_cursor_unsigned(c, 8); break;
    case 0x1: value = gau_table_cursor_uleb(c); break;
    case 0x2: value = gau_table_cursor_unsigned(c, 2); break;
    case 0x3: value = gau_table_cursor_unsigned(c, 4); break;
    case 0x9: value = (uint64_t)gau_table_cursor_sleb(c); break;
    case 0xa: value = (uint64_t)gau_table_cursor_signed(c, 2); break;
    case 0xb: value = (uint64_t)gau_table_cursor_signed(c, 4); break;
    default: gau_table_cursor_fail(c);
    }
    if ((encoding & RELATIVE) == FROM_HERE)
        value += here;
    else if ((encoding & RELATIVE) == FROM_DATA)
        value += (uint64_t)data;
    else if (encoding & RELATIVE)
        gau_table_cursor_fail(c);
    return value;
}

/* --- one entry ----------------------------------------------------------------------------- */

/* The letters of the augmentation describe the data; after an unknown letter it cannot be read. */
static void read_augmentation(struct gau_table_cursor *c, const uint8_t *letters,
                              struct gau_cfi_entry *entry)
{
    const uint64_t size = gau_table_cursor_uleb(c);
    struct gau_table_cursor data = *c;

    gau_table_cursor_skip(c, size);
    if (c->failed)
        return;
    data.end = c->at;
    for (; *letters; letters++) {
        if (*letters == 'R')
            entry->encoding = gau_table_cursor_byte(&data);
        else if (*letters == 'P') {
            const uint8_t encoding = gau_table_cursor_byte(&data);

            gau_cfi_encoded(&data, encoding & FORMAT, NULL);
        } else if (*letters == 'L')
            gau_table_cursor_byte(&data);
        else if (*letters == 'S')
            entry->signal = true;
        else if (*letters != 'B' && *letters != 'G') /* keys and tags of aarch64 */
            gau_table_cursor_fail(&data);
    }
    if (data.failed)
        gau_table_cursor_fail(c);
}

/* Narrows @p c to the length at its position. */
static bool read_length(struct gau_table_cursor *c)
{
    uint64_t size = gau_table_cursor_unsigned(c, 4);

    if (size == 0xffffffff)
        size = gau_table_cursor_unsigned(c, 8);
    if (c->failed || size == 0 || size > gau_table_cursor_left(c))
        return false;
    c->end = c->at + size;
    return true;
}

static bool read_common(struct gau_table_cursor *c, struct gau_cfi_entry *entry)
{
    const uint8_t *letters;
    uint8_t version;

    if (!read_length(c) || gau_table_cursor_unsigned(c, 4) != 0)
        return false;
    version = gau_table_cursor_byte(c);
    letters = c->at;
    while (gau_table_cursor_byte(c))
        ;
    if (c->failed || (version != 1 && version != 3) || (*letters && *letters != 'z'))
        return false;
    entry->code_align = gau_table_cursor_uleb(c);
    entry->data_align = gau_table_cursor_sleb(c);
    entry->return_register = version == 1 ? gau_table_cursor_byte(c) : gau_table_cursor_uleb(c);
    entry->encoding = 0;
    entry->signal = false;
    entry->augmented = *letters;
    if (*letters)
        read_augmentation(c, letters + 1, entry);
    entry->initial = *c;
    return !c->failed;
}

bool gau_cfi_parse(const struct gau_module_tables *tables, uint64_t place,
                   struct gau_cfi_entry *entry)
{
    struct gau_table_cursor c = cursor_at(tables, (const uint8_t *)place);
    struct gau_table_cursor common;
    const uint8_t *here;
    uint64_t back;

    if (!read_length(&c))
        return false;
    here = c.at;
    back = gau_table_cursor_unsigned(&c, 4);
    if (c.failed || back == 0)
        return false;
    common = cursor_at(tables, here - back);
    if (common.failed || !read_common(&common, entry) || entry->encoding == OMITTED ||
        entry->encoding & INDIRECT)
        return false;
    entry->begin = gau_cfi_encoded(&c, entry->encoding, NULL);
    entry->end = entry->begin + gau_cfi_encoded(&c, entry->encoding & FORMAT, NULL);
    if (entry->return_register >= GAU_REGISTERS)
        return false;
    if (entry->augmented) /* exception handling, for example */
        gau_table_cursor_skip(&c, gau_table_cursor_uleb(&c));
    entry->instructions = c;
    return !c.failed;
}

/* --- the table of entries ------------------------------------------------------------------ */

/* Pairs of words relative to the header: start of the code, and its entry. Finds the last pair that
 * starts at or before @p pc. */
static bool search_table(const uint8_t *header, struct gau_table_cursor table, uint64_t n,
                         uint64_t pc, uint64_t *place)
{
    const int64_t wanted = (int64_t)(pc - (uint64_t)header);
    const uint8_t *const pairs = table.at;
    uint64_t low = 0, high = n;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;

        table.at = pairs + 8 * middle;
        if (gau_table_cursor_signed(&table, 4) <= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    table.at = pairs + 8 * (low - 1) + 4;
    *place = (uint64_t)header + (uint64_t)gau_table_cursor_signed(&table, 4);
    return true;
}

bool gau_cfi_find(const struct gau_module_tables *tables, uint64_t pc, struct gau_cfi_entry *entry)
{
    const uint8_t *const header = tables->eh_frame_hdr;
    struct gau_table_cursor c = cursor_at(tables, header);
    uint8_t frame_encoding, count_encoding, table_encoding;
    uint64_t n, place;

    if (c.failed || gau_table_cursor_byte(&c) != 1)
        return false;
    frame_encoding = gau_table_cursor_byte(&c);
    count_encoding = gau_table_cursor_byte(&c);
    table_encoding = gau_table_cursor_byte(&c);
    if (frame_encoding == OMITTED || count_encoding == OMITTED || table_encoding != TABLE_ENCODING)
        return false;
    gau_cfi_encoded(&c, frame_encoding & FORMAT, NULL);
    n = gau_cfi_encoded(&c, count_encoding, header);
    if (c.failed || n > gau_table_cursor_left(&c) / 8)
        return false;
    return search_table(header, c, n, pc, &place) && gau_cfi_parse(tables, place, entry) &&
           pc >= entry->begin && pc < entry->end;
}
