/* SPDX-License-Identifier: Apache-2.0 */
#include "options_reading.h"

#include "options_grammar.h"
#include "options_tree.h"

#include "table/utf8.h"

#include <string.h>

/* An element while it is being dealt with. */
struct opening {
    struct gau_reading *reading;
    enum gau_element element;
    const struct gau_rule *rule;
    const struct gau_frame *parent;       /* NULL for the root */
    const char *raw[GAU_MAX_ATTRIBUTES];  /* as written; NULL: not written */
    const char *text[GAU_MAX_ATTRIBUTES]; /* final */
    gau_place place;
};

void gau_reading_fault(struct gau_reading *reading, gau_status status, int line)
{
    gau_error_wrap(reading->err, status, "%s:%d", reading->source->path, line);
    gau_faults_add(reading->faults, (gau_place){reading->source->path, line}, reading->err);
    if (status == GAU_ERR_MEMORY)
        reading->status = status;
}

void gau_reading_failed(struct gau_reading *reading, gau_status status, int line)
{
    gau_reading_fault(reading, status, line);
    reading->status = status;
}

static gau_status no_memory(gau_error *err)
{
    return gau_fail(err, GAU_ERR_MEMORY, "no memory for the job options");
}

/* --- attributes ---------------------------------------------------------------------------- */

static gau_status count_bytes(struct gau_reading *reading, size_t length)
{
    reading->value_bytes += length + 1;
    if (reading->value_bytes > GAU_MAX_FILE)
        return gau_fail(reading->err, GAU_ERR_RANGE, "the values are longer than %d MiB in all",
                        GAU_MAX_FILE >> 20);
    return GAU_OK;
}

static gau_status check_length(const struct opening *opening, size_t i, size_t length)
{
    if (length > GAU_MAX_VALUE)
        return gau_fail(opening->reading->err, GAU_ERR_RANGE,
                        "attribute '%s' of <%s> is longer than %d bytes",
                        opening->rule->attributes[i], opening->rule->element, GAU_MAX_VALUE);
    return GAU_OK;
}

static gau_status take_value(struct opening *opening, size_t i, const struct gau_attribute *value)
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
static gau_status check_value(const struct opening *opening, size_t i)
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

static gau_status take_attributes(struct opening *opening, const struct gau_attribute *attributes,
                                  size_t n)
{
    const struct gau_attribute *sorted[GAU_MAX_ATTRIBUTES];

    GAU_TRY(gau_grammar_attributes(sorted, opening->rule, attributes, n, opening->reading->err));
    for (size_t i = 0; opening->rule->attributes[i]; i++) {
        if (!sorted[i])
            continue;
        GAU_TRY(take_value(opening, i, sorted[i]));
        GAU_TRY(check_value(opening, i));
    }
    return GAU_OK;
}

/* --- one function for every kind of element: what it adds to the tree ---------------------- */

static gau_status open_job(struct opening *opening, struct gau_frame *frame)
{
    gau_node *const root = gau_options_root(opening->reading->options);
    gau_error *const err = opening->reading->err;

    frame->node = root;
    if (!opening->reading->source->includer)
        root->place.line = opening->place.line;
    if (!opening->text[0])
        return GAU_OK;
    if (opening->reading->source->includer)
        return gau_fail(err, GAU_ERR_SYNTAX, "'maxBranches' cannot stand in an included file");
    return gau_grammar_branches(&root->max_branches, opening->text[0], err);
}

static gau_status open_component(struct opening *opening, struct gau_frame *frame,
                                 gau_node_kind kind)
{
    const char *const type = opening->text[0], *const name = opening->text[1];

    frame->node = gau_options_attach(opening->reading->options, opening->parent->node, kind, type,
                                     name, opening->place);
    return frame->node ? GAU_OK : no_memory(opening->reading->err);
}

static gau_status open_input(struct opening *opening, struct gau_frame *frame)
{
    struct gau_reading *const reading = opening->reading;

    if (reading->source->includer)
        return gau_fail(reading->err, GAU_ERR_SYNTAX, "<input> cannot stand in an included file");
    if (reading->input)
        return gau_fail(reading->err, GAU_ERR_DUPLICATE,
                        "a job has one <input>; the first is at %s:%d", reading->input->place.file,
                        reading->input->place.line);
    GAU_TRY(open_component(opening, frame, GAU_NODE_INPUT));
    reading->input = frame->node;
    return GAU_OK;
}

