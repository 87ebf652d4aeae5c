/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include "texts.h"

#include <dwarf.h>
#include <stdlib.h>

enum {
    RANGES_MAX = 1 << 24,
    STEPS_MAX = 4096, /* back to a unit that others lie in */
};

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
        gau_scopes_read(&unit->scopes, &split);
    else
        gau_scopes_read(&unit->scopes, &unit->die);
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

static int compare(const void *left, const void *right)
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
        qsort(units->ranges, units->range_count, sizeof *units->ranges, compare);
    for (uint32_t i = 0; i < units->range_count; i++) {
        if (units->ranges[i].end > reach)
            reach = units->ranges[i].end;
        units->ranges[i].reach = reach;
    }
}

void gau_units_clear(struct gau_units *units)
{
    for (uint32_t i = 0; i < units->count; i++)
        gau_scopes_clear(&units->items[i].scopes);
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
