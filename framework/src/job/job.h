/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_JOB_H
#define GAUDIT_SRC_JOB_JOB_H

#include "framework/src/auditing/auditor_service.h"
#include "framework/src/classes/common_properties.h"
#include "framework/src/store/event_store.h"
#include "framework/src/support/hash_index.h"

#include "table/map.h"

#include <gaudit/app.h>

/*
 * A configured job: components with their instances, and the sequence tree as an array that the
 * event loop executes.
 */

/* An instance of a component for one worker, or what a shared auditor keeps of one thread. */
struct gau_instance {
    void *self;
    void *array;    /* of an auditor: its data per branch */
    bool called;    /* its initialize, */
    bool ready;     /* which succeeded; of an auditor: and there is something to do */
    bool started;   /* and not stopped */
    bool destroyed; /* its destroy was called */
};

struct gau_component {
    const gau_class *cls; /* NULL for a sequence */
    const gau_node *node; /* of the options */
    const char *name;
    bool named;
    gau_source_location location;
    union {
        struct gau_algorithm_policy policy; /* of an algorithm or sequence */
        struct gau_auditor_filter filter;   /* of an auditor */
    };
    struct gau_store_order order;
    bool enabled;
    uint32_t auditor;                  /* number in the auditor service */
    gau_branch branch;                 /* of an input */
    gau_branch setup[GAU_PHASE_COUNT]; /* below the root Setup; 0: none */
    struct gau_instance *instances;    /* one per worker, or one if it is shared */
    uint32_t n_instances;
    bool unmerged;                /* the first instance lacks the data of others: no merge */
    struct gau_instance *threads; /* of a shared auditor: its state per worker and thread slot */
    uint32_t n_threads, threads_capacity;
    uint64_t errors;      /* of all workers; atomic */
    uint64_t error_event; /* the smallest event with an error that was tolerated */
    char *error_text;
};

struct gau_faults;
struct gau_worker;

/* How decisions of members make that of a sequence. */
enum gau_decision_rule { GAU_DECISION_RULE_ALL, GAU_DECISION_RULE_ANY };

/* A node of the sequence tree; members follow their sequence up to end. */
struct gau_tree_step {
    gau_branch branch; /* the nearest ancestor's if there was no number left */
    uint32_t end;      /* index behind the subtree */
    uint32_t component;
    bool sequence, enabled, numbered;
    uint8_t rule; /* enum gau_decision_rule */
    bool eager;   /* And, Or: stops as soon as the result is known */
    bool ignore, invert, negated;
};

struct gau_job {
    gau_registry *registry; /* borrowed */
    struct gau_component *components;
    uint32_t n_components, capacity;
    struct gau_map by_name;
    uint64_t seed;  /* of the hashes in it */
    uint32_t input; /* GAU_NO_COMPONENT: none */
    struct gau_tree_step *steps;
    uint32_t n_steps, steps_capacity;
    bool incomplete;           /* components of unknown types were left out */
    struct gau_faults *faults; /* collects errors; NULL: the first one ends building */
    uint32_t n_workers;
    struct gau_branch_table branches;
    struct gau_auditor_service svc;
};

/* Builds all of it; @p job is zeroed. After a failure it must be cleared too. */
gau_status gau_job_build(struct gau_job *job, gau_registry *registry, gau_options *options,
                         const gau_app_settings *settings, gau_error *err);
void gau_job_clear(struct gau_job *job);

/* The branches below Setup, if an auditor is active in phases other than execute. */
gau_status gau_job_add_setup(struct gau_job *job, gau_error *err);

/*
 * After all components were initialized: every object that is read has one producer of the same
 * type, which is not always called after its reader. The message has a line per error.
 * Freezes the keys.
 */
gau_status gau_store_keys_check(struct gau_store_keys *keys, gau_error *err);

/* NULL if there is none. */
struct gau_component *gau_job_find(const struct gau_job *job, const char *name);

/* A component with its properties set, from @p node; @p cls is NULL for a sequence. */
gau_status gau_component_add(struct gau_job *job, uint32_t *index, const gau_node *node,
                             const gau_class *cls, gau_error *err);
void gau_component_clear(struct gau_component *component, uint32_t max_branches);

/* One more instance, with its properties set; to be cleared, which releases it, also after a
 * failure. With @p faults, errors of settings go there. */
gau_status gau_instance_make(struct gau_instance *out, const struct gau_component *c,
                             uint32_t max_branches, struct gau_faults *faults, gau_error *err);

/* Destroys it in @p w, if that was not done, and warns of a failure. @p w NULL: it was not
 * initialized. */
void gau_instance_clear(struct gau_worker *w, const struct gau_component *c,
                        struct gau_instance *instance, uint32_t max_branches);

/* What the hooks of an auditor get in a worker or thread slot: its instance of that number, or a
 * new state of this thread. It is called in the order of numbers. */
gau_status gau_component_add_listener(struct gau_component *c, uint32_t number, void **self,
                                      uint32_t max_branches, gau_error *err);

/* The states from that number on, which no hook has seen. */
void gau_component_drop_threads(struct gau_component *c, uint32_t from, uint32_t max_branches);

/* Calls thread_end() for all states, and frees them. */
void gau_component_end_threads(struct gau_component *c, gau_context *ctx, uint32_t max_branches);

/* An auditor of which each thread has an instance. */
static inline bool gau_component_is_per_thread(const struct gau_component *c)
{
    return c->cls && c->cls->auditor && c->enabled && !c->cls->shared;
}

static inline void *gau_component_instance(const struct gau_component *c, uint32_t worker)
{
    return c->instances[worker < c->n_instances ? worker : 0].self;
}

#endif
