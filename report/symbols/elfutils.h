/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_ELFUTILS_H
#define GAUDIT_REPORT_SYMBOLS_ELFUTILS_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdbool.h>

/*
 * The functions of elfutils that are used, under their own names. It is loaded when the first
 * module is opened: loading takes 0.3 ms, and most commands need no symbols.
 */
/* clang-format off */
#define GAU_ELFUTILS(F) \
    F(dwarf_attr) F(dwarf_attr_integrate) F(dwarf_child) F(dwarf_cu_info) F(dwarf_diecu) \
    F(dwarf_diename) F(dwarf_dieoffset) F(dwarf_entrypc) F(dwarf_filesrc) \
    F(dwarf_formref_die) F(dwarf_formstring) F(dwarf_formudata) F(dwarf_get_units) \
    F(dwarf_getscopes_die) F(dwarf_getsrc_die) F(dwarf_getsrcfiles) F(dwarf_haschildren) \
    F(dwarf_lineno) F(dwarf_linesrc) F(dwarf_ranges) F(dwarf_siblingof) F(dwarf_srclang) \
    F(dwarf_tag) F(dwelf_elf_gnu_build_id) F(dwfl_begin) F(dwfl_end) F(dwfl_errmsg) \
    F(dwfl_module_getdwarf) F(dwfl_module_getelf) F(dwfl_module_getsym_info) \
    F(dwfl_module_getsymtab) F(dwfl_offline_section_address) F(dwfl_report_begin) \
    F(dwfl_report_elf) F(dwfl_report_end) F(dwfl_standard_find_debuginfo) F(elf_begin) \
    F(elf_end) F(elf_getdata) F(elf_getdata_rawchunk) F(elf_getphdrnum) F(elf_getscn) \
    F(elf_getshdrstrndx) F(elf_nextscn) F(elf_rawdata) F(elf_strptr) F(elf_version) \
    F(gelf_getehdr) F(gelf_getphdr) F(gelf_getrela) F(gelf_getshdr) F(gelf_getsym)
/* clang-format on */

#define GAU_ELFUTILS_MEMBER(name) __typeof__(name) *name;
extern struct gau_elfutils {
    GAU_ELFUTILS(GAU_ELFUTILS_MEMBER)
} gau_elfutils;

/* Loads it at the first call. False: @p reason says why. By any thread. */
bool gau_elfutils_load(const char **reason);

#ifndef GAU_ELFUTILS_DEFINED_HERE
#define dwarf_attr gau_elfutils.dwarf_attr
#define dwarf_attr_integrate gau_elfutils.dwarf_attr_integrate
#define dwarf_child gau_elfutils.dwarf_child
#define dwarf_cu_info gau_elfutils.dwarf_cu_info
#define dwarf_diecu gau_elfutils.dwarf_diecu
#define dwarf_diename gau_elfutils.dwarf_diename
#define dwarf_dieoffset gau_elfutils.dwarf_dieoffset
#define dwarf_entrypc gau_elfutils.dwarf_entrypc
#define dwarf_filesrc gau_elfutils.dwarf_filesrc
#define dwarf_formref_die gau_elfutils.dwarf_formref_die
#define dwarf_formstring gau_elfutils.dwarf_formstring
#define dwarf_formudata gau_elfutils.dwarf_formudata
#define dwarf_get_units gau_elfutils.dwarf_get_units
#define dwarf_getscopes_die gau_elfutils.dwarf_getscopes_die
#define dwarf_getsrc_die gau_elfutils.dwarf_getsrc_die
#define dwarf_getsrcfiles gau_elfutils.dwarf_getsrcfiles
#define dwarf_haschildren gau_elfutils.dwarf_haschildren
#define dwarf_lineno gau_elfutils.dwarf_lineno
#define dwarf_linesrc gau_elfutils.dwarf_linesrc
#define dwarf_ranges gau_elfutils.dwarf_ranges
#define dwarf_siblingof gau_elfutils.dwarf_siblingof
#define dwarf_srclang gau_elfutils.dwarf_srclang
#define dwarf_tag gau_elfutils.dwarf_tag
#define dwelf_elf_gnu_build_id gau_elfutils.dwelf_elf_gnu_build_id
#define dwfl_begin gau_elfutils.dwfl_begin
#define dwfl_end gau_elfutils.dwfl_end
#define dwfl_errmsg gau_elfutils.dwfl_errmsg
#define dwfl_module_getdwarf gau_elfutils.dwfl_module_getdwarf
#define dwfl_module_getelf gau_elfutils.dwfl_module_getelf
#define dwfl_module_getsym_info gau_elfutils.dwfl_module_getsym_info
#define dwfl_module_getsymtab gau_elfutils.dwfl_module_getsymtab
#define dwfl_offline_section_address gau_elfutils.dwfl_offline_section_address
#define dwfl_report_begin gau_elfutils.dwfl_report_begin
#define dwfl_report_elf gau_elfutils.dwfl_report_elf
#define dwfl_report_end gau_elfutils.dwfl_report_end
#define dwfl_standard_find_debuginfo gau_elfutils.dwfl_standard_find_debuginfo
#define elf_begin gau_elfutils.elf_begin
#define elf_end gau_elfutils.elf_end
#define elf_getdata gau_elfutils.elf_getdata
#define elf_getdata_rawchunk gau_elfutils.elf_getdata_rawchunk
#define elf_getphdrnum gau_elfutils.elf_getphdrnum
#define elf_getscn gau_elfutils.elf_getscn
#define elf_getshdrstrndx gau_elfutils.elf_getshdrstrndx
#define elf_nextscn gau_elfutils.elf_nextscn
#define elf_rawdata gau_elfutils.elf_rawdata
#define elf_strptr gau_elfutils.elf_strptr
#define elf_version gau_elfutils.elf_version
#define gelf_getehdr gau_elfutils.gelf_getehdr
#define gelf_getphdr gau_elfutils.gelf_getphdr
#define gelf_getrela gau_elfutils.gelf_getrela
#define gelf_getshdr gau_elfutils.gelf_getshdr
#define gelf_getsym gau_elfutils.gelf_getsym
#endif

#endif
