/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "errors/errors.h"
#include "framework/src/classes/registry_classes.h"
#include "framework/src/options/faults.h"
#include "framework/src/options/tree.h"

#include "table/heap.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct building {
    struct gau_faults faults;
    struct gau_job *job;
    gau_options *options;
    bool allow_unknown, sections_only;
    bool has_modules;  /* the options name modules, so types may be unknown */
    bool lacks_module; /* one could not be loaded: it may have what is not known */
    bool no_branch;    /* a sequence above has no branch, so its members have none */
    gau_error *err;
};

void gau_job_clear(struct gau_job *job)
{
    for (uint32_t i = 0; i < job->n_components; i++)
        gau_component_clear(&job->components[i], job->branches.max);
    free(job->components);
    gau_map_clear(&job->by_name);
    free(job->steps);
    gau_auditor_service_clear(&job->svc);
    gau_branch_table_clear(&job->branches);
    *job = (struct gau_job){0};
}

static gau_status fail_at(struct building *b, const gau_node *node, gau_status status)
{
    return gau_error_wrap(b->err, status, "%s", GAU_LOCATION_TEXT(node->location));
}

/* --- modules ------------------------------------------------------------------------------- */

/* Beside the option file, then where modules are: GAUDIT_MODULE_PATH is for whole folders. */
static gau_status use_module(struct building *b, const gau_node *node)
{
    const char *const slash = strrchr(node->location.file, '/');
    char path[PATH_MAX];
    gau_status status;
    int length;

    if (node->name[0] == '/' || !slash)
        length = snprintf(path, sizeof path, "%s%s", node->name[0] == '/' ? "" : "./", node->name);
    else
        length = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - node->location.file),
                          node->location.file, node->name);
    if (length < 0 || (size_t)length >= sizeof path)
        return fail_at(b, node,
                       gau_fail(b->err, GAU_ERR_RANGE, "the path '%.*s' is too long",
                                GAU_QUOTE(node->name)));
    if (access(path, F_OK) != 0)
        return fail_at(b, node,
                       gau_fail(b->err, GAU_ERR_IO, "there is no module '%.*s' (searched for %s)",
                                GAU_QUOTE(node->name), path));
    status = b->allow_unknown ? gau_registry_check_file(path, b->err)
                              : gau_registry_load(b->job->registry, path, b->err);
    return status < 0 ? fail_at(b, node, status) : status;
}

/* --- components ---------------------------------------------------------------------------- */

static const gau_class_kind kind_of_node[] = {
    [GAU_NODE_INPUT] = GAU_CLASS_INPUT,
    [GAU_NODE_AUDITOR] = GAU_CLASS_AUDITOR,
    [GAU_NODE_ALGORITHM] = GAU_CLASS_ALGORITHM,
};

/* *out is NULL if the type is unknown and may be. */
static gau_status find_class(struct building *b, const gau_node *node, const gau_class **out)
{
    const gau_class_kind wanted = kind_of_node[node->kind];
    const gau_class *cls = NULL;
    gau_status status = gau_registry_find(&cls, b->job->registry, node->type, b->err);

    *out = NULL;
    if (status == GAU_ERR_UNKNOWN && b->lacks_module)
        return GAU_OK; /* reported already */
    if (status == GAU_ERR_UNKNOWN && b->allow_unknown && b->has_modules) {
        fprintf(stderr,
                "gaudit: notice: %s: class '%s' is not known without the modules of the "
                "job (--load-modules)\n",
                GAU_LOCATION_TEXT(node->location), node->type);
        b->job->incomplete = true;
        return GAU_OK;
    }
    if (status < 0)
        return fail_at(b, node, status);
    if (gau_class_kind_of(cls) != wanted) {
        const char *const is = gau_class_kind_text(gau_class_kind_of(cls));

        return fail_at(b, node,
                       gau_fail(b->err, GAU_ERR_UNKNOWN, "class '%s' is an %s, not an %s",
                                cls->name, is, gau_class_kind_text(wanted)));
    }
    *out = cls;
    return GAU_OK;
}

static gau_status build_input(struct building *b, const gau_node *node)
{
    struct gau_job *const job = b->job;
    const gau_class *cls;
    gau_branch branch;

    GAU_TRY(find_class(b, node, &cls));
    if (!cls)
        return GAU_OK;
    GAU_TRY(gau_component_add(job, &job->input, node, cls, b->err));
    branch = gau_branch_table_add(&job->branches, GAU_ROOT_BACKGROUND, node->name, job->input,
                                  GAU_BRANCH_KIND_BACKGROUND);
    job->branches.unnumbered += branch == GAU_NO_BRANCH;
    job->components[job->input].branch =
        branch == GAU_NO_BRANCH ? (gau_branch)GAU_ROOT_BACKGROUND : branch;
    return GAU_OK;
}

