/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>

struct position {
    uint32_t file, line;
};

static struct position line_at(struct gau_symbolizer *symbols, Dwarf_Die *unit, Dwarf_Addr address)
{
    struct position position = {0, 0};
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    int number = 0;

    if (!line || dwarf_lineno(line, &number))
        return position;
    position.file = gau_files_put(symbols, unit, dwarf_linesrc(line, NULL, NULL));
    position.line = number > 0 ? (uint32_t)number : 0;
    return position;
}

/* The value of an attribute; 0: there is none, or it makes no sense. */
static uint32_t number_of(Dwarf_Attribute *attribute)
{
    Dwarf_Word value;

    if (!attribute || dwarf_formudata(attribute, &value) || value > INT32_MAX)
        return 0;
    return (uint32_t)value;
}

/* The source file that an attribute names by its number in the unit it stands in. elfutils has
 * dwarf_decl_file() for that, which gives up the process if the unit has no files. */
static uint32_t file_of(struct gau_symbolizer *symbols, struct gau_unit *unit,
                        Dwarf_Attribute *attribute)
{
    const uint32_t number = number_of(attribute);
    Dwarf_Die own;
    Dwarf_Files *files;
    size_t count;

    if (!attribute)
        return 0;
    if (dwarf_cu_info(attribute->cu, NULL, NULL, &own, NULL, NULL, NULL, NULL) ||
        dwarf_getsrcfiles(&own, &files, &count) || number >= count)
        return 0;
    return gau_files_put(symbols, &unit->die, dwarf_filesrc(files, number, NULL, NULL));
}

static struct position call_of(struct gau_symbolizer *symbols, struct gau_unit *unit,
                               Dwarf_Die *die)
{
    Dwarf_Attribute file;
    Dwarf_Attribute line;

    return (struct position){
        .file = file_of(symbols, unit, dwarf_attr(die, DW_AT_call_file, &file)),
        .line = number_of(dwarf_attr(die, DW_AT_call_line, &line)),
    };
}

/* --- functions ------------------------------------------------------------------------------ */

static const char *linkage_of(struct gau_symbolizer *symbols, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = NULL;

    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
        dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
        name = dwarf_formstring(&attribute);
    if (!name)
        name = gau_qualified_name(symbols, die);
    return name && *name ? name : NULL;
}

static void declare(struct gau_symbolizer *symbols, struct gau_unit *unit, Dwarf_Die *die,
                    struct gau_function_key *key)
{
    Dwarf_Attribute file;
    Dwarf_Attribute line;

    key->file = file_of(symbols, unit, dwarf_attr_integrate(die, DW_AT_decl_file, &file));
    key->line = number_of(dwarf_attr_integrate(die, DW_AT_decl_line, &line));
}

static uint32_t unnamed(struct gau_symbolizer *symbols, uint32_t module, uint64_t start)
{
    char text[32];
    const struct gau_function_key key = {
        .linkage = text, .module = module, .kind = GAU_FUNCTION_ADDRESS, .start = start};

    snprintf(text, sizeof text, "func@0x%" PRIx64, start);
    return gau_functions_put(symbols, &key);
}

/* What was called. Its symbol names it, which tells copies and parts apart; debug information says
 * where it is declared. */
static uint32_t called(struct gau_symbolizer *symbols, uint32_t number, uint64_t address,
                       struct gau_unit *unit, struct gau_scope *scope)
{
    const struct gau_module *module = symbols->modules[number - 1];
    const struct gau_name *symbol = gau_names_find(&module->names, address);
    struct gau_function_key key = {.module = number};
    Dwarf_Addr entry;

    if (!symbol && !scope)
        symbol = gau_names_find(&module->names, gau_names_start(&module->names, address));
    if (scope) {
        key.linkage = linkage_of(symbols, &scope->die);
        declare(symbols, unit, &scope->die, &key);
        if (!dwarf_entrypc(&scope->die, &entry))
            key.start = entry + module->bias;
    }
    if (symbol) {
        key.linkage = symbol->text;
        key.start = symbol->start;
        key.size = symbol->sized ? symbol->end - symbol->start : 0;
        key.kind = symbol->stub ? GAU_FUNCTION_STUB : GAU_FUNCTION_NAMED;
    }
    if (!key.linkage)
        return unnamed(symbols, number, gau_names_start(&module->names, address));
    return gau_functions_put(symbols, &key);
}

static uint32_t inlined(struct gau_symbolizer *symbols, uint32_t number, struct gau_unit *unit,
                        struct gau_scope *scope)
{
    struct gau_function_key key = {.module = number};

    if (scope->known)
        return scope->function;
    key.linkage = linkage_of(symbols, &scope->die);
    if (!key.linkage)
        key.linkage = "[inlined]";
    declare(symbols, unit, &scope->die, &key);
    scope->function = gau_functions_put(symbols, &key);
    scope->known = true;
    return scope->function;
}

/* --- frames --------------------------------------------------------------------------------- */

uint32_t gau_frames_find(struct gau_symbolizer *symbols, uint32_t module, uint64_t address,
                         struct gau_frame *frames)
{
    struct gau_module *file = symbols->modules[module - 1];
    struct gau_unit *unit = gau_units_find(&file->units, address - file->bias);
    struct position position = {0, 0};
    struct gau_scope *scope = NULL;
    uint32_t count = 0;

    if (unit) {
        const uint32_t number = gau_scopes_find(&unit->scopes, address - file->bias);

        position = line_at(symbols, &unit->die, address - file->bias);
        scope = number == GAU_SCOPE_NONE ? NULL : &unit->scopes.scopes[number];
    }
    while (scope && scope->outer != GAU_SCOPE_NONE && count + 1 < GAU_FRAMES_MAX) {
        frames[count++] = (struct gau_frame){
            .function = inlined(symbols, module, unit, scope),
            .file = position.file,
            .line = position.line,
            .inlined = true,
        };
        position = call_of(symbols, unit, &scope->die);
        scope = &unit->scopes.scopes[scope->outer];
    }
    frames[count++] = (struct gau_frame){
        .function = called(symbols, module, address, unit, scope),
        .file = position.file,
        .line = position.line,
    };
    return count;
}
