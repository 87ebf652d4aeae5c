/* SPDX-License-Identifier: Apache-2.0 */
#include "compilation_units.h"

#include "text_pool.h"

#include <stdlib.h>

enum {
    DEPTH_MAX = 256,
    RANGES_MAX = 1 << 24, /* a damaged unit can name one list again and again */
};

/* --- pieces -------------------------------------------------------------------------------- */

struct range {
    uint64_t start, end;
    uint32_t owner;
};

struct ranges {
    struct range *items;
    uint32_t count, size;
};

static bool add_range(struct ranges *ranges, uint64_t start, uint64_t end, uint32_t owner)
{
    if (ranges->count >= RANGES_MAX ||
        !gau_array_grow(&ranges->items, ranges->count, &ranges->size, sizeof *ranges->items))
        return false;
    ranges->items[ranges->count++] = (struct range){start, end, owner};
    return true;
}

/* Adds the ranges of an entry. Returns false if it has none, or out of memory. */
static bool add_ranges(struct ranges *ranges, Dwarf_Die *die, uint32_t owner)
{
    const uint32_t before = ranges->count;
    Dwarf_Addr base, start, end;

    for (ptrdiff_t i = 0; (i = dwarf_ranges(die, i, &base, &start, &end)) > 0;)
        if (start && start < end &&
            !add_range(ranges, start, end, owner)) /* the linker sets those it dropped to 0 */
            break;
    return ranges->count > before;
}

/* An owner has a smaller number than the owners that lie in it. */
static int compare_ranges(const void *left, const void *right)
{
    const struct range *a = left;
    const struct range *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->owner > b->owner) - (a->owner < b->owner);
}

static void begin_piece(struct gau_pieces *pieces, uint64_t start, uint32_t owner)
{
    if (pieces->count && pieces->items[pieces->count - 1].start == start)
        pieces->count--;
    if (pieces->count && pieces->items[pieces->count - 1].owner == owner)
        return;
    if (gau_array_grow(&pieces->items, pieces->count, &pieces->size, sizeof *pieces->items))
        pieces->items[pieces->count++] = (struct gau_piece){start, owner};
}

static void end_until(struct gau_pieces *pieces, struct range *open, uint32_t *depth, uint64_t end)
{
    while (*depth && open[*depth - 1].end <= end) {
        --*depth;
        begin_piece(pieces, open[*depth].end, *depth ? open[*depth - 1].owner : GAU_SCOPE_NONE);
    }
}

/* A range that ends within another that begins later is cut where that begins. The ranges are
 * freed. */
static void cut_ranges(struct gau_pieces *pieces, struct ranges *ranges)
{
    struct range *open = calloc(ranges->count + 1u, sizeof *open);
    uint32_t depth = 0;

    if (ranges->count)
        qsort(ranges->items, ranges->count, sizeof *ranges->items, compare_ranges);
    for (uint32_t i = 0; open && i < ranges->count; i++) {
        const struct range *const range = &ranges->items[i];

        end_until(pieces, open, &depth, range->start);
        while (depth && open[depth - 1].end < range->end)
            depth--;
        open[depth++] = *range;
        begin_piece(pieces, range->start, range->owner);
    }
    end_until(pieces, open, &depth, UINT64_MAX);
    free(open);
    free(ranges->items);
}

uint32_t gau_pieces_find(const struct gau_pieces *pieces, uint64_t address)
{
    const uint32_t low = gau_count_to(pieces->items, pieces->count, sizeof *pieces->items, address);

    return low ? pieces->items[low - 1].owner : GAU_SCOPE_NONE;
}

/* --- entries of a unit --------------------------------------------------------------------- */

struct reading {
    struct gau_scopes *scopes;
    struct ranges ranges;
    Dwarf_Off last; /* of the entry that was visited last: a sound tree never goes back */
};

/* Returns the scope that the entries inside lie in; GAU_SCOPE_NONE: outside of code, or out of
 * memory. */
