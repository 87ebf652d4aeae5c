/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/classes/registry_classes.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/algorithm.h>
#include <gaudit/auditor.h>
#include <gaudit/input.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- classes ------------------------------------------------------------------------------- */

struct probe {
    int64_t number;
    char *text;
    uint64_t *branches;
};

static const gau_property properties[] = {
    GAU_INT(struct probe, number, "Number", 3, 0, 9, "", "A number"),
    GAU_STRING(struct probe, text, "Text", "x", "A text"),
    GAU_PROPERTY_END,
};

static gau_status execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

static void before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static const gau_class algorithm = {
    GAU_CLASS("Probe", struct probe, "A probe."),
    .properties = properties,
    .algorithm = GAU_ALGORITHM(.execute = execute),
};

static const gau_class auditor = {
    GAU_CLASS("Listener", struct probe, "A listener."),
    .auditor = GAU_AUDITOR(.before = before, GAU_PER_BRANCH(struct probe, branches)),
};

/* The first @p size bytes, with rubbish behind them; freed by the caller. */
static void *shortened(const void *from, size_t size)
{
    unsigned char *const copy = malloc(size + 256);
    const uint32_t struct_size = (uint32_t)size;

    assert_non_null(copy);
    memset(copy, 0xa5, size + 256);
    memcpy(copy, from, size);
    memcpy(copy, &struct_size, sizeof struct_size);
    return copy;
}

static void a_class_of_an_older_version_is_completed(void **unused)
{
    gau_class *const old = shortened(&algorithm, offsetof(gau_class, auditor));
    gau_registry *const registry = gau_registry_new();
    const gau_class *found = NULL;
    gau_error err;

    (void)unused;
    assert_int_equal(gau_registry_add(registry, old, &err), GAU_OK);
    free(old); /* it was copied */
    assert_int_equal(gau_registry_find(&found, registry, "Probe", &err), GAU_OK);
    assert_int_equal(found->struct_size, offsetof(gau_class, auditor));
    assert_null(found->auditor);
    assert_null(found->input);
    assert_ptr_equal(found->algorithm->execute, execute);
    assert_string_equal(found->properties[1].name, "Text");
    assert_int_equal(found->properties[2].type, GAU_TYPE_END);
    gau_registry_free(registry);
}

static void callbacks_of_an_older_version_are_completed(void **unused)
{
    gau_auditor_ops *const old = shortened(auditor.auditor, offsetof(gau_auditor_ops, after));
    gau_class cls = auditor, *adopted;
    gau_error err;

    (void)unused;
    cls.auditor = old;
    assert_int_equal(gau_class_adopt(&adopted, &cls, &err), GAU_OK);
    assert_ptr_equal(adopted->auditor->before, before);
    assert_null(adopted->auditor->after);
    assert_null(adopted->auditor->not_called);
    assert_int_equal(adopted->auditor->branches_size, 0);
    free(adopted);
    free(old);
}

/* Additional fields of a newer version are not read. */
static void a_class_of_a_newer_version_is_cut(void **unused)
{
    struct {
        gau_class cls;
        void (*more[4])(void);
    } newer = {.cls = algorithm};
    gau_class *adopted;
    gau_error err;

    (void)unused;
    newer.cls.struct_size = sizeof newer;
    assert_int_equal(gau_class_adopt(&adopted, &newer.cls, &err), GAU_OK);
    assert_ptr_equal(adopted->algorithm->execute, execute);
    free(adopted);
}

