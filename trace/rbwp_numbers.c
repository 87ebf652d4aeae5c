/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_output.h"

#include <stdlib.h>
#include <string.h>

enum { NO_NUMBER = -1 };

struct gau_rbwp_branch {
    bool defined;
    uint8_t kind, work;
    uint32_t parent;
    int32_t item, sub_item, processor; /* numbers of its own; NO_NUMBER: none */
    uint32_t size;
    char *name;
};

/* --- branches ------------------------------------------------------------------------------ */

/* Makes room for element @p n. */
static bool make_room(struct gau_rbwp_output *output, uint32_t n)
{
    const uint32_t size = n < 64 ? 64 : 2 * n;
    struct gau_rbwp_branch *const branches =
        n < output->n_branches ? output->branches
                               : realloc(output->branches, size * sizeof *branches);

    if (!branches) {
        output->no_memory = true;
        return false;
    }
    for (; output->n_branches < size && n >= output->n_branches; output->n_branches++)
        branches[output->n_branches] = (struct gau_rbwp_branch){
            .parent = UINT32_MAX, .item = NO_NUMBER, .sub_item = NO_NUMBER, .processor = NO_NUMBER};
    output->branches = branches;
    return true;
}

void gau_rbwp_add_branch(struct gau_rbwp_output *output, const struct gau_trace_branch *branch,
                         const char *name, uint32_t size)
{
    struct gau_rbwp_branch *at;

    if (branch->branch > GAU_TRACE_ID_MAX || !make_room(output, branch->branch))
        return;
    at = &output->branches[branch->branch];
    if (at->defined)
        return;
    at->name = malloc(size + 1);
    if (!at->name) {
        output->no_memory = true;
        return;
    }
    memcpy(at->name, name, size);
    at->name[size] = '\0';
    at->size = size;
    at->parent = branch->parent < branch->branch ? branch->parent : UINT32_MAX;
    at->kind = branch->kind;
    at->work = branch->work < GAU_RBWP_WORK_TYPES ? (uint8_t)branch->work : 0;
    at->defined = true;
}

/* NULL: it is undefined, since its block was lost. */
static struct gau_rbwp_branch *branch_at(const struct gau_rbwp_output *output, uint32_t branch)
{
    return branch < output->n_branches && output->branches[branch].defined
               ? &output->branches[branch]
               : NULL;
}

/* --- numbers ------------------------------------------------------------------------------- */

/* Appends a branch to a table of @p most; its number, or NO_NUMBER. */
static int32_t append(struct gau_rbwp_output *output, uint32_t **table, uint32_t *n, uint32_t most,
                      uint32_t branch)
{
    if (*n >= most)
        return NO_NUMBER;
    if (!*table)
        *table = malloc(most * sizeof **table); /* what is not used is not touched */
    if (!*table) {
        output->no_memory = true;
        return NO_NUMBER;
    }
    (*table)[*n] = branch;
    return (int32_t)(*n)++;
}

uint8_t gau_rbwp_item(struct gau_rbwp_output *output, uint32_t branch)
{
    struct gau_rbwp_branch *const at = branch_at(output, branch);

    if (at && at->item == NO_NUMBER) {
        at->item = append(output, &output->items, &output->n_items, GAU_RBWP_OTHER_ITEM, branch);
        if (at->item == NO_NUMBER) {
            at->item = GAU_RBWP_OTHER_ITEM;
            output->folded++;
        }
    }
    output->has_other_item |= !at || at->item == GAU_RBWP_OTHER_ITEM;
    return at ? (uint8_t)at->item : GAU_RBWP_OTHER_ITEM;
}

uint8_t gau_rbwp_no_item(struct gau_rbwp_output *output)
{
    output->has_other_item = true;
    return GAU_RBWP_OTHER_ITEM;
}

/* Without a number of its own, it has that of the nearest branch above that has one. */
uint16_t gau_rbwp_sub_item(struct gau_rbwp_output *output, uint32_t branch)
{
    struct gau_rbwp_branch *const at = branch_at(output, branch);
    uint32_t above = branch;

    if (at && at->sub_item == NO_NUMBER)
        at->sub_item = append(output, &output->sub_items, &output->n_sub_items,
                              GAU_RBWP_OTHER_SUB_ITEM, branch);
    if (at && at->sub_item == NO_NUMBER) {
        output->folded++;
        while (above < output->n_branches && output->branches[above].sub_item == NO_NUMBER)
            above = output->branches[above].parent;
        at->sub_item =
            above < output->n_branches ? output->branches[above].sub_item : GAU_RBWP_OTHER_SUB_ITEM;
    }
    output->has_other_sub_item |= !at || at->sub_item == GAU_RBWP_OTHER_SUB_ITEM;
    return at ? (uint16_t)at->sub_item : GAU_RBWP_OTHER_SUB_ITEM;
}

