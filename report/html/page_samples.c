/* SPDX-License-Identifier: Apache-2.0 */
#include "page_samples.h"

#include "page_rows.h"

#include "report/hotspots/group_keys.h"
#include "report/hotspots/hotspots.h"
#include "report/hotspots/shared_samples.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What has the same key has one number, from 1 on, and these values. */
struct list {
    struct gau_map map;
    uint32_t (*items)[4], count, size;
};

/* The values of items. */
enum { FUNCTION = 0, FILE_NUMBER = 0 }; /* of functions, of files: as the symbolizer numbers them */
enum { CALLER, FRAME }; /* of frames, which are a tree: of stacks, the outermost first */
enum { STACK, MODULE, SOURCE_FILE, LINE, PLACE_VALUES }; /* of places */

struct gau_page_samples {
    const struct gau_view_options *options;
    struct gau_symbolized_samples result;
    const char **paths;  /* by task: its branch, or NULL */
    uint32_t *order;     /* of samples */
    uint32_t *places_of; /* by stack of the profile; 0: not yet asked for */
    struct gau_page_rows rows;
    struct list functions, frames, files, lines, codes, places;
    bool no_memory;
};

/* --- numbers ------------------------------------------------------------------------------- */

/* Returns 0 if out of memory. */
static uint32_t number_of(struct gau_page_samples *s, struct list *list, uint64_t key,
                          const uint32_t values[4])
{
    uint32_t step = 0;
    const uint32_t known = gau_map_next(&list->map, key, &step), made = list->count + 1;

    if (known)
        return known;
    if (!gau_array_grow(&list->items, made, &list->size, sizeof *list->items) ||
        !gau_map_add(&list->map, key, made)) {
        s->no_memory = true;
        return 0;
    }
    memcpy(list->items[made], values, sizeof *list->items);
    return list->count = made;
}

static uint64_t pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* --- places -------------------------------------------------------------------------------- */

/* Of longer stacks the outermost frames are left out, as in all views. */
static uint32_t stack_of(struct gau_page_samples *s, uint32_t stack)
{
    struct gau_hotspots_walk walk = {.stack = stack};
    uint32_t functions[GAU_HOTSPOTS_FRAMES_MAX], count = 0, number = 0;
    struct gau_source_frame frame;

    while (count < GAU_HOTSPOTS_FRAMES_MAX && gau_hotspots_walk_next(&walk, &s->result, &frame)) {
        const uint32_t function = gau_hotspots_function(&s->result, frame.function);

        functions[count++] =
            number_of(s, &s->functions, function, (const uint32_t[4]){[FUNCTION] = function});
    }
    while (count > 0) {
        const uint32_t function = functions[--count];

        number = number_of(s, &s->frames, pair(number, function),
                           (const uint32_t[4]){[CALLER] = number, [FRAME] = function});
    }
    return number;
}

static uint32_t place_of(struct gau_page_samples *s, uint32_t stack)
{
    const struct gau_source_frame frame = gau_hotspots_innermost(&s->result, stack);
    uint32_t place[4] = {[STACK] = stack_of(s, stack), [LINE] = frame.line};
    uint32_t line, code;

    place[MODULE] = gau_symbolizer_function(s->result.symbols, frame.function)->module;
    if (frame.file)
        place[SOURCE_FILE] =
            number_of(s, &s->files, frame.file, (const uint32_t[4]){[FILE_NUMBER] = frame.file});
    line = number_of(s, &s->lines, pair(place[SOURCE_FILE], place[LINE]), place);
    code = number_of(s, &s->codes, pair(line, place[MODULE]), place);
    return number_of(s, &s->places, pair(place[STACK], code), place);
}

static bool find_places(struct gau_page_samples *s)
{
    const struct gau_samples *const profile = s->result.profile;

    s->places_of = calloc((size_t)profile->stack_count + 1, sizeof *s->places_of);
    s->no_memory |= !s->places_of;
    for (uint32_t i = 0; !s->no_memory && i < profile->sample_count; i++) {
        const uint32_t stack = profile->samples[i].stack;

        if (!s->places_of[stack])
            s->places_of[stack] = place_of(s, stack);
    }
    return !s->no_memory && !s->result.out_of_memory;
}

/* --- the order of samples ------------------------------------------------------------------ */

