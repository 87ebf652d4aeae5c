/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "errors/errors.h"
#include "framework/src/classes/properties.h"
#include "framework/src/options/faults.h"

#include <ctype.h>
#include <string.h>

enum { LISTED_COLUMNS = 20 };

static const char *in_words(const gau_type_info *type)
{
    if (strcmp(type->name, "double") == 0)
        return "numbers";
    return strcmp(type->name, "gau_string_id") == 0 ? "text" : type->name;
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

/* An object named like a component, or with its name as a prefix, is probably made by it. */
static const char *disabled_maker(const struct gau_job *job, const char *name)
{
    for (uint32_t i = 0; job && i < job->n_components; i++) {
        const struct gau_component *const c = &job->components[i];
        const size_t length = strlen(c->name);

        if (!c->enabled && strncmp(c->name, name, length) == 0 && !is_of_name(name[length]))
            return c->name;
    }
    return NULL;
}

static void give_hint(const struct gau_store_keys *keys, const struct gau_suggest *suggest,
                      const char *name, gau_error *err)
{
    const char *const maker = disabled_maker(keys->job, name);

    if (maker)
        gau_error_append(err, ": '%.*s' is disabled (Enable=false)", GAU_QUOTE(maker));
    else
        gau_suggest_append(suggest, err);
}

static gau_status nothing_makes(const struct gau_store_keys *keys, const char *name, bool table,
                                gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (uint32_t i = 0; i < keys->n_keys && !table; i++)
        if (keys->keys[i].table == UINT32_MAX && keys->keys[i].writer != UINT32_MAX)
            gau_suggest_offer(&suggest, keys->keys[i].name);
    for (uint32_t i = 0; i < keys->n_tables && table; i++)
        if (has_columns(keys, i))
            gau_suggest_offer(&suggest, keys->tables[i].name);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "%s '%.*s'",
                  table ? "there is no table" : "nothing makes", GAU_QUOTE(name));
    give_hint(keys, &suggest, name, err);
    return GAU_ERR_UNKNOWN;
}

/* Whether a use is of a column that its table, which there is, does not have. */
static bool lacks_column(const struct gau_store_keys *keys, const struct gau_store_use *use,
                         const struct gau_store_use *like)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    return use->access == GAU_STORE_READS && key->table != UINT32_MAX &&
           key->table == keys->keys[like->key].table && key->writer == UINT32_MAX &&
           strcmp(use->component, like->component) == 0;
}

/* The columns that a component misses in one table are one message: the uses of a component are
 * adjacent. */
static bool is_reported(const struct gau_store_keys *keys, const struct gau_store_use *use)
{
    size_t i = (size_t)(use - keys->uses);

    if (!lacks_column(keys, use, use))
        return false;
    while (i-- > 0 && strcmp(keys->uses[i].component, use->component) == 0)
        if (lacks_column(keys, &keys->uses[i], use))
            return true;
    return false;
}

static void name_columns(const struct gau_store_keys *keys, const struct gau_store_use *use,
                         gau_error *err)
{
    const struct gau_store_use *const end = keys->uses + keys->n_uses;
    const char *const table = keys->tables[keys->keys[use->key].table].name;
    const struct gau_store_use *at = use;
    int named = 0, more = 0;

    for (at = use; at < end && strcmp(at->component, use->component) == 0; at++)
        more += lacks_column(keys, at, use);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "table '%.*s' has no column%s",
                  GAU_QUOTE(table), more > 1 ? "s" : "");
    for (at = use; at < end && strcmp(at->component, use->component) == 0; at++)
        if (lacks_column(keys, at, use) && named++ < LISTED_COLUMNS)
            gau_error_append(err, "%s '%.*s'", named > 1 ? "," : "",
                             GAU_QUOTE(column_of(keys, &keys->keys[at->key])));
    gau_error_append(err, "; it has:");
}

