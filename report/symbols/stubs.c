/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/*
 * Calls into other modules go through stubs in .plt and its like: a jump to where a slot of a table
 * points to. No symbol names them; the relocation of the slot does.
 */

/* Names with "@plt", in the order of the relocations. */
struct slots {
    const char **names;
    uint32_t count, size;
    uint32_t first_plt, plt_count; /* those of .rela.plt */
    struct gau_map by_address;     /* numbers of names, from 1 */
};

struct reading {
    struct gau_names *names;
    struct gau_heap *heap;
    Elf *elf;
    size_t section_names;
    GElf_Half machine;
    GElf_Addr bias;
    struct slots slots;
};

/* --- relocations --------------------------------------------------------------------------- */

static bool is_slot(GElf_Half machine, uint64_t type, bool *indirect)
{
    const bool arm = machine == EM_AARCH64;

    *indirect = type == (arm ? R_AARCH64_IRELATIVE : R_X86_64_IRELATIVE);
    return *indirect || type == (arm ? R_AARCH64_GLOB_DAT : R_X86_64_GLOB_DAT) ||
           type == (arm ? R_AARCH64_JUMP_SLOT : R_X86_64_JUMP_SLOT);
}

static const char *stub_name(struct gau_heap *heap, const char *name)
{
    static const char suffix[] = "@plt";
    const size_t size = strcspn(name, "@");
    char *text = gau_heap_take(heap, size + sizeof suffix);

    if (text) {
        memcpy(text, name, size);
        memcpy(text + size, suffix, sizeof suffix);
    }
    return text;
}

static const char *target(struct reading *reading, const GElf_Rela *rela, bool indirect,
                          const GElf_Shdr *table, Elf_Data *symbols)
{
    const struct gau_name *resolver;
    GElf_Sym symbol;
    const char *name = NULL;

    if (indirect) {
        resolver = gau_names_find(reading->names, (uint64_t)rela->r_addend + reading->bias);
        name = resolver ? resolver->text : NULL;
    } else if (symbols && gelf_getsym(symbols, (int)GELF_R_SYM(rela->r_info), &symbol))
        name = elf_strptr(reading->elf, table->sh_link, symbol.st_name);
    return name && *name ? stub_name(reading->heap, name) : NULL;
}

static bool read_relocations(struct reading *reading, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    Elf_Scn *table = elf_getscn(reading->elf, header->sh_link);
    Elf_Data *symbols = table ? elf_getdata(table, NULL) : NULL;
    const char *name = elf_strptr(reading->elf, reading->section_names, header->sh_name);
    struct slots *slots = &reading->slots;
    GElf_Shdr table_header = {0};
    GElf_Rela rela;

    if (table)
        gelf_getshdr(table, &table_header);
    if (name && !strcmp(name, ".rela.plt"))
        slots->first_plt = slots->count;
    for (int i = 0; data && gelf_getrela(data, i, &rela); i++) {
        bool indirect;

        if (!is_slot(reading->machine, GELF_R_TYPE(rela.r_info), &indirect))
            continue;
        if (!gau_grow(&slots->names, slots->count, &slots->size, sizeof *slots->names) ||
            !gau_map_add(&slots->by_address, rela.r_offset + reading->bias, slots->count + 1))
            return false;
        slots->names[slots->count++] = target(reading, &rela, indirect, &table_header, symbols);
    }
    if (name && !strcmp(name, ".rela.plt"))
        slots->plt_count = slots->count - slots->first_plt;
    return true;
}

static bool read_slots(struct reading *reading)
{
    GElf_Shdr header;

    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(reading->elf, scn));)
        if (gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA &&
            (header.sh_flags & SHF_ALLOC) && !read_relocations(reading, scn, &header))
            return false;
    return reading->slots.count > 0;
}

static const char *find_slot(const struct slots *slots, uint64_t address)
{
    uint32_t step = 0;
    const uint32_t number = gau_map_next(&slots->by_address, address, &step);

    return number ? slots->names[number - 1] : NULL;
}

