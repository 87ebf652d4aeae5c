/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolized_samples.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- whose code it is ---------------------------------------------------------------------- */

enum owner { OF_PROGRAM, OF_C_LIBRARY, OF_GAUDIT };

/* Returns whether a file is that library: "libm.so.6", "libm-2.31.so". */
static bool is_library(const char *file, const char *name)
{
    const char *const rest = file + strlen(name);

    return strncmp(file, name, strlen(name)) == 0 &&
           (rest[0] == '.' || (rest[0] == '-' && isdigit((unsigned char)rest[1])));
}

static enum owner owner_of_file(const char *file)
{
    static const char *const libraries[] = {"libc",  "libm",  "libmvec",  "libpthread",
                                            "librt", "libdl", "libgcc_s", "ld"};

    if (strcmp(file, "gaudit") == 0 || is_library(file, "libgaudit") ||
        is_library(file, "libgaudit-collector"))
        return OF_GAUDIT;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (is_library(file, libraries[i]))
            return OF_C_LIBRARY;
    return strcmp(file, "[vdso]") == 0 || strncmp(file, "ld-linux", 8) == 0 ||
                   strncmp(file, "ld-musl", 7) == 0
               ? OF_C_LIBRARY
               : OF_PROGRAM;
}

static struct gau_source_frames resolve(const struct gau_symbolized_samples *result, uint32_t stack)
{
    const struct gau_samples_stack *const wanted = &result->profile->stacks[stack];

    return gau_symbolizer_resolve(result->symbols, result->modules[wanted->module],
                                  wanted->address);
}

static struct gau_source_frame called_frame(const struct gau_symbolized_samples *result,
                                            uint32_t stack)
{
    const struct gau_source_frames frames = resolve(result, stack);

    return frames.items[frames.count - 1];
}

/* The C library puts "_start" into each program. */
static enum owner owner_of(const struct gau_symbolized_samples *result, uint32_t stack)
{
    const struct gau_samples_stack *const wanted = &result->profile->stacks[stack];
    const uint32_t module = result->modules[wanted->module];

    if (module && !wanted->caller &&
        strcmp(gau_hotspots_function_name(result, called_frame(result, stack).function),
               "_start") == 0)
        return OF_C_LIBRARY;
    return module ? owner_of_file(gau_symbolizer_module_name(result->symbols, module)) : OF_PROGRAM;
}

/* Returns the stack of the outermost of the frames that are shown as one. */
static uint32_t outermost(const struct gau_symbolized_samples *result, uint32_t stack)
{
    const enum owner owner = result->shown.folds ? owner_of(result, stack) : OF_PROGRAM;
    uint32_t caller;

    if (owner == OF_PROGRAM)
        return stack;
    while ((caller = result->profile->stacks[stack].caller) && owner_of(result, caller) == owner)
        stack = caller;
    return stack;
}

/* --- frames -------------------------------------------------------------------------------- */

/* Returns the first module of gaudit, which the frames of all of them are shown in. */
static uint32_t gaudit_module(const struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;
    uint32_t i = 1;

    while (i + 1 < profile->module_count &&
           owner_of_file(gau_symbolizer_module_name(result->symbols, result->modules[i])) !=
               OF_GAUDIT)
        i++;
    return result->modules[i];
}

/* Returns the function that stands for those of gaudit, or of the C library. */
static uint32_t folded_function(struct gau_symbolized_samples *result, uint32_t number,
                                enum owner owner)
{
    const struct gau_function *const function = gau_symbolizer_function(result->symbols, number);

    if (owner == OF_GAUDIT)
        return gau_symbolizer_named(result->symbols, "[gaudit]", gaudit_module(result));
    if (owner == OF_C_LIBRARY && function->kind == GAU_FUNCTION_NAMED)
        return gau_symbolizer_named(result->symbols,
                                    gau_symbolizer_public_name(result->symbols, number),
                                    function->module);
    return number;
}

/* Returns the function that a stub jumps to. It is looked for in all modules that have samples,
 * whichever of them is asked for first. */
static uint32_t called_function(struct gau_symbolized_samples *result, uint32_t stub)
{
    const struct gau_samples *const profile = result->profile;
    const struct gau_function *function = gau_symbolizer_function(result->symbols, stub);
    uint32_t number;

    if (function->kind != GAU_FUNCTION_STUB)
        return stub;
    for (uint32_t i = 0; !result->all_resolved && i < profile->sample_count; i++)
        resolve(result, profile->samples[i].stack);
    result->all_resolved = true;
    number = gau_symbolizer_called(result->symbols, stub);
    function = gau_symbolizer_function(result->symbols, number);
    return folded_function(result, number,
                           owner_of_file(
                               gau_symbolizer_module_name(result->symbols, function->module)));
}

