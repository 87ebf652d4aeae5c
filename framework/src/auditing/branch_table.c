/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "branch_table.h"

#include "section_names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *gau_address_space_reserve(size_t count, size_t size)
{
    size_t bytes;
    void *space;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes == 0)
        return NULL;
    space = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
    return space == MAP_FAILED ? NULL : space;
}

void gau_address_space_release(void *space, size_t count, size_t size)
{
    if (space)
        munmap(space, count * size);
}

/* A power of two. */
static size_t link_count(uint32_t max)
{
    size_t count = 2;

    while (count < 2 * (size_t)max)
        count *= 2;
    return count;
}

gau_status gau_branch_table_init(struct gau_branch_table *branches, uint32_t max, gau_error *err)
{
    *branches = (struct gau_branch_table){.max = max < 2 ? 2 : max};
    branches->link_mask = link_count(branches->max) - 1;
    pthread_mutex_init(&branches->lock, NULL);
    branches->infos = gau_address_space_reserve(branches->max, sizeof *branches->infos);
    branches->last_child = gau_address_space_reserve(branches->max, sizeof *branches->last_child);
    branches->lengths = gau_address_space_reserve(branches->max, sizeof *branches->lengths);
    branches->numbers = gau_address_space_reserve(branches->max, sizeof *branches->numbers);
    branches->links = gau_address_space_reserve(link_count(branches->max), sizeof *branches->links);
    if (!branches->infos || !branches->last_child || !branches->lengths || !branches->numbers ||
        !branches->links ||
        gau_branch_table_add(branches, GAU_NO_BRANCH, "Event", GAU_NO_COMPONENT,
                             GAU_BRANCH_KIND_ROOT) != GAU_ROOT_EVENT ||
        gau_branch_table_add(branches, GAU_NO_BRANCH, "Background", GAU_NO_COMPONENT,
                             GAU_BRANCH_KIND_ROOT) != GAU_ROOT_BACKGROUND) {
        gau_branch_table_clear(branches);
        return gau_fail(err, GAU_ERR_MEMORY, "no address space for %u branches", max);
    }
    return GAU_OK;
}

void gau_branch_table_clear(struct gau_branch_table *branches)
{
    if (!branches->max)
        return;
    for (uint32_t b = 0; b < branches->count; b++)
        if (branches->infos[b].path != branches->infos[b].name)
            free((void *)(uintptr_t)branches->infos[b].path);
    gau_address_space_release(branches->infos, branches->max, sizeof *branches->infos);
    gau_address_space_release(branches->last_child, branches->max, sizeof *branches->last_child);
    gau_address_space_release(branches->lengths, branches->max, sizeof *branches->lengths);
    gau_address_space_release(branches->numbers, branches->max, sizeof *branches->numbers);
    gau_address_space_release(branches->links, link_count(branches->max), sizeof *branches->links);
    pthread_mutex_destroy(&branches->lock);
    *branches = (struct gau_branch_table){0};
}

static __thread bool locked_here;

void gau_branch_table_lock(struct gau_branch_table *branches)
{
    pthread_mutex_lock(&branches->lock);
    locked_here = true;
}

void gau_branch_table_unlock(struct gau_branch_table *branches)
{
    locked_here = false;
    pthread_mutex_unlock(&branches->lock);
}

bool gau_branch_table_locked_here(void)
{
    return locked_here;
}

/* The identifier: the parent's, one blank, the name. At depth 1 and 0 it is the name itself. */
static const char *make_path(struct gau_branch_table *branches, gau_branch parent, const char *name)
{
    const gau_branch_info *const above = parent == GAU_NO_BRANCH ? NULL : &branches->infos[parent];
    size_t front, back;
    char *path;

    if (!above || above->depth == 0)
        return name;
    front = branches->lengths[parent];
    back = strlen(name) + 1;
    if (front + back >= GAU_MAX_PATH)
        return NULL;
    path = malloc(front + 1 + back);
    if (!path) {
        branches->no_memory = true;
        return NULL;
    }
    memcpy(path, above->path, front);
    path[front] = ' ';
    memcpy(path + front + 1, name, back);
    return path;
}

/* The entry is complete before anything points to it. */
static void publish_branch(struct gau_branch_table *branches, gau_branch branch, gau_branch parent)
{
    if (parent != GAU_NO_BRANCH) {
        gau_branch_info *const above = &branches->infos[parent];
        gau_branch *const link = above->first_child == GAU_NO_BRANCH
                                     ? &above->first_child
                                     : &branches->infos[branches->last_child[parent]].next_sibling;

        branches->last_child[parent] = branch;
        __atomic_store_n(link, branch, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&branches->count, branch + 1, __ATOMIC_RELEASE);
}

/* Adds @p made, of which name, parent, component, kind and what is of a section are filled in. */
static gau_branch add_branch(struct gau_branch_table *branches, gau_branch_info made)
{
    const gau_branch branch = branches->count;

    if (branch >= branches->max)
        return GAU_NO_BRANCH;
    made.path = make_path(branches, made.parent, made.name);
    if (!made.path)
        return GAU_NO_BRANCH;
    made.first_child = made.next_sibling = GAU_NO_BRANCH;
    made.depth = made.parent == GAU_NO_BRANCH ? 0 : branches->infos[made.parent].depth + 1;
    branches->infos[branch] = made;
    branches->lengths[branch] = (uint16_t)strlen(made.path);
    publish_branch(branches, branch, made.parent);
    return branch;
}

static gau_work work_of(gau_branch_kind kind)
{
    if (kind == GAU_BRANCH_KIND_BACKGROUND)
        return GAU_WORK_TRANSFER;
    return kind == GAU_BRANCH_SECTION ? GAU_WORK_OPERATION : GAU_WORK_ALGORITHM;
}

gau_branch gau_branch_table_add(struct gau_branch_table *branches, gau_branch parent,
                                const char *name, uint32_t component, gau_branch_kind kind)
{
    return add_branch(branches, (gau_branch_info){.name = name,
                                                  .parent = parent,
                                                  .component = component,
                                                  .kind = kind,
                                                  .work = work_of(kind),
                                                  .level = kind != GAU_BRANCH_KIND_ROOT});
}

/* The link is complete before its key can be seen. */
static void add_link(struct gau_branch_table *branches, uint64_t key, gau_branch branch)
{
    uint64_t at = gau_branch_hash(key) & branches->link_mask;

    while (branches->links[at].key)
        at = (at + 1) & branches->link_mask;
    branches->links[at].branch = branch;
    __atomic_store_n(&branches->links[at].key, key, __ATOMIC_RELEASE);
}

gau_branch gau_branch_table_add_section(struct gau_branch_table *branches, gau_branch parent,
                                        uint32_t number, gau_work work)
{
    const struct gau_section_name *const section = gau_section_name_at(number);
    const gau_branch_kind kind =
        parent == GAU_ROOT_BACKGROUND ? GAU_BRANCH_KIND_BACKGROUND : GAU_BRANCH_SECTION;
    gau_branch branch;

    if (branches->count < branches->max)
        branches->numbers[branches->count] = number; /* before it can be seen */
    branch = add_branch(branches, (gau_branch_info){.name = section->shown,
                                                    .parent = parent,
                                                    .component = GAU_NO_COMPONENT,
                                                    .kind = kind,
                                                    .work = work,
                                                    .level = section->level,
                                                    .no_dots = section->no_dots,
                                                    .message = section->message});

    if (branch != GAU_NO_BRANCH)
        add_link(branches, gau_branch_key(parent, number), branch);
    return branch;
}
