/* SPDX-License-Identifier: Apache-2.0 */
#include "errors/errors.h"
#include "framework/src/classes/properties.h"
#include "framework/src/options/faults.h"
#include "messages.h"
#include "worker.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_PROPERTIES = 12 };

static const gau_property *common_table(const struct gau_component *c)
{
    return c->cls ? gau_common_properties(gau_class_kind_of(c->cls)) : gau_sequence_properties;
}

static void *common_self(struct gau_component *c)
{
    return c->cls && c->cls->auditor ? (void *)&c->filter : (void *)&c->policy;
}

void gau_instance_clear(struct gau_worker *w, const struct gau_component *c,
                        struct gau_instance *instance, uint32_t max_branches)
{
    if (w && gau_instance_destroy(w, c, instance) < 0)
        gau_warn("%s", w->error.message);
    if (instance->called && c->cls->release)
        c->cls->release(instance->self);
    if (instance->self)
        gau_properties_clear(c->cls->properties, instance->self);
    free(instance->self);
    if (instance->array)
        gau_address_space_release(instance->array, max_branches, c->cls->auditor->branches_size);
    *instance = (struct gau_instance){0};
}

void gau_component_clear(struct gau_component *c, uint32_t max_branches)
{
    for (uint32_t i = 0; i < c->n_instances; i++)
        gau_instance_clear(NULL, c, &c->instances[i], max_branches);
    free(c->instances);
    free(c->error_text);
    gau_properties_clear(common_table(c), common_self(c));
}

/* --- settings ------------------------------------------------------------------------------ */

/* Without a similar name, all names are listed, if they are few. */
static gau_status no_such_property(const struct gau_component *c, const gau_setting *s,
                                   gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_by_words(s->name);
    const gau_property *const tables[] = {c->cls ? c->cls->properties : NULL, common_table(c)};
    size_t n = 0, listed = 0;

    for (size_t t = 0; t < 2; t++)
        for (const gau_property *p = tables[t]; p && p->type != GAU_TYPE_END; p++, n++)
            gau_suggest_offer(&suggest, p->name);
    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__, "%s%s%s has no property '%.*s'",
                  c->cls ? "class '" : "a sequence", c->cls ? c->cls->name : "", c->cls ? "'" : "",
                  GAU_QUOTE(s->name));
    gau_suggest_append(&suggest, err);
    for (size_t t = 0; !suggest.best && n <= LISTED_PROPERTIES && t < 2; t++)
        for (const gau_property *p = tables[t]; p && p->type != GAU_TYPE_END; p++)
            gau_error_append(err, "%s %s", listed++ ? "," : "; it has:", p->name);
    return GAU_ERR_UNKNOWN;
}

/* A setting of the framework's table, if @p common, or of the class; those of the other one are
 * skipped. */
static gau_status apply_setting(void *to, const struct gau_component *c, const gau_setting *s,
                                bool common, gau_error *err)
{
    const gau_property *const theirs = gau_property_find(common_table(c), s->name);
    const gau_property *const own = c->cls ? gau_property_find(c->cls->properties, s->name) : NULL;
    const gau_property *const property = common ? theirs : own;

    if (!theirs && !own)
        return no_such_property(c, s, err);
    return property ? gau_property_set(property, to, s->value, err) : GAU_OK;
}

/* Errors of settings go to @p faults, unless that is NULL. */
static gau_status apply_settings(void *to, const struct gau_component *c, bool common,
                                 struct gau_faults *faults, gau_error *err)
{
    for (size_t i = 0; i < c->node->n_settings; i++) {
        const gau_setting *const s = &c->node->settings[i];
        const gau_status status = apply_setting(to, c, s, common, err);

        if (status >= 0)
            continue;
        gau_error_wrap(err, status, "%s: %s.%s", GAU_LOCATION_TEXT(s->location), c->name, s->name);
        if (!faults || status == GAU_ERR_MEMORY)
            return status;
        gau_faults_add(faults, s->location, err);
    }
    return GAU_OK;
}

/* --- instances ----------------------------------------------------------------------------- */

