/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_selection.h"

#include <stdlib.h>
#include <string.h>

bool gau_timeline_is_id(const char *text)
{
    const size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits < 11 && !text[digits];
}

static const char event_label[] = "Event";

bool gau_timeline_is_event(const struct gau_log_entry *entry)
{
    const size_t length = sizeof event_label - 1;
    const char *const label = entry->label;

    if (entry->parent != 0 || strncmp(label, event_label, length) != 0)
        return false;
    return !label[length] || (label[length] == ' ' && label[length + 1] &&
                              !label[length + 1 + strspn(label + length + 1, "0123456789")]);
}

static bool is_event(const struct gau_log_entry *entry, size_t number)
{
    return gau_timeline_is_event(entry) && entry->label[sizeof event_label - 1] &&
           strtoull(entry->label + sizeof event_label, NULL, 10) == number;
}

static bool is_wanted(const struct gau_log_entry *entry, const char *text)
{
    if (gau_timeline_is_id(text))
        return entry->id == strtoull(text, NULL, 10);
    return strcmp(entry->label, text) == 0;
}

bool gau_timeline_select(struct gau_timeline_selection *at, const struct gau_view_options *options,
                         const struct gau_log_entry *entry)
{
    if (options->timeline.event) {
        if (!at->in_event || entry->depth <= at->event_depth) {
            at->in_event = is_event(entry, options->timeline.event);
            at->event_depth = entry->depth;
        }
        if (!at->in_event)
            return false;
    }
    if (!options->timeline.children_of)
        return true;
    if (at->below && entry->depth > at->depth)
        return true;
    at->below = !at->found && is_wanted(entry, options->timeline.children_of);
    at->found |= at->below;
    at->depth = entry->depth;
    return false;
}
