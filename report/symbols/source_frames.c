/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolizer_internal.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- source files -------------------------------------------------------------------------- */

/*
 * Source files are known by paths that depend on where the compiler was run: "./x/../include/f.h"
 * and "./y/../include/f.h" are one file, and here one number.
 */

/* Adds the parts of a path to one, without "." and what ".." removes; returns its length, which is
 * at most that of both with a slash. */
static size_t add_parts(char *path, size_t size, const char *text)
{
    if (*text == '/')
        path[0] = '/';
    size = *text == '/' ? 1 : size;
    while (*text) {
        const size_t length = strcspn(text, "/");
        size_t last = size; /* where the last part begins */

        while (last > 0 && path[last - 1] != '/')
            last--;
        if (length == 2 && memcmp(text, "..", 2) == 0 && size > 0 &&
            (size - last != 2 || memcmp(path + last, "..", 2) != 0)) {
            size = last > 1 ? last - 1 : last;
        } else if (length > 0 && (length > 1 || *text != '.')) {
            if (size > 0 && path[size - 1] != '/')
                path[size++] = '/';
            memcpy(path + size, text, length);
            size += length;
        }
        text += length + (text[length] == '/');
    }
    return size;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *folder = NULL;

    if (dwarf_attr(unit, DW_AT_comp_dir, &attribute))
        folder = dwarf_formstring(&attribute);
    return folder ? folder : "";
}

static uint32_t put_file(struct gau_symbolizer *symbols, Dwarf_Die *unit, const char *text)
{
    char path[PATH_MAX];
    const char *folder;

    if (!text || !*text || !strcmp(text, "???")) /* elfutils has no name for it either */
        return 0;
    folder = folder_of(unit);
    if (strlen(folder) + strlen(text) + 1 > sizeof path)
        return gau_text_pool_put(&symbols->texts, text);
    return gau_text_pool_put_part(&symbols->texts, path,
                                  add_parts(path, add_parts(path, 0, folder), text));
}

/* --- names of C++ without linkage ---------------------------------------------------------- */

/*
 * gcc gives C++ functions without external linkage, lambdas among them, no linkage name. Their
 * names follow from what they are nested in. Finding that needs a walk through the unit, so it is
 * done once for each.
 */

enum { NAME_MAX_SIZE = 4096, LINKS_MAX = 16 };

/* Returns where a function is declared, as opposed to where its code is. */
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

/* Returns how a scope is written before "::"; NULL if it is not. */
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

/* Returns the whole name of a function that others lie in, where it has one; malloc'ed. */
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

static const char *qualified_name(struct gau_symbolizer *symbols, Dwarf_Die *die)
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
    number = gau_text_pool_put(&symbols->texts, text);
    if (number)
        gau_map_add(&symbols->qualified_map, key, number);
    return number ? symbols->texts.items[number] : name;
}

/* --- lines --------------------------------------------------------------------------------- */

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
    position.file = put_file(symbols, unit, dwarf_linesrc(line, NULL, NULL));
    position.line = number > 0 ? (uint32_t)number : 0;
    return position;
}

/* Returns the value of an attribute; 0 if there is none, or it makes no sense. */
static uint32_t number_of(Dwarf_Attribute *attribute)
{
    Dwarf_Word value;

    if (!attribute || dwarf_formudata(attribute, &value) || value > INT32_MAX)
        return 0;
    return (uint32_t)value;
}

/* Returns the source file that an attribute names by its number in its unit. elfutils has
 * dwarf_decl_file() for that, which aborts the process if the unit has no files. */
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
    return put_file(symbols, &unit->die, dwarf_filesrc(files, number, NULL, NULL));
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
        name = qualified_name(symbols, die);
    return name && *name ? name : NULL;
}

static void declare_function(struct gau_symbolizer *symbols, struct gau_unit *unit, Dwarf_Die *die,
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

/* Returns the function that was called. Its name is that of its symbol, which differs between
 * copies and parts; its declaration is from debug information. */
static uint32_t called_function(struct gau_symbolizer *symbols, uint32_t number, uint64_t address,
                                struct gau_unit *unit, struct gau_scope *scope)
{
    const struct gau_elf_module *module = symbols->modules[number - 1];
    const struct gau_symbol *symbol = gau_symbol_table_find(&module->names, address);
    struct gau_function_key key = {.module = number};
    Dwarf_Addr entry;

    if (!symbol && !scope)
        symbol =
            gau_symbol_table_find(&module->names, gau_symbol_table_start(&module->names, address));
    if (scope) {
        key.linkage = linkage_of(symbols, &scope->die);
        declare_function(symbols, unit, &scope->die, &key);
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
        return unnamed(symbols, number, gau_symbol_table_start(&module->names, address));
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
    declare_function(symbols, unit, &scope->die, &key);
    scope->function = gau_functions_put(symbols, &key);
    scope->known = true;
    return scope->function;
}

/* --- frames --------------------------------------------------------------------------------- */

uint32_t gau_frames_find(struct gau_symbolizer *symbols, uint32_t module, uint64_t address,
                         struct gau_source_frame *frames)
{
    struct gau_elf_module *file = symbols->modules[module - 1];
    struct gau_unit *unit = gau_units_find(&file->units, address - file->bias);
    struct position position = {0, 0};
    struct gau_scope *scope = NULL;
    uint32_t count = 0;

    if (unit) {
        const uint32_t number = gau_pieces_find(&unit->scopes.pieces, address - file->bias);

        position = line_at(symbols, &unit->die, address - file->bias);
        scope = number == GAU_SCOPE_NONE ? NULL : &unit->scopes.items[number];
    }
    while (scope && scope->outer != GAU_SCOPE_NONE && count + 1 < GAU_FRAMES_MAX) {
        frames[count++] = (struct gau_source_frame){
            .function = inlined(symbols, module, unit, scope),
            .file = position.file,
            .line = position.line,
            .inlined = true,
        };
        position = call_of(symbols, unit, &scope->die);
        scope = &unit->scopes.items[scope->outer];
    }
    frames[count++] = (struct gau_source_frame){
        .function = called_function(symbols, module, address, unit, scope),
        .file = position.file,
        .line = position.line,
    };
    return count;
}