/* Elements of that size, one per branch; @p offset: of the pointer to them. */
static gau_status make_array(const struct gau_component *c, struct gau_instance *instance,
                             size_t offset, size_t size, uint32_t max_branches, gau_error *err)
{
    if (!size)
        return GAU_OK;
    instance->array = gau_address_space_reserve(max_branches, size);
    if (!instance->array)
        return gau_fail(err, GAU_ERR_MEMORY,
                        "no address space for the data of '%s': %u branches of %zu bytes; "
                        "maxBranches can be lowered",
                        c->name, max_branches, size);
    memcpy((char *)instance->self + offset, &instance->array, sizeof(void *));
    return GAU_OK;
}

gau_status gau_instance_make(struct gau_instance *out, const struct gau_component *c,
                             uint32_t max_branches, struct gau_faults *faults, gau_error *err)
{
    const size_t size = c->cls->instance_size;
    const gau_auditor_ops *const ops = c->cls->auditor;

    *out = (struct gau_instance){.self = calloc(1, size ? size : 1)};
    if (!out->self)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory ('%s')", c->name);
    GAU_TRY(gau_properties_init(c->cls->properties, out->self, err));
    GAU_TRY(apply_settings(out->self, c, false, faults, err));
    return ops ? make_array(c, out, ops->branches_offset, ops->branches_size, max_branches, err)
               : GAU_OK;
}

static gau_status make_instances(struct gau_component *c, uint32_t count, uint32_t max_branches,
                                 struct gau_faults *faults, gau_error *err)
{
    c->instances = calloc(count, sizeof *c->instances);
    if (!c->instances)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory ('%s')", c->name);
    c->n_instances = count;
    for (uint32_t i = 0; i < count; i++)
        GAU_TRY(gau_instance_make(&c->instances[i], c, max_branches, faults, err));
    return GAU_OK;
}

static gau_status configure(struct gau_job *job, struct gau_component *c, const gau_node *node,
                            gau_error *err)
{
    const bool single = c->cls && (c->cls->input || c->cls->shared);

    GAU_TRY(gau_properties_init(common_table(c), common_self(c), err));
    GAU_TRY(apply_settings(common_self(c), c, true, job->faults, err));
    if (c->cls && c->cls->auditor) {
        const gau_status status = gau_auditor_filter_check(&c->filter, err);

        if (status < 0)
            return gau_error_wrap(err, status, "%s: %s", GAU_LOCATION_TEXT(node->location),
                                  c->name);
        c->enabled = c->filter.enable;
    } else {
        c->enabled = c->cls && c->cls->input ? true : c->policy.enable;
    }
    if (!c->cls)
        return GAU_OK;
    return make_instances(c, single ? 1 : job->n_workers, job->branches.max, job->faults, err);
}

/* --- states of threads --------------------------------------------------------------------- */

/* A state has cache lines of its own. */
gau_status gau_component_add_listener(struct gau_component *c, uint32_t number, void **self,
                                      uint32_t max_branches, gau_error *err)
{
    enum { LINE = 64 };
    const gau_auditor_ops *const ops = c->cls->auditor;
    const size_t size = (ops->thread_size + LINE - 1) / LINE * LINE;
    struct gau_instance *thread;

    *self = gau_component_instance(c, number);
    if (!size)
        return GAU_OK;
    if (!gau_array_grow(&c->threads, c->n_threads, &c->threads_capacity, sizeof *c->threads) ||
        posix_memalign(self, LINE, size) != 0)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory ('%s', thread)", c->name);
    memset(*self, 0, size);
    memcpy((char *)*self + ops->thread_instance_offset, &c->instances[0].self, sizeof(void *));
    thread = &c->threads[c->n_threads++];
    *thread = (struct gau_instance){.self = *self};
    return make_array(c, thread, ops->thread_branches_offset, ops->thread_branches_size,
                      max_branches, err);
}

void gau_component_drop_threads(struct gau_component *c, uint32_t from, uint32_t max_branches)
{
    while (c->n_threads > from) {
        const struct gau_instance *const thread = &c->threads[--c->n_threads];

        free(thread->self);
        if (thread->array)
            gau_address_space_release(thread->array, max_branches,
                                      c->cls->auditor->thread_branches_size);
    }
}

void gau_component_end_threads(struct gau_component *c, gau_context *ctx, uint32_t max_branches)
{
    ctx->name = c->name;
    for (uint32_t i = 0; i < c->n_threads; i++)
        if (c->threads[i].self && c->cls->auditor->thread_end)
            c->cls->auditor->thread_end(c->threads[i].self, ctx);
    gau_component_drop_threads(c, 0, max_branches);
    free(c->threads);
    c->threads = NULL;
    c->threads_capacity = 0;
}