static gau_status build_auditor(struct building *b, const gau_node *node)
{
    struct gau_component *c;
    const gau_class *cls;
    gau_status status;
    uint32_t index;

    GAU_TRY(find_class(b, node, &cls));
    if (!cls)
        return GAU_OK;
    GAU_TRY(gau_component_add(b->job, &index, node, cls, b->err));
    c = &b->job->components[index];
    if (!c->enabled)
        return GAU_OK;
    /* The filter moves while components are added: its address is set again when all exist. */
    status = gau_auditor_service_add(&b->job->svc, &c->auditor, cls->auditor, &c->filter,
                                     cls->shared ? c->instances[0].self : NULL, b->err);
    if (status < 0)
        return gau_error_wrap(b->err, status, "%s: %s", GAU_LOCATION_TEXT(c->location), c->name);
    return GAU_OK;
}

static const struct {
    uint8_t rule;
    bool eager;
} modes[] = {
#define RULE(name, text, rule, eager) {GAU_DECISION_RULE_##rule, eager},
    GAU_SEQUENCE_MODES(RULE)
#undef RULE
};

/* --- the sequence tree --------------------------------------------------------------------- */

static gau_status add_step(struct building *b, const gau_node *node, uint32_t component,
                           gau_branch parent, uint32_t *index)
{
    struct gau_job *const job = b->job;
    struct gau_store_order *const order = &job->components[component].order;
    const bool sequence = node->kind == GAU_NODE_SEQUENCE;
    gau_branch branch;

    if (!gau_array_grow(&job->steps, job->n_steps, &job->steps_capacity, sizeof *job->steps))
        return gau_fail(b->err, GAU_ERR_MEMORY, "out of memory (%u branches)", job->n_steps + 1);
    branch = b->no_branch
                 ? GAU_NO_BRANCH
                 : gau_branch_table_add(&job->branches, parent, job->components[component].name,
                                        component,
                                        sequence ? GAU_BRANCH_SEQUENCE : GAU_BRANCH_ALGORITHM);
    job->branches.unnumbered += branch == GAU_NO_BRANCH;
    if (branch != GAU_NO_BRANCH && node->level)
        job->branches.infos[branch].level = node->level;
    *index = job->n_steps++;
    *order = (struct gau_store_order){order->first ? order->first : job->n_steps, job->n_steps};
    job->steps[*index] = (struct gau_tree_step){
        .branch = branch == GAU_NO_BRANCH ? parent : branch,
        .numbered = branch != GAU_NO_BRANCH,
        .component = component,
        .sequence = sequence,
        .enabled = job->components[component].enabled,
        .rule = modes[node->mode].rule,
        .eager = modes[node->mode].eager && !node->ignore_decision,
        .ignore = node->ignore_decision,
        .invert = node->invert,
        .negated = node->negated,
    };
    return GAU_OK;
}

/* A name seen before is the same component, on another branch. */
static gau_status refer(struct building *b, const gau_node *node, const struct gau_component *known)
{
    if (!known->cls || !known->cls->algorithm)
        return fail_at(b, node,
                       gau_fail(b->err, GAU_ERR_DUPLICATE,
                                "'%s' is already defined, at %s, and is no algorithm", node->name,
                                GAU_LOCATION_TEXT(known->location)));
    if (node->n_settings || (node->type && strcmp(known->cls->name, node->type) != 0))
        return fail_at(b, node,
                       gau_fail(b->err, GAU_ERR_DUPLICATE,
                                "'%s' is already defined, at %s: naming it again runs the same "
                                "instance and allows no other type and no properties",
                                node->name, GAU_LOCATION_TEXT(known->location)));
    return GAU_OK;
}

static gau_status unknown_reference(struct building *b, const gau_node *node)
{
    struct gau_suggest suggest = gau_suggest_for(node->name);

    for (uint32_t i = 0; i < b->job->n_components; i++)
        if (b->job->components[i].cls && b->job->components[i].cls->algorithm)
            gau_suggest_offer(&suggest, b->job->components[i].name);
    return fail_at(b, node,
                   gau_suggest_fail(&suggest, b->err, GAU_ERR_UNKNOWN,
                                    "no algorithm is called '%.*s' so far, and this one has no "
                                    "type",
                                    GAU_QUOTE(node->name)));
}

static gau_status build_algorithm(struct building *b, const gau_node *node, gau_branch parent)
{
    const struct gau_component *const known = gau_job_find(b->job, node->name);
    uint32_t component, step;

    if (known) {
        GAU_TRY(refer(b, node, known));
        component = (uint32_t)(known - b->job->components);
    } else {
        const gau_class *cls;

        if (!node->type && b->job->incomplete)
            return GAU_OK; /* perhaps to what was left out */
        if (!node->type)
            return unknown_reference(b, node);
        GAU_TRY(find_class(b, node, &cls));
        if (!cls)
            return GAU_OK;
        GAU_TRY(gau_component_add(b->job, &component, node, cls, b->err));
    }
    GAU_TRY(add_step(b, node, component, parent, &step));
    b->job->steps[step].end = b->job->n_steps;
    return GAU_OK;
}

