/* SPDX-License-Identifier: Apache-2.0 */
#include "tree_builder.h"

#include "tree.h"
#include "xml_library.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

struct parsing {
    const struct gau_xml_library *xml;
    struct gau_tree_builder *reading;
    xmlParserCtxtPtr parser;
    bool ended; /* the parser came to the end of the text */
};

static void stop_after_failure(struct parsing *parsing)
{
    if (parsing->reading->status < 0)
        parsing->xml->xmlStopParser(parsing->parser);
}

/* --- lines --------------------------------------------------------------------------------- */

/*
 * The line of the element. The parser is behind the attributes: the last '<' before it is that
 * of the tag, because there can be none in an attribute.
 */
static int line_of_tag(const struct parsing *parsing)
{
    const xmlParserInput *const input = parsing->parser->input;
    int line = input->line;

    for (const xmlChar *at = input->cur; at > input->base && *at != '<'; at--)
        line -= at[-1] == '\n';
    return line;
}

/* The line of the first character of a text that was just parsed. */
static int line_of_text(const struct parsing *parsing, const xmlChar *text, int length)
{
    int line = parsing->parser->input->line;

    for (int i = 0; i < length; i++)
        line -= text[i] == '\n';
    return line;
}

/* --- what the parser reports --------------------------------------------------------------- */

/* Option files are UTF-8; in another encoding a '<' could pass the check of the text. */
static void on_document(void *user)
{
    struct parsing *const parsing = user;
    const xmlParserCtxt *const parser = parsing->parser;
    const xmlChar *const inner = parser->input ? parser->input->encoding : NULL;
    const char *const encoding = (const char *)(inner ? inner : parser->encoding);

    if (encoding && strcasecmp(encoding, "UTF-8") != 0)
        gau_tree_builder_fail(parsing->reading, 1, GAU_ERR_SYNTAX,
                              "encoding '%.*s', expected UTF-8", GAU_QUOTE(encoding));
    stop_after_failure(parsing);
}

static void on_end_of_document(void *user)
{
    struct parsing *const parsing = user;

    parsing->ended = true;
}

static void on_doctype(void *user, const xmlChar *name, const xmlChar *external,
                       const xmlChar *system)
{
    struct parsing *const parsing = user;

    (void)name;
    (void)external;
    (void)system;
    gau_tree_builder_fail(parsing->reading, parsing->parser->input->line, GAU_ERR_SYNTAX,
                          "DOCTYPE is not allowed in job options");
    stop_after_failure(parsing);
}

/* A name with its prefix, so that "x:job" is not read as "job". */
static const char *full_name(char *text, size_t size, const xmlChar *prefix, const xmlChar *name)
{
    if (!prefix)
        return (const char *)name;
    snprintf(text, size, "%s:%s", (const char *)prefix, (const char *)name);
    return text;
}

/* The attributes of a tag as our own, those that declare namespaces among them. */
struct attributes {
    struct gau_attribute list[GAU_MAX_TAG_VALUES];
    char names[GAU_MAX_TAG_VALUES][128];
    size_t n;
};

static void add_attribute(struct attributes *to, const xmlChar *prefix, const xmlChar *name,
                          const xmlChar *value, const xmlChar *end)
{
    if (to->n == GAU_MAX_TAG_VALUES)
        return;
    to->list[to->n] = (struct gau_attribute){
        .name = full_name(to->names[to->n], sizeof to->names[0], prefix, name),
        .value = (const char *)value,
        .length = (size_t)(end - value),
    };
    to->n++;
}

/* NOLINTNEXTLINE(readability-function-size): the parser wants these parameters */
static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int n_namespaces, const xmlChar **namespaces, int n_attributes,
                     int n_defaulted, const xmlChar **attributes)
{
    static const xmlChar xmlns[] = "xmlns", none[] = "";
    struct parsing *const parsing = user;
    struct attributes own = {.n = 0};
    char element[128];

    (void)uri;
    (void)n_defaulted;
    for (int i = 0; i < n_namespaces; i++) {
        const xmlChar *const declared = namespaces[2 * i];

        add_attribute(&own, declared ? xmlns : NULL, declared ? declared : xmlns, none, none);
    }
    for (int i = 0; i < n_attributes; i++) {
        const xmlChar *const *const a = attributes + 5 * i; /* name, prefix, uri, value, end */

        add_attribute(&own, a[1], a[0], a[3], a[4]);
    }
    gau_tree_builder_start(parsing->reading, full_name(element, sizeof element, prefix, name),
                           own.list, own.n, line_of_tag(parsing));
    stop_after_failure(parsing);
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct parsing *const parsing = user;

    (void)name;
    (void)prefix;
    (void)uri;
    gau_tree_builder_end(parsing->reading);
    stop_after_failure(parsing);
}

static void on_text(void *user, const xmlChar *text, int length)
{
    struct parsing *const parsing = user;

    gau_tree_builder_text(parsing->reading, (const char *)text, (size_t)length,
                          line_of_text(parsing, text, length));
    stop_after_failure(parsing);
}