/* In both directions: a stride of 8 bytes more, and the columns behind "max" left out. */
static void properties_of_other_versions_have_another_stride(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2; k++) {
        const size_t stride =
            k ? sizeof(gau_property) + 8 : offsetof(gau_property, max) + sizeof(gau_property_value);
        gau_class cls = algorithm, *adopted;
        char *const table = calloc(3, stride);
        gau_error err;

        assert_non_null(table);
        for (size_t i = 0; i < 3; i++)
            memcpy(table + i * stride, &properties[i],
                   stride < sizeof(gau_property) ? stride : sizeof(gau_property));
        cls.properties = (const gau_property *)(const void *)table;
        cls.property_size = (uint32_t)stride;
        assert_int_equal(gau_class_adopt(&adopted, &cls, &err), GAU_OK);
        assert_int_equal(adopted->properties[0].max.i, 9);
        assert_string_equal(adopted->properties[1].initial.s, "x");
        assert_null(adopted->properties[1].choices);
        free(adopted);
        free(table);
    }
}

/* --- wrong classes ------------------------------------------------------------------------- */

static const gau_algorithm_ops no_execute = {.struct_size = sizeof no_execute};
static const gau_algorithm_ops short_execute = {.struct_size = sizeof(uint32_t),
                                                .execute = execute};
static const gau_input_ops no_read = {.struct_size = sizeof no_read};
static const gau_auditor_ops far_branches = {.struct_size = sizeof far_branches,
                                             .branches_offset = sizeof(struct probe) - 4,
                                             .branches_size = 8};
static const gau_auditor_ops far_flag = {.struct_size = sizeof far_flag,
                                         .cpu_offset = sizeof(struct probe),
                                         .cpu_size = sizeof(bool)};
static const gau_auditor_ops wide_flag = {.struct_size = sizeof wide_flag, .cpu_size = 8};

static const gau_auditor_ops lone_state = {.struct_size = sizeof lone_state, .thread_size = 8};
static const gau_auditor_ops far_instance = {.struct_size = sizeof far_instance,
                                             .thread_size = 16,
                                             .thread_instance_offset = 9};
static const gau_auditor_ops far_elements = {.struct_size = sizeof far_elements,
                                             .thread_size = 16,
                                             .thread_branches_offset = 16,
                                             .thread_branches_size = 1};

#define PROPERTY(name_, type_, offset_)                                         \
    {                                                                           \
        .name = name_, .help = "", .unit = "", .type = type_, .offset = offset_ \
    }

static void one_too_short(gau_class *cls)
{
    cls->struct_size = offsetof(gau_class, properties);
}

static void one_without_a_name(gau_class *cls)
{
    cls->name = NULL;
}

static void one_of_no_kind(gau_class *cls)
{
    cls->algorithm = NULL;
}

static void one_of_two_kinds(gau_class *cls)
{
    cls->auditor = auditor.auditor;
}

static void one_that_cannot_execute(gau_class *cls)
{
    cls->algorithm = &no_execute;
}

static void one_whose_execute_is_cut_off(gau_class *cls)
{
    cls->algorithm = &short_execute;
}

static void one_that_cannot_read(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->input = &no_read;
}

static void one_with_a_short_table(gau_class *cls)
{
    cls->property_size = 8;
}