static uint32_t enter_scope(struct reading *reading, Dwarf_Die *die, uint32_t outer)
{
    const int tag = dwarf_tag(die);
    struct gau_scopes *scopes = reading->scopes;
    const uint32_t number = scopes->count;

    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
        return outer;
    if (!gau_array_grow(&scopes->items, number, &scopes->size, sizeof *scopes->items) ||
        !add_ranges(&reading->ranges, die, number))
        return tag == DW_TAG_subprogram ? GAU_SCOPE_NONE : outer;
    scopes->items[scopes->count++] =
        (struct gau_scope){.die = *die, .outer = tag == DW_TAG_subprogram ? GAU_SCOPE_NONE : outer};
    return number;
}

static bool has_code(Dwarf_Die *die)
{
    switch (dwarf_tag(die)) {
    case DW_TAG_compile_unit:
    case DW_TAG_skeleton_unit:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block: return dwarf_haschildren(die) > 0;
    default: return false;
    }
}

/* Visits what lies in an entry. */
static void walk_children(struct reading *reading, Dwarf_Die *parent, uint32_t scope, int depth)
{
    Dwarf_Die die;

    if (depth >= DEPTH_MAX || dwarf_child(parent, &die) != 0)
        return;
    do {
        const Dwarf_Off offset = dwarf_dieoffset(&die);
        uint32_t inside;

        if (offset <= reading->last)
            return;
        reading->last = offset;
        inside = enter_scope(reading, &die, scope);
        if (has_code(&die))
            walk_children(reading, &die, inside, depth + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* --- units --------------------------------------------------------------------------------- */

/* Functions of a split unit are in its other part, if that can be found. If memory runs out, or the
 * unit is damaged, the scopes are those found so far. */
static void read_scopes(struct gau_unit *unit)
{
    struct reading reading = {.scopes = &unit->scopes};
    Dwarf_Die split = {0};
    uint8_t type = 0;

    unit->read = true;
    if (dwarf_cu_info(unit->die.cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 &&
        type == DW_UT_skeleton && dwarf_tag(&split) == DW_TAG_compile_unit)
        walk_children(&reading, &split, GAU_SCOPE_NONE, 0);
    else
        walk_children(&reading, &unit->die, GAU_SCOPE_NONE, 0);
    cut_ranges(&unit->scopes.pieces, &reading.ranges);
}

/* A unit without ranges of its own has those of its functions. */
static bool add_unit(struct gau_units *units, const Dwarf_Die *die, struct ranges *ranges)
{
    struct gau_unit unit = {.die = *die};
    const struct gau_pieces *const pieces = &unit.scopes.pieces;

    if (!gau_array_grow(&units->items, units->count, &units->size, sizeof *units->items))
        return false;
    if (!add_ranges(ranges, &unit.die, units->count)) {
        read_scopes(&unit);
        for (uint32_t i = 0; i + 1 < pieces->count; i++)
            if (pieces->items[i].owner != GAU_SCOPE_NONE)
                add_range(ranges, pieces->items[i].start, pieces->items[i + 1].start, units->count);
    }
    units->items[units->count++] = unit;
    return true;
}

void gau_units_read(struct gau_units *units, Dwarf *dwarf)
{
    struct ranges ranges = {0};
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    uint8_t type;

    while (dwarf_get_units(dwarf, cu, &cu, NULL, &type, &die, NULL) == 0)
        if ((type == DW_UT_compile || type == DW_UT_skeleton) && !add_unit(units, &die, &ranges))
            break;
    cut_ranges(&units->pieces, &ranges);
}

void gau_units_clear(struct gau_units *units)
{
    for (uint32_t i = 0; i < units->count; i++) {
        free(units->items[i].scopes.items);
        free(units->items[i].scopes.pieces.items);
    }
    free(units->items);
    free(units->pieces.items);
    *units = (struct gau_units){0};
}

struct gau_unit *gau_units_find(struct gau_units *units, uint64_t address)
{
    const uint32_t number = gau_pieces_find(&units->pieces, address);
    struct gau_unit *const unit = number == GAU_SCOPE_NONE ? NULL : &units->items[number];

    if (unit && !unit->read)
        read_scopes(unit);
    return unit;
}
