/* SPDX-License-Identifier: Apache-2.0 */
#include "show_job.h"

#include "tests/unit/test.h"

#include <gaudit/gaudit.h>
#include <stdlib.h>

struct cut {
    double min;
    int64_t count;
    bool on;
    int colour;
    char *title;
    gau_strings names;
    gau_numbers edges;
};

static const char *const colours[] = {"red", "green & <blue>", NULL};

static const gau_property cut_properties[] = {
    GAU_DOUBLE(struct cut, min, "Min", 0.5, 0, INFINITY, "GeV", "Smallest <pt> & more"),
    GAU_INT(struct cut, count, "Count", 3, 1, 100, "", "How many"),
    GAU_BOOL(struct cut, on, "On", true, "A switch"),
    GAU_ENUM(struct cut, colour, "Colour", 0, colours, "A choice"),
    GAU_STRING(struct cut, title, "Title", "", "A text"),
    GAU_STRINGS(struct cut, names, "Names", "a, b", "Texts"),
    GAU_NUMBERS(struct cut, edges, "Edges", "", 0, 0, "", "Numbers"),
    GAU_PROPERTY_END,
};

static gau_status execute(void *self, gau_context *ctx)
{
    (void)self;
    (void)ctx;
    return GAU_OK;
}

static const gau_class cut_class = {
    GAU_CLASS("Cut", struct cut, "Cuts."),
    .properties = cut_properties,
    .algorithm = GAU_ALGORITHM(.execute = execute),
};

struct watch {
    int64_t any;
    double free;
};

static const gau_property watch_properties[] = {
    GAU_INT(struct watch, any, "Any", 0, 0, 0, "", "Any whole number"),
    GAU_DOUBLE(struct watch, free, "Free", 0, 0, 0, "", "Any number"),
    GAU_PROPERTY_END,
};

static void before(void *self, const gau_context *ctx)
{
    (void)self;
    (void)ctx;
}

static const gau_class watch_class = {
    GAU_CLASS("Watch", struct watch, "Watches."),
    .properties = watch_properties,
    .auditor = GAU_AUDITOR(.before = before),
};

static const gau_class source_class = {
    GAU_CLASS("Source", struct watch, "Gives events."),
    .input = GAU_INPUT(.read = execute),
};

gau_registry *show_registry(void)
{
    gau_registry *const registry = gau_registry_new();

    assert_non_null(registry);
    assert_int_equal(gau_registry_add(registry, &cut_class, NULL), GAU_OK);
    assert_int_equal(gau_registry_add(registry, &watch_class, NULL), GAU_OK);
    assert_int_equal(gau_registry_add(registry, &source_class, NULL), GAU_OK);
    return registry;
}

char *show_written(gau_options *options, void (*write)(const struct gau_show *), bool annotate)
{
    gau_registry *const registry = show_registry();
    struct gau_show show;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(gau_show_init(&show, out, options, registry, NULL), GAU_OK);
    show.annotate = annotate;
    write(&show);
    gau_show_clear(&show);
    gau_registry_free(registry);
    assert_int_equal(fclose(out), 0);
    return text;
}
