/* SPDX-License-Identifier: Apache-2.0 */
#include "grammar.h"

#include "errors/errors.h"

#include "table/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    IN_JOB = GAU_IN(GAU_ELEMENT_JOB),
    MEMBERS_STAND_IN =
        GAU_IN(GAU_ELEMENT_JOB) | GAU_IN(GAU_ELEMENT_SEQUENCE) | GAU_IN(GAU_ELEMENT_NOT),
    PROPERTIES_STAND_IN = GAU_IN(GAU_ELEMENT_INPUT) | GAU_IN(GAU_ELEMENT_AUDITOR) |
                          GAU_IN(GAU_ELEMENT_SEQUENCE) | GAU_IN(GAU_ELEMENT_ALGORITHM),
};

static const struct gau_rule rules[GAU_ELEMENT_COUNT] = {
    [GAU_ELEMENT_JOB] = {"job", 0, {"maxBranches"}, 0},
    [GAU_ELEMENT_MODULE] = {"module", IN_JOB, {"path"}, 1},
    [GAU_ELEMENT_CONSTANT] = {"constant", IN_JOB, {"name", "value"}, 3},
    [GAU_ELEMENT_INCLUDE] = {"include", IN_JOB, {"href"}, 1},
    [GAU_ELEMENT_INPUT] = {"input", IN_JOB, {"type", "name"}, 1},
    [GAU_ELEMENT_AUDITOR] = {"auditor", IN_JOB, {"type", "name"}, 1},
    [GAU_ELEMENT_SEQUENCE] = {"sequence",
                              MEMBERS_STAND_IN,
                              {"name", "mode", "invert", "ignoreDecision", "level"},
                              1},
    [GAU_ELEMENT_ALGORITHM] = {"algorithm", MEMBERS_STAND_IN, {"type", "name", "level"}, 0},
    [GAU_ELEMENT_NOT] = {"not", IN_JOB | GAU_IN(GAU_ELEMENT_SEQUENCE), {NULL}, 0},
    [GAU_ELEMENT_PROPERTY] = {"property", PROPERTIES_STAND_IN, {"name", "value"}, 3},
};

/* --- elements ------------------------------------------------------------------------------ */

/* "<job>, <sequence> or <not>" */
static void list_parents(char *text, size_t size, unsigned parents)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned e = 0; e < GAU_ELEMENT_COUNT && used < size; e++) {
        const char *separator = used == 0 ? "" : parents >> (e + 1) ? ", " : " or ";

        if (parents & GAU_IN(e))
            used +=
                (size_t)snprintf(text + used, size - used, "%s<%s>", separator, rules[e].element);
    }
}

static gau_status misplaced(const struct gau_rule *rule, const struct gau_element_frame *parent,
                            gau_error *err)
{
    char parents[128];

    if (!parent)
        return gau_fail(err, GAU_ERR_SYNTAX, "the root is <%s>, expected <job>", rule->element);
    if (!rule->parents)
        return gau_fail(err, GAU_ERR_SYNTAX, "<%s> can only be the root", rule->element);
    list_parents(parents, sizeof parents, rule->parents);
    return gau_fail(err, GAU_ERR_SYNTAX, "<%s> is not allowed in <%s>, only in %s", rule->element,
                    rules[parent->element].element, parents);
}

gau_status gau_opening_find(struct gau_opening *opening, const char *name)
{
    const struct gau_element_frame *const parent = opening->parent;
    gau_error *const err = opening->reading->err;
    struct gau_suggest suggest = gau_suggest_for(name);

    for (unsigned e = 0; e < GAU_ELEMENT_COUNT; e++)
        if (strcmp(rules[e].element, name) == 0) {
            opening->element = (enum gau_element)e;
            opening->rule = &rules[e];
            return (parent ? rules[e].parents & GAU_IN(parent->element) : !rules[e].parents)
                       ? GAU_OK
                       : misplaced(&rules[e], parent, err);
        }
    for (unsigned e = 0; e < GAU_ELEMENT_COUNT; e++)
        gau_suggest_offer(&suggest, rules[e].element);
    return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN, "unknown element '%.*s'",
                            GAU_QUOTE(name));
}

/* --- attributes ---------------------------------------------------------------------------- */

static gau_status too_long(const struct gau_rule *rule, size_t i, int most, gau_error *err)
{
    return gau_fail(err, GAU_ERR_RANGE, "attribute '%s' of <%s> is longer than %d bytes",
                    rule->attributes[i], rule->element, most);
}

/* Which of the rule's attributes this is: its index there. */
static gau_status find_attribute(size_t *out, const struct gau_rule *rule,
                                 const struct gau_attribute *attribute, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(attribute->name);

    for (*out = 0; rule->attributes[*out]; (*out)++) {
        if (strcmp(rule->attributes[*out], attribute->name) == 0)
            return attribute->length <= GAU_MAX_WRITTEN
                       ? GAU_OK
                       : too_long(rule, *out, GAU_MAX_WRITTEN, err);
        gau_suggest_offer(&suggest, rule->attributes[*out]);
    }
    return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN, "unknown attribute '%.*s' of <%s>",
                            GAU_QUOTE(attribute->name), rule->element);
}

