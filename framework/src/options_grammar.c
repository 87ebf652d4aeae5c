/* SPDX-License-Identifier: Apache-2.0 */
#include "options_grammar.h"

#include "suggest.h"

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
                              {"name", "mode", "invert", "ignoreDecision"},
                              1},
    [GAU_ELEMENT_ALGORITHM] = {"algorithm", MEMBERS_STAND_IN, {"type", "name"}, 0},
    [GAU_ELEMENT_NOT] = {"not", IN_JOB | GAU_IN(GAU_ELEMENT_SEQUENCE), {NULL}, 0},
    [GAU_ELEMENT_PROPERTY] = {"property", PROPERTIES_STAND_IN, {"name", "value"}, 3},
};

const struct gau_rule *gau_grammar_rule(enum gau_element element)
{
    return &rules[element];
}

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

static gau_status misplaced(const struct gau_rule *rule, const struct gau_frame *parent,
                            gau_error *err)
{
    char parents[128];

    if (!parent)
        return gau_fail(err, GAU_ERR_SYNTAX, "the root is <%s>, expected <job>", rule->element);
    if (!rule->parents)
        return gau_fail(err, GAU_ERR_SYNTAX, "<%s> can only be the root", rule->element);
    list_parents(parents, sizeof parents, rule->parents);
    return gau_fail(err, GAU_ERR_SYNTAX, "<%s> cannot stand in <%s>, only in %s", rule->element,
                    rules[parent->element].element, parents);
}

gau_status gau_grammar_element(enum gau_element *out, const struct gau_frame *parent,
                               const char *name, gau_error *err)
{
    const unsigned place = parent ? GAU_IN(parent->element) : 0;
    struct gau_suggest suggest = gau_suggest_for(name);

    for (unsigned e = 0; e < GAU_ELEMENT_COUNT; e++) {
        if (strcmp(rules[e].element, name) == 0) {
            *out = (enum gau_element)e;
            return (rules[e].parents & place) || (!rules[e].parents && !parent)
                       ? GAU_OK
                       : misplaced(&rules[e], parent, err);
        }
        gau_suggest_offer(&suggest, rules[e].element);
    }
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "unknown element '%.*s'",
                  GAU_QUOTE(name));
    gau_suggest_append(&suggest, err);
    return GAU_ERR_UNKNOWN;
}

/* --- attributes ---------------------------------------------------------------------------- */

static gau_status unknown_attribute(const struct gau_rule *rule, const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (size_t i = 0; rule->attributes[i]; i++)
        gau_suggest_offer(&suggest, rule->attributes[i]);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "unknown attribute '%.*s' of <%s>",
                  GAU_QUOTE(name), rule->element);
    gau_suggest_append(&suggest, err);
    return GAU_ERR_UNKNOWN;
}

gau_status gau_grammar_attribute(size_t *out, const struct gau_rule *rule,
                                 const struct gau_attribute *attribute, gau_error *err)
{
    size_t i = 0;

    while (rule->attributes[i] && strcmp(rule->attributes[i], attribute->name) != 0)
        i++;
    if (!rule->attributes[i])
        return unknown_attribute(rule, attribute->name, err);
    if (attribute->length > GAU_MAX_WRITTEN)
        return gau_fail(err, GAU_ERR_RANGE, "attribute '%s' of <%s> is longer than %d bytes",
                        attribute->name, rule->element, GAU_MAX_WRITTEN);
    *out = i;
    return GAU_OK;
}

/* --- values -------------------------------------------------------------------------------- */

gau_status gau_grammar_boolean(bool *out, const char *attribute, const char *text, gau_error *err)
{
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return gau_fail(err, GAU_ERR_SYNTAX, "%s '%.*s' is neither true nor false", attribute,
                        GAU_QUOTE(text));
    *out = text[0] == 't';
    return GAU_OK;
}

gau_status gau_grammar_mode(gau_mode *out, const char *text, gau_error *err)
{
    static const char *const modes[] = {
        [GAU_MODE_AND] = "And",
        [GAU_MODE_OR] = "Or",
        [GAU_MODE_ALL] = "All",
        [GAU_MODE_ANY] = "Any",
    };
    struct gau_suggest suggest = gau_suggest_for(text);

    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i], text) == 0) {
            *out = (gau_mode)i;
            return GAU_OK;
        }
        gau_suggest_offer(&suggest, modes[i]);
    }
    gau_error_set(err, GAU_ERR_RANGE, __FILE__, __LINE__,
                  "mode '%.*s' is not one of: And, Or, All, Any", GAU_QUOTE(text));
    gau_suggest_append(&suggest, err);
    return GAU_ERR_RANGE;
}

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