/* qsort() has no argument for it; only the command writes pages, by one thread. */
static const struct gau_samples_sample *sorted;

static int in_order(const void *a, const void *b)
{
    const uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const struct gau_samples_sample *const left = &sorted[i], *const right = &sorted[j];

    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    if (left->time_ns != right->time_ns)
        return left->time_ns < right->time_ns ? -1 : 1;
    return (i > j) - (i < j);
}

static bool order_samples(struct gau_page_samples *s)
{
    const struct gau_samples *const profile = s->result.profile;

    s->order = calloc((size_t)profile->sample_count + 1, sizeof *s->order);
    if (!s->order)
        return false;
    for (uint32_t i = 0; i < profile->sample_count; i++)
        s->order[i] = i;
    sorted = profile->samples;
    qsort(s->order, profile->sample_count, sizeof *s->order, in_order);
    return true;
}

/* --- columns ------------------------------------------------------------------------------- */

static bool make_rows(struct gau_page_samples *s, uint32_t most)
{
    const struct gau_samples *const profile = s->result.profile;
    const uint64_t start_ns = s->result.start_ns;

    s->rows.items = calloc((size_t)profile->sample_count + 1, sizeof *s->rows.items);
    if (!s->rows.items)
        return false;
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_samples_sample *const sample = &profile->samples[s->order[i]];

        s->rows.items[i] = (struct gau_page_row){
            .time_us = sample->time_ns > start_ns ? (sample->time_ns - start_ns) / 1000 : 0,
            .weight_ns = sample->weight_ns,
            .thread = sample->thread,
            .task = s->result.tasks[sample->task].first,
            .place = s->places_of[sample->stack],
            .count = 1,
            .runs = 1};
    }
    s->rows.count = profile->sample_count;
    return gau_page_rows_join(&s->rows, most);
}

void gau_page_samples_put_columns(const struct gau_page_samples *s, struct gau_json_bytes *bytes)
{
    gau_page_rows_put(&s->rows, bytes);
}

/* --- reading ------------------------------------------------------------------------------- */

static struct gau_page_samples *read_all(struct gau_page_samples *s, uint32_t most,
                                         gau_error *error)
{
    if (!find_places(s) || !order_samples(s) || !make_rows(s, most))
        gau_fail_memory(error, "%" PRIu32 " samples of a page", s->result.profile->sample_count);
    else
        gau_hotspots_task_paths(&s->paths, &s->result, error);
    if (error->status == GAU_OK)
        return s;
    gau_page_samples_free(s);
    return NULL;
}

struct gau_page_samples *gau_page_samples_read(const char *folder,
                                               const struct gau_view_options *options,
                                               uint32_t most, gau_error *error)
{
    struct gau_page_samples *const s = calloc(1, sizeof *s);
    struct gau_view_options shown = *options;

    if (!s) {
        gau_fail_memory(error, "samples of '%.*s'", GAU_QUOTE(folder));
        return NULL;
    }
    s->options = options;
    if (!gau_shared_samples_take(&s->result, folder, options, error)) {
        free(s);
        return NULL;
    }
    shown.format = GAU_TABLE_HTML;
    gau_hotspots_show(&s->result, gau_hotspots_shown_of(&shown, false));
    return read_all(s, most, error);
}

static void clear_list(struct list *list)
{
    gau_map_clear(&list->map);
    free(list->items);
}

void gau_page_samples_free(struct gau_page_samples *s)
{
    if (!s)
        return;
    clear_list(&s->functions);
    clear_list(&s->frames);
    clear_list(&s->files);
    clear_list(&s->lines);
    clear_list(&s->codes);
    clear_list(&s->places);
    free(s->places_of);
    free(s->order);
    gau_page_rows_clear(&s->rows);
    gau_shared_samples_give(&s->result, s->options);
    free(s);
}

uint64_t gau_page_samples_start(const struct gau_page_samples *samples)
{
    return samples->result.start_ns;
}

/* --- what the values are numbers of -------------------------------------------------------- */

static void write_text(const struct gau_page_samples *s, enum gau_hotspots_key key, uint64_t value,
                       FILE *out)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    gau_json_text_write(gau_hotspots_text(&s->result, key, value, room, sizeof room), out);
}

