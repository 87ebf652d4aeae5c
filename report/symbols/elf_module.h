/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_ELF_MODULE_H
#define GAUDIT_REPORT_SYMBOLS_ELF_MODULE_H

#include "compilation_units.h"
#include "symbol_table.h"
#include "symbolizer.h"

/* One file, with all that elfutils knows about it. It is opened only if it is the file that ran. */

struct gau_elf_module {
    const char *path, *name;
    const uint8_t *build_id;
    uint32_t build_id_size;
    uint64_t recorded_ns;
    bool vdso;
    bool any_build;
    bool tried; /* to open it */
    bool kept;  /* its names are from elsewhere */
    Dwfl *dwfl; /* NULL: addresses are all there is */
    Dwfl_Module *file;
    Dwarf *dwarf;    /* NULL: no debug information */
    Dwarf_Addr bias; /* address in the file = address in the debug information + bias */
    struct gau_symbol_table names;
    struct gau_units units;
};

/* Settings for opening files. */
struct gau_elf_module_search {
    char *debug_path;
    bool debuginfod;
    Dwfl_Callbacks callbacks; /* set here; have to outlive the modules */
};

/* Opens a module. False: it is not the file that ran, or there is none; @p reason becomes a
 * sentence. */
bool gau_elf_module_open(struct gau_elf_module *module, struct gau_elf_module_search *search,
                         struct gau_bump_allocator *heap, char *reason, size_t size);
void gau_elf_module_close(struct gau_elf_module *module);

/* Returns a descriptor of a file with the code that the kernel maps into this process, or -1. */
int gau_vdso_open(void);

#endif
