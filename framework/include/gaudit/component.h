/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COMPONENT_H
#define GAUDIT_COMPONENT_H

/**
 * @file component.h
 * The description of a component class, and the module that carries it.
 *
 * A class is constant data: there is no registration code, no constructor function and no hidden
 * global. The framework allocates zeroed instances, fills in their properties and calls them with
 * `self` pointing to the struct that GAU_CLASS() named.
 *
 * Algorithms and auditors have one instance per worker. Every instance runs initialize, start and
 * stop; the others are then folded into the first, in worker order, by merge; finalize runs once,
 * on the merged one; destroy, then release run for every instance whose initialize was called, also
 * after a failure. An input has one instance, and so has a class with `.shared = true`, which
 * promises thread safety.
 */

#include <gaudit/context.h>
#include <gaudit/property.h>
#include <gaudit/store.h>

GAU_BEGIN_DECLS

struct gau_algorithm_ops;
struct gau_auditor_ops;
struct gau_input_ops;

/** Grows at the end only; set it up with GAU_CLASS(). */
typedef struct gau_class {
    uint32_t struct_size;
    uint32_t property_size; /**< stride of the table below */
    size_t instance_size;
    const char *name;    /**< as written in job options */
    const char *summary; /**< one sentence */
    const gau_property *properties;
    bool shared; /**< one instance for all workers, which promises thread safety */

    /* All optional. After a failed start, what had started is stopped, and so on. */
    gau_status (*initialize)(void *self, gau_context *ctx);
    gau_status (*start)(void *self, gau_context *ctx);
    gau_status (*stop)(void *self, gau_context *ctx);
    void (*merge)(void *self, void *other); /**< adds the data of @p other */
    gau_status (*finalize)(void *self, gau_context *ctx);
    void (*release)(void *self); /**< frees what initialize and later calls allocated */

    /* Exactly one is set; it makes the class an algorithm, an auditor or an input. */
    const struct gau_algorithm_ops *algorithm;
    const struct gau_auditor_ops *auditor;
    const struct gau_input_ops *input;

    /**
     * Optional. Frees what initialize and later calls made, as release, but may fail, which is a
     * failure of the job as one of finalize. Called once for each instance whose initialize was
     * called, also after a failure: the components in reverse order, after all were finalized and
     * before the results are written. Not called if a thread stays in a hook of an auditor.
     */
    gau_status (*destroy)(void *self, gau_context *ctx);
} gau_class;

#define GAU_CLASS(name_, Struct, summary_)                                   \
    .struct_size = sizeof(gau_class), .property_size = sizeof(gau_property), \
    .instance_size = sizeof(Struct), .name = name_, .summary = summary_

typedef struct gau_module {
    uint32_t struct_size;
    const gau_class *const *classes; /**< ends with NULL */
} gau_module;

/**
 * Makes a shared object loadable. The symbol carries the ABI number, so a module built
 * for another one is refused by name instead of crashing.
 */
#define GAU_MODULE(...)                                           \
    extern GAU_API const gau_module gau_module_abi0;              \
    const gau_module gau_module_abi0 = {                          \
        .struct_size = sizeof(gau_module),                        \
        .classes = (const gau_class *const[]){__VA_ARGS__, NULL}, \
    }

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_CLASS
#define GAU_CLASS(...) GAU_ONLY_IN_C_
#undef GAU_MODULE
#define GAU_MODULE(...) GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