static void write_tasks(const struct gau_page_samples *s, FILE *out)
{
    fputs("\"tasks\": [", out);
    for (uint32_t i = 0; i < s->result.profile->task_count; i++) {
        fputs(i > 0 ? ",\n{\"name\": " : "{\"name\": ", out);
        write_text(s, GAU_HOTSPOTS_TASK, i, out);
        fputs(", \"path\": ", out);
        if (s->paths[i])
            gau_json_text_write(s->paths[i], out);
        else
            fputs("null", out);
        fputs("}", out);
    }
    fputs("],\n", out);
}

/* Element 0 is none. */
static void write_threads(const struct gau_page_samples *s, FILE *out)
{
    const struct gau_samples *const profile = s->result.profile;

    fputs("\"processes\": [{\"name\": \"\"}", out);
    for (uint32_t i = 1; i < profile->process_count; i++) {
        fputs(",\n{\"name\": ", out);
        write_text(s, GAU_HOTSPOTS_PROCESS, i, out);
        fputs("}", out);
    }
    fputs("],\n\"threads\": [{\"name\": \"\", \"tid\": 0, \"process\": 0}", out);
    for (uint32_t i = 1; i < profile->thread_count; i++) {
        fputs(",\n{\"name\": ", out);
        write_text(s, GAU_HOTSPOTS_THREAD, i, out);
        fprintf(out, ", \"tid\": %" PRIu32 ", \"process\": %" PRIu32 "}", profile->threads[i].tid,
                profile->threads[i].process);
    }
    fputs("],\n", out);
}

/* Writes an array of a value of all items, which are numbered from 1 on; element 0 is none. */
static void write_values(const char *name, const struct list *list, unsigned value, FILE *out)
{
    fprintf(out, "\"%s\": [0", name);
    for (uint32_t i = 1; i <= list->count; i++)
        fprintf(out, ",%" PRIu32, list->items[i][value]);
    fputs("]", out);
}

static void write_functions(const struct gau_page_samples *s, FILE *out)
{
    fputs("\"functions\": [{\"name\": \"\", \"module\": 0}", out);
    for (uint32_t i = 1; i <= s->functions.count; i++) {
        const uint32_t function = s->functions.items[i][FUNCTION];

        fputs(",\n{\"name\": ", out);
        write_text(s, GAU_HOTSPOTS_FUNCTION, function, out);
        fprintf(out, ", \"module\": %" PRIu32 "}",
                gau_symbolizer_function(s->result.symbols, function)->module);
    }
    fputs("],\n\"stacks\": {", out);
    write_values("caller", &s->frames, CALLER, out);
    fputs(",\n", out);
    write_values("function", &s->frames, FRAME, out);
    fputs("},\n", out);
}

static void write_places(const struct gau_page_samples *s, FILE *out)
{
    static const char *const names[PLACE_VALUES] = {"stack", "module", "file", "line"};

    fputs("\"places\": {", out);
    for (unsigned value = 0; value < PLACE_VALUES; value++) {
        fputs(value > 0 ? ",\n" : "", out);
        write_values(names[value], &s->places, value, out);
    }
    fputs("},\n", out);
}

/* Modules are numbered as those of the symbolizer; files that are not used are left out. */
static void write_names(const struct gau_page_samples *s, FILE *out)
{
    uint32_t modules = 0;

    for (uint32_t i = 1; i < s->result.profile->module_count; i++)
        modules = s->result.modules[i] > modules ? s->result.modules[i] : modules;
    fputs("\"modules\": [", out);
    for (uint32_t i = 0; i <= modules; i++) {
        fputs(i > 0 ? "," : "", out);
        gau_json_text_write(gau_symbolizer_module_name(s->result.symbols, i), out);
    }
    fputs("],\n\"files\": [\"\"", out);
    for (uint32_t i = 1; i <= s->files.count; i++) {
        fputs(",", out);
        gau_json_text_write(gau_symbolizer_file(s->result.symbols, s->files.items[i][FILE_NUMBER]),
                            out);
    }
    fputs("],\n", out);
}

void gau_page_samples_write(const struct gau_page_samples *s, bool has_columns, FILE *out)
{
    fputs("{", out);
    write_threads(s, out);
    write_tasks(s, out);
    write_names(s, out);
    write_functions(s, out);
    write_places(s, out);
    gau_page_rows_write(&s->rows, has_columns, out);
    fputs("}", out);
}