/* --- stubs --------------------------------------------------------------------------------- */

static void add(struct reading *reading, uint64_t start, uint64_t size, const char *name)
{
    const struct gau_name stub = {
        .start = start, .end = start + size, .text = name, .rank = 1, .sized = true, .stub = true};

    if (name)
        gau_names_add(reading->names, &stub);
}

/* "jmp *slot(%rip)" somewhere in it, or "push $number" of a slot that is not yet bound. */
static void read_x86(struct reading *reading, const unsigned char *code, size_t size,
                     uint64_t address, size_t step)
{
    for (size_t at = 0; at + step <= size; at += step) {
        const char *name = NULL;
        uint32_t number;

        for (size_t i = at; !name && i + 6 <= at + step; i++) {
            int32_t distance;

            memcpy(&distance, code + i + 2, sizeof distance);
            if (code[i] == 0xff && code[i + 1] == 0x25)
                name = find_slot(&reading->slots, address + i + 6 + (uint64_t)(int64_t)distance);
        }
        if (!name && step == 16 && (code[at] == 0x68 || code[at + 4] == 0x68)) {
            memcpy(&number, code + at + (code[at] == 0x68 ? 1 : 5), sizeof number);
            if (number < reading->slots.plt_count)
                name = reading->slots.names[reading->slots.first_plt + number];
        }
        add(reading, address + at, step, name);
    }
}

/* "adrp x16, page; ldr x17, [x16, #offset]", with or without "bti c" before it. */
static void read_arm(struct reading *reading, const unsigned char *code, size_t size,
                     uint64_t address)
{
    for (size_t at = 0; at + 16 <= size; at += 4) {
        uint32_t words[2];
        uint32_t before = 0;
        uint64_t page;

        memcpy(words, code + at, sizeof words);
        if ((words[0] & 0x9f00001f) != 0x90000010 || (words[1] & 0xffc003ff) != 0xf9400211)
            continue;
        page = ((words[0] >> 5 & 0x7ffff) << 2) | (words[0] >> 29 & 3);
        if (page & 0x100000)
            page |= ~(uint64_t)0x1fffff;
        page = ((address + at) & ~(uint64_t)0xfff) + (page << 12);
        if (at >= 4)
            memcpy(&before, code + at - 4, sizeof before);
        if (before == 0xd503245f)
            add(reading, address + at - 4, 20,
                find_slot(&reading->slots, page + (words[1] >> 10 & 0xfff) * 8));
        else
            add(reading, address + at, 16,
                find_slot(&reading->slots, page + (words[1] >> 10 & 0xfff) * 8));
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
    if (reading->machine == EM_AARCH64)
        read_arm(reading, data->d_buf, data->d_size, header->sh_addr + reading->bias);
    else
        read_x86(reading, data->d_buf, data->d_size, header->sh_addr + reading->bias,
                 header->sh_entsize == 8 ? 8 : 16);
}

void gau_names_add_stubs(struct gau_names *names, Dwfl_Module *module, struct gau_heap *heap)
{
    struct reading reading = {.names = names, .heap = heap};
    GElf_Ehdr file;
    GElf_Shdr header;

    reading.elf = dwfl_module_getelf(module, &reading.bias);
    if (!reading.elf || !gelf_getehdr(reading.elf, &file) ||
        elf_getshdrstrndx(reading.elf, &reading.section_names))
        return;
    reading.machine = file.e_machine;
    if ((file.e_machine == EM_X86_64 || file.e_machine == EM_AARCH64) &&
        file.e_ident[EI_DATA] == ELFDATA2LSB && read_slots(&reading))
        for (Elf_Scn *scn = NULL; (scn = elf_nextscn(reading.elf, scn));)
            if (gelf_getshdr(scn, &header))
                read_section(&reading, scn, &header);
    free(reading.slots.names);
    gau_map_clear(&reading.slots.by_address);
}
