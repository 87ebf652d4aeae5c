/* SPDX-License-Identifier: Apache-2.0 */
#include "options_opening.h"

#include "options_tree.h"

#include "table/utf8.h"

#include <string.h>

static gau_status no_memory(gau_error *err)
{
    return gau_fail(err, GAU_ERR_MEMORY, "no memory for the job options");
}

static gau_status count_bytes(struct gau_reading *reading, size_t length)
{
    reading->value_bytes += length + 1;
    if (reading->value_bytes > GAU_MAX_FILE)
        return gau_fail(reading->err, GAU_ERR_RANGE, "the values are longer than %d MiB in all",
                        GAU_MAX_FILE >> 20);
    return GAU_OK;
}

static gau_status check_length(const struct gau_opening *opening, size_t i, size_t length)
{
    if (length > GAU_MAX_VALUE)
        return gau_fail(opening->reading->err, GAU_ERR_RANGE,
                        "attribute '%s' of <%s> is longer than %d bytes",
                        opening->rule->attributes[i], opening->rule->element, GAU_MAX_VALUE);
    return GAU_OK;
}

static gau_status expand(struct gau_opening *opening, size_t i, const struct gau_attribute *value)
{
    struct gau_reading *const reading = opening->reading;
    char expanded[GAU_MAX_VALUE + 1];

    GAU_TRY(count_bytes(reading, value->length));
    opening->raw[i] = gau_options_text(reading->options, value->value, value->length);
    opening->text[i] = opening->raw[i];
    if (!opening->raw[i])
        return no_memory(reading->err);
    if (!strchr(opening->raw[i], '$'))
        return check_length(opening, i, value->length);
    GAU_TRY(gau_constants_expand(&reading->constants, expanded, sizeof expanded, opening->raw[i],
                                 reading->err));
    GAU_TRY(count_bytes(reading, strlen(expanded)));
    opening->text[i] = gau_options_text(reading->options, expanded, strlen(expanded));
    return opening->text[i] ? GAU_OK : no_memory(reading->err);
}

/* Only values and <constant value> may be empty; names are part of messages and of paths. */
static gau_status check_value(const struct gau_opening *opening, size_t i)
{
    const char *const name = opening->rule->attributes[i], *const text = opening->text[i];
    const bool is_name = strcmp(name, "name") == 0 || strcmp(name, "type") == 0;

    if (!*text && strcmp(name, "value") != 0)
        return gau_fail(opening->reading->err, GAU_ERR_SYNTAX, "attribute '%s' of <%s> is empty",
                        name, opening->rule->element);
    if (is_name && gau_utf8_has_control(text))
        return gau_fail(opening->reading->err, GAU_ERR_SYNTAX,
                        "attribute '%s' of <%s> has a control character in it", name,
                        opening->rule->element);
    return GAU_OK;
}

static gau_status take_value(struct gau_opening *opening, size_t i,
                             const struct gau_attribute *value)
{
    gau_status status = expand(opening, i, value);

    if (status >= 0)
        status = check_value(opening, i);
    if (status < 0)
        opening->text[i] = NULL;
    return status;
}

static gau_status check_missing(const struct gau_opening *opening, size_t i)
{
    return opening->rule->required & (1u << i)
               ? gau_fail(opening->reading->err, GAU_ERR_SYNTAX, "<%s> needs the attribute '%s'",
                          opening->rule->element, opening->rule->attributes[i])
               : GAU_OK;
}

bool gau_opening_right(struct gau_opening *opening, gau_status status)
{
    struct gau_reading *const reading = opening->reading;
    const bool property = opening->element == GAU_ELEMENT_PROPERTY;
    const gau_node *const owner = property && opening->parent ? opening->parent->node : NULL;

    if (status >= 0)
        return true;
    reading->incomplete |= !property;
    if (status != GAU_ERR_STATE) /* has been said of the constant that is used */
        gau_reading_fault(reading, status, opening->place.line);
    if (reading->value_bytes > GAU_MAX_FILE || reading->constants.uses > GAU_MAX_USES ||
        (owner && owner->n_settings == GAU_MAX_SETTINGS))
        reading->status = status;
    return false;
}

bool gau_opening_take(struct gau_opening *opening, const struct gau_attribute *attributes, size_t n)
{
    const struct gau_rule *const rule = opening->rule;
    const struct gau_attribute *sorted[GAU_MAX_ATTRIBUTES] = {NULL};
    bool known = true, right = true;
    size_t at;

    for (size_t i = 0; i < n; i++)
        if (gau_opening_right(opening, gau_grammar_attribute(&at, rule, &attributes[i],
                                                             opening->reading->err)))
            sorted[at] = &attributes[i];
        else
            known = false;
    for (size_t i = 0; rule->attributes[i] && opening->reading->status >= 0; i++)
        if (sorted[i])
            right &= gau_opening_right(opening, take_value(opening, i, sorted[i]));
        else if (known)
            right &= gau_opening_right(opening, check_missing(opening, i));
    return known && right;
}
