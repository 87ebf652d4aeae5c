/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/common/branch_place.h"
#include "itt_auditor.h"

#include <gaudit/log.h>

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *gau_itt_types_delimiter(const struct itt *itt)
{
    return strcmp(itt->delimiter, " ") != 0 ? itt->delimiter : itt->delimeter;
}

/* --- names --------------------------------------------------------------------------------- */

/* The identifier with another delimiter between the names. */
static void join_names(FILE *out, const gau_context *ctx, gau_branch branch, const char *delimiter)
{
    const gau_branch_info *const info = gau_branch_at(ctx, branch);

    if (info->depth > 1) {
        join_names(out, ctx, info->parent, delimiter);
        fputs(delimiter, out);
    }
    fputs(info->name, out);
}

/* Not inside a character of UTF-8. */
static size_t boundary(const char *name, size_t at)
{
    while (at > 0 && ((unsigned char)name[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/*
 * Collectors cut names of more than 255 bytes, which may make them equal: such a name becomes its
 * begin and its end, and the number of the branch.
 */
static const char *shorten(char *text, size_t size, const char *name, gau_branch branch)
{
    const size_t length = strlen(name), head = boundary(name, size / 2 - 20),
                 tail = boundary(name, length - (size / 2 - 20));

    snprintf(text, size, "%.*s ... %s #%u", (int)head, name, name + tail, (unsigned)branch);
    return text;
}

enum { LONGEST = 256 };

/* Its name with the delimiter; to be freed. NULL: out of memory. */
static char *name_of(const struct itt *itt, const gau_context *ctx, gau_branch branch)
{
    const char *const delimiter = gau_itt_types_delimiter(itt);
    char *name = NULL;
    size_t size;
    FILE *out;

    if (strcmp(delimiter, " ") == 0)
        return strdup(gau_branch_at(ctx, branch)->path);
    out = open_memstream(&name, &size);
    if (out)
        join_names(out, ctx, branch, delimiter);
    if (out && fclose(out) == 0)
        return name;
    free(name);
    return NULL;
}

/* Collectors copy names. */
static bool make_type(struct itt *itt, const gau_context *ctx, gau_branch branch)
{
    struct itt_task_type *const type = &itt->types[branch];
    char *const whole = name_of(itt, ctx, branch), text[LONGEST];
    const bool is_long = whole && strlen(whole) >= sizeof text;
    const char *const name = is_long ? shorten(text, sizeof text, whole, branch) : whole;

    if (!whole)
        return false;
    if (itt->api == ITT_API_TASK)
        type->name = gau_itt_string_create(name);
    else
        type->event = gau_itt_event_create(name);
    type->exists = true;
    itt->n_types++;
    itt->n_shortened += is_long;
    free(whole);
    return true;
}

static void write_name(const struct itt *itt, const gau_context *ctx, gau_branch branch,
                       gau_result *result)
{
    char *const whole = itt->types[branch].exists ? name_of(itt, ctx, branch) : NULL, text[LONGEST];
    const bool is_long = whole && strlen(whole) >= sizeof text;

    gau_result_text(result, "task_type",
                    is_long ? shorten(text, sizeof text, whole, branch)
                    : whole ? whole
                            : "");
    free(whole);
}

void gau_itt_types_write(const struct itt *itt, const gau_context *ctx, gau_result *result)
{
    gau_result_table(result, "branches");
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++) {
        gau_result_row(result);
        gau_branch_place_write(result, ctx, b);
        gau_result_text(result, "type", gau_branch_class_name(ctx, b));
        write_name(itt, ctx, b, result);
    }
    gau_result_end(result);
}

/* --- which branches ------------------------------------------------------------------------ */

static bool matches_pattern(const char *pattern, const gau_branch_info *info)
{
    return fnmatch(pattern, info->name, 0) == 0 || fnmatch(pattern, info->path, 0) == 0;
}

/* Excluded branches always have a type: their time would be charged to an ancestor with one. */
static bool has_type(const struct itt *itt, const gau_branch_info *info)
{
    if (itt->components.count == 0 || info->kind == GAU_BRANCH_EXCLUDED)
        return true;
    for (size_t i = 0; i < itt->components.count; i++)
        if (matches_pattern(itt->components.items[i], info))
            return true;
    return false;
}

static gau_status check_components(const struct itt *itt, gau_context *ctx)
{
    for (size_t i = 0; i < itt->components.count; i++) {
        gau_branch b = 0;

        while (b < gau_branch_count(ctx) &&
               !matches_pattern(itt->components.items[i], gau_branch_at(ctx, b)))
            b++;
        if (b == gau_branch_count(ctx))
            return gau_fail(ctx->error, GAU_ERR_UNKNOWN,
                            "ComponentsForTaskTypes: '%.*s' matches no component and no branch",
                            GAU_QUOTE(itt->components.items[i]));
    }
    return GAU_OK;
}

gau_status gau_itt_types_make(struct itt *itt, gau_context *ctx)
{
    GAU_TRY(check_components(itt, ctx));
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++)
        if (has_type(itt, gau_branch_at(ctx, b)) && !make_type(itt, ctx, b))
            return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (names of task types)");
    return GAU_OK;
}

void gau_itt_types_add(void *self, gau_branch branch)
{
    struct itt *const itt = self;

    if (!itt->types[branch].exists && has_type(itt, gau_branch_at(itt->ctx, branch)) &&
        !make_type(itt, itt->ctx, branch))
        gau_warning(itt->ctx,
                    "out of memory (name of a task type): its time is charged to the branch above");
}
