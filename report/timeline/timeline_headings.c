/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_page.h"
#include "timeline_trace.h"

#include "documents/document.h"

#include <inttypes.h>
#include <string.h>

/* Returns the last part of a path, which may end with slashes. */
static const char *last_part(const char *path)
{
    size_t start = strlen(path);

    while (start > 1 && path[start - 1] == '/')
        start--;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return path + start;
}

/* Returns the last part of a source's path, or all of it if others end so, too. */
const char *gau_timeline_source_name(const struct gau_timeline_sources *sources, const char *path)
{
    const char *const name = last_part(path);

    for (size_t i = 0; i < sources->count; i++)
        if (sources->paths[i] != path && strcmp(last_part(sources->paths[i]), name) == 0)
            return path;
    return name;
}

/* Several files of samples are in one folder. */
static bool shares_folder(const struct gau_timeline_files *files,
                          const struct gau_timeline_file *file)
{
    for (uint32_t i = 0; i < files->count; i++)
        if (&files->items[i] != file && files->items[i].is_trace && file->is_trace &&
            files->items[i].source == file->source &&
            strcmp(files->items[i].process, file->process) == 0)
            return true;
    return false;
}

/* A thread that has no name has its number. */
static void add_thread(char *text, size_t size, const char *what, const struct gau_lane *lane)
{
    if (lane->name[0] && lane->tid)
        gau_timeline_add_part(text, size, "%s%.100s (%" PRIu32 ")", what, lane->name, lane->tid);
    else if (lane->name[0])
        gau_timeline_add_part(text, size, "%s%.100s", what, lane->name);
    else
        gau_timeline_add_part(text, size, "%sthread %" PRIu32, what, lane->number);
}

static void add_lane(char *text, size_t size, const struct gau_timeline *scene,
                     const struct gau_timeline_group *group, const struct gau_lane *lane)
{
    const struct gau_timeline_bar processor = {.facts.branch = lane->number};
    char path[GAU_TIMELINE_PATH];

    if (group->part == GAU_TIMELINE_BACKGROUND) {
        gau_timeline_add_part(text, size, "background");
        return;
    }
    if (lane->kind == GAU_TRACE_LANE_WORKER)
        gau_timeline_add_part(text, size, "worker %" PRIu32, lane->number);
    else if (lane->kind == GAU_TRACE_LANE_EXTERNAL)
        gau_timeline_add_part(text, size, "%.100s",
                              lane->name[0] ? lane->name
                                            : gau_timeline_path(path, scene, group, &processor));
    else
        add_thread(text, size, lane->kind == GAU_TRACE_LANE_TASKS ? "tasks of " : "", lane);
    if (group->part == GAU_TIMELINE_INTERVALS && lane->kind != GAU_TRACE_LANE_EXTERNAL)
        gau_timeline_add_part(text, size, "overlapped");
}

void gau_timeline_lane_name(char *text, size_t size, const struct gau_timeline *scene,
                            const struct gau_timeline_group *group)
{
    const struct gau_lane *const lane = gau_timeline_lane_of(group);

    text[0] = '\0';
    if (lane)
        add_lane(text, size, scene, group, lane);
}

void gau_timeline_heading(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                          const struct gau_timeline_group *group)
{
    const struct gau_timeline_files *const files = scene->files;
    const struct gau_timeline_sources *const sources = files->sources;
    const struct gau_lane *const lane = gau_timeline_lane_of(group);
    enum { SIZE = GAU_TIMELINE_PATH };

    text[0] = '\0';
    if (sources->count > 1 || (group->file->of_processes && !group->file->process[0]))
        gau_timeline_add_part(text, SIZE, "%.*s",
                              GAU_QUOTE(gau_timeline_source_name(sources, group->file->source)));
    if (group->file->process[0])
        gau_timeline_add_part(text, SIZE, "%s", group->file->process);
    if (shares_folder(files, group->file))
        gau_timeline_add_part(text, SIZE, "%.*s", GAU_QUOTE(group->file->name));
    if (group->file->of_workers)
        gau_timeline_add_part(text, SIZE, "worker %" PRIu32, group->file->worker);
    if (lane)
        add_lane(text, SIZE, scene, group, lane);
    else if (group->run > 1 || !text[0])
        gau_timeline_add_part(text, SIZE, "run %" PRIu32, group->run);
}

void gau_timeline_put_heading(struct gau_timeline_page *page,
                              const struct gau_timeline_group *group)
{
    char text[GAU_TIMELINE_PATH];

    gau_timeline_heading(text, page->scene, group);
    gau_timeline_put_text(page, GAU_TIMELINE_LEFT, page->y + 15, "group", text);
    page->y += GAU_TIMELINE_HEADING;
}