static gau_status no_column(const struct gau_store_keys *keys, const struct gau_store_use *use,
                            gau_error *err)
{
    const struct gau_store_key *const wanted = &keys->keys[use->key];
    struct gau_suggest suggest = gau_suggest_for(column_of(keys, wanted));
    int listed = 0;

    name_columns(keys, use, err);
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

static gau_status not_made(const struct gau_store_keys *keys, const struct gau_store_use *use,
                           gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    if (!err)
        return GAU_ERR_UNKNOWN; /* without a suggestion */
    if (key->table == UINT32_MAX)
        return nothing_makes(keys, key->name, false, err);
    if (has_columns(keys, key->table))
        return no_column(keys, use, err);
    return nothing_makes(keys, keys->tables[key->table].name, true, err);
}

/* A component that is named on several branches may run on any of them, but only once. */
static gau_status check_order(const struct gau_store_keys *keys, const struct gau_store_use *use,
                              gau_key made, gau_error *err)
{
    const struct gau_store_use *const maker = &keys->uses[keys->keys[made].writer];
    const struct gau_store_key *const key = &keys->keys[use->key];
    const bool counts = use->access == GAU_STORE_COUNTS;

    if (use->order.last >= maker->order.first)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_RANGE, "%s '%.*s', which '%.*s' makes only later, at %s",
                    counts ? "counts the rows of" : "reads",
                    GAU_QUOTE(counts ? keys->tables[key->table].name : key->name),
                    GAU_QUOTE(maker->component),
                    maker->location.file ? GAU_LOCATION_TEXT(maker->location) : "another place");
}

static gau_status check_count(const struct gau_store_keys *keys, const struct gau_store_use *use,
                              gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    if (!has_columns(keys, key->table))
        return not_made(keys, use, err);
    return check_order(keys, use, keys->tables[key->table].made, err);
}

static gau_status check_read(const struct gau_store_keys *keys, const struct gau_store_use *use,
                             gau_error *err)
{
    const struct gau_store_key *const key = &keys->keys[use->key];

    if (key->writer == UINT32_MAX)
        return not_made(keys, use, err);
    if (gau_store_same_type(&key->type, &use->type))
        return check_order(keys, use, use->key, err);
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

/* --- all faults ---------------------------------------------------------------------------- */

/* The property that names a table or an object without a maker; NULL: not known. */
static const gau_property *asked_by(const struct gau_store_keys *keys,
                                    const struct gau_store_use *use)
{
    const struct gau_store_key *const key = &keys->keys[use->key];
    const bool table = key->table != UINT32_MAX;
    const struct gau_component *const c =
        keys->job && key->writer == UINT32_MAX && !(table && has_columns(keys, key->table))
            ? gau_job_find(keys->job, use->component)
            : NULL;

    return c && c->cls && c->n_instances
               ? gau_property_naming(c->cls->properties, c->instances[0].self,
                                     table ? keys->tables[key->table].name : key->name)
               : NULL;
}

static gau_status name_place(const struct gau_store_keys *keys, const struct gau_store_use *use,
                             gau_status status, gau_error *err)
{
    const gau_property *const property = asked_by(keys, use);

    gau_error_wrap(err, status, "%.*s%s%s", GAU_QUOTE(use->component), property ? "." : "",
                   property ? property->name : "");
    return use->location.file ? gau_error_wrap(err, status, "%s", GAU_LOCATION_TEXT(use->location))
                              : status;
}

static gau_status check_uses(const struct gau_store_keys *keys, gau_error *err)
{
    struct gau_faults faults = {.n = 0};
    gau_status status;
    gau_error fault;

    for (size_t i = 0; i < keys->n_uses; i++) {
        const struct gau_store_use *const use = &keys->uses[i];

        if (check_use(keys, use, NULL) >= 0 || is_reported(keys, use) ||
            !gau_faults_have_room(&faults, use->location))
            continue;
        name_place(keys, use, check_use(keys, use, &fault), &fault);
        gau_faults_add(&faults, use->location, &fault);
    }
    status = gau_faults_report(&faults, err);
    gau_faults_clear(&faults);
    return status;
}

/* --- before the check ---------------------------------------------------------------------- */

static void settle_types(struct gau_store_keys *keys)
{
    for (size_t i = 0; i < keys->n_uses; i++) {
        const struct gau_store_use *const use = &keys->uses[i];
        struct gau_store_key *const key = &keys->keys[use->key];

        if (use->access == GAU_STORE_READS && gau_store_same_type(&key->type, GAU_TYPE_ANY))
            key->type = use->type;
    }
}

/* Counting the rows of a table needs one column of it. */
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
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (objects of the event store)");
    settle_types(keys);
    GAU_TRY(check_uses(keys, err));
    read_first_columns(keys);
    return GAU_OK;
}
