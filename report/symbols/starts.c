/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/*
 * .eh_frame_hdr is a sorted table of where functions begin, made for unwinding, and so in every
 * stripped library. All linkers write it in one form, which is the only one that is read here.
 */

struct header {
    uint8_t version, pointer_form, count_form, table_form;
    int32_t frames;
    uint32_t count;
};

struct entry {
    int32_t start, description; /* relative to the table */
};

enum { FORM_UDATA4 = 0x03, FORM_SDATA4_PC = 0x1b, FORM_SDATA4_DATA = 0x3b };

static Elf_Data *find(Elf *elf, GElf_Phdr *header)
{
    size_t count;

    if (elf_getphdrnum(elf, &count) != 0)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(elf, (int)i, header) && header->p_type == PT_GNU_EH_FRAME)
            return elf_getdata_rawchunk(elf, (int64_t)header->p_offset, header->p_filesz,
                                        ELF_T_BYTE);
    return NULL;
}

void gau_names_read_starts(struct gau_names *names, Dwfl_Module *module)
{
    GElf_Addr bias = 0;
    Elf *elf = dwfl_module_getelf(module, &bias);
    GElf_Ehdr file;
    GElf_Phdr place;
    struct header header;
    Elf_Data *data;

    if (!elf || !gelf_getehdr(elf, &file) || file.e_ident[EI_DATA] != ELFDATA2LSB)
        return;
    data = find(elf, &place);
    if (!data || !data->d_buf || data->d_size < sizeof header)
        return;
    memcpy(&header, data->d_buf, sizeof header);
    if (header.version != 1 || header.pointer_form != FORM_SDATA4_PC ||
        header.count_form != FORM_UDATA4 || header.table_form != FORM_SDATA4_DATA)
        return;
    if (!header.count || header.count > (data->d_size - sizeof header) / sizeof(struct entry))
        return;
    names->starts = malloc(header.count * sizeof *names->starts);
    if (!names->starts)
        return;
    names->start_count = header.count;
    for (uint32_t i = 0; i < header.count; i++) {
        struct entry entry;

        memcpy(&entry, (const char *)data->d_buf + sizeof header + i * sizeof entry, sizeof entry);
        names->starts[i] = place.p_vaddr + bias + (uint64_t)(int64_t)entry.start;
    }
}

uint64_t gau_names_start(const struct gau_names *names, uint64_t address)
{
    const uint32_t low =
        gau_count_to(names->starts, names->start_count, sizeof *names->starts, address);

    return low ? names->starts[low - 1] : address;
}
