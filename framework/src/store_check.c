/* SPDX-License-Identifier: Apache-2.0 */
#include "store.h"

#include "place.h"
#include "suggest.h"

#include <ctype.h>
#include <string.h>

enum { LISTED_COLUMNS = 20 };

static const char *in_words(const gau_type_info *type)
{
    if (strcmp(type->name, "double") == 0)
        return "numbers";
    return strcmp(type->name, "gau_symbol") == 0 ? "text" : type->name;
}

static const char *column_of(const struct gau_store_keys *keys, const struct gau_store_key *key)
{
    return key->name + strlen(keys->tables[key->table].name) + 1;
}

static bool has_columns(const struct gau_store_keys *keys, uint32_t table)
{
    return keys->tables[table].made != GAU_NO_KEY;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* What is called as a component, or begins with its name, is probably made by it. */
static const char *disabled_maker(const struct gau_store_keys *keys, const char *name)
{
    for (size_t i = 0; i < keys->n_disabled; i++) {
        const size_t length = strlen(keys->disabled[i]);

        if (strncmp(keys->disabled[i], name, length) == 0 && !is_of_name(name[length]))
            return keys->disabled[i];
    }
    return NULL;
}

static void give_hint(const struct gau_store_keys *keys, const struct gau_suggest *suggest,
                      const char *name, gau_error *err)
{
    const char *const maker = disabled_maker(keys, name);

    if (maker)
        gau_error_append(err, ": '%.*s' is disabled (Enable=false)", GAU_QUOTE(maker));
    else
        gau_suggest_append(suggest, err);
}

static gau_status no_object(const struct gau_store_keys *keys, const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (size_t i = 0; i < keys->n_keys; i++)
        if (keys->keys[i].table == UINT32_MAX && keys->keys[i].writer != UINT32_MAX)
            gau_suggest_offer(&suggest, keys->keys[i].name);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "nothing makes '%.*s'",
                  GAU_QUOTE(name));
    give_hint(keys, &suggest, name, err);
    return GAU_ERR_UNKNOWN;
}

static gau_status no_table(const struct gau_store_keys *keys, const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (uint32_t i = 0; i < keys->n_tables; i++)
        if (has_columns(keys, i))
            gau_suggest_offer(&suggest, keys->tables[i].name);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "there is no table '%.*s'",
                  GAU_QUOTE(name));
    give_hint(keys, &suggest, name, err);
    return GAU_ERR_UNKNOWN;
}

static gau_status no_column(const struct gau_store_keys *keys, const struct gau_store_key *wanted,
                            gau_error *err)
{
    const char *const column = column_of(keys, wanted);
    struct gau_suggest suggest = gau_suggest_for(column);
    int listed = 0;

    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__,
                  "table '%.*s' has no column '%.*s'; it has:",
                  GAU_QUOTE(keys->tables[wanted->table].name), GAU_QUOTE(column));
    for (size_t i = 0; i < keys->n_keys; i++) {
        const struct gau_store_key *const key = &keys->keys[i];

        if (key->table != wanted->table || key->writer == UINT32_MAX)
            continue;
        gau_suggest_offer(&suggest, column_of(keys, key));
        if (listed++ < LISTED_COLUMNS)
            gau_error_append(err, "%s %.*s", listed > 1 ? "," : "",
                             GAU_QUOTE(column_of(keys, key)));
    }
    if (listed > LISTED_COLUMNS)
        gau_error_append(err, " and %d more", listed - LISTED_COLUMNS);
    gau_suggest_append(&suggest, err);
    return GAU_ERR_UNKNOWN;
}

static gau_status not_made(const struct gau_store_keys *keys, const struct gau_store_key *key,
                           gau_error *err)
{
    if (!err)
        return GAU_ERR_UNKNOWN; /* without looking for a name that is near */
    if (key->table == UINT32_MAX)
        return no_object(keys, key->name, err);
    if (has_columns(keys, key->table))
        return no_column(keys, key, err);
    return no_table(keys, keys->tables[key->table].name, err);
}

/* A component that is named on several branches may run on any of them, but only once. */
static gau_status check_turn(const struct gau_store_keys *keys, const struct gau_store_use *use,
                             gau_key made, gau_error *err)
{
    const struct gau_store_use *const maker = &keys->uses[keys->keys[made].writer];
    const struct gau_store_key *const key = &keys->keys[use->key];
    const bool counts = use->access == GAU_STORE_COUNTS;

    if (use->turn.last >= maker->turn.first)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_RANGE, "%s '%.*s', which '%.*s' makes only later, at %s",
                    counts ? "counts the rows of" : "reads",
                    GAU_QUOTE(counts ? keys->tables[key->table].name : key->name),
                    GAU_QUOTE(maker->component),
                    maker->place.file ? GAU_PLACE(maker->place) : "another place");
}

