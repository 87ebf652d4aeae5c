/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_SYMBOLIZER_INTERNAL_H
#define GAUDIT_REPORT_SYMBOLS_SYMBOLIZER_INTERNAL_H

#include "demangle.h"
#include "elf_module.h"

enum { GAU_FRAMES_MAX = 300 };

/* These functions always exist. */
enum { GAU_UNKNOWN = 0, GAU_DYNAMIC = 1 };

struct gau_resolved_address {
    uint64_t address;
    uint32_t module;
    uint32_t count;
    const struct gau_source_frame *items;
};

struct gau_symbolizer {
    struct gau_bump_allocator heap;
    struct gau_text_pool texts; /* files are numbers of texts */
    struct gau_demangler demangler;
    struct gau_elf_module_search search;
    struct gau_symbolizer_names others; /* zeroed: none */
    struct gau_elf_module **modules;
    uint32_t module_count, module_size;
    struct gau_function **functions;
    uint32_t function_count, function_size;
    struct gau_map function_map, whole_map;
    struct gau_map qualified_map;
    struct gau_resolved_address *resolved;
    uint32_t resolved_count, resolved_size;
    struct gau_map resolved_map;
    const char **warnings;
    uint32_t warning_count, warning_size;
    struct gau_source_frame
        unknown; /* the frame of all addresses that are resolved when out of memory */
    bool out_of_memory;
};

/* A function that is to be found or made, by its linkage name and its position. */
struct gau_function_key {
    const char *linkage;
    uint32_t module, file, line;
    enum gau_function_kind kind;
    uint64_t start, size;
};

/* Returns the number of a function, which may be new; GAU_UNKNOWN if out of memory. */
uint32_t gau_functions_put(struct gau_symbolizer *symbols, const struct gau_function_key *key);

/* Finds the frames at an address of a module; returns how many, 1 to GAU_FRAMES_MAX. */
uint32_t gau_frames_find(struct gau_symbolizer *symbols, uint32_t module, uint64_t address,
                         struct gau_source_frame *frames);

#endif
