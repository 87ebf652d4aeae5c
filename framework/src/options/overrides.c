/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/options.h>

#include "errors/errors.h"
#include "tree_builder.h"

#include "table/utf8.h"

#include <string.h>

/* A job can always be written as XML again, so texts that XML cannot hold are errors. */
static gau_status check_text(const char *text, gau_error *err)
{
    const size_t length = strlen(text);

    if (length > GAU_MAX_VALUE)
        return gau_fail(err, GAU_ERR_RANGE, "longer than %d bytes", GAU_MAX_VALUE);
    if (gau_utf8_invalid(text, length) < length)
        return gau_fail(err, GAU_ERR_SYNTAX, "not UTF-8 text, or a control character in it");
    return GAU_OK;
}

/* --- -s ------------------------------------------------------------------------------------ */

static bool can_be_set(const gau_node *node)
{
    return node->kind == GAU_NODE_SEQUENCE ||
           (node->type && node->kind != GAU_NODE_JOB && node->kind != GAU_NODE_MODULE);
}

/* The first of that name, at @p node or below it; all names on the way are offered. */
static gau_node *find_node(struct gau_suggest *suggest, const gau_node *node)
{
    gau_node *found = NULL;

    if (can_be_set(node)) {
        if (strcmp(node->name, suggest->wanted) == 0)
            return (gau_node *)(uintptr_t)node;
        gau_suggest_offer(suggest, node->name);
    }
    for (size_t i = 0; !found && i < node->n_children; i++)
        found = find_node(suggest, node->children[i]);
    return found;
}

/* A text of the options that ends there; NULL: out of memory. */
static const char *keep_part(gau_options *options, const char *text, const char *end)
{
    return gau_options_text(options, text, (size_t)(end - text));
}

static const char *last_dot(const char *text, const char *end)
{
    while (end > text && end[-1] != '.')
        end--;
    return end > text ? end - 1 : NULL;
}

/* Keeps a failure with all else that is wrong with the options. */
static gau_status keep_fault(gau_options *options, gau_status status, gau_error *why,
                             gau_error *err)
{
    gau_error_wrap(why, status, "%s", GAU_COMMAND_LINE.file);
    gau_faults_add(&options->faults, GAU_COMMAND_LINE, why);
    if (err)
        *err = *why;
    return status;
}

static gau_status override(gau_options *options, const char *text, gau_error *err)
{
    const char *const equals = strchr(text, '=');
    const char *const dot = equals ? last_dot(text, equals) : NULL;
    gau_setting setting = {.location = GAU_COMMAND_LINE};
    struct gau_suggest suggest;
    gau_status status = GAU_OK;
    gau_node *node;
    const char *name;

    if (!dot || dot == text || dot + 1 == equals)
        status = gau_fail(err, GAU_ERR_SYNTAX, "expected NAME.PROPERTY=VALUE");
    else
        status = check_text(text, err);
    if (status < 0)
        return gau_error_wrap(err, status, "-s %.*s", GAU_QUOTE(text));
    name = keep_part(options, text, dot);
    setting.name = keep_part(options, dot + 1, equals);
    setting.value = keep_part(options, equals + 1, strchr(equals, '\0'));
    if (!name || !setting.name || !setting.value)
        return gau_options_no_memory(err);
    suggest = gau_suggest_for(name);
    node = find_node(&suggest, options->root);
    if (!node && options->incomplete) /* perhaps one that was left out, for a reported error */
        return GAU_OK;
    if (node)
        return gau_options_put(options, node, &setting) ? GAU_OK : gau_options_no_memory(err);
    status = gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN, "no component is called '%.*s'",
                              GAU_QUOTE(name));
    return gau_error_wrap(err, status, "%.*s.%.*s", GAU_QUOTE(name), GAU_QUOTE(setting.name));
}

gau_status gau_options_override(gau_options *options, const char *text, gau_error *err)
{
    gau_error why;
    const gau_status status = override(options, text, &why);

    return status < 0 ? keep_fault(options, status, &why, err) : status;
}

/* --- -a ------------------------------------------------------------------------------------ */

/* One "PROPERTY=VALUE", which ends at end. */
static gau_status add_setting(gau_options *options, gau_node *node, const char *text,
                              const char *end, gau_source_location location, gau_error *err)
{
    const char *const equals = memchr(text, '=', (size_t)(end - text));
    const int length = end - text < 120 ? (int)(end - text) : 120;
    gau_setting setting = {.location = location};

    if (!equals || equals == text)
        return gau_fail(err, GAU_ERR_SYNTAX, "'%.*s' is not PROPERTY=VALUE", length, text);
    setting.name = keep_part(options, text, equals);
    setting.value = keep_part(options, equals + 1, end);
    if (!setting.name || !setting.value)
        return gau_options_no_memory(err);
    if (gau_options_setting(node, setting.name))
        return gau_fail(err, GAU_ERR_DUPLICATE, "property '%.*s' is set twice",
                        GAU_QUOTE(setting.name));
    return gau_options_put(options, node, &setting) ? GAU_OK : gau_options_no_memory(err);
}

static gau_status audit(gau_options *options, const char *text, gau_source_location location,
                        gau_error *err)
{
    const size_t type_end = strcspn(text, "/:");
    const char *const slash = text[type_end] == '/' ? text + type_end + 1 : NULL;
    const char *rest = slash ? slash + strcspn(slash, ":") : text + type_end;
    const char *type, *name = NULL;
    gau_node *node;

    if (type_end == 0 || (slash && rest == slash))
        return gau_fail(err, GAU_ERR_SYNTAX, "expected TYPE[/NAME][:PROPERTY=VALUE;...]");
    GAU_TRY(check_text(text, err));
    type = keep_part(options, text, text + type_end);
    if (!type || (slash && !(name = keep_part(options, slash, rest))) ||
        !(node =
              gau_options_attach(options, options->root, GAU_NODE_AUDITOR, type, name, location)))
        return gau_options_no_memory(err);
    while (*rest) {
        const char *const begin = rest + 1; /* behind ':' or ';' */

        rest = begin + strcspn(begin, ";");
        GAU_TRY(add_setting(options, node, begin, rest, location, err));
    }
    return GAU_OK;
}

gau_status gau_options_audit_at(gau_options *options, const char *text,
                                gau_source_location location, gau_error *err)
{
    const gau_node *const root = options->root;
    const size_t before = root->n_children;
    const gau_status status = audit(options, text, location, err);

    if (status >= 0)
        return status;
    if (root->n_children > before)
        gau_options_remove(options, root->children[before]);
    return gau_error_wrap(err, status, "%.*s", GAU_QUOTE(text));
}

gau_status gau_options_add_auditor(gau_options *options, const char *text, gau_error *err)
{
    gau_error why;
    const gau_status status = audit(options, text, GAU_COMMAND_LINE, &why);

    if (status >= 0)
        return status;
    options->incomplete = true;
    gau_error_wrap(&why, status, "-a %.*s", GAU_QUOTE(text));
    return keep_fault(options, status, &why, err);
}
