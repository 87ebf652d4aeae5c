/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * gcc gives C++ functions without external linkage, lambdas among them, no linkage name. What they
 * lie in says what they are called. To find that takes a walk through the unit, so it is done once
 * for each.
 */

enum { NAME_MAX_SIZE = 4096, LINKS_MAX = 16 };

/* Where a function is declared, as opposed to where its code is. */
static Dwarf_Die declaration_of(Dwarf_Die *die)
{
    Dwarf_Die found = *die;

    for (int i = 0; i < LINKS_MAX; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;

        if (!dwarf_attr(&found, DW_AT_abstract_origin, &attribute) &&
            !dwarf_attr(&found, DW_AT_specification, &attribute))
            break;
        if (!dwarf_formref_die(&attribute, &next))
            break;
        found = next;
    }
    return found;
}

static bool is_cxx(Dwarf_Die *die)
{
    Dwarf_Die unit;

    if (!dwarf_diecu(die, &unit, NULL, NULL))
        return false;
    switch (dwarf_srclang(&unit)) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14: return true;
    default: return false;
    }
}

/* How a scope is written before "::"; NULL: it is not. */
static const char *part_of(Dwarf_Die *scope)
{
    const char *name = dwarf_diename(scope);

    switch (dwarf_tag(scope)) {
    case DW_TAG_namespace: return name ? name : "(anonymous namespace)";
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type: return name ? name : "{lambda}";
    case DW_TAG_subprogram: return name;
    default: return NULL;
    }
}

/* The whole name of a function that others lie in, where it has one; malloc'ed. */
static char *whole_name(struct gau_symbolizer *symbols, Dwarf_Die *scope)
{
    Dwarf_Attribute attribute;
    const char *linkage = NULL;
    struct gau_demangled names;

    if (dwarf_tag(scope) == DW_TAG_subprogram &&
        dwarf_attr_integrate(scope, DW_AT_linkage_name, &attribute))
        linkage = dwarf_formstring(&attribute);
    if (!linkage || !gau_demangle(&symbols->demangler, linkage, &names))
        return NULL;
    free(names.full);
    return names.name;
}

static void write_name(struct gau_symbolizer *symbols, const char *name, char *text, size_t size,
                       Dwarf_Die *scopes, int count)
{
    size_t used = 0;
    char *whole = NULL;
    int outer = count - 1;

    for (int i = 1; !whole && i < count; i++) {
        whole = whole_name(symbols, &scopes[i]);
        if (whole)
            outer = i;
    }
    for (int i = outer; i > 0 && used < size; i--) {
        const char *part = whole && i == outer ? whole : part_of(&scopes[i]);

        if (part)
            used += (size_t)snprintf(text + used, size - used, "%s::", part);
    }
    free(whole);
    if (used < size)
        snprintf(text + used, size - used, "%s", name);
}

const char *gau_qualified_name(struct gau_symbolizer *symbols, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    Dwarf_Die declaration = declaration_of(die);
    const uint64_t key = (uintptr_t)declaration.addr;
    char text[NAME_MAX_SIZE];
    Dwarf_Die *scopes = NULL;
    uint32_t step = 0;
    uint32_t number;
    int count;

    if (!name || !*name || !is_cxx(&declaration))
        return name;
    number = gau_map_next(&symbols->qualified_map, key, &step);
    if (number)
        return symbols->texts.items[number];
    count = dwarf_getscopes_die(&declaration, &scopes);
    if (count <= 0)
        return name;
    write_name(symbols, name, text, sizeof text, scopes, count);
    free(scopes);
    number = gau_texts_put(&symbols->texts, text);
    if (number)
        gau_map_add(&symbols->qualified_map, key, number);
    return number ? symbols->texts.items[number] : name;
}
