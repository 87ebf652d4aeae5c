/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_rules.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned least, most; /* keys behind it */
} rules_known[GAU_MERGE_N_RULES] = {
    [GAU_MERGE_SAME] = {"same", 0, 0},
    [GAU_MERGE_SUM] = {"sum", 0, 0},
    [GAU_MERGE_MIN] = {"min", 0, 1},
    [GAU_MERGE_MAX] = {"max", 0, 1},
    [GAU_MERGE_FIRST] = {"first", 0, 0},
    [GAU_MERGE_WORST] = {"worst", 0, 0},
    [GAU_MERGE_WINDOW] = {"window", 0, 0},
    [GAU_MERGE_OPTIONS] = {"options", 0, 0},
    [GAU_MERGE_KEY] = {"key", 0, 0},
    [GAU_MERGE_SOURCE] = {"source", 0, 1},
    [GAU_MERGE_BRANCH] = {"branch", 0, 0},
    [GAU_MERGE_PARENT] = {"parent", 0, 0},
    [GAU_MERGE_MEAN] = {"mean", 1, 1},
    [GAU_MERGE_SPREAD] = {"spread", 2, 2},
    [GAU_MERGE_ERROR] = {"error", 2, 2},
    [GAU_MERGE_DEVIATION] = {"deviation", 3, 3},
    [GAU_MERGE_RATIO] = {"ratio", 2, 2},
    [GAU_MERGE_PERCENT] = {"percent", 2, 2},
    [GAU_MERGE_AT] = {"at", 1, 1},
    [GAU_MERGE_TICK] = {"tick", 0, 0},
    [GAU_MERGE_HISTOGRAM] = {"histogram", 0, 0},
    [GAU_MERGE_PERCENTILE] = {"percentile", 3, 3},
};

struct reading {
    struct gau_merge_rules *rules;
    const char *document, *table;
    char *at; /* what is left */
    gau_error *error;
};

/* Returns the next word, and ends it; NULL: the item has no more. @p last: how the word ended. */
static char *next_word(struct reading *r, char *last)
{
    char *const word = r->at + strspn(r->at, " \n");
    const size_t length = strcspn(word, " ,:\n");

    if (length == 0)
        return NULL;
    r->at = word + length;
    r->at += strspn(r->at, " \n");
    *last = *r->at;
    if (*last == ':' || *last == ',')
        r->at++;
    word[length] = '\0';
    return word;
}

static bool find_rule(struct gau_merge_field *field, const char *name)
{
    for (unsigned i = 0; i < GAU_MERGE_N_RULES; i++)
        if (strcmp(rules_known[i].name, name) == 0) {
            field->rule = i;
            return true;
        }
    return false;
}

static void refuse(struct reading *r, const char *what, const char *word)
{
    gau_fail_first(r->error, GAU_ERR_IO, "%s.json: its rules of merging are wrong: %s '%.*s'",
                   r->document, what, GAU_QUOTE(word));
}

/* Reads the words behind a key. */
static bool read_rule(struct reading *r, struct gau_merge_field *field)
{
    char last = '\0';
    const char *const rule = next_word(r, &last);
    unsigned n = 0;

    if (!rule || !find_rule(field, rule)) {
        refuse(r, "unknown rule", rule ? rule : field->key);
        return false;
    }
    while (last != ',' && last != '\0' && n < 3 && (field->of[n] = next_word(r, &last)))
        n++;
    for (unsigned i = n; i < 3; i++)
        field->of[i] = "";
    if (n >= rules_known[field->rule].least && n <= rules_known[field->rule].most &&
        (last == ',' || last == '\0'))
        return true;
    refuse(r, "wrong number of keys behind", rule);
    return false;
}

/* Reads "TABLE:" or "KEY RULE ...". False: the end, or an error. */
static bool read_item(struct reading *r)
{
    struct gau_merge_rules *const rules = r->rules;
    struct gau_merge_field field = {.table = r->table};
    char last = '\0';

    field.key = next_word(r, &last);
    if (field.key && last == ':') {
        r->table = field.key;
        return true;
    }
    if (!field.key || !read_rule(r, &field)) {
        if (*r->at && r->error->status == GAU_OK)
            refuse(r, "a key is expected at", r->at);
        return false;
    }
    if (!gau_array_grow(&rules->fields, rules->n, &rules->size, sizeof *rules->fields)) {
        gau_fail_memory(r->error, "rules of merging");
        return false;
    }
    rules->fields[rules->n++] = field;
    return true;
}

bool gau_merge_rules_read(struct gau_merge_rules *rules, const char *name, const json_t *document,
                          gau_error *error)
{
    const char *const own = json_string_value(json_object_get(document, "merge"));
    const char *const text = own ? own : gau_merge_known_rules(name);
    struct reading r = {.rules = rules, .document = name, .table = "", .error = error};

    *rules = (struct gau_merge_rules){0};
    r.at = rules->text = strdup(text ? text : "");
    if (!rules->text)
        gau_fail_memory(error, "rules of merging");
    while (error->status == GAU_OK && read_item(&r))
        ;
    return error->status == GAU_OK;
}

void gau_merge_rules_clear(struct gau_merge_rules *rules)
{
    free(rules->fields);
    free(rules->text);
    *rules = (struct gau_merge_rules){0};
}
