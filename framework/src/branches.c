/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "branches.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *gau_reserve(size_t count, size_t size)
{
    size_t bytes;
    void *space;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes == 0)
        return NULL;
    space = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
    return space == MAP_FAILED ? NULL : space;
}

void gau_unreserve(void *space, size_t count, size_t size)
{
    if (space)
        munmap(space, count * size);
}

gau_status gau_branches_init(struct gau_branches *branches, uint32_t max, gau_error *err)
{
    *branches = (struct gau_branches){.max = max < 2 ? 2 : max};
    pthread_mutex_init(&branches->lock, NULL);
    branches->infos = gau_reserve(branches->max, sizeof *branches->infos);
    branches->last_child = gau_reserve(branches->max, sizeof *branches->last_child);
    if (!branches->infos || !branches->last_child ||
        gau_branches_add(branches, GAU_NO_BRANCH, "Event", GAU_NO_COMPONENT, GAU_BRANCH_ROOT) !=
            GAU_BRANCH_EVENT ||
        gau_branches_add(branches, GAU_NO_BRANCH, "Background", GAU_NO_COMPONENT,
                         GAU_BRANCH_ROOT) != GAU_BRANCH_BACKGROUND) {
        gau_branches_clear(branches);
        return gau_fail(err, GAU_ERR_MEMORY, "no address space for %u branches", max);
    }
    return GAU_OK;
}

void gau_branches_clear(struct gau_branches *branches)
{
    if (!branches->max)
        return;
    for (uint32_t b = 0; b < branches->count; b++)
        if (branches->infos[b].path != branches->infos[b].name)
            free((void *)(uintptr_t)branches->infos[b].path);
    gau_unreserve(branches->infos, branches->max, sizeof *branches->infos);
    gau_unreserve(branches->last_child, branches->max, sizeof *branches->last_child);
    pthread_mutex_destroy(&branches->lock);
    *branches = (struct gau_branches){0};
}

/* The identifier: the parent's, one blank, the name. At depth 1 and 0 it is the name itself. */
static const char *make_path(struct gau_branches *branches, gau_branch parent, const char *name)
{
    const gau_branch_info *const above = parent == GAU_NO_BRANCH ? NULL : &branches->infos[parent];
    size_t front, back;
    char *path;

    if (!above || above->depth == 0)
        return name;
    front = strlen(above->path);
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
static void publish(struct gau_branches *branches, gau_branch branch, gau_branch parent)
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

gau_branch gau_branches_add(struct gau_branches *branches, gau_branch parent, const char *name,
                            uint32_t component, gau_branch_kind kind)
{
    const gau_branch branch = branches->count;
    const char *path;

    if (branch >= branches->max)
        return GAU_NO_BRANCH;
    path = make_path(branches, parent, name);
    if (!path)
        return GAU_NO_BRANCH;
    branches->infos[branch] = (gau_branch_info){
        .name = name,
        .path = path,
        .parent = parent,
        .first_child = GAU_NO_BRANCH,
        .next_sibling = GAU_NO_BRANCH,
        .depth = parent == GAU_NO_BRANCH ? 0 : branches->infos[parent].depth + 1,
        .component = component,
        .kind = kind,
    };
    publish(branches, branch, parent);
    return branch;
}

gau_branch gau_branches_child(const struct gau_branches *branches, gau_branch parent,
                              const char *name, gau_branch_kind kind)
{
    gau_branch b = __atomic_load_n(&branches->infos[parent].first_child, __ATOMIC_ACQUIRE);

    while (b != GAU_NO_BRANCH) {
        const gau_branch_info *const info = &branches->infos[b];

        if (info->kind == kind && (info->name == name || strcmp(info->name, name) == 0))
            return b;
        b = __atomic_load_n(&info->next_sibling, __ATOMIC_ACQUIRE);
    }
    return GAU_NO_BRANCH;
}
