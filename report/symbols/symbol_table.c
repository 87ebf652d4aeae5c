/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol_table.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 4096 }; /* at most so many back to a symbol that others lie in */

bool gau_symbol_table_add(struct gau_symbol_table *names, const struct gau_symbol *name)
{
    if (!gau_array_grow(&names->items, names->count, &names->size, sizeof *names->items))
        return false;
    names->items[names->count++] = *name;
    return true;
}

/* --- reading ------------------------------------------------------------------------------- */

/* The section of the last symbol is kept, as consecutive symbols mostly share it. */
struct section {
    Elf *elf;
    GElf_Word index;
    bool known, code;
    uint64_t end; /* in the module */
};

static void read_section(struct section *section, Elf *elf, GElf_Word index, GElf_Addr bias)
{
    GElf_Shdr header;
    Elf_Scn *scn;

    if (section->elf == elf && section->index == index)
        return;
    *section = (struct section){.elf = elf, .index = index, .end = UINT64_MAX};
    scn = elf_getscn(elf, index);
    if (!scn || !gelf_getshdr(scn, &header))
        return;
    section->known = true;
    section->code = header.sh_flags & SHF_EXECINSTR;
    section->end = header.sh_addr + header.sh_size + bias;
}

/* Global symbols rank before weak and local ones, functions before labels. 0: it names no code. */
static uint8_t rank_symbol(const GElf_Sym *symbol, const char *text)
{
    const int type = GELF_ST_TYPE(symbol->st_info);
    const bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
    int bind = 1;

    if (!function && type != STT_NOTYPE)
        return 0;
    if (!*text || *text == '$' || (text[0] == '.' && text[1] == 'L'))
        return 0; /* these are marks of the compiler or assembler */
    if (GELF_ST_BIND(symbol->st_info) == STB_WEAK)
        bind = 2;
    else if (GELF_ST_BIND(symbol->st_info) != STB_LOCAL)
        bind = 3;
    return (uint8_t)((function ? 16 : 0) + (symbol->st_size ? 8 : 0) + bind);
}

/* Returns "memcpy" of "memcpy@@GLIBC_2.14". */
static const char *without_version(const char *text, struct gau_bump_allocator *heap)
{
    const char *at = strchr(text, '@');
    char *copy;

    if (!at || at == text)
        return text;
    copy = gau_bump_allocator_take(heap, (size_t)(at - text) + 1);
    if (copy)
        memcpy(copy, text, (size_t)(at - text));
    return copy ? copy : text;
}

static bool read_symbol(struct gau_symbol_table *names, Dwfl_Module *module, int i,
                        struct section *section, struct gau_bump_allocator *heap)
{
    GElf_Sym symbol;
    GElf_Addr address, bias = 0;
    GElf_Word index = 0;
    Elf *elf = NULL;
    const char *text = dwfl_module_getsym_info(module, i, &symbol, &address, &index, &elf, &bias);
    struct gau_symbol name;

    if (!text || !elf || index == SHN_UNDEF || index == SHN_ABS || index == (GElf_Word)-1)
        return true;
    name = (struct gau_symbol){.start = address, .text = text, .rank = rank_symbol(&symbol, text)};
    if (!name.rank)
        return true;
    read_section(section, elf, index, bias);
    if (section->known ? !section->code || address >= section->end : name.rank < 16)
        return true;
    name.sized = symbol.st_size != 0;
    name.end = section->end;
    if (name.sized && symbol.st_size < section->end - address)
        name.end = address + symbol.st_size;
    name.text = without_version(text, heap);
    return gau_symbol_table_add(names, &name);
}

/* --- where functions begin ----------------------------------------------------------------- */

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

static Elf_Data *find_section_data(Elf *elf, GElf_Phdr *header)
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