static gau_status keep_value(const char **out, struct gau_tree_builder *reading, const char *text,
                             size_t length)
{
    reading->value_bytes += length + 1;
    if (reading->value_bytes > GAU_MAX_FILE)
        return gau_fail(reading->err, GAU_ERR_RANGE, "the values are longer than %d MiB in all",
                        GAU_MAX_FILE >> 20);
    *out = gau_options_text(reading->options, text, length);
    return *out ? GAU_OK : gau_options_no_memory(reading->err);
}

static gau_status expand(struct gau_opening *opening, size_t i, const struct gau_attribute *value)
{
    struct gau_tree_builder *const reading = opening->reading;
    char expanded[GAU_MAX_VALUE + 1];

    GAU_TRY(keep_value(&opening->raw[i], reading, value->value, value->length));
    opening->text[i] = opening->raw[i];
    if (!strchr(opening->raw[i], '$'))
        return value->length <= GAU_MAX_VALUE
                   ? GAU_OK
                   : too_long(opening->rule, i, GAU_MAX_VALUE, reading->err);
    GAU_TRY(gau_constants_expand(expanded, sizeof expanded, &reading->constants, opening->raw[i],
                                 reading->err));
    return keep_value(&opening->text[i], reading, expanded, strlen(expanded));
}

/* Only values and <constant value> may be empty; names are part of messages and of paths. */
static gau_status take_value(struct gau_opening *opening, size_t i,
                             const struct gau_attribute *value)
{
    const char *const name = opening->rule->attributes[i];
    const bool is_name = strcmp(name, "name") == 0 || strcmp(name, "type") == 0;
    const char *problem = NULL;

    GAU_TRY(expand(opening, i, value));
    if (!*opening->text[i] && strcmp(name, "value") != 0)
        problem = "is empty";
    else if (is_name && gau_utf8_has_control(opening->text[i]))
        problem = "has a control character in it";
    return problem ? gau_fail(opening->reading->err, GAU_ERR_SYNTAX, "attribute '%s' of <%s> %s",
                              name, opening->rule->element, problem)
                   : GAU_OK;
}

bool gau_opening_right(struct gau_opening *opening, gau_status status)
{
    struct gau_tree_builder *const reading = opening->reading;
    const bool property = opening->element == GAU_ELEMENT_PROPERTY;
    const gau_node *const owner = property && opening->parent ? opening->parent->node : NULL;

    if (status >= 0)
        return true;
    reading->incomplete |= !property;
    if (status != GAU_ERR_STATE) /* reported for the constant already */
        gau_tree_builder_fault(reading, status, opening->location.line);
    if (reading->value_bytes > GAU_MAX_FILE || reading->constants.uses > GAU_MAX_USES ||
        (owner && owner->n_settings == GAU_MAX_SETTINGS))
        reading->status = status;
    return false;
}

/* Missing or wrong attributes have no text. */
static bool take_attribute(struct gau_opening *opening, size_t i,
                           const struct gau_attribute *written, bool needed)
{
    const struct gau_rule *const rule = opening->rule;
    gau_status status = GAU_OK;

    if (written)
        status = take_value(opening, i, written);
    else if (needed && rule->required & (1u << i))
        status = gau_fail(opening->reading->err, GAU_ERR_SYNTAX, "<%s> needs the attribute '%s'",
                          rule->element, rule->attributes[i]);
    if (status < 0)
        opening->text[i] = NULL;
    return gau_opening_right(opening, status);
}

bool gau_opening_take(struct gau_opening *opening, const struct gau_attribute *attributes, size_t n)
{
    const struct gau_rule *const rule = opening->rule;
    const struct gau_attribute *sorted[GAU_MAX_ATTRIBUTES] = {NULL};
    bool known = true, right = true;
    size_t at;

    for (size_t i = 0; i < n; i++)
        if (gau_opening_right(opening,
                              find_attribute(&at, rule, &attributes[i], opening->reading->err)))
            sorted[at] = &attributes[i];
        else
            known = false;
    for (size_t i = 0; rule->attributes[i] && opening->reading->status >= 0; i++)
        right &= take_attribute(opening, i, sorted[i], known);
    return known && right;
}

/* --- values -------------------------------------------------------------------------------- */

gau_status gau_grammar_branches(uint32_t *out, const char *text, gau_error *err)
{
    const bool digits = *text && text[strspn(text, "0123456789")] == '\0';
    unsigned long long value;

    errno = 0;
    value = digits ? strtoull(text, NULL, 10) : 0;
    if (errno == ERANGE || value < 1 || value > GAU_LIMIT_BRANCHES)
        return gau_fail(err, GAU_ERR_RANGE, "maxBranches '%.*s' is not a whole number from 1 to %d",
                        GAU_QUOTE(text), GAU_LIMIT_BRANCHES);
    *out = (uint32_t)value;
    return GAU_OK;
}

gau_status gau_grammar_level(uint8_t *out, const char *text, gau_error *err)
{
    if (text[0] < '1' || text[0] > '0' + GAU_LIMIT_LEVEL || text[1])
        return gau_fail(err, GAU_ERR_RANGE, "level '%.*s' is not a whole number from 1 to %d",
                        GAU_QUOTE(text), GAU_LIMIT_LEVEL);
    *out = (uint8_t)(text[0] - '0');
    return GAU_OK;
}