static gau_status check_count(const struct gau_store_keys *keys, const struct gau_store_use *use,
                              gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    if (!has_columns(keys, key->table))
        return not_made(keys, key, err);
    return check_turn(keys, use, keys->tables[key->table].made, err);
}

static gau_status check_read(const struct gau_store_keys *keys, const struct gau_store_use *use,
                             gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    if (key->writer == UINT32_MAX)
        return not_made(keys, key, err);
    if (gau_store_same_type(&key->type, &use->type))
        return check_turn(keys, use, use->key, err);
    return gau_fail(err, GAU_ERR_RANGE, "reads '%.*s' as %s, but '%.*s' makes it as %s",
                    GAU_QUOTE(key->name), in_words(&use->type),
                    GAU_QUOTE(keys->uses[key->writer].component), in_words(&key->type));
}

static gau_status check_write(const struct gau_store_keys *keys, const struct gau_store_use *use,
                              gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];
    const struct gau_store_use *const first = &keys->uses[key->writer];

    if (first == use)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_DUPLICATE, "makes '%.*s', which '%.*s' makes already",
                    GAU_QUOTE(key->name), GAU_QUOTE(first->component));
}

static gau_status check_use(const struct gau_store_keys *keys, const struct gau_store_use *use,
                            gau_error *err)
{
    switch (use->access) {
    case GAU_STORE_READS: return check_read(keys, use, err);
    case GAU_STORE_WRITES: return check_write(keys, use, err);
    case GAU_STORE_COUNTS: return check_count(keys, use, err);
    case GAU_STORE_ASKS: break;
    }
    return GAU_OK;
}

/* Of equal places the first that was declared. */
static bool is_before(const struct gau_place *a, const struct gau_place *b)
{
    const int files = strcmp(a->file ? a->file : "", b->file ? b->file : "");

    return files < 0 || (files == 0 && a->line < b->line);
}

static gau_status name_place(const struct gau_store_use *use, gau_status status, gau_error *err)
{
    gau_error_wrap(err, status, "%.*s", GAU_QUOTE(use->component));
    if (use->place.file && use->place.line > 0)
        return gau_error_wrap(err, status, "%s", GAU_PLACE(use->place));
    if (use->place.file)
        return gau_error_wrap(err, status, "%s", use->place.file);
    return status;
}

static gau_status check_uses(const struct gau_store_keys *keys, gau_error *err)
{
    const struct gau_store_use *first = NULL;
    size_t n_faults = 0;
    gau_status status;

    for (size_t i = 0; i < keys->n_uses; i++) {
        const struct gau_store_use *const use = &keys->uses[i];

        if (check_use(keys, use, NULL) >= 0)
            continue;
        n_faults++;
        if (!first || is_before(&use->place, &first->place))
            first = use;
    }
    if (!first)
        return GAU_OK;
    status = name_place(first, check_use(keys, first, err), err);
    if (n_faults > 1)
        gau_error_append(err, " (and %zu more like this)", n_faults - 1);
    return status;
}

/* --- before the check ---------------------------------------------------------------------- */

static void settle_types(struct gau_store_keys *keys)
{
    for (size_t i = 0; i < keys->n_uses; i++) {
        const struct gau_store_use *const use = &keys->uses[i];
        struct gau_store_key *const key = &keys->keys[use->key];

        if (use->access == GAU_STORE_READS && gau_store_same_type(&key->type, GAU_TYPE_OF_READERS))
            key->type = use->type;
    }
}

/* Who counts the rows of a table needs one column of it. */
static void read_first_columns(struct gau_store_keys *keys)
{
    for (size_t i = 0; i < keys->n_uses; i++)
        if (keys->uses[i].access == GAU_STORE_COUNTS)
            keys->keys[keys->tables[keys->keys[keys->uses[i].key].table].made].is_read = true;
}

gau_status gau_store_keys_check(struct gau_store_keys *keys, gau_error *err)
{
    keys->frozen = true;
    if (keys->no_memory)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the objects of the event store");
    settle_types(keys);
    GAU_TRY(check_uses(keys, err));
    read_first_columns(keys);
    return GAU_OK;
}
