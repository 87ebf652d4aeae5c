/* SPDX-License-Identifier: Apache-2.0 */
#include "tree_builder.h"

#include "framework/src/support/choices.h"
#include "grammar.h"

#include <stdio.h>
#include <string.h>

void gau_tree_builder_fault(struct gau_tree_builder *reading, gau_status status, int line)
{
    gau_error_wrap(reading->err, status, "%s:%d", reading->source->path, line);
    gau_faults_add(reading->faults, (gau_source_location){reading->source->path, line},
                   reading->err);
    if (status == GAU_ERR_MEMORY)
        reading->status = status;
}

void gau_tree_builder_failed(struct gau_tree_builder *reading, gau_status status, int line)
{
    gau_tree_builder_fault(reading, status, line);
    reading->status = status;
}

/* --- one function for every kind of element: what it adds to the tree ---------------------- */

/*
 * Elements are opened even if an attribute is wrong, so that their content is read, too: a required
 * text is NULL then, and nothing is added without it.
 */

static gau_status open_job(struct gau_opening *opening, struct gau_element_frame *frame)
{
    gau_node *const root = gau_options_root(opening->reading->options);
    gau_error *const err = opening->reading->err;

    frame->node = root;
    if (!opening->reading->source->includer)
        root->location.line = opening->location.line;
    if (!opening->text[0])
        return GAU_OK;
    if (opening->reading->source->includer)
        return gau_fail(err, GAU_ERR_SYNTAX, "'maxBranches' is not allowed in an included file");
    return gau_grammar_branches(&root->max_branches, opening->text[0], err);
}

static gau_status attach(struct gau_opening *opening, struct gau_element_frame *frame,
                         gau_node_kind kind, const char *type, const char *name)
{
    if (!type && !name)
        return GAU_OK;
    frame->node = gau_options_attach(opening->reading->options, opening->parent->node, kind, type,
                                     name, opening->location);
    if (!frame->node)
        return gau_options_no_memory(opening->reading->err);
    frame->node->negated = opening->parent->element == GAU_ELEMENT_NOT;
    return GAU_OK;
}

static gau_status open_component(struct gau_opening *opening, struct gau_element_frame *frame,
                                 gau_node_kind kind)
{
    return opening->text[0] || kind == GAU_NODE_ALGORITHM
               ? attach(opening, frame, kind, opening->text[0], opening->text[1])
               : GAU_OK;
}

static gau_status open_input(struct gau_opening *opening, struct gau_element_frame *frame)
{
    struct gau_tree_builder *const reading = opening->reading;

    if (reading->source->includer)
        return gau_fail(reading->err, GAU_ERR_SYNTAX, "<input> is not allowed in an included file");
    if (reading->input)
        return gau_fail(reading->err, GAU_ERR_DUPLICATE,
                        "a job has one <input>; the first is at %s:%d",
                        reading->input->location.file, reading->input->location.line);
    GAU_TRY(open_component(opening, frame, GAU_NODE_INPUT));
    reading->input = frame->node;
    return GAU_OK;
}

#define TEXT(name, text, rule, eager) text,
static const char *const modes[] = {GAU_SEQUENCE_MODES(TEXT) NULL};
#undef TEXT

/* Takes the level of a member that exists. */
static void take_level(struct gau_opening *opening, const struct gau_element_frame *frame,
                       const char *text)
{
    if (text && frame->node)
        gau_opening_right(opening,
                          gau_grammar_level(&frame->node->level, text, opening->reading->err));
}

static gau_status open_sequence(struct gau_opening *opening, struct gau_element_frame *frame)
{
    gau_error *const err = opening->reading->err;
    const char *const *const text = opening->text;
    int mode = GAU_MODE_AND;

    GAU_TRY(attach(opening, frame, GAU_NODE_SEQUENCE, NULL, text[0]));
    if (text[1])
        gau_opening_right(opening, gau_choice_find(&mode, modes, "mode ", text[1], err));
    frame->node->mode = (gau_sequence_mode)mode;
    if (text[2])
        gau_opening_right(opening, gau_boolean_read(&frame->node->invert, "invert ", text[2], err));
    if (text[3])
        gau_opening_right(opening, gau_boolean_read(&frame->node->ignore_decision,
                                                    "ignoreDecision ", text[3], err));
    take_level(opening, frame, text[4]);
    return GAU_OK;
}

static gau_status open_algorithm(struct gau_opening *opening, struct gau_element_frame *frame)
{
    if (!opening->text[0] && !opening->text[1])
        return gau_fail(opening->reading->err, GAU_ERR_SYNTAX,
                        "<algorithm> needs the attribute 'type', or 'name' of one seen before");
    GAU_TRY(open_component(opening, frame, GAU_NODE_ALGORITHM));
    take_level(opening, frame, opening->text[2]);
    return GAU_OK;
}

static gau_status open_property(struct gau_opening *opening)
{
    gau_error *const err = opening->reading->err;
    gau_node *const node = opening->parent->node;
    const gau_setting setting = {
        .name = opening->text[0],
        .value = opening->text[1],
        .raw = opening->raw[1] == opening->text[1] ? NULL : opening->raw[1],
        .location = opening->location,
    };
    const gau_setting *old;

    if (!node || !setting.name || !setting.value)
        return GAU_OK;
    if ((old = gau_options_setting(node, setting.name)))
        return gau_fail(err, GAU_ERR_DUPLICATE, "property '%.*s' was already set at line %d",
                        GAU_QUOTE(setting.name), old->location.line);
    if (node->n_settings == GAU_MAX_SETTINGS)
        return gau_fail(err, GAU_ERR_RANGE, "more than %d properties of '%.*s'", GAU_MAX_SETTINGS,
                        GAU_QUOTE(node->name));
    return gau_options_put(opening->reading->options, node, &setting) ? GAU_OK
                                                                      : gau_options_no_memory(err);
}