/* --- by name ------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct gau_job *job, const char *name)
{
    return gau_hash(job->seed, name, strlen(name));
}

struct gau_component *gau_job_find(const struct gau_job *job, const char *name)
{
    const uint64_t hash = hash_of(job, name);
    uint32_t i;

    for (uint32_t step = 0; (i = gau_map_next(&job->by_name, hash, &step));)
        if (strcmp(job->components[i - 1].name, name) == 0)
            return &job->components[i - 1];
    return NULL;
}

/* Room for one component more, here and in the table of names. */
static gau_status grow_components(struct gau_job *job, gau_error *err)
{
    if (!gau_array_grow(&job->components, job->n_components, &job->capacity,
                        sizeof *job->components))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (%u components)",
                        job->n_components + 1);
    if (!gau_map_reserve(&job->by_name))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (names of components)");
    return GAU_OK;
}

static gau_status check_name(const gau_node *node, gau_error *err)
{
    const size_t length = strlen(node->name);

    if (length == 0 || length > 200)
        return gau_fail(err, GAU_ERR_RANGE, "%s: a name has 1 to 200 bytes, not %zu",
                        GAU_LOCATION_TEXT(node->location), length);
    if (gau_utf8_has_control(node->name))
        return gau_fail(err, GAU_ERR_SYNTAX, "%s: the name '%.*s' contains a control character",
                        GAU_LOCATION_TEXT(node->location), GAU_QUOTE(node->name));
    return GAU_OK;
}

gau_status gau_component_add(struct gau_job *job, uint32_t *index, const gau_node *node,
                             const gau_class *cls, gau_error *err)
{
    const struct gau_component *other;
    struct gau_component *c;

    GAU_TRY(check_name(node, err));
    other = gau_job_find(job, node->name);
    if (other)
        return gau_fail(err, GAU_ERR_DUPLICATE, "%s: '%s' is already defined, at %s",
                        GAU_LOCATION_TEXT(node->location), node->name,
                        GAU_LOCATION_TEXT(other->location));
    GAU_TRY(grow_components(job, err));
    *index = job->n_components;
    c = &job->components[*index];
    *c = (struct gau_component){.cls = cls,
                                .node = node,
                                .name = node->name,
                                .named = node->named,
                                .location = node->location,
                                .order.last = cls && cls->auditor ? UINT32_MAX : 0,
                                .error_event = UINT64_MAX};
    gau_map_add(&job->by_name, hash_of(job, node->name), *index + 1);
    job->n_components++;
    return configure(job, c, node, err);
}

/* --- steps --------------------------------------------------------------------------------- */

static void add_components(struct gau_job *job, gau_branch above, gau_phase phase)
{
    for (uint32_t i = 0; i < job->n_components; i++) {
        struct gau_component *const c = &job->components[i];
        gau_branch branch;

        if (!c->cls || !c->enabled || c->cls->auditor)
            continue;
        branch = gau_branch_table_add(&job->branches, above, c->name, i, GAU_BRANCH_COMPONENT);
        job->branches.unnumbered += branch == GAU_NO_BRANCH;
        c->setup[phase] = branch == GAU_NO_BRANCH ? 0 : branch;
    }
}

gau_status gau_job_add_setup(struct gau_job *job, gau_error *err)
{
    gau_branch root = GAU_NO_BRANCH;

    for (unsigned phase = 0; phase < GAU_PHASE_COUNT; phase++) {
        gau_branch above;

        if (phase == GAU_EXECUTE || !job->svc.phases[phase])
            continue;
        if (root == GAU_NO_BRANCH)
            root = gau_branch_table_add(&job->branches, GAU_NO_BRANCH, "Setup", GAU_NO_COMPONENT,
                                        GAU_BRANCH_KIND_ROOT);
        above = root == GAU_NO_BRANCH
                    ? root
                    : gau_branch_table_add(&job->branches, root, gau_phase_names[phase],
                                           GAU_NO_COMPONENT, GAU_BRANCH_COMPONENT);
        if (above == GAU_NO_BRANCH)
            return gau_fail(err, GAU_ERR_RANGE, "maxBranches leaves no room for the branch %s",
                            gau_phase_names[phase]);
        add_components(job, above, (gau_phase)phase);
    }
    return GAU_OK;
}
