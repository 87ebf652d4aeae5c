/* SPDX-License-Identifier: Apache-2.0 */
#include "common_properties.h"
#include "properties.h"
#include "registry_classes.h"

#include <gaudit/algorithm.h>
#include <gaudit/auditor.h>
#include <gaudit/input.h>

#include <stdlib.h>
#include <string.h>

gau_class_kind gau_class_kind_of(const gau_class *cls)
{
    return cls->auditor ? GAU_CLASS_AUDITOR : cls->input ? GAU_CLASS_INPUT : GAU_CLASS_ALGORITHM;
}

const char *gau_class_kind_text(gau_class_kind kind)
{
    static const char *const texts[] = {
        [GAU_CLASS_ALGORITHM] = "algorithm",
        [GAU_CLASS_AUDITOR] = "auditor",
        [GAU_CLASS_INPUT] = "input",
    };

    return texts[kind];
}

struct adopted {
    gau_class cls; /* first: this is what others see */
    gau_algorithm_ops algorithm;
    gau_auditor_ops auditor;
    gau_input_ops input;
    gau_property properties[];
};

static void copy_structure(void *to, size_t to_size, const void *from, size_t from_size)
{
    memcpy(to, from, from_size < to_size ? from_size : to_size);
}

static const gau_property *property_at(const gau_class *cls, size_t i)
{
    const void *const at = (const char *)cls->properties + i * cls->property_size;

    return at;
}

static size_t count_properties(const gau_class *cls)
{
    size_t n = 0;

    while (cls->properties && property_at(cls, n)->type != GAU_TYPE_END)
        n++;
    return n;
}

/* Operations begin with their size. */
static void *copy_ops(void *to, size_t size, const void *from)
{
    if (from)
        copy_structure(to, size, from, *(const uint32_t *)from);
    return from ? to : NULL;
}

/* --- what is refused ----------------------------------------------------------------------- */

static bool is_inside(size_t struct_size, size_t offset, size_t size)
{
    return size <= struct_size && offset <= struct_size - size;
}

/* The error of property @p p of @p table; NULL: none. */
static const char *problem_of_property(const gau_class *cls, const gau_property *table,
                                       const gau_property *p)
{
    if (gau_property_find(gau_common_properties(gau_class_kind_of(cls)), p->name))
        return "as every component of its kind has";
    if (gau_property_find(table, p->name) != p)
        return "twice";
    if (gau_property_size(p->type) == 0)
        return "of a type that is not known";
    if (!is_inside(cls->instance_size, p->offset, gau_property_size(p->type)))
        return "outside its instance";
    return p->type == GAU_TYPE_ENUM && !p->choices ? "without its choices" : NULL;
}

static gau_status check_properties(const struct adopted *a, gau_error *err)
{
    const gau_class *const cls = &a->cls;

    for (const gau_property *p = a->properties; p->type != GAU_TYPE_END; p++)
        if (!p->name)
            return gau_fail(err, GAU_ERR_MODULE, "class '%s' has a property without a name",
                            cls->name);
    for (const gau_property *p = a->properties; p->type != GAU_TYPE_END; p++) {
        const char *const problem = problem_of_property(cls, a->properties, p);

        if (problem)
            return gau_fail(err, GAU_ERR_MODULE, "class '%s' has a property '%.*s' %s", cls->name,
                            GAU_QUOTE(p->name), problem);
    }
    return GAU_OK;
}

/* What is wrong with the members that an auditor names; NULL: nothing. */
static const char *problem_of_auditor(const gau_class *cls, const gau_auditor_ops *ops)
{
    if (ops->branches_size && !is_inside(cls->instance_size, ops->branches_offset, sizeof(void *)))
        return "keeps its data per branch outside its instance";
    if (ops->cpu_size && (ops->cpu_size != sizeof(bool) ||
                          !is_inside(cls->instance_size, ops->cpu_offset, sizeof(bool))))
        return "must name a bool member of its instance in GAU_CPU_TIME_IF()";
    if (!ops->thread_size)
        return NULL;
    if (!cls->shared)
        return "has states of threads, but is not shared";
    if (!is_inside(ops->thread_size, ops->thread_instance_offset, sizeof(void *)) ||
        (ops->thread_branches_size &&
         !is_inside(ops->thread_size, ops->thread_branches_offset, sizeof(void *))))
        return "has a pointer outside the state of a thread";
    return NULL;
}

static gau_status check_class(const struct adopted *a, gau_error *err)
{
    const gau_class *const cls = &a->cls;
    const char *problem = NULL;

    if (!!cls->algorithm + !!cls->auditor + !!cls->input != 1)
        problem = "must be exactly one of algorithm, auditor and input";
    else if (cls->algorithm ? !a->algorithm.execute : cls->input ? !a->input.read : false)
        problem = "lacks its execute or read";
    else if (cls->auditor)
        problem = problem_of_auditor(cls, &a->auditor);
    if (problem)
        return gau_fail(err, GAU_ERR_MODULE, "class '%s' %s", cls->name, problem);
    return check_properties(a, err);
}

/* As far as it must be right to be copied. */
static gau_status check_sizes(const gau_class *cls, gau_error *err)
{
    if (cls->struct_size < offsetof(gau_class, shared))
        return gau_fail(err, GAU_ERR_MODULE,
                        "a class is described by %u bytes, which is too little", cls->struct_size);
    if (!cls->name || !cls->name[0])
        return gau_fail(err, GAU_ERR_MODULE, "a class has no name");
    if (cls->properties && cls->property_size < offsetof(gau_property, choices))
        return gau_fail(err, GAU_ERR_MODULE,
                        "class '%.*s' describes a property by %u bytes, which is too little",
                        GAU_QUOTE(cls->name), cls->property_size);
    return GAU_OK;
}

gau_status gau_class_adopt(gau_class **out, const gau_class *cls, gau_error *err)
{
    struct adopted *a;
    gau_status status;
    size_t n;

    GAU_TRY(check_sizes(cls, err));
    n = count_properties(cls);
    a = calloc(1, sizeof *a + (n + 1) * sizeof *a->properties);
    if (!a)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (class '%s')", cls->name);
    copy_structure(&a->cls, sizeof a->cls, cls, cls->struct_size);
    a->cls.algorithm = copy_ops(&a->algorithm, sizeof a->algorithm, a->cls.algorithm);
    a->cls.auditor = copy_ops(&a->auditor, sizeof a->auditor, a->cls.auditor);
    a->cls.input = copy_ops(&a->input, sizeof a->input, a->cls.input);
    for (size_t i = 0; i < n; i++)
        copy_structure(&a->properties[i], sizeof *a->properties, property_at(cls, i),
                       cls->property_size);
    a->cls.properties = a->properties;
    status = check_class(a, err);
    if (status < 0)
        free(a);
    else
        *out = &a->cls;
    return status;
}

const gau_property *gau_common_properties(gau_class_kind kind)
{
    switch (kind) {
    case GAU_CLASS_ALGORITHM: return gau_algorithm_properties;
    case GAU_CLASS_AUDITOR: return gau_auditor_filter_properties;
    case GAU_CLASS_INPUT: break;
    }
    return NULL;
}
