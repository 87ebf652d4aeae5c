/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void show_totals(struct gau_rbwp_reading *r, bool at_end)
{
    struct gau_trace_timeline_totals totals = {
        .record.type = GAU_TRACE_TIMELINE_TOTALS,
        .tick_ns = 1,
        .ended = at_end && r->facts.is_closed,
        .detail = r->facts.level,
    };

    for (uint32_t i = 0; i < r->facts.threads && at_end; i++)
        totals.now = r->lanes[i].last > totals.now ? r->lanes[i].last : totals.now;
    gau_rbwp_define(r, &totals, sizeof totals, 0);
}

static enum gau_trace_status read_header(struct gau_rbwp_reading *r,
                                         struct gau_trace_header *header, char *message,
                                         size_t size)
{
    const unsigned char *const at = gau_rbwp_bytes(r, 0, GAU_RBWP_HEADER_SIZE);
    const unsigned version = at ? (unsigned)gau_rbwp_number(at + GAU_RBWP_AT_VERSION, 2) : 0;

    if (!at) {
        snprintf(message, size, "%s", r->error ? strerror(r->error) : "the header is cut");
        return r->error ? GAU_TRACE_NO_FILE : GAU_TRACE_NO_TRACE;
    }
    *header = (struct gau_trace_header){.magic = GAU_RBWP_MAGIC,
                                        .version = (uint16_t)version,
                                        .header_size = GAU_RBWP_HEADER_SIZE,
                                        .content = GAU_TRACE_TIMELINE};
    if (version != GAU_RBWP_VERSION) {
        snprintf(message, size,
                 "version %u of Realm's background-work profile, this gaudit reads version %d",
                 version, GAU_RBWP_VERSION);
        return GAU_TRACE_NO_VERSION;
    }
    r->zero = gau_rbwp_number(at + GAU_RBWP_AT_ZERO, 8);
    r->facts.node = (uint32_t)gau_rbwp_number(at + GAU_RBWP_AT_NODE, 4);
    r->n_items = (uint32_t)gau_rbwp_number(at + GAU_RBWP_AT_ITEMS, 4);
    r->n_subs = (uint32_t)gau_rbwp_number(at + GAU_RBWP_AT_SUBS, 4);
    r->descriptors = gau_rbwp_number(at + GAU_RBWP_AT_DESCRIPTORS, 8);
    r->end = r->size;
    r->facts.is_cut = r->descriptors > r->size && gau_rbwp_has_block(r);
    r->facts.is_closed = r->descriptors != 0 && !r->facts.is_cut;
    if (r->facts.is_closed && (r->descriptors < GAU_RBWP_HEADER_SIZE || r->descriptors > r->size)) {
        snprintf(message, size,
                 "older layout or damaged: descriptors at %" PRIu64 " of %" PRIu64 " bytes",
                 r->descriptors, r->size);
        return GAU_TRACE_NO_TRACE;
    }
    r->end = r->facts.is_closed ? r->descriptors : r->size;
    return GAU_TRACE_OK;
}

static void check_header(struct gau_rbwp_reading *r, struct gau_trace_header *header)
{
    uint64_t *const counter = &r->state->damage.faults;
    const unsigned flags =
        (unsigned)gau_rbwp_number(gau_rbwp_bytes(r, 0, 8) + GAU_RBWP_AT_FLAGS, 2);

    r->facts.level = flags & GAU_RBWP_FINE ? 2 : 1;
    if (flags & ~(unsigned)GAU_RBWP_FINE)
        gau_rbwp_fault(r, counter, GAU_RBWP_AT_FLAGS, "unknown flags 0x%x", flags);
    if (r->zero > INT64_MAX) {
        gau_rbwp_fault(r, counter, GAU_RBWP_AT_ZERO, "the zero time is negative");
        r->zero = 0;
    }
    if (r->facts.is_cut)
        gau_rbwp_fault(r, counter, GAU_RBWP_AT_DESCRIPTORS, "cut: the descriptors are missing");
    else if (!r->facts.is_closed && (r->n_items || r->n_subs))
        gau_rbwp_fault(r, counter, GAU_RBWP_AT_ITEMS, "descriptors are counted without an offset");
    header->start_ns = header->start_epoch_ns = r->zero;
}

static void read_content(struct gau_rbwp_reading *r)
{
    const struct gau_trace_visitor *const visitor = r->state->visitor;

    show_totals(r, false);
    gau_rbwp_read_names(r);
    if (gau_rbwp_goes_on(r))
        gau_rbwp_index(r);
    if (gau_rbwp_goes_on(r))
        gau_rbwp_define_roots(r);
    for (size_t i = 0; i < r->n_places && gau_rbwp_goes_on(r); i++)
        gau_rbwp_show_block(r, &r->places[i]);
    for (uint32_t i = 0; i < r->facts.threads && gau_rbwp_goes_on(r); i++)
        if (r->facts.is_closed && r->lanes[i].depth > 0)
            gau_rbwp_fault(r, &r->state->damage.faults, r->end,
                           "thread %" PRIu64 " does not end its item", r->lanes[i].thread);
    if (gau_rbwp_goes_on(r))
        show_totals(r, true);
    if (gau_rbwp_goes_on(r) && visitor->rbwp)
        r->stopped = !visitor->rbwp(r->state->user, &r->facts);
}

static enum gau_trace_status result_of(const struct gau_rbwp_reading *r, char *message, size_t size)
{
    if (r->no_memory) {
        snprintf(message, size, "out of memory (background-work profile)");
        return GAU_TRACE_NO_MEMORY;
    }
    if (r->error) {
        snprintf(message, size, "%s", strerror(r->error));
        return GAU_TRACE_NO_FILE;
    }
    if (r->stopped)
        snprintf(message, size, "stopped before the end");
    return r->stopped ? GAU_TRACE_STOPPED : GAU_TRACE_OK;
}

static void clear_reading(struct gau_rbwp_reading *r)
{
    for (uint32_t i = 0; i < GAU_RBWP_ITEMS; i++)
        free(r->sub_branches[i]);
    for (uint32_t i = 0; i < r->n_processors; i++)
        free(r->processors[i]);
    free(r->places);
    free(r->lanes);
    free(r->subs);
    free(r->same);
    free(r);
}

enum gau_trace_status gau_rbwp_read(int fd, uint64_t size, struct gau_trace_show_state *state,
                                    struct gau_trace_header *header, char *message,
                                    size_t message_size)
{
    struct gau_rbwp_reading *const r = calloc(1, sizeof *r);
    enum gau_trace_status status;

    if (!r) {
        snprintf(message, message_size, "out of memory (background-work profile)");
        return GAU_TRACE_NO_MEMORY;
    }
    r->fd = fd;
    r->size = size;
    r->state = state;
    status = read_header(r, header, message, message_size);
    if (status == GAU_TRACE_OK) {
        check_header(r, header);
        read_content(r);
        status = result_of(r, message, message_size);
    }
    clear_reading(r);
    return status;
}