static gau_status open_sequence(struct opening *opening, struct gau_frame *frame)
{
    gau_error *const err = opening->reading->err;
    const char *const *const text = opening->text;
    gau_node *const node = gau_options_attach(opening->reading->options, opening->parent->node,
                                              GAU_NODE_SEQUENCE, NULL, text[0], opening->place);

    if (!node)
        return no_memory(err);
    frame->node = node;
    node->negated = opening->parent->element == GAU_ELEMENT_NOT;
    if (text[1])
        GAU_TRY(gau_grammar_mode(&node->mode, text[1], err));
    if (text[2])
        GAU_TRY(gau_grammar_boolean(&node->invert, "invert", text[2], err));
    if (text[3])
        GAU_TRY(gau_grammar_boolean(&node->ignore_decision, "ignoreDecision", text[3], err));
    return GAU_OK;
}

static gau_status open_algorithm(struct opening *opening, struct gau_frame *frame)
{
    if (!opening->text[0] && !opening->text[1])
        return gau_fail(opening->reading->err, GAU_ERR_SYNTAX,
                        "<algorithm> needs the attribute 'type', or 'name' of one seen before");
    GAU_TRY(open_component(opening, frame, GAU_NODE_ALGORITHM));
    frame->node->negated = opening->parent->element == GAU_ELEMENT_NOT;
    return GAU_OK;
}

static gau_status open_module(struct opening *opening)
{
    return gau_options_attach(opening->reading->options, opening->parent->node, GAU_NODE_MODULE,
                              NULL, opening->text[0], opening->place)
               ? GAU_OK
               : no_memory(opening->reading->err);
}

static gau_status open_property(struct opening *opening)
{
    gau_error *const err = opening->reading->err;
    gau_node *const node = opening->parent->node;
    const gau_setting setting = {
        .name = opening->text[0],
        .value = opening->text[1],
        .raw = opening->raw[1] == opening->text[1] ? NULL : opening->raw[1],
        .place = opening->place,
    };
    const gau_setting *const old = gau_options_setting(node, setting.name);

    if (old)
        return gau_fail(err, GAU_ERR_DUPLICATE, "property '%.*s' was already set at line %d",
                        GAU_QUOTE(setting.name), old->place.line);
    if (node->n_settings == GAU_MAX_SETTINGS)
        return gau_fail(err, GAU_ERR_RANGE, "more than %d properties of '%.*s'", GAU_MAX_SETTINGS,
                        GAU_QUOTE(node->name));
    return gau_options_put(opening->reading->options, node, &setting) ? GAU_OK : no_memory(err);
}

static gau_status open_constant(struct opening *opening)
{
    return gau_constants_define(&opening->reading->constants, opening->text[0], opening->text[1],
                                opening->place, opening->reading->err);
}

static gau_status open_element(struct opening *opening, struct gau_frame *frame)
{
    switch (opening->element) {
    case GAU_ELEMENT_JOB: return open_job(opening, frame);
    case GAU_ELEMENT_MODULE: return open_module(opening);
    case GAU_ELEMENT_CONSTANT: return open_constant(opening);
    case GAU_ELEMENT_INPUT: return open_input(opening, frame);
    case GAU_ELEMENT_AUDITOR: return open_component(opening, frame, GAU_NODE_AUDITOR);
    case GAU_ELEMENT_SEQUENCE: return open_sequence(opening, frame);
    case GAU_ELEMENT_ALGORITHM: return open_algorithm(opening, frame);
    case GAU_ELEMENT_NOT: frame->node = opening->parent->node; return GAU_OK;
    case GAU_ELEMENT_PROPERTY: return open_property(opening);
    case GAU_ELEMENT_INCLUDE:
    case GAU_ELEMENT_COUNT: break;
    }
    return GAU_OK;
}

/* --- called by the parser ------------------------------------------------------------------ */

static gau_status check_limits(const struct gau_reading *reading)
{
    if (reading->source->depth == GAU_MAX_DEPTH)
        return gau_fail(reading->err, GAU_ERR_RANGE, "elements are nested more than %d deep",
                        GAU_MAX_DEPTH);
    if (reading->elements > GAU_MAX_ELEMENTS)
        return gau_fail(reading->err, GAU_ERR_RANGE, "more than %d elements", GAU_MAX_ELEMENTS);
    return GAU_OK;
}

