/* SPDX-License-Identifier: Apache-2.0 */
#include "facts.h"

#include "document.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column { LABEL, SHOWN, NAME, VALUE, UNIT, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [LABEL] = {.name = "", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [SHOWN] = {.name = "", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [NAME] = {.name = "name", .key = "name", .shown = GAU_SHOWN_TO_PROGRAMS},
    [VALUE] = {.name = "value", .key = "value", .shown = GAU_SHOWN_TO_PROGRAMS},
    [UNIT] = {.name = "unit", .key = "unit", .shown = GAU_SHOWN_TO_PROGRAMS},
};

static const char *const units[] = {
    "s",   "s2",  "ms",  "us",  "ns", "bytes", "percent", "eV",  "keV", "MeV",
    "GeV", "TeV", "mm2", "mm",  "cm", "um",    "m",       "rad", "deg", "T",
    "Hz",  "kHz", "MHz", "GHz", "mb", "ub",    "nb",      "pb",  "fb",
};

const char *gau_key_unit(const char *key, size_t *length)
{
    const char *const last = strrchr(key, '_');

    for (size_t i = 0; last && last > key && i < sizeof units / sizeof *units; i++) {
        if (strcmp(last + 1, units[i]) == 0) {
            *length = (size_t)(last - key);
            return units[i];
        }
    }
    *length = strlen(key);
    return "";
}

char *gau_value_text(const json_t *value)
{
    return json_is_string(value) ? strdup(json_string_value(value))
                                 : json_dumps(value, JSON_ENCODE_ANY);
}

/* What people read. To be freed; NULL: no memory. */
static char *shown_text(const json_t *value, const char *unit)
{
    char text[GAU_NUMBER_SIZE + 32];

    if (json_is_null(value))
        return strdup("-");
    if (json_is_real(value) && strcmp(unit, "GeV") == 0 && fabs(json_real_value(value)) < 1e9) {
        snprintf(text, sizeof text, "%.6f GeV", json_real_value(value)); /* to the keV */
        return strdup(text);
    }
    if (json_is_real(value))
        return strdup(gau_quantity_text(text, sizeof text, json_real_value(value), unit));
    if (json_is_integer(value) && strcmp(unit, "bytes") == 0)
        return strdup(gau_quantity_text(text, sizeof text, json_number_value(value), unit));
    if (!json_is_integer(value))
        return gau_value_text(value);
    snprintf(text, sizeof text, "%" PRId64 "%s%s", (int64_t)json_integer_value(value),
             unit[0] ? " " : "", unit);
    return strdup(text);
}

struct gau_facts gau_facts_add(struct gau_page *page, const char *name)
{
    return (struct gau_facts){.page = page, .table = gau_page_add(page, name, columns, N_COLUMNS)};
}

static void set_value(struct gau_table *table, const json_t *value, const char *text)
{
    if (json_is_real(value))
        gau_table_set_real(table, VALUE, json_real_value(value));
    else if (json_is_integer(value))
        gau_table_set_integer(table, VALUE, json_integer_value(value));
    else if (!json_is_null(value))
        gau_table_set_text(table, VALUE, text);
}

void gau_facts_put(const struct gau_facts *facts, const char *label, const char *key,
                   const json_t *value, const char *shown)
{
    size_t length;
    const char *const unit = gau_key_unit(key, &length);
    char *const name = strndup(key, length), *const text = gau_value_text(value);
    char *const readable = shown ? strdup(shown) : shown_text(value, unit);

    if (!name || !text || !readable) {
        gau_page_fail_memory(facts->page);
    } else if (facts->table) {
        gau_table_row(facts->table, 0);
        gau_table_set_text(facts->table, LABEL, label ? label : name);
        gau_table_set_text(facts->table, SHOWN, readable);
        gau_table_set_text(facts->table, NAME, name);
        set_value(facts->table, value, text);
        gau_table_set_text(facts->table, UNIT, unit);
    }
    free(name);
    free(text);
    free(readable);
}
