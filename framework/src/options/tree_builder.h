/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_TREE_BUILDER_H
#define GAUDIT_SRC_OPTIONS_TREE_BUILDER_H

#include "constants.h"
#include "faults.h"

#include <sys/types.h>

/*
 * Reading job options: the steps between the text of a file and the tree. The parser of the text
 * (xml_parser.c) calls start, end and text; the grammar (tree_builder.c) builds the tree and
 * asks for included files (file_reader.c), which are given to the parser in turn.
 *
 * The text is untrusted input: all that it can make grow has a limit here.
 */

enum {
    GAU_MAX_FILE = 16 * 1024 * 1024,     /* bytes of all files together; and of all values */
    GAU_MAX_VALUE = 64 * 1024,           /* bytes of a value, after constants were put in */
    GAU_MAX_WRITTEN = 2 * GAU_MAX_VALUE, /* as written in the file: "$$" is one dollar */
    GAU_MAX_TAG = 1024 * 1024,           /* bytes from one '<' to the next */
    GAU_MAX_TAG_VALUES = 16,             /* attributes of one element, right or wrong */
    GAU_MAX_DEPTH = 64,                  /* of elements in a file */
    GAU_MAX_ELEMENTS = 200000,           /* in all files */
    GAU_MAX_SETTINGS = 1000,             /* of one component */
    GAU_MAX_INCLUDES = 1000,             /* in all */
    GAU_MAX_INCLUDE_DEPTH = 16,          /* files within files */
    GAU_LIMIT_BRANCHES = 16 * 1024 * 1024,
    GAU_LIMIT_LEVEL = 6, /* of members; the first is 1 */
};

/* The elements, in the order of the table in grammar.c. */
enum gau_element {
    GAU_ELEMENT_JOB,
    GAU_ELEMENT_MODULE,
    GAU_ELEMENT_CONSTANT,
    GAU_ELEMENT_INCLUDE,
    GAU_ELEMENT_INPUT,
    GAU_ELEMENT_AUDITOR,
    GAU_ELEMENT_SEQUENCE,
    GAU_ELEMENT_ALGORITHM,
    GAU_ELEMENT_NOT,
    GAU_ELEMENT_PROPERTY,
    GAU_ELEMENT_COUNT /* also: it is skipped with its content */
};

struct gau_element_frame {
    enum gau_element element;
    int line;
    unsigned members; /* of <not> */
    gau_node *node;   /* that members and properties go to */
};

/* A file that is being read. */
struct gau_source {
    const char *path;
    const struct gau_source *includer; /* NULL: the job itself */
    unsigned nesting;                  /* files around it */
    dev_t device;
    ino_t inode;
    unsigned depth;
    struct gau_element_frame frames[GAU_MAX_DEPTH]; /* open elements */
};

struct gau_tree_builder {
    gau_options *options;
    gau_error *err;
    gau_status status; /* of a failure after which nothing is read */
    struct gau_faults *faults;
    bool incomplete; /* something of the tree was left out for a fault */
    struct gau_source *source;
    struct gau_constants constants;
    const gau_node *input;
    size_t bytes, value_bytes, elements, includes;
};

/* An attribute as the parser sees it; the value is not terminated. */
struct gau_attribute {
    const char *name, *value;
    size_t length;
};

/* --- tree_builder.c, called by the parser. After a failure they do nothing. ------------- */

/* line: of the '<'. */
void gau_tree_builder_start(struct gau_tree_builder *reading, const char *element,
                            const struct gau_attribute *attributes, size_t n, int line);
void gau_tree_builder_end(struct gau_tree_builder *reading);

/* Text between elements; only blanks are allowed. line: of its first character. */
void gau_tree_builder_text(struct gau_tree_builder *reading, const char *text, size_t length,
                           int line);

/* Puts "file:line: " before the message; nothing is read after it. */
void gau_tree_builder_failed(struct gau_tree_builder *reading, gau_status status, int line);

/* The same for an error of one line: reading goes on, so that all errors are reported at once. */
void gau_tree_builder_fault(struct gau_tree_builder *reading, gau_status status, int line);

/* Reports a failure at a line of the file that is being read, unless one was reported before. */
#define gau_tree_builder_fail(reading, line, code, ...)                             \
    ((reading)->status < 0                                                          \
         ? (void)0                                                                  \
         : (gau_error_set((reading)->err, (code), __FILE__, __LINE__, __VA_ARGS__), \
            gau_tree_builder_failed((reading), (code), (line))))

/* --- file_reader.c ------------------------------------------------------------------------ */

/*
 * Reads the file at path, which messages call source->path, and parses it; line is that of its
 * <include>. Failures are in the reading. The source must live until then.
 */
void gau_tree_builder_source(struct gau_tree_builder *reading, struct gau_source *source,
                             const char *path, int line);

/* Reads the file that <include href> at a line of the current source means. */
void gau_tree_builder_include(struct gau_tree_builder *reading, const char *href, int line);

/* --- xml_parser.c ------------------------------------------------------------------------- */

/* Parses the text of the current source. */
void gau_tree_builder_parse(struct gau_tree_builder *reading, const char *text, size_t length);

#endif