static void read_starts(struct gau_symbol_table *names, Dwfl_Module *module)
{
    GElf_Addr bias = 0;
    Elf *elf = dwfl_module_getelf(module, &bias);
    GElf_Ehdr file;
    GElf_Phdr place;
    struct header header;
    Elf_Data *data;

    if (!elf || !gelf_getehdr(elf, &file) || file.e_ident[EI_DATA] != ELFDATA2LSB)
        return;
    data = find_section_data(elf, &place);
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

uint64_t gau_symbol_table_start(const struct gau_symbol_table *names, uint64_t address)
{
    const uint32_t low =
        gau_count_to(names->starts, names->start_count, sizeof *names->starts, address);

    return low ? names->starts[low - 1] : address;
}

/* --- all of them --------------------------------------------------------------------------- */

void gau_symbol_table_read(struct gau_symbol_table *names, Dwfl_Module *module,
                           struct gau_bump_allocator *heap)
{
    const int count = dwfl_module_getsymtab(module);
    struct section section = {0};

    for (int i = 1; i < count; i++)
        if (!read_symbol(names, module, i, &section, heap))
            break;
    gau_symbol_table_sort(names);
    read_starts(names, module);
}

void gau_symbol_table_clear(struct gau_symbol_table *names)
{
    free(names->items);
    free(names->reach);
    free(names->starts);
    *names = (struct gau_symbol_table){0};
}

/* --- order --------------------------------------------------------------------------------- */

/* Returns how little a name is one that others call: it is local, or an internal one of the C
 * library, such as "__GI_malloc". */
static size_t rank_name(const struct gau_symbol *symbol)
{
    enum { BINDING = 7, LOCAL = 1, INTERNAL = 1000, HIDDEN = 1000000 }; /* more than underscores */

    return strspn(symbol->text, "_") +
           (strncmp(symbol->text, "__GI_", strlen("__GI_")) == 0 ? INTERNAL : 0) +
           ((symbol->rank & BINDING) == LOCAL ? HIDDEN : 0);
}

/* Among names of one address, "malloc" comes before "__libc_malloc", and "snprintf", which is weak,
 * before "__snprintf". */
static int compare_symbols(const void *left, const void *right)
{
    const struct gau_symbol *a = left;
    const struct gau_symbol *b = right;
    const size_t name_a = rank_name(a), name_b = rank_name(b);

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->rank / 8 != b->rank / 8) /* functions, those with a size */
        return a->rank > b->rank ? -1 : 1;
    if (name_a != name_b)
        return name_a < name_b ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    if (strlen(a->text) != strlen(b->text))
        return strlen(a->text) < strlen(b->text) ? -1 : 1;
    return strcmp(a->text, b->text);
}

void gau_symbol_table_sort(struct gau_symbol_table *names)
{
    uint32_t kept = 0;
    uint64_t reach = 0;

    if (!names->count)
        return;
    qsort(names->items, names->count, sizeof *names->items, compare_symbols);
    for (uint32_t i = 0; i < names->count; i++)
        if (!kept || names->items[i].start != names->items[kept - 1].start)
            names->items[kept++] = names->items[i];
    names->count = kept;
    free(names->reach);
    names->reach = malloc(kept * sizeof *names->reach);
    if (!names->reach) {
        names->count = 0;
        return;
    }
    for (uint32_t i = 0; i < kept; i++) {
        struct gau_symbol *name = &names->items[i];

        if (!name->sized && i + 1 < kept && name->end > name[1].start)
            name->end = name[1].start;
        if (name->sized && name->end > reach)
            reach = name->end;
        names->reach[i] = reach;
    }
}

const struct gau_symbol *gau_symbol_table_find(const struct gau_symbol_table *names,
                                               uint64_t address)
{
    const uint32_t low = gau_count_to(names->items, names->count, sizeof *names->items, address);

    for (uint32_t i = low, steps = 0; i-- && names->reach[i] > address && steps < STEPS_MAX;
         steps++)
        if (names->items[i].sized && names->items[i].end > address)
            return &names->items[i];
    if (low && names->items[low - 1].end > address)
        return &names->items[low - 1];
    return NULL;
}