/* Errors of nodes are reported together at the end. */
static gau_status note_fault(struct building *b, const gau_node *node, gau_status status)
{
    if (status < 0)
        b->options->failed_node = node;
    if (status >= 0 || status == GAU_ERR_MEMORY || !b->job->faults)
        return status;
    gau_faults_add(b->job->faults, node->location, b->err);
    return GAU_OK;
}

/* And it is left out. */
static gau_status note_left_out(struct building *b, const gau_node *node, gau_status status)
{
    b->job->incomplete |= status < 0 && b->job->faults;
    b->lacks_module |= status < 0 && b->job->faults && node->kind == GAU_NODE_MODULE;
    return note_fault(b, node, status);
}

static gau_status build_member(struct building *b, const gau_node *node, gau_branch parent)
{
    const bool no_branch = b->no_branch;
    uint32_t component, step;

    if (node->kind == GAU_NODE_ALGORITHM)
        return build_algorithm(b, node, parent);
    GAU_TRY(gau_component_add(b->job, &component, node, NULL, b->err));
    GAU_TRY(add_step(b, node, component, parent, &step));
    b->no_branch = !b->job->steps[step].numbered;
    for (size_t i = 0; i < node->n_children; i++)
        GAU_TRY(note_left_out(b, node->children[i],
                              build_member(b, node->children[i], b->job->steps[step].branch)));
    b->no_branch = no_branch;
    b->job->steps[step].end = b->job->n_steps;
    return GAU_OK;
}

static gau_status build_node(struct building *b, const gau_node *node)
{
    if (b->sections_only && node->kind != GAU_NODE_MODULE && node->kind != GAU_NODE_AUDITOR)
        return GAU_OK;
    switch (node->kind) {
    case GAU_NODE_MODULE: return use_module(b, node);
    case GAU_NODE_INPUT: return build_input(b, node);
    case GAU_NODE_AUDITOR: return build_auditor(b, node);
    case GAU_NODE_SEQUENCE:
    case GAU_NODE_ALGORITHM: return build_member(b, node, GAU_ROOT_EVENT);
    case GAU_NODE_JOB: break;
    }
    return GAU_OK;
}

/* --- listening ----------------------------------------------------------------------------- */

static gau_status apply_filters(struct building *b)
{
    struct gau_job *const job = b->job;

    for (uint32_t i = 0; i < job->n_components; i++) {
        struct gau_component *const c = &job->components[i];
        gau_status status;

        if (!c->cls || !c->cls->auditor || !c->enabled)
            continue;
        job->svc.auditors[c->auditor].filter = &c->filter;
        status = gau_auditor_service_apply_filter(&job->svc, c->auditor, b->err);
        if (status == GAU_ERR_UNKNOWN && job->incomplete)
            continue; /* a pattern, perhaps of what was left out */
        if (status < 0)
            gau_error_wrap(b->err, status, "%s: %s", GAU_LOCATION_TEXT(c->location), c->name);
        GAU_TRY(note_fault(b, c->node, status));
    }
    return GAU_OK;
}

static gau_status build_job(struct building *b, gau_registry *registry, gau_options *options,
                            const gau_app_settings *settings)
{
    const gau_node *const root = gau_options_root(options);
    struct gau_job *const job = b->job;
    gau_error *const err = b->err;

    if (!settings->sections_only) {
        job->faults = &b->faults;
        gau_faults_add_all(&b->faults, &options->faults);
        job->incomplete = options->incomplete;
    }
    job->registry = registry;
    job->seed = gau_hash_seed(job);
    job->input = GAU_NO_COMPONENT;
    job->n_workers = settings->workers ? settings->workers : 1;
    GAU_TRY(gau_branch_table_init(&job->branches,
                                  root->max_branches ? root->max_branches : GAU_MAX_BRANCHES, err));
    GAU_TRY(gau_auditor_service_init(&job->svc, &job->branches, err));
    for (size_t i = 0; i < root->n_children; i++)
        b->has_modules |= root->children[i]->kind == GAU_NODE_MODULE;
    for (size_t i = 0; i < root->n_children; i++)
        GAU_TRY(note_left_out(b, root->children[i], build_node(b, root->children[i])));
    GAU_TRY(gau_job_add_setup(job, err));
    GAU_TRY(apply_filters(b));
    return job->branches.no_memory ? gau_fail(err, GAU_ERR_MEMORY, "out of memory (branches)")
                                   : GAU_OK;
}

gau_status gau_job_build(struct gau_job *job, gau_registry *registry, gau_options *options,
                         const gau_app_settings *settings, gau_error *err)
{
    gau_error own;
    struct building b = {.job = job,
                         .options = options,
                         .allow_unknown = settings->allow_unknown,
                         .sections_only = settings->sections_only,
                         .err = err ? err : &own};
    gau_status status;

    status = build_job(&b, registry, options, settings);
    job->faults = NULL;
    if (status >= 0)
        status = gau_faults_report(&b.faults, err);
    gau_faults_clear(&b.faults);
    return status;
}
