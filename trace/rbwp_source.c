/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pread() */
#include "rbwp_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* --- bytes --------------------------------------------------------------------------------- */

/* Returns how many of the bytes could be read. */
static size_t read_bytes(struct gau_rbwp_reading *r, unsigned char *to, uint64_t offset, size_t n)
{
    size_t have = 0;

    while (have < n) {
        const ssize_t got = pread(r->fd, to + have, n - have, (off_t)(offset + have));

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            r->error = got < 0 ? errno : 0;
            r->size = offset + have; /* it was truncated */
            break;
        }
        have += (size_t)got;
    }
    return have;
}

bool gau_rbwp_copy(struct gau_rbwp_reading *r, void *to, uint64_t offset, size_t n)
{
    return offset <= r->size && n <= r->size - offset && read_bytes(r, to, offset, n) == n;
}

const unsigned char *gau_rbwp_bytes(struct gau_rbwp_reading *r, uint64_t offset, size_t n)
{
    if (offset > r->size || n > r->size - offset)
        return NULL;
    if (offset < r->window_offset || offset + n > r->window_offset + r->window_size) {
        const uint64_t rest = r->size - offset;

        r->window_offset = offset;
        r->window_size =
            read_bytes(r, r->window, offset, rest < sizeof r->window ? rest : sizeof r->window);
    }
    return n <= r->window_size ? r->window + (offset - r->window_offset) : NULL;
}

/* --- the visitor --------------------------------------------------------------------------- */

void gau_rbwp_fault(struct gau_rbwp_reading *r, uint64_t *counter, uint64_t offset,
                    const char *format, ...)
{
    const struct gau_trace_visitor *const visitor = r->state->visitor;
    char text[160];
    va_list arguments;

    ++*counter;
    r->facts.faults++;
    if (!visitor->fault || r->stopped)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    r->stopped |= !visitor->fault(r->state->user, offset, text);
}

void gau_rbwp_show(struct gau_rbwp_reading *r, struct gau_trace_block *block, size_t size)
{
    struct gau_trace_record *const record = (struct gau_trace_record *)(block + 1);

    record->size = (uint32_t)((size + 7) / 8 * 8);
    *block = (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC,
                                      .size = (uint32_t)sizeof *block + record->size};
    if (!r->stopped)
        r->stopped = !gau_trace_show(r->state, (unsigned char *)block);
}

void gau_rbwp_define(struct gau_rbwp_reading *r, const void *record, size_t size, size_t text)
{
    struct gau_rbwp_definition *const d = &r->definition;

    memcpy(d->record, record, size);
    memcpy(d->record + size, r->text, text);
    memset(d->record + size + text, 0, 8);
    gau_rbwp_show(r, &d->block, size + text);
}
