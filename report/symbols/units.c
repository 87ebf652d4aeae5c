/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include "texts.h"

#include <dwarf.h>
#include <stdlib.h>

enum {
    DEPTH_MAX = 256,
    RANGES_MAX = 1 << 24, /* of a unit; a damaged one can name one list again and again */
    STEPS_MAX = 4096,     /* back to a unit that others lie in */
};

/* --- entries of a unit --------------------------------------------------------------------- */

struct range {
    uint64_t start, end;
    uint32_t scope;
};

struct reading {
    struct gau_scopes *scopes;
    struct range *ranges;
    uint32_t count, size;
    Dwarf_Off last; /* of the entry that was visited last: a sound tree never goes back */
};

struct level {
    Dwarf_Die die;
    uint32_t scope; /* that it lies in */
};

static bool add_ranges(struct reading *reading, Dwarf_Die *die, uint32_t scope)
{
    const uint32_t before = reading->count;
    Dwarf_Addr base, start, end;

    for (ptrdiff_t i = 0; (i = dwarf_ranges(die, i, &base, &start, &end)) > 0;) {
        if (!start || start >= end) /* 0: dropped by the linker */
            continue;
        if (reading->count >= RANGES_MAX ||
            !gau_grow(&reading->ranges, reading->count, &reading->size, sizeof *reading->ranges))
            break;
        reading->ranges[reading->count++] = (struct range){start, end, scope};
    }
    return reading->count > before;
}

/* The scope that the entries inside lie in; GAU_SCOPE_NONE: outside of code, or no memory. */
static uint32_t enter(struct reading *reading, Dwarf_Die *die, uint32_t outer)
{
    const int tag = dwarf_tag(die);
    struct gau_scopes *scopes = reading->scopes;
    const uint32_t number = scopes->count;

    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
        return outer;
    if (!gau_grow(&scopes->scopes, number, &scopes->size, sizeof *scopes->scopes) ||
        !add_ranges(reading, die, number))
        return tag == DW_TAG_subprogram ? GAU_SCOPE_NONE : outer;
    scopes->scopes[scopes->count++] =
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

static bool goes_on(struct reading *reading, Dwarf_Die *die)
{
    const Dwarf_Off offset = dwarf_dieoffset(die);

    if (offset <= reading->last)
        return false;
    reading->last = offset;
    return true;
}

static void walk(struct reading *reading, Dwarf_Die *unit)
{
    struct level *levels = calloc(DEPTH_MAX, sizeof *levels);
    int depth = 0;

    if (!levels || dwarf_child(unit, &levels[0].die) != 0) {
        free(levels);
        return;
    }
    levels[0].scope = GAU_SCOPE_NONE;
    while (depth >= 0) {
        struct level *level = &levels[depth];
        uint32_t scope;

        if (!goes_on(reading, &level->die))
            break;
        scope = enter(reading, &level->die, level->scope);
        if (depth + 1 < DEPTH_MAX && has_code(&level->die) &&
            dwarf_child(&level->die, &levels[depth + 1].die) == 0) {
            levels[++depth].scope = scope;
            continue;
        }
        while (depth >= 0 && dwarf_siblingof(&levels[depth].die, &levels[depth].die) != 0)
            depth--;
    }
    free(levels);
}

/* --- pieces -------------------------------------------------------------------------------- */

/* Outer scopes have smaller numbers than those in them. */
static int compare_ranges(const void *left, const void *right)
{
    const struct range *a = left;
    const struct range *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->scope > b->scope) - (a->scope < b->scope);
}

static void begin_piece(struct gau_scopes *scopes, uint64_t start, uint32_t scope)
{
    if (scopes->piece_count && scopes->pieces[scopes->piece_count - 1].start == start)
        scopes->piece_count--;
    if (scopes->piece_count && scopes->pieces[scopes->piece_count - 1].scope == scope)
        return;
    if (gau_grow(&scopes->pieces, scopes->piece_count, &scopes->piece_size, sizeof *scopes->pieces))
        scopes->pieces[scopes->piece_count++] = (struct gau_piece){start, scope};
}

static void end_until(struct gau_scopes *scopes, struct range *open, uint32_t *depth, uint64_t end)
{
    while (*depth && open[*depth - 1].end <= end) {
        --*depth;
        begin_piece(scopes, open[*depth].end, *depth ? open[*depth - 1].scope : GAU_SCOPE_NONE);
    }
}