/* Returns a function that is an inlined one in the function of the frame that follows. */
static uint32_t in_caller(const struct gau_symbolized_samples *result,
                          const struct gau_source_frame *frame)
{
    const struct gau_function *const function =
        gau_symbolizer_function(result->symbols, frame->function);
    char name[4096];

    if (!frame->inlined)
        return frame->function;
    snprintf(name, sizeof name, "%s (inlined into %s)", function->base,
             gau_hotspots_function_name(result, frame[1].function));
    return gau_symbolizer_named(result->symbols, name, function->module);
}

/* Returns how many frames are shown of those at an address, which it changes. */
static uint32_t change_frames(struct gau_symbolized_samples *result, uint32_t stack,
                              struct gau_source_frame *frames, uint32_t count)
{
    const enum owner owner = result->shown.folds ? owner_of(result, stack) : OF_PROGRAM;

    if (owner != OF_PROGRAM) {
        frames[0] = frames[count - 1];
        frames[0].function = folded_function(result, frames[0].function, owner);
    } else if (result->shown.folds) {
        frames[count - 1].function = called_function(result, frames[count - 1].function);
    }
    if (owner != OF_PROGRAM)
        return 1;
    if (result->shown.inlines == GAU_HOTSPOTS_INLINES_HIDE)
        frames[0] = frames[count - 1];
    else if (result->shown.inlines == GAU_HOTSPOTS_INLINES_CALLERS)
        for (uint32_t i = 0; i < count; i++)
            frames[i].function = in_caller(result, &frames[i]);
    return result->shown.inlines == GAU_HOTSPOTS_INLINES_HIDE ? 1 : count;
}

static struct gau_source_frames shown_frames(struct gau_symbolized_samples *result, uint32_t stack)
{
    struct gau_source_frames frames = resolve(result, stack);
    const size_t size = frames.count * sizeof *frames.items;
    struct gau_source_frame *copy;

    if (!result->shown.folds && result->shown.inlines == GAU_HOTSPOTS_INLINES_MERGE)
        return frames;
    copy = gau_bump_allocator_take(&result->heap, size);
    result->out_of_memory |= !copy;
    if (copy) {
        memcpy(copy, frames.items, size);
        frames.count = change_frames(result, stack, copy, frames.count);
        frames.items = copy;
    }
    return frames;
}

struct gau_source_frames gau_hotspots_frames(struct gau_symbolized_samples *result, uint32_t stack)
{
    struct gau_source_frames *const known = &result->frames[stack];

    if (!known->items)
        *known = shown_frames(result, outermost(result, stack));
    return *known;
}

static bool filters_functions(const struct gau_view_options *options)
{
    for (size_t i = 0; i < options->filter_count; i++)
        if (strncmp(options->filters[i], "function", strlen("function")) == 0 ||
            strncmp(options->filters[i], "callstack", strlen("callstack")) == 0)
            return true;
    return false;
}

struct gau_hotspots_shown gau_hotspots_shown_of(const struct gau_view_options *options,
                                                bool by_name)
{
    const bool read = gau_table_format_is_display(options->format);
    const bool hides = read && !options->export && !by_name && !filters_functions(options);
    struct gau_hotspots_shown shown = {.folds = read && !options->all_frames};

    if (options->inlines ? strcmp(options->inlines, "hide") == 0 : hides)
        shown.inlines = GAU_HOTSPOTS_INLINES_HIDE;
    else if (options->inlines && strcmp(options->inlines, "callers") == 0)
        shown.inlines = GAU_HOTSPOTS_INLINES_CALLERS;
    return shown;
}

void gau_hotspots_show(struct gau_symbolized_samples *result, struct gau_hotspots_shown shown)
{
    result->shown = shown;
    memset(result->frames, 0, result->profile->stack_count * sizeof *result->frames);
}

struct gau_source_frame gau_hotspots_innermost(const struct gau_symbolized_samples *result,
                                               uint32_t stack)
{
    return resolve(result, stack).items[0];
}

bool gau_hotspots_walk_next(struct gau_hotspots_walk *walk, struct gau_symbolized_samples *result,
                            struct gau_source_frame *frame)
{
    struct gau_source_frames frames = gau_hotspots_frames(result, walk->stack);

    if (walk->next >= frames.count) {
        walk->stack = result->profile->stacks[outermost(result, walk->stack)].caller;
        walk->next = 0;
        if (!walk->stack)
            return false;
        frames = gau_hotspots_frames(result, walk->stack);
    }
    *frame = frames.items[walk->next++];
    return true;
}
