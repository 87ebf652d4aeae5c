/* SPDX-License-Identifier: Apache-2.0 */
#include "branch_groups.h"

#include "document.h"

#include "table/suggest.h"

#include <stdlib.h>
#include <string.h>

/* --- keys ---------------------------------------------------------------------------------- */

const char *const gau_branch_key_names[GAU_BRANCH_KEYS] = {
    [GAU_BRANCHES_BY_ALGORITHM] = "algorithm",
    [GAU_BRANCHES_BY_CLASS] = "component-class",
    [GAU_BRANCHES_BY_LEVEL] = "level",
    [GAU_BRANCHES_BY_CHILDREN] = "children",
};

const char *gau_branch_key_title(enum gau_branch_key_kind kind)
{
    static const char *const titles[GAU_BRANCH_KEYS] = {
        [GAU_BRANCHES_BY_ALGORITHM] = "Algorithm",
        [GAU_BRANCHES_BY_CLASS] = "Component class",
        [GAU_BRANCHES_BY_LEVEL] = "Branch",
        [GAU_BRANCHES_BY_CHILDREN] = "Child",
    };

    return titles[kind];
}

const char *gau_branch_key_all(enum gau_branch_key_kind kind)
{
    static const char *const texts[GAU_BRANCH_KEYS] = {
        [GAU_BRANCHES_BY_ALGORITHM] = "all algorithms",
        [GAU_BRANCHES_BY_CLASS] = "all component classes",
        [GAU_BRANCHES_BY_LEVEL] = "all branches",
        [GAU_BRANCHES_BY_CHILDREN] = "all branches", /* also those that are no child */
    };

    return texts[kind];
}

const char *gau_branch_key_phrase(char *text, size_t size, const struct gau_branch_key *key)
{
    if (key->kind == GAU_BRANCHES_BY_LEVEL)
        snprintf(text, size, "at level %u", key->level);
    else if (key->kind == GAU_BRANCHES_BY_CHILDREN)
        snprintf(text, size, "by child of '%.*s'", GAU_QUOTE(key->branch));
    else
        snprintf(text, size, "by %s",
                 key->kind == GAU_BRANCHES_BY_CLASS ? "component class" : "algorithm");
    return text;
}

static size_t name_length(const char *text, size_t length)
{
    const char *const equals = memchr(text, '=', length);

    return equals ? (size_t)(equals - text) : length;
}

/* Returns GAU_BRANCH_KEYS if the text is no key. */
static enum gau_branch_key_kind find_kind(const char *text, size_t length)
{
    const size_t name = name_length(text, length);
    enum gau_branch_key_kind kind = 0;

    while (kind < GAU_BRANCH_KEYS && (strlen(gau_branch_key_names[kind]) != name ||
                                      memcmp(gau_branch_key_names[kind], text, name) != 0))
        kind++;
    return kind;
}

bool gau_branch_key_is(const char *text, size_t length)
{
    return find_kind(text, length) < GAU_BRANCH_KEYS;
}

static bool is_level(const char *text, size_t length)
{
    return length > 0 && length < 4 && text[0] != '0' && strspn(text, "0123456789") >= length;
}

bool gau_branch_key_read(struct gau_branch_key *out, const char *text, size_t length,
                         gau_error *error)
{
    const size_t name = name_length(text, length);
    const char *const value = text + name + (name < length);
    const size_t size = length - name - (name < length);

    *out = (struct gau_branch_key){.kind = find_kind(text, length)};
    if (out->kind == GAU_BRANCH_KEYS) {
        gau_fail_first(error, GAU_ERR_USAGE,
                       "branches cannot be grouped by '%.*s'; there is: " GAU_BRANCH_KEYS_HELP,
                       length < 120 ? (int)length : 120, text);
    } else if (out->kind == GAU_BRANCHES_BY_LEVEL) {
        out->level = is_level(value, size) ? (unsigned)strtoul(value, NULL, 10) : 0;
        if (out->level == 0)
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s': level=N takes a number from 1 to 999: that of levels below the "
                           "root",
                           length < 120 ? (int)length : 120, text);
    } else if (out->kind == GAU_BRANCHES_BY_CHILDREN) {
        if (size == 0 || size >= sizeof out->branch)
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s': children=BRANCH takes the identifier or the name of a branch",
                           length < 120 ? (int)length : 120, text);
        else
            memcpy(out->branch, value, size);
    } else if (name < length) {
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s': '%.*s' takes no value",
                       length < 120 ? (int)length : 120, text, (int)name, text);
    }
    return error->status == GAU_OK;
}

/* --- components ---------------------------------------------------------------------------- */

static const char *type_of(const struct gau_tree *tree, size_t node)
{
    const char *const type = tree->nodes[node].type;

    return type ? type : "";
}

/* Timers and ITT auditors give these types to branches that are not components. */
static bool is_component(const struct gau_tree *tree, size_t node)
{
    static const char *const others[] = {"Root", "Section", "Excluded", "Component", "Work"};
    const char *const type = type_of(tree, node);

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(type, others[i]) == 0)
            return false;
    return tree->nodes[node].parent != GAU_NO_NODE;
}

/* Returns the component that a node is, or is a section of; else the node itself. */
static size_t owner_of(const struct gau_tree *tree, size_t node)
{
    size_t owner = node;

    while (owner != GAU_NO_NODE && !is_component(tree, owner))
        owner = tree->nodes[owner].parent;
    return owner == GAU_NO_NODE ? node : owner;
}

/* --- branches by name ---------------------------------------------------------------------- */

static bool is_called(const struct gau_tree_node *node, const char *branch)
{
    return strcmp(node->path, branch) == 0 || strcmp(node->name, branch) == 0;
}