/* The first line of the parser's own message; ours has its location in front. */
static void on_error(void *user, xmlErrorPtr error)
{
    struct parsing *const parsing = user;
    const char *const message = error->message ? error->message : "no reason given";

    if (error->level < XML_ERR_FATAL)
        return;
    if (error->code == XML_ERR_NO_MEMORY)
        gau_tree_builder_fail(parsing->reading, error->line, GAU_ERR_MEMORY,
                              "out of memory (parser)");
    else
        gau_tree_builder_fail(parsing->reading, error->line, GAU_ERR_SYNTAX,
                              "not well-formed XML: %.*s", (int)strcspn(message, "\n"), message);
}

/* --- parsing ------------------------------------------------------------------------------- */

static void be_silent(void *user, const char *format, ...)
{
    (void)user;
    (void)format;
}

static const xmlSAXHandler handler = {
    .initialized = XML_SAX2_MAGIC,
    .startDocument = on_document,
    .endDocument = on_end_of_document,
    .internalSubset = on_doctype,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .serror = on_error,
};

/* XML_PARSE_NOENT: "&amp;" is '&', there are no other entities without a DOCTYPE. */
static void parse(struct parsing *parsing, const char *text, size_t length)
{
    xmlParserCtxt *const parser = parsing->xml->xmlNewParserCtxt();

    if (!parser) {
        gau_tree_builder_fail(parsing->reading, 1, GAU_ERR_MEMORY, "out of memory (parser)");
        return;
    }
    parsing->parser = parser;
    *parser->sax = handler;
    parser->userData = parsing;
    parsing->xml->xmlFreeDoc(parsing->xml->xmlCtxtReadMemory(parser, text, (int)length, NULL, NULL,
                                                             XML_PARSE_NOENT | XML_PARSE_NONET));
    if (!parsing->ended)
        gau_tree_builder_fail(parsing->reading, 1, GAU_ERR_MEMORY, "out of memory (parser)");
    else if (!parser->wellFormed)
        gau_tree_builder_fail(parsing->reading, parser->input ? parser->input->line : 1,
                              GAU_ERR_SYNTAX, "not well-formed XML");
    parsing->xml->xmlFreeParserCtxt(parser);
}

/* Without a handler, the library would write to standard error when out of memory. */
void gau_tree_builder_parse(struct gau_tree_builder *reading, const char *text, size_t length)
{
    const char *reason;
    const struct gau_xml_library *const xml = gau_xml_library(&reason);
    struct parsing parsing = {.xml = xml, .reading = reading};
    xmlStructuredErrorFunc structured;
    xmlGenericErrorFunc generic;
    void *structured_context, *generic_context;

    if (!xml && !reason) {
        gau_tree_builder_fail(reading, 1, GAU_ERR_MEMORY, "out of memory (libxml2)");
        return;
    }
    if (!xml) {
        gau_tree_builder_fail(reading, 1, GAU_ERR_IO,
                              "libxml2 cannot be loaded (%s): install it to read option files",
                              reason);
        return;
    }
    generic = *xml->__xmlGenericError();
    generic_context = *xml->__xmlGenericErrorContext();
    structured = *xml->__xmlStructuredError();
    structured_context = *xml->__xmlStructuredErrorContext();
    xml->xmlSetGenericErrorFunc(NULL, be_silent);
    xml->xmlSetStructuredErrorFunc(NULL, NULL);
    parse(&parsing, text, length);
    xml->xmlSetStructuredErrorFunc(structured_context, structured);
    xml->xmlSetGenericErrorFunc(generic_context, generic);
}

/* --- public -------------------------------------------------------------------------------- */

/* If elements were left out, the constants that they use are not known. */
static void check_constants(struct gau_tree_builder *reading)
{
    const struct gau_constants *const constants = &reading->constants;
    const bool whole = reading->faults->n == 0;

    for (size_t i = 0; whole && i < constants->count; i++) {
        const struct gau_constant *const constant = &constants->items[i];
        struct gau_source writer = {.path = constant->location.file};

        if (constant->used)
            continue;
        reading->source = &writer;
        gau_error_set(reading->err, GAU_ERR_SYNTAX, __FILE__, __LINE__,
                      "constant '%.*s' is never used", GAU_QUOTE(constant->name));
        gau_tree_builder_fault(reading, GAU_ERR_SYNTAX, constant->location.line);
    }
}

gau_status gau_options_open_xml(gau_options **out, const char *path, gau_error *err)
{
    gau_error own;
    struct gau_tree_builder reading = {.options = gau_options_new(path), .err = &own};
    struct gau_source source = {0};
    gau_status status;

    if (!reading.options)
        return gau_fail(err, GAU_ERR_MEMORY, "%s: out of memory (job options)", path);
    reading.faults = &reading.options->faults;
    source.path = gau_options_root(reading.options)->location.file;
    gau_tree_builder_source(&reading, &source, path, 0);
    if (reading.status >= 0)
        check_constants(&reading);
    gau_constants_clear(&reading.constants);
    reading.options->incomplete = reading.incomplete;
    if (reading.status >= 0) {
        *out = reading.options;
        return GAU_OK;
    }
    status = gau_options_check(reading.options, err);
    gau_options_free(reading.options);
    return status;
}

gau_status gau_options_read_xml(gau_options **out, const char *path, gau_error *err)
{
    gau_options *options;
    gau_status status = gau_options_open_xml(&options, path, err);

    GAU_TRY(status);
    status = gau_options_check(options, err);
    if (status < 0)
        gau_options_free(options);
    else
        *out = options;
    return status;
}