/* The number at the end of a name that has no other digits there; NO_NUMBER: none that fits. */
static int32_t number_of_name(const struct gau_rbwp_branch *branch)
{
    enum { DIGITS = 4 };
    uint32_t digits = 0, number = 0;

    while (digits < branch->size && strchr("0123456789", branch->name[branch->size - 1 - digits]))
        digits++;
    if (digits == 0 || digits > DIGITS)
        return NO_NUMBER;
    for (const char *c = branch->name + branch->size - digits; *c; c++)
        number = 10 * number + (uint32_t)(*c - '0');
    return number < GAU_RBWP_GPU_NUMBER ? (int32_t)number : NO_NUMBER;
}

/* That of its name, or the first that is free. The last of all is for those beyond. */
static int32_t choose_processor(struct gau_rbwp_output *output,
                                const struct gau_rbwp_branch *branch)
{
    int32_t number = number_of_name(branch);

    if (number == NO_NUMBER || output->has_processor[number])
        for (number = 0; number < GAU_RBWP_GPU_NUMBER && output->has_processor[number]; number++)
            ;
    output->has_processor[number] = true;
    return number;
}

uint64_t gau_rbwp_processor(struct gau_rbwp_output *output, uint32_t branch)
{
    struct gau_rbwp_branch *const work = branch_at(output, branch);
    const uint32_t parent = work && work->parent != UINT32_MAX ? work->parent : branch;
    struct gau_rbwp_branch *const at = branch_at(output, parent);

    if (at && at->processor == NO_NUMBER)
        at->processor = choose_processor(output, at);
    return (uint64_t)GAU_RBWP_GPU << GAU_RBWP_KIND_SHIFT |
           (uint64_t)(output->node & 0xffff) << GAU_RBWP_NODE_SHIFT |
           (uint64_t)(at ? at->processor : GAU_RBWP_GPU_NUMBER);
}

/* --- descriptors --------------------------------------------------------------------------- */

/* The path of a branch below its root, or the name of the root, as long as the format allows, from
 * its beginning. Returns its bytes. @p text NULL: only those. */
static uint32_t write_path(const struct gau_rbwp_output *output, uint32_t branch,
                           unsigned char *text)
{
    const struct gau_rbwp_branch *const at = &output->branches[branch];
    const bool has_parent =
        at->parent < output->n_branches && output->branches[at->parent].parent != UINT32_MAX;
    uint32_t used = has_parent ? write_path(output, at->parent, text) : 0;
    uint32_t left = GAU_RBWP_NAME_MAX - used, size = at->size;

    if (has_parent && left > 0) {
        if (text)
            text[used] = ' ';
        used++;
        left--;
    }
    if (size > left) {
        size = left;
        while (size > 0 && ((unsigned char)at->name[size] & 0xc0) == 0x80)
            size--; /* whole characters */
    }
    if (text && size)
        memcpy(text + used, at->name, size);
    return used + size;
}

static unsigned char *put_path(const struct gau_rbwp_output *output, uint32_t branch,
                               unsigned char *at)
{
    const uint32_t size = write_path(output, branch, at + 2);

    gau_rbwp_put(at, size, 2);
    return at + 2 + size;
}

static const char other[] = "(other)";

static unsigned char *put_other(unsigned char *at)
{
    at = gau_rbwp_put(at, sizeof other - 1, 2);
    memcpy(at, other, sizeof other - 1);
    return at + sizeof other - 1;
}

static size_t descriptors_size(const struct gau_rbwp_output *output)
{
    size_t size = 2 * (5 + sizeof other);

    for (uint32_t i = 0; i < output->n_items; i++)
        size += 4 + write_path(output, output->items[i], NULL);
    for (uint32_t i = 0; i < output->n_sub_items; i++)
        size += 5 + write_path(output, output->sub_items[i], NULL);
    return size;
}

unsigned char *gau_rbwp_descriptors(const struct gau_rbwp_output *output, size_t *size)
{
    unsigned char *const bytes = malloc(descriptors_size(output));
    unsigned char *at = bytes;

    if (!bytes)
        return NULL;
    for (uint32_t i = 0; i < output->n_items; i++)
        at = put_path(output, output->items[i], gau_rbwp_put(at, i, 2));
    if (output->has_other_item)
        at = put_other(gau_rbwp_put(at, GAU_RBWP_OTHER_ITEM, 2));
    for (uint32_t i = 0; i < output->n_sub_items; i++) {
        at = gau_rbwp_put(at, i, 2);
        *at++ = output->branches[output->sub_items[i]].work;
        at = put_path(output, output->sub_items[i], at);
    }
    if (output->has_other_sub_item) {
        at = gau_rbwp_put(at, GAU_RBWP_OTHER_SUB_ITEM, 2);
        *at++ = GAU_RBWP_OTHER_WORK;
        at = put_other(at);
    }
    *size = (size_t)(at - bytes);
    return bytes;
}

void gau_rbwp_names_clear(struct gau_rbwp_output *output)
{
    for (uint32_t i = 0; i < output->n_branches; i++)
        free(output->branches[i].name);
    free(output->branches);
    free(output->items);
    free(output->sub_items);
    output->branches = NULL;
    output->items = output->sub_items = NULL;
    output->n_branches = 0;
}
