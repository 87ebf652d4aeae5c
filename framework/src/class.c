/* SPDX-License-Identifier: Apache-2.0 */
#include "gate.h"
#include "job.h"
#include "properties.h"
#include "registry.h"

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

static void copy(void *to, size_t to_size, const void *from, size_t from_size)
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

static void copy_ops(struct adopted *a, const gau_class *cls)
{
    if (cls->algorithm) {
        copy(&a->algorithm, sizeof a->algorithm, cls->algorithm, cls->algorithm->struct_size);
        a->cls.algorithm = &a->algorithm;
    }
    if (cls->auditor) {
        copy(&a->auditor, sizeof a->auditor, cls->auditor, cls->auditor->struct_size);
        a->cls.auditor = &a->auditor;
    }
    if (cls->input) {
        copy(&a->input, sizeof a->input, cls->input, cls->input->struct_size);
        a->cls.input = &a->input;
    }
}

gau_status gau_class_adopt(gau_class **out, const gau_class *cls, gau_error *err)
{
    const size_t n = count_properties(cls);
    struct adopted *const a = calloc(1, sizeof *a + (n + 1) * sizeof *a->properties);
    const char *problem = NULL;

    if (!a)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for class '%s'", cls->name);
    copy(&a->cls, sizeof a->cls, cls, cls->struct_size);
    copy_ops(a, &a->cls);
    for (size_t i = 0; i < n; i++) {
        copy(&a->properties[i], sizeof *a->properties, property_at(cls, i), cls->property_size);
        if (gau_property_find(gau_common_properties(gau_class_kind_of(&a->cls)),
                              a->properties[i].name))
            problem = "has a property of a name that every component of its kind has";
    }
    a->cls.properties = a->properties;
    if (!!cls->algorithm + !!cls->auditor + !!cls->input != 1)
        problem = "must be exactly one of algorithm, auditor and input";
    else if (cls->algorithm ? !a->algorithm.execute : cls->input ? !a->input.read : false)
        problem = "lacks its execute or read";
    if (problem) {
        const gau_status status =
            gau_fail(err, GAU_ERR_MODULE, "class '%s' %s", cls->name, problem);

        free(a);
        return status;
    }
    *out = &a->cls;
    return GAU_OK;
}

void gau_class_release(gau_class *cls)
{
    free(cls);
}

const gau_property *gau_common_properties(gau_class_kind kind)
{
    switch (kind) {
    case GAU_CLASS_ALGORITHM: return gau_algorithm_properties;
    case GAU_CLASS_AUDITOR: return gau_gate_properties;
    case GAU_CLASS_INPUT: break;
    }
    return NULL;
}