static void cut(struct reading *reading)
{
    struct range *open = calloc(reading->count + 1u, sizeof *open);
    uint32_t depth = 0;

    if (!open)
        return;
    qsort(reading->ranges, reading->count, sizeof *reading->ranges, compare_ranges);
    for (uint32_t i = 0; i < reading->count; i++) {
        struct range range = reading->ranges[i];

        end_until(reading->scopes, open, &depth, range.start);
        if (depth && range.end > open[depth - 1].end)
            range.end = open[depth - 1].end;
        open[depth++] = range;
        begin_piece(reading->scopes, range.start, range.scope);
    }
    end_until(reading->scopes, open, &depth, UINT64_MAX);
    free(open);
}

/* Without memory, and if the unit is damaged, what was found up to there. */
static void read_pieces(struct gau_scopes *scopes, Dwarf_Die *unit)
{
    struct reading reading = {.scopes = scopes};

    walk(&reading, unit);
    if (reading.count)
        cut(&reading);
    free(reading.ranges);
}

uint32_t gau_scopes_find(const struct gau_scopes *scopes, uint64_t address)
{
    const uint32_t low =
        gau_count_to(scopes->pieces, scopes->piece_count, sizeof *scopes->pieces, address);

    return low ? scopes->pieces[low - 1].scope : GAU_SCOPE_NONE;
}

/* --- units --------------------------------------------------------------------------------- */

static bool add_range(struct gau_units *units, uint64_t start, uint64_t end)
{
    if (!start || start >= end) /* 0: dropped by the linker */
        return true;
    if (units->range_count >= RANGES_MAX ||
        !gau_grow(&units->ranges, units->range_count, &units->range_size, sizeof *units->ranges))
        return false;
    units->ranges[units->range_count++] =
        (struct gau_unit_range){.start = start, .end = end, .unit = units->count};
    return true;
}

/* The part of a split unit that has the functions, if it can be found. */
static void read_scopes(struct gau_unit *unit)
{
    Dwarf_Die split = {0};
    uint8_t type = 0;

    unit->read = true;
    if (dwarf_cu_info(unit->die.cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 &&
        type == DW_UT_skeleton && dwarf_tag(&split) == DW_TAG_compile_unit)
        read_pieces(&unit->scopes, &split);
    else
        read_pieces(&unit->scopes, &unit->die);
}

/* A unit that does not say where its code is: its functions do. */
static void add_functions(struct gau_units *units, struct gau_unit *unit)
{
    read_scopes(unit);
    for (uint32_t i = 0; i + 1 < unit->scopes.piece_count; i++)
        if (unit->scopes.pieces[i].scope != GAU_SCOPE_NONE)
            add_range(units, unit->scopes.pieces[i].start, unit->scopes.pieces[i + 1].start);
}

static bool add_unit(struct gau_units *units, const Dwarf_Die *die)
{
    const uint32_t before = units->range_count;
    struct gau_unit unit = {.die = *die};
    Dwarf_Addr base, start, end;

    if (!gau_grow(&units->items, units->count, &units->size, sizeof *units->items))
        return false;
    for (ptrdiff_t i = 0; (i = dwarf_ranges(&unit.die, i, &base, &start, &end)) > 0;)
        if (!add_range(units, start, end))
            return false;
    if (units->range_count == before)
        add_functions(units, &unit);
    units->items[units->count++] = unit;
    return true;
}

static int compare_units(const void *left, const void *right)
{
    const struct gau_unit_range *a = left;
    const struct gau_unit_range *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->unit > b->unit) - (a->unit < b->unit);
}

void gau_units_read(struct gau_units *units, Dwarf *dwarf)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    uint8_t type;
    uint64_t reach = 0;

    while (dwarf_get_units(dwarf, cu, &cu, NULL, &type, &die, NULL) == 0)
        if ((type == DW_UT_compile || type == DW_UT_skeleton) && !add_unit(units, &die))
            break;
    if (units->range_count)
        qsort(units->ranges, units->range_count, sizeof *units->ranges, compare_units);
    for (uint32_t i = 0; i < units->range_count; i++) {
        if (units->ranges[i].end > reach)
            reach = units->ranges[i].end;
        units->ranges[i].reach = reach;
    }
}

void gau_units_clear(struct gau_units *units)
{
    for (uint32_t i = 0; i < units->count; i++) {
        free(units->items[i].scopes.scopes);
        free(units->items[i].scopes.pieces);
    }
    free(units->items);
    free(units->ranges);
    *units = (struct gau_units){0};
}

struct gau_unit *gau_units_find(struct gau_units *units, uint64_t address)
{
    const uint32_t low =
        gau_count_to(units->ranges, units->range_count, sizeof *units->ranges, address);

    for (uint32_t i = low, steps = 0; i-- && units->ranges[i].reach > address && steps < STEPS_MAX;
         steps++)
        if (units->ranges[i].end > address) {
            struct gau_unit *unit = &units->items[units->ranges[i].unit];

            if (!unit->read)
                read_scopes(unit);
            return unit;
        }
    return NULL;
}