static gau_status start(struct opening *opening, const char *element,
                        const struct gau_attribute *attributes, size_t n, struct gau_frame *frame)
{
    struct gau_reading *const reading = opening->reading;

    GAU_TRY(gau_grammar_element(&opening->element, opening->parent, element, reading->err));
    opening->rule = gau_grammar_rule(opening->element);
    if (opening->parent && opening->parent->element == GAU_ELEMENT_NOT &&
        opening->parent->members > 0)
        return gau_fail(reading->err, GAU_ERR_SYNTAX, "<not> takes one member, this is another");
    GAU_TRY(take_attributes(opening, attributes, n));
    frame->element = opening->element;
    frame->line = opening->place.line;
    return open_element(opening, frame);
}

static bool is_passed_over(const struct gau_source *source)
{
    return source->depth > 0 && source->frames[source->depth - 1].element == GAU_ELEMENT_COUNT;
}

/* An element in which something is wrong. What grows with the job ends at its limit. */
static void pass_over(const struct opening *opening, gau_status status)
{
    struct gau_reading *const reading = opening->reading;
    const bool constant = opening->element == GAU_ELEMENT_CONSTANT && opening->text[0];
    const bool property = opening->element == GAU_ELEMENT_PROPERTY;

    reading->incomplete |= !property;
    if (status != GAU_ERR_STATE) /* which was told of the constant that is used */
        gau_reading_fault(reading, status, opening->place.line);
    if (constant && status != GAU_ERR_DUPLICATE)
        (void)gau_constants_define(&reading->constants, opening->text[0], NULL, opening->place,
                                   NULL);
    if (reading->value_bytes > GAU_MAX_FILE || reading->constants.uses > GAU_MAX_USES ||
        (property && opening->parent->node->n_settings == GAU_MAX_SETTINGS))
        reading->status = status;
}

void gau_reading_start(struct gau_reading *reading, const char *element,
                       const struct gau_attribute *attributes, size_t n, int line)
{
    struct gau_source *const source = reading->source;
    struct gau_frame *const parent = source->depth ? &source->frames[source->depth - 1] : NULL;
    struct opening opening = {
        .reading = reading,
        .element = GAU_ELEMENT_COUNT,
        .parent = parent,
        .place = {source->path, line},
    };
    struct gau_frame frame = {.element = GAU_ELEMENT_COUNT};
    gau_status status;

    if (reading->status < 0)
        return;
    reading->elements++;
    if ((status = check_limits(reading)) < 0) {
        reading->status = status;
        if (!is_passed_over(source))
            gau_reading_failed(reading, status, line);
        return;
    }
    if (!is_passed_over(source) && (status = start(&opening, element, attributes, n, &frame)) < 0) {
        pass_over(&opening, status);
        frame.element = GAU_ELEMENT_COUNT;
    }
    if (parent)
        parent->members++;
    source->frames[source->depth++] = frame;
    if (frame.element == GAU_ELEMENT_INCLUDE)
        gau_reading_include(reading, opening.text[0], line);
}

void gau_reading_end(struct gau_reading *reading)
{
    struct gau_source *const source = reading->source;
    const struct gau_frame *frame;

    if (reading->status < 0)
        return;
    frame = &source->frames[--source->depth];
    if (frame->element != GAU_ELEMENT_NOT || frame->members > 0)
        return;
    gau_error_set(reading->err, GAU_ERR_SYNTAX, __FILE__, __LINE__,
                  "<not> needs one member inside");
    gau_reading_fault(reading, GAU_ERR_SYNTAX, frame->line);
}

void gau_reading_text(struct gau_reading *reading, const char *text, size_t length, int line)
{
    static const char blanks[] = " \t\r\n";
    size_t begin = 0, end;

    while (begin < length && strchr(blanks, text[begin]))
        begin++;
    if (begin == length)
        return;
    for (size_t i = 0; i < begin; i++)
        line += text[i] == '\n';
    for (end = begin; end < length && end - begin < 40 && !strchr("\r\n", text[end]);)
        end++;
    if (reading->status < 0 || is_passed_over(reading->source))
        return;
    gau_error_set(reading->err, GAU_ERR_SYNTAX, __FILE__, __LINE__,
                  "text '%.*s' between elements; values are written as attributes",
                  (int)(end - begin), text + begin);
    gau_reading_fault(reading, GAU_ERR_SYNTAX, line);
}
