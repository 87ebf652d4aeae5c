/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols_fixture.h"

#include "build_id.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void scene_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", PROGRAMS, name);
}

struct scene scene_run(const char *program, const char *plugin)
{
    struct scene scene = {.count = 0};
    char command[12288];
    FILE *list;

    scene_path(scene.path, sizeof scene.path, plugin ? plugin : program);
    if (access(scene.path, R_OK))
        return scene;
    snprintf(command, sizeof command, "'%s/%s' %s%s%s", PROGRAMS, program, plugin ? "'" : "",
             plugin ? scene.path : "", plugin ? "'" : "");
    list = popen(command, "re");
    assert_non_null(list);
    while (scene.count < SCENE_MARKS_MAX) {
        struct scene_mark *mark = &scene.marks[scene.count];

        if (fscanf(list, "%u %u %" SCNx64, &mark->number, &mark->line, &mark->address) != 3)
            break;
        scene.count++;
    }
    pclose(list);
    assert_true(scene.count > 0);
    return scene;
}

uint32_t scene_add(struct gau_symbolizer *symbols, const char *path)
{
    const struct build_id id = build_id_of(path);
    const struct gau_symbolizer_module module = {.path = path,
                                                 .build_id = id.bytes,
                                                 .build_id_size = id.size};
    const uint32_t number = gau_symbolizer_add_module(symbols, &module);

    assert_true(number > 0);
    return number;
}

const struct scene_mark *scene_mark(const struct scene *scene, unsigned number)
{
    for (unsigned i = 0; i < scene->count; i++)
        if (scene->marks[i].number == number)
            return &scene->marks[i];
    fail_msg("%s has no mark %u", scene->path, number);
    return NULL;
}

void scene_text(char *text, size_t size, struct gau_symbolizer *symbols,
                struct gau_source_frames frames)
{
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < frames.count && used < size; i++) {
        const struct gau_source_frame *frame = &frames.items[i];
        const char *file = gau_symbolizer_file(symbols, frame->file);
        const char *slash = strrchr(file, '/');

        used += (size_t)snprintf(text + used, size - used, "%s%s %s:%" PRIu32, i ? " < " : "",
                                 gau_symbolizer_function(symbols, frame->function)->base,
                                 slash ? slash + 1 : file, frame->line);
    }
}
