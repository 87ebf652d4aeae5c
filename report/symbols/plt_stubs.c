/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol_table.h"

#include <stdlib.h>
#include <string.h>

/*
 * Calls into other modules go through stubs in .plt and similar sections: a jump to the address in
 * a slot of a table. They have no symbols; their name is that of the slot's relocation.
 */

struct reading {
    struct gau_symbol_table *names;
    struct gau_bump_allocator *heap;
    Elf *elf;
    size_t section_names;
    bool arm;
    GElf_Addr bias;
    const char **targets; /* names with "@plt" */
    uint32_t count, size;
    struct gau_map slots; /* their numbers, from 1, by the address of the slot */
};

/* --- relocations --------------------------------------------------------------------------- */

static bool is_slot(bool arm, uint64_t type, bool *indirect)
{
    *indirect = type == (arm ? R_AARCH64_IRELATIVE : R_X86_64_IRELATIVE);
    return *indirect || type == (arm ? R_AARCH64_GLOB_DAT : R_X86_64_GLOB_DAT) ||
           type == (arm ? R_AARCH64_JUMP_SLOT : R_X86_64_JUMP_SLOT);
}

static const char *stub_name(struct gau_bump_allocator *heap, const char *name)
{
    static const char suffix[] = "@plt";
    const size_t size = strcspn(name, "@");
    char *text = gau_bump_allocator_take(heap, size + sizeof suffix);

    if (text) {
        memcpy(text, name, size);
        memcpy(text + size, suffix, sizeof suffix);
    }
    return text;
}

static const char *stub_target(struct reading *reading, const GElf_Rela *rela, bool indirect,
                               Elf_Scn *table)
{
    Elf_Data *symbols = table ? elf_getdata(table, NULL) : NULL;
    const struct gau_symbol *resolver;
    GElf_Shdr header;
    GElf_Sym symbol;
    const char *name = NULL;

    if (indirect) {
        resolver = gau_symbol_table_find(reading->names, (uint64_t)rela->r_addend + reading->bias);
        name = resolver ? resolver->text : NULL;
    } else if (symbols && gelf_getshdr(table, &header) &&
               gelf_getsym(symbols, (int)GELF_R_SYM(rela->r_info), &symbol))
        name = elf_strptr(reading->elf, header.sh_link, symbol.st_name);
    return name && *name ? stub_name(reading->heap, name) : NULL;
}

static bool read_relocations(struct reading *reading, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    Elf_Scn *table = elf_getscn(reading->elf, header->sh_link);
    GElf_Rela rela;

    for (int i = 0; data && gelf_getrela(data, i, &rela); i++) {
        bool indirect;

        if (!is_slot(reading->arm, GELF_R_TYPE(rela.r_info), &indirect))
            continue;
        if (!gau_array_grow(&reading->targets, reading->count, &reading->size,
                            sizeof *reading->targets) ||
            !gau_map_add(&reading->slots, rela.r_offset + reading->bias, reading->count + 1))
            return false;
        reading->targets[reading->count++] = stub_target(reading, &rela, indirect, table);
    }
    return true;
}

/* --- stubs --------------------------------------------------------------------------------- */

/* Adds a stub that jumps to where that slot points. */
static void add_stub(struct reading *reading, uint64_t start, uint64_t size, uint64_t slot)
{
    uint32_t step = 0;
    const uint32_t number = gau_map_next(&reading->slots, slot, &step);
    const struct gau_symbol stub = {.start = start,
                                    .end = start + size,
                                    .text = number ? reading->targets[number - 1] : NULL,
                                    .rank = 1,
                                    .sized = true,
                                    .stub = true};

    if (stub.text)
        gau_symbol_table_add(reading->names, &stub);
}

/* A stub has "jmp *slot(%rip)" somewhere in it. */
static void read_x86(struct reading *reading, const unsigned char *code, size_t size,
                     uint64_t address, size_t step)
{
    for (size_t i = 0; i + 6 <= size; i++) {
        const size_t at = i - i % step;
        int32_t distance;

        memcpy(&distance, code + i + 2, sizeof distance);
        if (code[i] == 0xff && code[i + 1] == 0x25 && i + 6 <= at + step)
            add_stub(reading, address + at, step, address + i + 6 + (uint64_t)(int64_t)distance);
    }
}

/* A stub has "adrp x16, page; ldr x17, [x16, #offset]", with or without "bti c" before it. */
static void read_arm(struct reading *reading, const unsigned char *code, size_t size,
                     uint64_t address)
{
    uint32_t before = 0;

    for (size_t at = 0; at + 16 <= size; at += 4) {
        uint32_t words[2];
        uint64_t page;

        memcpy(words, code + at, sizeof words);
        if ((words[0] & 0x9f00001f) == 0x90000010 && (words[1] & 0xffc003ff) == 0xf9400211) {
            const size_t more = before == 0xd503245f ? 4 : 0;

            page = ((words[0] >> 5 & 0x7ffff) << 2) | (words[0] >> 29 & 3);
            if (page & 0x100000)
                page |= ~(uint64_t)0x1fffff;
            page = ((address + at) & ~(uint64_t)0xfff) + (page << 12);
            add_stub(reading, address + at - more, 16 + more, page + (words[1] >> 10 & 0xfff) * 8);
        }
        before = words[0];
    }
}

static void read_section(struct reading *reading, Elf_Scn *scn, const GElf_Shdr *header)
{
    const char *name = elf_strptr(reading->elf, reading->section_names, header->sh_name);
    Elf_Data *data;

    if (!name || strncmp(name, ".plt", 4) != 0 || (name[4] && name[4] != '.') ||
        !(header->sh_flags & SHF_EXECINSTR) || header->sh_type == SHT_NOBITS)
        return;
    data = elf_rawdata(scn, NULL);
    if (!data || !data->d_buf)
        return;
    if (reading->arm)
        read_arm(reading, data->d_buf, data->d_size, header->sh_addr + reading->bias);
    else
        read_x86(reading, data->d_buf, data->d_size, header->sh_addr + reading->bias,
                 header->sh_entsize == 8 ? 8 : 16);
}

/* Slots are read first, since the stubs are named by them. */
static void read_all(struct reading *reading)
{
    GElf_Shdr header;

    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(reading->elf, scn));)
        if (gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA &&
            (header.sh_flags & SHF_ALLOC) && !read_relocations(reading, scn, &header))
            return;
    for (Elf_Scn *scn = NULL; reading->count > 0 && (scn = elf_nextscn(reading->elf, scn));)
        if (gelf_getshdr(scn, &header))
            read_section(reading, scn, &header);
}

void gau_symbol_table_add_stubs(struct gau_symbol_table *names, Dwfl_Module *module,
                                struct gau_bump_allocator *heap)
{
    struct reading reading = {.names = names, .heap = heap};
    GElf_Ehdr file;

    reading.elf = dwfl_module_getelf(module, &reading.bias);
    if (!reading.elf || !gelf_getehdr(reading.elf, &file) ||
        elf_getshdrstrndx(reading.elf, &reading.section_names))
        return;
    reading.arm = file.e_machine == EM_AARCH64;
    if ((file.e_machine == EM_X86_64 || reading.arm) && file.e_ident[EI_DATA] == ELFDATA2LSB)
        read_all(&reading);
    free(reading.targets);
    gau_map_clear(&reading.slots);
    gau_symbol_table_sort(names);
}
