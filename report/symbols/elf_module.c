/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "elf_module.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char consequence[] = "its functions are shown as addresses";

/* --- callbacks of elfutils ----------------------------------------------------------------- */

/*
 * Finds debug information that is on this machine. elfutils would also query the servers in the
 * environment. It reads the variable at each query, so the variable is unset meanwhile.
 */
/* NOLINTNEXTLINE(readability-function-size): elfutils wants these parameters */
static int find_here(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                     const char *path, const char *link, GElf_Word checksum, char **found)
{
    static const char variable[] = "DEBUGINFOD_URLS";
    const char *urls = getenv(variable);
    char *saved = urls ? strdup(urls) : NULL;
    int fd;

    if (urls && !saved)
        return -1;
    if (saved)
        unsetenv(variable);
    fd = dwfl_standard_find_debuginfo(module, user, name, base, path, link, checksum, found);
    if (saved)
        setenv(variable, saved, 1);
    free(saved);
    return fd;
}

static void set_callbacks(struct gau_elf_module_search *search)
{
    search->callbacks = (Dwfl_Callbacks){
        .find_debuginfo = search->debuginfod ? dwfl_standard_find_debuginfo : find_here,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = search->debug_path ? &search->debug_path : NULL,
    };
}

/* --- is it the file that ran? -------------------------------------------------------------- */

/* Writes the first bytes of a build-id. */
static const char *build_id_text(char *text, size_t size, const uint8_t *id, size_t id_size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < id_size && i < 8 && used + 3 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%02x", id[i]);
    if (id_size > 8)
        snprintf(text + used, size - used, "..");
    return id_size ? text : "none";
}

static bool is_newer(const struct gau_elf_module *module, int fd)
{
    struct stat status;

    return module->recorded_ns && !fstat(fd, &status) &&
           (uint64_t)status.st_mtim.tv_sec > module->recorded_ns / 1000000000u;
}

static bool is_same(const struct gau_elf_module *module, Elf *elf, int fd, char *reason,
                    size_t size)
{
    const void *id = NULL;
    const ssize_t found = dwelf_elf_gnu_build_id(elf, &id);
    const size_t id_size = found > 0 ? (size_t)found : 0;
    char now[32];
    char then[32];

    if (module->any_build)
        return true;
    if (id_size != module->build_id_size ||
        (id_size && memcmp(id, module->build_id, id_size) != 0)) {
        snprintf(reason, size, "'%s' is not the file that ran (build-id %s, recorded %s): %s",
                 module->path, build_id_text(now, sizeof now, id, id_size),
                 build_id_text(then, sizeof then, module->build_id, module->build_id_size),
                 consequence);
        return false;
    }
    if (!id_size && is_newer(module, fd)) {
        snprintf(reason, size, "'%s' has no build-id and was changed after it ran: %s",
                 module->path, consequence);
        return false;
    }
    return true;
}

/* The auxiliary vector has the address, and the file ends with the table of sections. */
int gau_vdso_open(void)
{
    const unsigned long start = getauxval(AT_SYSINFO_EHDR);
    const ElfW(Ehdr) *const header = (const ElfW(Ehdr) *)start;
    const size_t size = start ? header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr)) : 0;
    const int fd = start ? memfd_create("vdso", MFD_CLOEXEC) : -1;

    if (fd < 0 || write(fd, header, size) == (ssize_t)size)
        return fd;
    close(fd);
    return -1;
}

static int open_file(const struct gau_elf_module *module, char *reason, size_t size)
{
    struct stat status;
    int fd;

    if (module->vdso)
        return gau_vdso_open();
    fd = open(module->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        snprintf(reason, size, "'%s' cannot be read (%s): %s", module->path, strerror(errno),
                 consequence);
        return -1;
    }
    if (!fstat(fd, &status) && S_ISREG(status.st_mode))
        return fd;
    snprintf(reason, size, "'%s' is not a file any more: %s", module->path, consequence);
    close(fd);
    return -1;
}

static bool check_file(const struct gau_elf_module *module, int fd, char *reason, size_t size)
{
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    GElf_Ehdr header;
    bool same = false;

    if (elf && gelf_getehdr(elf, &header) && (header.e_type == ET_EXEC || header.e_type == ET_DYN))
        same = is_same(module, elf, fd, reason, size);
    else
        snprintf(reason, size, "'%s' is not a program or library any more: %s", module->path,
                 consequence);
    elf_end(elf);
    return same;
}

/* --- opening ------------------------------------------------------------------------------- */

/* Takes the descriptor, which is closed if the file cannot be read. */
static bool read_file(struct gau_elf_module *module, const struct gau_elf_module_search *search,
                      struct gau_bump_allocator *heap, int fd)
{
    module->dwfl = dwfl_begin(&search->callbacks);
    if (module->dwfl) {
        dwfl_report_begin(module->dwfl);
        module->file = dwfl_report_elf(module->dwfl, module->name, module->path, fd, 0, true);
        dwfl_report_end(module->dwfl, NULL, NULL);
    }
    if (!module->file) {
        close(fd);
        dwfl_end(module->dwfl);
        module->dwfl = NULL;
        return false;
    }
    gau_symbol_table_read(&module->names, module->file, heap);
    gau_symbol_table_add_stubs(&module->names, module->file, heap);
    module->dwarf = dwfl_module_getdwarf(module->file, &module->bias);
    if (module->dwarf)
        gau_units_read(&module->units, module->dwarf);
    return true;
}

bool gau_elf_module_open(struct gau_elf_module *module, struct gau_elf_module_search *search,
                         struct gau_bump_allocator *heap, char *reason, size_t size)
{
    const char *cause;
    int fd;

    module->tried = true;
    if (!gau_elfutils_load(&cause)) {
        snprintf(reason, size,
                 "functions are shown as addresses, without files and lines: elfutils cannot be "
                 "loaded (%s): install libdw",
                 cause);
        return false;
    }
    set_callbacks(search);
    elf_version(EV_CURRENT);
    fd = open_file(module, reason, size);
    if (fd >= 0 && check_file(module, fd, reason, size)) {
        if (read_file(module, search, heap, fd))
            return true;
        snprintf(reason, size, "'%s' is damaged (%s): %s", module->path, dwfl_errmsg(-1),
                 consequence);
    } else if (fd >= 0) {
        close(fd);
    }
    return false;
}

void gau_elf_module_close(struct gau_elf_module *module)
{
    gau_symbol_table_clear(&module->names);
    gau_units_clear(&module->units);
    if (module->dwfl)
        dwfl_end(module->dwfl);
    module->dwfl = NULL;
}
