/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_layout.h"

#include "timeline_page.h"
#include "timeline_selection.h"

#include "documents/document.h"
#include "table/suggest.h"

#include <stdarg.h>
#include <string.h>

void gau_timeline_refuse(struct gau_timeline *scene, const char *format, ...)
{
    const struct gau_timeline_sources *const sources = scene->files->sources;
    char more[40] = "has", what[400], damage[600];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (sources->count > 1)
        snprintf(more, sizeof more, "and %zu more have", sources->count - 1);
    scene->is_refused = true;
    gau_timeline_damage(damage, sizeof damage, scene);
    gau_fail_first(scene->error, GAU_ERR_USAGE, "'%.*s' %s %s%s%s", GAU_QUOTE(sources->paths[0]),
                   more, what, damage[0] ? "; " : "", damage);
}

static void refuse_parent(struct gau_timeline *scene)
{
    const char *const wanted = scene->options->timeline.children_of;
    struct gau_suggest suggest = gau_suggest_for(wanted);
    char hint[240] = "", event[40] = "";

    if (scene->options->timeline.event)
        snprintf(event, sizeof event, " in event %zu", scene->options->timeline.event);
    if (gau_timeline_is_id(wanted)) {
        gau_timeline_refuse(scene, "no entry with the id %s%s", wanted, event);
        return;
    }
    for (uint32_t i = 1; i < scene->labels.count; i++)
        gau_suggest_offer(&suggest, scene->labels.items[i]);
    if (suggest.best && strcmp(suggest.best, wanted) != 0)
        snprintf(hint, sizeof hint, "; did you mean '%.200s'?", suggest.best);
    gau_timeline_refuse(scene, "no entry called '%.*s'%s%s", GAU_QUOTE(wanted), event, hint);
}

/* Returns false if what is asked for is not there. */
bool gau_timeline_check_wanted(struct gau_timeline *scene)
{
    if (scene->options->timeline.event && !scene->event_found)
        gau_timeline_refuse(scene, "no event %zu", scene->options->timeline.event);
    else if (scene->options->timeline.children_of && !scene->parent_found)
        refuse_parent(scene);
    return scene->error->status == GAU_OK;
}

bool gau_timeline_refuse_depth(struct gau_timeline *scene, size_t wanted)
{
    const char *const parent = scene->options->timeline.children_of;
    bool is_deep = false;

    for (uint32_t i = 0; i < scene->n_groups; i++)
        is_deep |= gau_timeline_is_drawn(&scene->groups[i], UINT32_MAX);
    if (is_deep)
        gau_timeline_refuse(scene, "no entries at depth %zu or above", wanted);
    else if (parent)
        gau_timeline_refuse(scene, "no entries in '%.*s'", GAU_QUOTE(parent));
    else
        gau_timeline_refuse(scene, "no entries");
    return false;
}
