/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "loader_scan.h"

#include "collector/base/mapped_files.h"
#include "collector/base/mmap_arena.h"

#include "trace/trace_format.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { LIST_SIZE = 1 << 16 };

struct listing {
    struct gau_loaded_modules_list *list;
    uint64_t page, vdso;
    bool full;
};

/* Whether [vaddr, vaddr + size) of the file is in memory. */
static bool is_loaded(const struct dl_phdr_info *info, uint64_t vaddr, uint64_t size)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const p = &info->dlpi_phdr[i];

        if (p->p_type == PT_LOAD && p->p_flags & PF_R && vaddr >= p->p_vaddr &&
            vaddr - p->p_vaddr <= p->p_filesz && size <= p->p_filesz - (vaddr - p->p_vaddr))
            return true;
    }
    return false;
}

static uint64_t aligned(uint64_t size, uint64_t align)
{
    return (size + align - 1) & ~(align - 1);
}

/* Notes are padded to 4 bytes, those in segments that are aligned to 8 to 8. */
static void find_build_id(struct gau_loaded_module *module, const unsigned char *notes,
                          uint64_t size, uint64_t align)
{
    ElfW(Nhdr) note;
    uint64_t at = 0;

    while (size - at >= sizeof note) {
        uint64_t text, data;

        memcpy(&note, notes + at, sizeof note);
        text = at + sizeof note;
        data = aligned(text + note.n_namesz, align);
        if (data > size || note.n_descsz > size - data)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            memcmp(notes + text, "GNU", 4) == 0) {
            module->build_id_size =
                note.n_descsz < GAU_MODULE_BUILD_ID_MAX ? note.n_descsz : GAU_MODULE_BUILD_ID_MAX;
            memcpy(module->build_id, notes + data, module->build_id_size);
            return;
        }
        at = aligned(data + note.n_descsz, align);
        if (at > size)
            return;
    }
}

static void read_segment(struct gau_loaded_module *module, const struct dl_phdr_info *info,
                         const ElfW(Phdr) * p)
{
    const uint64_t address = info->dlpi_addr + p->p_vaddr;

    if (p->p_type == PT_LOAD) {
        if (module->end == 0 || address < module->start)
            module->start = address;
        if (address + p->p_memsz > module->end)
            module->end = address + p->p_memsz;
    } else if (p->p_type == PT_GNU_EH_FRAME && is_loaded(info, p->p_vaddr, p->p_memsz)) {
        module->eh_frame_hdr = (const uint8_t *)address;
        module->eh_frame_hdr_size = p->p_memsz;
    } else if (p->p_type == PT_NOTE && module->build_id_size == 0 &&
               is_loaded(info, p->p_vaddr, p->p_filesz))
        find_build_id(module, (const unsigned char *)address, p->p_filesz, p->p_align == 8 ? 8 : 4);
}

/* Bytes of a module with that path, aligned for the next one. */
static size_t size_of(const char *path)
{
    return aligned(sizeof(struct gau_loaded_module) + strlen(path) + 1, 16);
}

struct gau_loaded_module *gau_loaded_modules_list_at(const struct gau_loaded_modules_list *list,
                                                     size_t *offset)
{
    struct gau_loaded_module *const module =
        (struct gau_loaded_module *)(void *)(list->data + *offset);

    if (*offset >= list->used)
        return NULL;
    *offset += size_of(module->path);
    return module;
}

/* 0 with older loaders, which have no version. */
static uint64_t version_of(const struct dl_phdr_info *info, size_t size)
{
    return size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs
               ? info->dlpi_adds + info->dlpi_subs
               : 0;
}

static int visit_first(struct dl_phdr_info *info, size_t size, void *user)
{
    *(uint64_t *)user = version_of(info, size);
    return 1;
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *user)
{
    struct listing *const listing = user;
    struct gau_loaded_modules_list *const list = listing->list;
    const bool first = list->used == 0;
    const char *const name = info->dlpi_name ? info->dlpi_name : "";
    const size_t need = size_of(name);
    struct gau_loaded_module *module;

    list->version = version_of(info, size);
    if (need > list->size - list->used) {
        listing->full = true;
        return 1;
    }
    module = (struct gau_loaded_module *)(void *)(list->data + list->used);
    memset(module, 0, sizeof *module);
    module->bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        read_segment(module, info, &info->dlpi_phdr[i]);
    if (module->end == 0) /* no segment is loaded */
        return 0;
    module->start &= ~(listing->page - 1);
    if (listing->vdso >= module->start && listing->vdso < module->end)
        module->flags = GAU_TRACE_MODULE_VDSO;
    else if (first)
        module->flags = GAU_TRACE_MODULE_MAIN;
    memcpy(module->path, name, strlen(name) + 1);
    list->used += need;
    return 0;
}

bool gau_loaded_modules_have_changed(uint64_t known_version)
{
    uint64_t version = 0;

    dl_iterate_phdr(visit_first, &version);
    return version == 0 || version != known_version;
}

/* The callback runs under the loader's lock; so it only copies. */
bool gau_loaded_modules_list(struct gau_loaded_modules_list *list)
{
    struct listing listing = {.list = list,
                              .page = (uint64_t)sysconf(_SC_PAGESIZE),
                              .vdso = getauxval(AT_SYSINFO_EHDR)};

    if (listing.vdso == 0)
        listing.vdso = UINT64_MAX;
    for (size_t size = LIST_SIZE;; size *= 2) {
        void *const data = gau_mmap_arena_map(size);

        if (!data)
            return false;
        *list = (struct gau_loaded_modules_list){.data = data, .size = size};
        listing.full = false;
        dl_iterate_phdr(visit_object, &listing);
        if (!listing.full)
            return true;
        gau_mmap_arena_unmap(data, size);
    }
}

void gau_loaded_modules_list_free(struct gau_loaded_modules_list *list)
{
    gau_mmap_arena_unmap(list->data, list->size);
    list->data = NULL;
}

/* --- paths --------------------------------------------------------------------------------- */

/* The working directory may have changed since, so the kernel's name comes first. */
static void find_absolute(char *out, size_t size, const char *name, uint64_t address)
{
    char buffer[8192];
    uint64_t offset;
    const char *const path = gau_mapped_file_at(&offset, address, buffer, sizeof buffer);

    if (path)
        snprintf(out, size, "%s", path);
    else if (getcwd(buffer, sizeof buffer))
        snprintf(out, size, "%s/%s", buffer, name);
    else
        snprintf(out, size, "%s", name);
}

void gau_loaded_modules_path(char *out, size_t size, const char *name, uint64_t address)
{
    const char *program;
    ssize_t n;

    if (*name == '/') {
        snprintf(out, size, "%s", name);
        return;
    }
    if (*name) {
        find_absolute(out, size, name, address);
        return;
    }
    n = readlink("/proc/self/exe", out, size - 1);
    if (n > 0) {
        out[n] = '\0';
        return;
    }
    program = (const char *)getauxval(AT_EXECFN);
    snprintf(out, size, "%s", program ? program : "");
}
