/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* SEEK_DATA */
#include "rbwp_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    FIRST_SHOWN = 9,                   /* bytes of the shortest first record */
    GROW = 1024,                       /* places, at first */
    HEAD = GAU_RBWP_BLOCK_HEADER_SIZE, /* for short */
    SKIP = GAU_RBWP_WINDOW / 2,        /* bytes, after which a hole is looked for */
};

/* --- headers ------------------------------------------------------------------------------- */

/* Returns the size of a block with its header; 0: there is none. */
static uint32_t block_size(const struct gau_rbwp_reading *r, const unsigned char *head,
                           uint64_t offset)
{
    const uint32_t size = (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_SIZE, 4);
    const uint32_t packed = (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_STORED, 4);
    const uint32_t stored = packed ? packed : size;

    if (size == 0 || size > GAU_RBWP_BLOCK_MAX || packed >= size || r->end - offset < HEAD ||
        stored > r->end - offset - HEAD)
        return 0;
    return HEAD + stored;
}

/* Whether a place that is not known to begin a block looks like one: also its records do. */
static bool is_likely(const unsigned char *head)
{
    const unsigned char *const data = head + HEAD;
    const uint64_t base = gau_rbwp_number(head + GAU_RBWP_AT_BASE, 8);
    const uint64_t count = gau_rbwp_number(head + GAU_RBWP_AT_COUNT, 4);
    const uint64_t size = gau_rbwp_number(head + GAU_RBWP_AT_SIZE, 4);
    uint64_t first;

    if (count == 0 || count > size / GAU_RBWP_RECORD_MIN)
        return false;
    if (gau_rbwp_number(head + GAU_RBWP_AT_STORED, 4))
        return (data[0] & 15) == 8 && (data[0] << 8 | data[1]) % 31 == 0; /* zlib, RFC 1950 */
    memcpy(&first, data, sizeof first);
    first = __builtin_bswap64(first);
    return first >> 62 == 3 && (first & UINT64_MAX >> 2) == base;
}

/* Files may have holes of any size. */
static uint64_t skip_hole(const struct gau_rbwp_reading *r, uint64_t at)
{
    const off_t data = lseek(r->fd, (off_t)at, SEEK_DATA);

    if (data < 0)
        return errno == ENXIO ? r->end : at;
    return (uint64_t)data < r->end ? (uint64_t)data : r->end;
}

/* Returns the next place that looks like a block. */
static uint64_t find_block(struct gau_rbwp_reading *r, uint64_t at)
{
    for (uint64_t n = 0; at < r->end; n++, at++) {
        const unsigned char *head;

        if (n % SKIP == 0)
            at = skip_hole(r, at);
        head = r->end - at < HEAD + FIRST_SHOWN ? NULL : gau_rbwp_bytes(r, at, HEAD + FIRST_SHOWN);
        if (!head)
            return r->end;
        if (block_size(r, head, at) && is_likely(head))
            return at;
    }
    return r->end;
}

bool gau_rbwp_has_block(struct gau_rbwp_reading *r)
{
    const unsigned char *const head = gau_rbwp_bytes(r, GAU_RBWP_HEADER_SIZE, HEAD + FIRST_SHOWN);

    return head && block_size(r, head, GAU_RBWP_HEADER_SIZE) && is_likely(head);
}

/* --- places -------------------------------------------------------------------------------- */

static void add_place(struct gau_rbwp_reading *r, const unsigned char *head, uint64_t offset)
{
    if (r->n_places == r->places_size) {
        const size_t size = r->places_size ? 2 * r->places_size : GROW;
        struct gau_rbwp_place *const places = realloc(r->places, size * sizeof *places);

        r->no_memory = !places;
        if (!places)
            return;
        r->places = places;
        r->places_size = size;
    }
    r->places[r->n_places++] =
        (struct gau_rbwp_place){.thread = gau_rbwp_number(head + GAU_RBWP_AT_THREAD, 8),
                                .offset = offset,
                                .sequence =
                                    (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_SEQUENCE, 4)};
}

static void skip_bytes(struct gau_rbwp_reading *r, uint64_t from, uint64_t to)
{
    struct gau_trace_damage *const damage = &r->state->damage;
    uint64_t faults = 0;

    damage->bytes_skipped += to - from;
    if (to == r->end && !r->facts.is_closed)
        damage->tail_bytes += to - from;
    else
        gau_rbwp_fault(r, &faults, from, "%" PRIu64 " bytes are no block", to - from);
}

static void find_places(struct gau_rbwp_reading *r)
{
    uint64_t at = GAU_RBWP_HEADER_SIZE;

    while (at < r->end && gau_rbwp_goes_on(r)) {
        const unsigned char *const head = r->end - at < HEAD ? NULL : gau_rbwp_bytes(r, at, HEAD);
        const uint32_t size = head ? block_size(r, head, at) : 0;

        if (size) {
            add_place(r, head, at);
            at += size;
        } else {
            const uint64_t next = find_block(r, at + 1);

            skip_bytes(r, at, next);
            at = next;
        }
    }
}

/* --- order --------------------------------------------------------------------------------- */

#define compare(a, b) (((a) > (b)) - ((a) < (b)))

static int by_thread(const void *left, const void *right)
{
    const struct gau_rbwp_place *const a = left, *const b = right;

    return compare(a->thread, b->thread);
}

static int by_sequence(const void *left, const void *right)
{
    const struct gau_rbwp_place *const a = left, *const b = right;

    return a->sequence != b->sequence ? compare(a->sequence, b->sequence)
                                      : compare(a->offset, b->offset);
}

/* Of blocks with the same number the first in the file counts. */
static void drop_repeated(struct gau_rbwp_reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_places; i++) {
        const struct gau_rbwp_place place = r->places[i];

        if (n == 0 || place.sequence != r->places[n - 1].sequence)
            r->places[n++] = place;
        else
            gau_rbwp_fault(r, &r->state->damage.invalid_records, place.offset,
                           "block %" PRIu32 " is also at %" PRIu64, place.sequence,
                           r->places[n - 1].offset);
    }
    r->n_places = n;
}

/* Gives the threads their numbers, in the order of their first blocks. */
static void number_lanes(struct gau_rbwp_reading *r)
{
    uint32_t *const numbers = calloc(r->n_places, sizeof *numbers);
    uint32_t groups = 0;

    qsort(r->places, r->n_places, sizeof *r->places, by_thread);
    for (size_t i = 0; i < r->n_places; i++) {
        groups += i > 0 && r->places[i].thread != r->places[i - 1].thread;
        r->places[i].lane = groups;
    }
    r->lanes = calloc((size_t)groups + 1, sizeof *r->lanes);
    r->no_memory = !numbers || !r->lanes;
    qsort(r->places, r->n_places, sizeof *r->places, by_sequence);
    for (size_t i = 0; i < r->n_places && !r->no_memory; i++) {
        uint32_t *const number = &numbers[r->places[i].lane];

        if (!*number) {
            r->lanes[r->facts.threads].thread = r->places[i].thread;
            *number = ++r->facts.threads;
        }
        r->places[i].lane = *number - 1;
    }
    free(numbers);
}

void gau_rbwp_index(struct gau_rbwp_reading *r)
{
    find_places(r);
    if (r->n_places == 0 || !gau_rbwp_goes_on(r))
        return;
    qsort(r->places, r->n_places, sizeof *r->places, by_sequence);
    drop_repeated(r);
    r->facts.missing_numbers =
        (uint64_t)r->places[r->n_places - 1].sequence + 1 - (uint64_t)r->n_places;
    number_lanes(r);
}
