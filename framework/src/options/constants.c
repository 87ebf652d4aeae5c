/* SPDX-License-Identifier: Apache-2.0 */
#include "constants.h"

#include "errors/errors.h"
#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

static const char *const name_characters = "abcdefghijklmnopqrstuvwxyz"
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_.-";

void gau_constants_clear(struct gau_constants *constants)
{
    free(constants->items);
    *constants = (struct gau_constants){0};
}

static struct gau_constant *find_constant(const struct gau_constants *constants, const char *name,
                                          size_t length)
{
    for (size_t i = 0; i < constants->count; i++)
        if (strncmp(constants->items[i].name, name, length) == 0 &&
            constants->items[i].name[length] == '\0')
            return &constants->items[i];
    return NULL;
}

gau_status gau_constants_define(struct gau_constants *constants, const char *name,
                                const char *value, gau_source_location location, gau_error *err)
{
    const struct gau_constant *const old = find_constant(constants, name, strlen(name));

    if (name[strspn(name, name_characters)] != '\0')
        return gau_fail(err, GAU_ERR_SYNTAX,
                        "constant '%.*s': a name has only letters, digits, '_', '.' and '-'",
                        GAU_QUOTE(name));
    if (old)
        return gau_fail(err, GAU_ERR_DUPLICATE, "constant '%.*s' was already defined at %s:%d",
                        GAU_QUOTE(name), old->location.file, old->location.line);
    if (constants->count == GAU_MAX_CONSTANTS)
        return gau_fail(err, GAU_ERR_RANGE, "more than %d constants", GAU_MAX_CONSTANTS);
    if (!constants->items &&
        !(constants->items = calloc(GAU_MAX_CONSTANTS, sizeof *constants->items)))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (constants)");
    constants->items[constants->count++] =
        (struct gau_constant){.name = name, .value = value, .location = location};
    return GAU_OK;
}

static gau_status unknown(const struct gau_constants *constants, const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (size_t i = 0; i < constants->count; i++)
        gau_suggest_offer(&suggest, constants->items[i].name);
    return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN,
                            "'${%.*s}' is neither a constant defined before nor an environment "
                            "variable",
                            GAU_QUOTE(name));
}

static gau_status look_up(const char **value, struct gau_constants *constants, const char *text,
                          size_t length, gau_error *err)
{
    struct gau_constant *const constant = find_constant(constants, text, length);
    char name[256];

    if (++constants->uses > GAU_MAX_USES)
        return gau_fail(err, GAU_ERR_RANGE, "constants are used more than %d times", GAU_MAX_USES);
    if (constant) {
        constant->used = true;
        *value = constant->value;
        return *value ? GAU_OK
                      : gau_fail(err, GAU_ERR_STATE, "constant '%s' has no value", constant->name);
    }
    if (length >= sizeof name)
        return gau_fail(err, GAU_ERR_UNKNOWN, "'${%.*s...' is too long for a name", 40, text);
    memcpy(name, text, length);
    name[length] = '\0';
    if (!(*value = getenv(name)))
        return unknown(constants, name, err);
    if ((*value)[gau_utf8_invalid(*value, strlen(*value))] != '\0')
        return gau_fail(err, GAU_ERR_SYNTAX, "environment variable '%s' is not UTF-8 text", name);
    return GAU_OK;
}

/* The value of what follows a '$', and where the text goes on. */
static gau_status resolve_dollar(const char **value, const char **next,
                                 struct gau_constants *constants, const char *text, gau_error *err)
{
    const size_t length = text[1] == '{' ? strspn(text + 2, name_characters) : 0;

    if (text[1] == '$') {
        *value = "$";
        *next = text + 2;
        return GAU_OK;
    }
    if (length == 0 || text[2 + length] != '}')
        return gau_fail(err, GAU_ERR_SYNTAX,
                        "a '$' that is not part of '${NAME}' at '%.*s'; '$$' is a dollar", 40,
                        text);
    *next = text + 2 + length + 1;
    return look_up(value, constants, text + 2, length, err);
}

gau_status gau_constants_expand(char *out, size_t size, struct gau_constants *constants,
                                const char *text, gau_error *err)
{
    size_t used = 0;

    while (*text) {
        const char *piece = text, *next = text + strcspn(text, "$");
        size_t length = (size_t)(next - text);

        if (length == 0) {
            GAU_TRY(resolve_dollar(&piece, &next, constants, text, err));
            length = strlen(piece);
        }
        if (length >= size - used)
            return gau_fail(err, GAU_ERR_RANGE, "longer than %zu bytes after constants were put in",
                            size - 1);
        memcpy(out + used, piece, length);
        used += length;
        text = next;
    }
    out[used] = '\0';
    return GAU_OK;
}
