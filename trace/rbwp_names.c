/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_internal.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SUBS_MAX = 1 << 24 }; /* descriptors that are read; numbers wrap at GAU_RBWP_SUBS */

/* --- texts --------------------------------------------------------------------------------- */

/* Returns the bytes of the character at @p text; 0: it is none. Such as are too long for their
 * value, halves of pairs, and values above 0x10ffff are none. */
static uint32_t character_size(const unsigned char *text, uint32_t left)
{
    const unsigned char first = text[0];
    const uint32_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const unsigned char second = size > 1 && left > 1 ? text[1] : 0;

    if (size == 1)
        return 1;
    if (first < 0xc2 || first > 0xf4 || size > left || (first == 0xe0 && second < 0xa0) ||
        (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
        return 0;
    for (uint32_t i = 1; i < size; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

static bool is_text(const unsigned char *text, uint32_t size)
{
    for (uint32_t at = 0, n; at < size; at += n) {
        n = character_size(text + at, size - at);
        if (n == 0 || text[at] == 0)
            return false;
    }
    return true;
}

static uint64_t hash_of(const unsigned char *text, uint32_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (uint32_t i = 0; i < size; i++)
        hash = (hash ^ text[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return hash;
}

uint32_t gau_rbwp_cut(const unsigned char *text, uint32_t size)
{
    if (size <= GAU_TRACE_TEXT_MAX)
        return size;
    size = GAU_TRACE_TEXT_MAX;
    while (size > GAU_TRACE_TEXT_MAX - 3 && (text[size] & 0xc0) == 0x80)
        size--;
    return size;
}

/* --- descriptors --------------------------------------------------------------------------- */

static void show_name(struct gau_rbwp_reading *r, const struct gau_trace_rbwp_name *name,
                      const unsigned char *text, uint32_t size)
{
    const struct gau_trace_visitor *const visitor = r->state->visitor;
    char *const copy = r->state->texts[0];

    if (!visitor->rbwp_name || r->stopped)
        return;
    size = gau_rbwp_cut(text, size);
    memcpy(copy, text, size);
    copy[size] = '\0';
    r->stopped |= !visitor->rbwp_name(r->state->user, name, (struct gau_trace_text){copy, size});
}

/* Takes the length and the text at @p at. Returns their end; 0: the file ends before. */
static uint64_t take_name(struct gau_rbwp_reading *r, struct gau_rbwp_name *name,
                          struct gau_trace_rbwp_name shown, uint64_t at)
{
    uint64_t *const counter = &r->state->damage.faults;
    const unsigned char *text = gau_rbwp_bytes(r, at, 2);
    const uint32_t size = text ? (uint32_t)gau_rbwp_number(text, 2) : 0;

    text = text ? gau_rbwp_bytes(r, at + 2, size) : NULL;
    if (!text)
        return 0;
    if (!is_text(text, size))
        gau_rbwp_fault(r, counter, at + 2, "a name is not UTF-8");
    name->offset = at + 2;
    name->size = size;
    name->hash = hash_of(text, size);
    show_name(r, &shown, text, size);
    return at + 2 + size;
}

static uint64_t take_item(struct gau_rbwp_reading *r, uint64_t at)
{
    uint64_t *const counter = &r->state->damage.faults;
    const unsigned char *const head = gau_rbwp_bytes(r, at, 4);
    const uint16_t slot = head ? (uint16_t)gau_rbwp_number(head, 2) : 0;
    struct gau_rbwp_name name = {.number = slot};
    const uint64_t end =
        head ? take_name(r, &name, (struct gau_trace_rbwp_name){.number = slot}, at + 2) : 0;

    if (!end)
        return 0;
    if (slot >= GAU_RBWP_ITEMS)
        gau_rbwp_fault(r, counter, at, "work item %u is not below %d", slot, GAU_RBWP_ITEMS);
    else if (r->items[slot].offset)
        gau_rbwp_fault(r, counter, at, "work item %u is described twice", slot);
    else
        r->items[slot] = name;
    r->facts.items++;
    return end;
}

static uint64_t take_sub(struct gau_rbwp_reading *r, uint64_t at, uint32_t *repeated)
{
    uint64_t *const counter = &r->state->damage.faults;
    const unsigned char *const head = gau_rbwp_bytes(r, at, 5);
    const uint16_t id = head ? (uint16_t)gau_rbwp_number(head, 2) : 0;
    const uint8_t type = head ? head[2] : 0;
    struct gau_rbwp_name name = {.number = id, .type = type};
    const struct gau_trace_rbwp_name shown = {.is_sub = true, .number = id, .type = type};
    const uint64_t end = head ? take_name(r, &name, shown, at + 3) : 0;

    if (!end)
        return 0;
    if (type >= GAU_TRACE_RBWP_TYPES)
        gau_rbwp_fault(r, counter, at + 2, "sub-item %u has the unknown type %u", id, type);
    if (!r->subs[id].offset)
        r->subs[id] = name;
    else if (r->n_subs <= GAU_RBWP_SUBS)
        gau_rbwp_fault(r, counter, at, "sub-item %u is described twice", id);
    else
        ++*repeated;
    r->facts.subs[type < GAU_TRACE_RBWP_TYPES ? type : GAU_TRACE_RBWP_TYPES]++;
    return end;
}

static uint64_t take_all(struct gau_rbwp_reading *r)
{
    uint64_t at = r->descriptors, before = at;
    uint32_t repeated = 0;

    for (uint32_t i = 0; i < r->n_items && at && gau_rbwp_goes_on(r); i++)
        at = take_item(r, before = at);
    for (uint32_t i = 0; i < r->n_subs && at && gau_rbwp_goes_on(r); i++)
        at = take_sub(r, before = at, &repeated);
    if (repeated)
        gau_rbwp_fault(r, &r->state->damage.faults, r->descriptors,
                       "%" PRIu32 " sub-items are described again: the first names count",
                       repeated);
    if (!at)
        gau_rbwp_fault(r, &r->state->damage.faults, before, "the file ends within the descriptors");
    return at;
}

/* --- the same name under two numbers ------------------------------------------------------- */

#define compare(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_names(const void *left, const void *right)
{
    const struct gau_rbwp_name *const a = left, *const b = right;

    return a->type != b->type   ? compare(a->type, b->type)
           : a->hash != b->hash ? compare(a->hash, b->hash)
           : a->size != b->size ? compare(a->size, b->size)
                                : compare(a->number, b->number);
}

static void find_same(struct gau_rbwp_reading *r)
{
    struct gau_rbwp_name *const sorted = malloc(GAU_RBWP_SUBS * sizeof *sorted);
    size_t n = 0;

    r->no_memory |= !sorted;
    for (uint32_t id = 0; id < GAU_RBWP_SUBS && sorted; id++) {
        r->same[id] = (uint16_t)id;
        if (r->subs[id].offset)
            sorted[n++] = r->subs[id];
    }
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, compare_names);
    for (size_t i = 1, first = 0; i < n; i++) {
        const struct gau_rbwp_name *const a = &sorted[first], *const b = &sorted[i];

        if (a->type == b->type && a->hash == b->hash && a->size == b->size)
            r->same[b->number] = a->number;
        else
            first = i;
    }
    free(sorted);
}

void gau_rbwp_read_names(struct gau_rbwp_reading *r)
{
    uint64_t *const counter = &r->state->damage.faults;
    uint64_t end;

    if (!r->facts.is_closed)
        return;
    if (r->n_items > GAU_RBWP_ITEMS || r->n_subs > SUBS_MAX) {
        gau_rbwp_fault(r, counter, GAU_RBWP_AT_ITEMS,
                       "%" PRIu32 " work items and %" PRIu32 " sub-items are too many", r->n_items,
                       r->n_subs);
        return;
    }
    r->subs = calloc(GAU_RBWP_SUBS, sizeof *r->subs);
    r->same = calloc(GAU_RBWP_SUBS, sizeof *r->same);
    r->no_memory = !r->subs || !r->same;
    end = gau_rbwp_goes_on(r) ? take_all(r) : 0;
    if (end && gau_rbwp_goes_on(r) && end != r->size)
        gau_rbwp_fault(r, counter, end, "%" PRIu64 " bytes are behind the descriptors",
                       r->size - end);
    if (gau_rbwp_goes_on(r))
        find_same(r);
}