/* An identifier means one branch; a text that is none is a name, and means all of that name. */
static bool find_branches(bool *found, const struct gau_tree *tree, const char *branch,
                          gau_error *error)
{
    struct gau_suggest suggest = gau_suggest_for(branch);
    bool whole = false, any = false;

    for (size_t i = 0; i < tree->n; i++)
        whole |= strcmp(tree->nodes[i].path, branch) == 0;
    for (size_t i = 0; i < tree->n; i++) {
        found[i] =
            whole ? strcmp(tree->nodes[i].path, branch) == 0 : is_called(&tree->nodes[i], branch);
        any |= found[i];
        gau_suggest_offer(&suggest, tree->nodes[i].name);
    }
    if (any)
        return true;
    gau_fail_first(error, GAU_ERR_USAGE, "there is no branch '%.*s'%s%s%s", GAU_QUOTE(branch),
                   suggest.best ? "; did you mean '" : "", suggest.best ? suggest.best : "",
                   suggest.best ? "'?" : "");
    return false;
}

bool gau_branch_mark_within(bool *within, const struct gau_tree *tree, const char *branch,
                            gau_error *error)
{
    if (!find_branches(within, tree, branch, error))
        return false;
    for (size_t i = 0; i < tree->n; i++) { /* parents come before their children */
        const size_t node = tree->order[i], parent = tree->nodes[node].parent;

        within[node] |= parent != GAU_NO_NODE && within[parent];
    }
    return true;
}

bool gau_branch_check_time(const char *branch, double time, gau_error *error)
{
    if (!(time > 0))
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no time that could be 100 %%",
                       GAU_QUOTE(branch));
    return time > 0;
}

/* --- groups -------------------------------------------------------------------------------- */

/* Puts the names of the children of @p branch at these children and all below them, elsewhere
 * NULL. */
static bool find_children(const char **groups, const struct gau_tree *tree, const char *branch,
                          gau_error *error)
{
    bool *const found = calloc(tree->n + 1, sizeof *found);

    if (!found) {
        gau_fail_memory(error, "groups of branches");
        return false;
    }
    if (find_branches(found, tree, branch, error))
        for (size_t i = 0; i < tree->n; i++) {
            const size_t node = tree->order[i], parent = tree->nodes[node].parent;
            const bool is_child = parent != GAU_NO_NODE && found[parent];

            if (parent != GAU_NO_NODE && !found[node])
                groups[node] = is_child ? tree->nodes[node].name : groups[parent];
            else
                groups[node] = found[node] ? tree->nodes[node].name : NULL;
        }
    free(found);
    return error->status == GAU_OK;
}

static const char *at_level(const struct gau_tree *tree, size_t node, unsigned level)
{
    while (tree->nodes[node].depth > level)
        node = tree->nodes[node].parent;
    return tree->nodes[node].path;
}

static const char *group_of(const struct gau_tree *tree, const struct gau_branch_key *key,
                            size_t node, const char *child)
{
    if (tree->nodes[node].parent == GAU_NO_NODE)
        return tree->nodes[node].name;
    switch (key->kind) {
    case GAU_BRANCHES_BY_ALGORITHM: return tree->nodes[owner_of(tree, node)].name;
    case GAU_BRANCHES_BY_CLASS: return type_of(tree, owner_of(tree, node));
    case GAU_BRANCHES_BY_LEVEL: return at_level(tree, node, key->level);
    case GAU_BRANCHES_BY_CHILDREN: return child ? child : "[other branches]";
    case GAU_BRANCH_KEYS: break;
    }
    return "";
}

bool gau_branch_groups_make(const char **groups, const struct gau_tree *tree,
                            const struct gau_branch_key *key, gau_error *error)
{
    memset(groups, 0, tree->n * sizeof *groups);
    if (key->kind == GAU_BRANCHES_BY_CHILDREN && !find_children(groups, tree, key->branch, error))
        return false;
    for (size_t i = 0; i < tree->n; i++)
        groups[i] = group_of(tree, key, i, groups[i]);
    return true;
}

/* --- of a result --------------------------------------------------------------------------- */

static bool read_tree(struct gau_result_branches *out, const char *folder, const char *name,
                      gau_error *error)
{
    struct gau_document_fields fields;

    out->document = gau_document_load(folder, name, error);
    if (!out->document)
        return false;
    fields = gau_document_fields_of(out->document, name, error);
    if (error->status == GAU_OK && json_array_size(json_object_get(out->document, "branches")) > 0)
        gau_tree_read(&out->tree, &fields, "branches");
    if (out->tree.n > 0 || error->status != GAU_OK)
        return true;
    json_decref(out->document);
    out->document = NULL;
    return false;
}

bool gau_result_branches_open(struct gau_result_branches *out, const char *folder, gau_error *error)
{
    static const char *const kinds[] = {"itt", "timer"};
    struct gau_document_names names;
    bool found = false;

    *out = (struct gau_result_branches){0};
    if (gau_document_list(&names, folder, error) == GAU_OK)
        for (size_t i = 0; i < 2 && !found && error->status == GAU_OK; i++) {
            const char *const name = gau_document_of_kind(&names, kinds[i]);

            found = name && read_tree(out, folder, name, error);
        }
    gau_document_names_clear(&names);
    if (!found && error->status == GAU_OK)
        gau_fail_first(
            error, GAU_ERR_USAGE,
            "'%.*s' does not say what its branches are: it needs itt.json, of an "
            "IttAuditor, or timer.json, of a TimerAuditor, which 'gaudit profile JOB.xml' "
            "puts beside the samples",
            GAU_QUOTE(folder));
    return error->status == GAU_OK;
}

void gau_result_branches_clear(struct gau_result_branches *branches)
{
    gau_tree_clear(&branches->tree);
    json_decref(branches->document);
    *branches = (struct gau_result_branches){0};
}