static void one_with_a_common_property(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("Enable", GAU_TYPE_BOOL, 0), GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_a_nameless_property(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY(NULL, GAU_TYPE_BOOL, 0), GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_a_property_twice(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("A", GAU_TYPE_INT, 0),
                                         PROPERTY("A", GAU_TYPE_INT, 8), GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_an_unknown_type(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("A", (gau_property_type)99, 0), GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_a_property_outside(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("A", GAU_TYPE_STRINGS, sizeof(struct probe) - 8),
                                         GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_a_property_far_outside(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("A", GAU_TYPE_INT, SIZE_MAX - 3),
                                         GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_without_choices(gau_class *cls)
{
    static const gau_property table[] = {PROPERTY("A", GAU_TYPE_ENUM, 0), GAU_PROPERTY_END};

    cls->properties = table;
}

static void one_with_branches_outside(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &far_branches;
}

static void one_with_its_cpu_flag_outside(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &far_flag;
}

static void one_whose_cpu_flag_is_no_bool(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &wide_flag;
}

static void one_with_states_that_is_not_shared(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &lone_state;
}

static void one_whose_state_has_no_room_for_the_instance(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &far_instance;
    cls->shared = true;
}

static void one_whose_state_has_no_room_for_its_branches(gau_class *cls)
{
    cls->algorithm = NULL;
    cls->auditor = &far_elements;
    cls->shared = true;
}

static const struct wrong {
    void (*make)(gau_class *cls);
    const char *message;
} wrongs[] = {
    {one_too_short, "a class is described by 32 bytes, which is too little"},
    {one_without_a_name, "a class has no name"},
    {one_of_no_kind, "class 'Probe' must be exactly one of algorithm, auditor and input"},
    {one_of_two_kinds, "class 'Probe' must be exactly one of algorithm, auditor and input"},
    {one_that_cannot_execute, "class 'Probe' lacks its execute or read"},
    {one_whose_execute_is_cut_off, "class 'Probe' lacks its execute or read"},
    {one_that_cannot_read, "class 'Probe' lacks its execute or read"},
    {one_with_a_short_table, "class 'Probe' describes a property by 8 bytes, which is too little"},
    {one_with_a_common_property,
     "class 'Probe' has a property 'Enable' as every component of its kind has"},
    {one_with_a_nameless_property, "class 'Probe' has a property without a name"},
    {one_with_a_property_twice, "class 'Probe' has a property 'A' twice"},
    {one_with_an_unknown_type, "class 'Probe' has a property 'A' of a type that is not known"},
    {one_with_a_property_outside, "class 'Probe' has a property 'A' outside its instance"},
    {one_with_a_property_far_outside, "class 'Probe' has a property 'A' outside its instance"},
    {one_without_choices, "class 'Probe' has a property 'A' without its choices"},
    {one_with_branches_outside, "class 'Probe' keeps its data per branch outside its instance"},
    {one_with_its_cpu_flag_outside,
     "class 'Probe' must name a bool member of its instance in GAU_CPU_TIME_IF()"},
    {one_with_states_that_is_not_shared, "class 'Probe' has states of threads, but is not shared"},
    {one_whose_state_has_no_room_for_the_instance,
     "class 'Probe' has a pointer outside the state of a thread"},
    {one_whose_state_has_no_room_for_its_branches,
     "class 'Probe' has a pointer outside the state of a thread"},
    {one_whose_cpu_flag_is_no_bool,
     "class 'Probe' must name a bool member of its instance in GAU_CPU_TIME_IF()"},
};

static void wrong_classes_are_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        gau_registry *const registry = gau_registry_new();
        gau_class cls = algorithm;
        gau_error err;

        wrongs[i].make(&cls);
        assert_int_equal(gau_registry_add(registry, &cls, &err), GAU_ERR_MODULE);
        assert_string_equal(err.message, wrongs[i].message);
        assert_int_equal(gau_registry_count(registry), 0);
        gau_registry_free(registry);
    }
}

static void a_name_belongs_to_one_class(void **unused)
{
    gau_registry *const registry = gau_registry_new();
    const gau_class *found;
    gau_error err;

    (void)unused;
    assert_int_equal(gau_registry_add(registry, &algorithm, &err), GAU_OK);
    assert_int_equal(gau_registry_add(registry, &algorithm, &err), GAU_ERR_DUPLICATE);
    assert_string_equal(err.message, "class 'Probe' is already there, from the program");
    assert_int_equal(gau_registry_find(&found, registry, "Prove", &err), GAU_ERR_UNKNOWN);
    assert_string_equal(err.message, "there is no class 'Prove'; did you mean 'Probe'?");
    gau_registry_free(registry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_of_an_older_version_is_completed),
        cmocka_unit_test(callbacks_of_an_older_version_are_completed),
        cmocka_unit_test(a_class_of_a_newer_version_is_cut),
        cmocka_unit_test(properties_of_other_versions_have_another_stride),
        cmocka_unit_test(wrong_classes_are_refused),
        cmocka_unit_test(a_name_belongs_to_one_class),
    };

    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