static gau_status open_constant(struct gau_opening *opening)
{
    if (!opening->text[0])
        return GAU_OK;
    return gau_constants_define(&opening->reading->constants, opening->text[0], opening->text[1],
                                opening->location, opening->reading->err);
}

static gau_status open_element(struct gau_opening *opening, struct gau_element_frame *frame)
{
    switch (opening->element) {
    case GAU_ELEMENT_JOB: return open_job(opening, frame);
    case GAU_ELEMENT_MODULE: return attach(opening, frame, GAU_NODE_MODULE, NULL, opening->text[0]);
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

static gau_status check_limits(const struct gau_tree_builder *reading)
{
    if (reading->source->depth == GAU_MAX_DEPTH)
        return gau_fail(reading->err, GAU_ERR_RANGE, "elements are nested more than %d deep",
                        GAU_MAX_DEPTH);
    if (reading->elements > GAU_MAX_ELEMENTS)
        return gau_fail(reading->err, GAU_ERR_RANGE, "more than %d elements", GAU_MAX_ELEMENTS);
    return GAU_OK;
}

/* A name that no other has, where perhaps one was written wrong. */
static gau_status supply_name(struct gau_opening *opening)
{
    gau_options *const options = opening->reading->options;
    const bool sequence = opening->element == GAU_ELEMENT_SEQUENCE;
    const char *const type = sequence ? NULL : opening->text[0];
    const char **const name = &opening->text[sequence ? 0 : 1];
    char text[256];

    if (*name ||
        !(sequence || opening->element == GAU_ELEMENT_INPUT ||
          opening->element == GAU_ELEMENT_AUDITOR || opening->element == GAU_ELEMENT_ALGORITHM))
        return GAU_OK;
    snprintf(text, sizeof text, "%.*s at line %d", GAU_QUOTE(type ? type : opening->rule->element),
             opening->location.line);
    *name = gau_options_text(options, text, strlen(text));
    return *name ? GAU_OK : gau_options_no_memory(opening->reading->err);
}

/* False: neither the element nor its content can be read. */
static bool start_element(struct gau_opening *opening, const char *element,
                          const struct gau_attribute *attributes, size_t n,
                          struct gau_element_frame *frame)
{
    struct gau_tree_builder *const reading = opening->reading;
    const struct gau_element_frame *const parent = opening->parent;

    if (!gau_opening_right(opening, gau_opening_find(opening, element)))
        return false;
    if (parent && parent->element == GAU_ELEMENT_NOT && parent->members > 0)
        return gau_opening_right(opening, gau_fail(reading->err, GAU_ERR_SYNTAX,
                                                   "<not> has one member, this is another"));
    frame->element = opening->element;
    frame->line = opening->location.line;
    if (!gau_opening_take(opening, attributes, n) &&
        !gau_opening_right(opening, supply_name(opening)))
        return false;
    if (reading->status >= 0)
        gau_opening_right(opening, open_element(opening, frame));
    return reading->status >= 0;
}

static bool is_skipped(const struct gau_source *source)
{
    return source->depth > 0 && source->frames[source->depth - 1].element == GAU_ELEMENT_COUNT;
}

void gau_tree_builder_start(struct gau_tree_builder *reading, const char *element,
                            const struct gau_attribute *attributes, size_t n, int line)
{
    struct gau_source *const source = reading->source;
    struct gau_element_frame *const parent =
        source->depth ? &source->frames[source->depth - 1] : NULL;
    struct gau_opening opening = {
        .reading = reading,
        .element = GAU_ELEMENT_COUNT,
        .parent = parent,
        .location = {source->path, line},
    };
    struct gau_element_frame frame = {.element = GAU_ELEMENT_COUNT};
    gau_status status;

    if (reading->status < 0)
        return;
    reading->elements++;
    if ((status = check_limits(reading)) < 0) {
        reading->status = status;
        if (!is_skipped(source))
            gau_tree_builder_failed(reading, status, line);
        return;
    }
    if (!is_skipped(source) && !start_element(&opening, element, attributes, n, &frame))
        frame.element = GAU_ELEMENT_COUNT;
    if (parent)
        parent->members++;
    source->frames[source->depth++] = frame;
    if (frame.element == GAU_ELEMENT_INCLUDE && opening.text[0])
        gau_tree_builder_include(reading, opening.text[0], line);
}

void gau_tree_builder_end(struct gau_tree_builder *reading)
{
    struct gau_source *const source = reading->source;
    const struct gau_element_frame *frame;

    if (reading->status < 0)
        return;
    frame = &source->frames[--source->depth];
    if (frame->element != GAU_ELEMENT_NOT || frame->members > 0)
        return;
    gau_error_set(reading->err, GAU_ERR_SYNTAX, __FILE__, __LINE__,
                  "<not> needs one member inside");
    gau_tree_builder_fault(reading, GAU_ERR_SYNTAX, frame->line);
}

void gau_tree_builder_text(struct gau_tree_builder *reading, const char *text, size_t length,
                           int line)
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
    if (reading->status < 0 || is_skipped(reading->source))
        return;
    gau_error_set(reading->err, GAU_ERR_SYNTAX, __FILE__, __LINE__,
                  "text '%.*s' between elements; values are written as attributes",
                  (int)(end - begin), text + begin);
    gau_tree_builder_fault(reading, GAU_ERR_SYNTAX, line);
}
