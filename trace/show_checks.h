/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_SHOW_CHECKS_H
#define GAUDIT_TRACE_SHOW_CHECKS_H

#include "show_records.h"

#include <string.h>

/* What the functions that check a record and show it to the visitor share. */

enum gau_trace_verdict { FINE, BAD, STOP };

/* Calls the visitor with a record. */
#define call_visitor(state, callback, ...) \
    (!(state)->visitor->callback || (state)->visitor->callback(__VA_ARGS__) ? FINE : STOP)

/* --- what may go wrong in a record ----------------------------------------------------------- */

static inline bool is_id(uint32_t id)
{
    return id > 0 && id <= GAU_TRACE_ID_MAX;
}

/* True if two texts of these sizes follow the first `fixed` bytes. */
static inline bool holds_texts(const struct gau_trace_record *record, size_t fixed, uint32_t a,
                               uint32_t b)
{
    return a <= GAU_TRACE_TEXT_MAX && b <= GAU_TRACE_TEXT_MAX && fixed + a + b <= record->size;
}

static inline bool holds_array(const struct gau_trace_record *record, size_t fixed, uint32_t count,
                               size_t item)
{
    return count > 0 && count <= (record->size - fixed) / item;
}

/* A copy, since texts in the file do not end with NUL. */
static inline struct gau_trace_text copy_text(struct gau_trace_show_state *s, int i,
                                              const char *text, uint32_t size)
{
    memcpy(s->texts[i], text, size);
    s->texts[i][size] = '\0';
    return (struct gau_trace_text){s->texts[i], size};
}

/* For records that are useless without what they refer to. */
static inline bool refers(struct gau_trace_show_state *s, const struct gau_trace_ids *ids,
                          uint32_t id)
{
    const bool known = gau_trace_has_id(ids, id);

    s->damage.dangling_references += !known;
    return known;
}

/* Adds the number of a definition. False: it was there, or there are too many gaps. */
static inline bool is_new(struct gau_trace_ids *ids, uint32_t id, enum gau_trace_verdict *verdict)
{
    const enum gau_trace_ids_result result = gau_trace_add_ids(ids, id, id);

    *verdict = result == GAU_TRACE_IDS_FULL ? BAD : FINE;
    return result == GAU_TRACE_IDS_ADDED;
}

/* --- show_timeline.c ----------------------------------------------------------------------- */

enum gau_trace_verdict gau_trace_show_branch(struct gau_trace_show_state *s, void *record);
enum gau_trace_verdict gau_trace_show_lane(struct gau_trace_show_state *s, void *record);
enum gau_trace_verdict gau_trace_show_entry_list(struct gau_trace_show_state *s, void *record);
enum gau_trace_verdict gau_trace_show_timeline_totals(struct gau_trace_show_state *s, void *record);

#endif
