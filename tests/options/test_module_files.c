/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"

#include <gaudit/registry.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Files that are no whole module are refused with one line, whatever the dynamic linker would do
 * with them. */

#define FRONT "module './damaged.so' cannot be loaded: "
#define DAMAGED FRONT "its program headers are damaged; build or copy it again"

static unsigned char *module; /* a real one */
static size_t module_size, headers_end, loaded_end;

static Elf64_Ehdr elf_of(const unsigned char *bytes)
{
    Elf64_Ehdr elf;

    memcpy(&elf, bytes, sizeof elf);
    return elf;
}

static Elf64_Phdr segment_of(size_t index)
{
    Elf64_Phdr segment;

    memcpy(&segment, module + elf_of(module).e_phoff + index * sizeof segment, sizeof segment);
    return segment;
}

/* The first segment to load, or the last one. */
static size_t find_segment(bool last)
{
    size_t found = SIZE_MAX;

    for (size_t i = 0; i < elf_of(module).e_phnum; i++)
        if (segment_of(i).p_type == PT_LOAD && (last || found == SIZE_MAX))
            found = i;
    assert_true(found != SIZE_MAX);
    return found;
}

static int read_module(void **unused)
{
    FILE *const file = fopen(getenv("TEST_MODULE"), "rb");
    struct stat info;

    if (!file || fstat(fileno(file), &info) != 0 || !(module = malloc((size_t)info.st_size)))
        return -1;
    module_size = fread(module, 1, (size_t)info.st_size, file);
    fclose(file);
    headers_end = elf_of(module).e_phoff + elf_of(module).e_phnum * sizeof(Elf64_Phdr);
    for (size_t i = 0; i < elf_of(module).e_phnum; i++)
        if (segment_of(i).p_type == PT_LOAD) {
            const size_t end = segment_of(i).p_offset + segment_of(i).p_filesz;

            loaded_end = end > loaded_end ? end : loaded_end;
        }
    return folder_enter(unused);
}

static int free_module(void **unused)
{
    free(module);
    return folder_leave(unused);
}

/* A file of these bytes is refused with that line; NULL: is loaded. */
static void assert_load(const unsigned char *bytes, size_t size, const char *line)
{
    gau_registry *const registry = gau_registry_new();
    gau_error err = {0};
    gau_status status;

    assert_non_null(registry);
    folder_write_bytes("damaged.so", bytes, size);
    status = gau_registry_load(registry, "./damaged.so", &err);
    if (line) {
        assert_int_equal(status, GAU_ERR_MODULE);
        assert_string_equal(err.message, line);
        assert_int_equal(gau_registry_count(registry), 0);
    } else if (status < 0)
        fail_msg("%zu bytes: %s", size, err.message);
    gau_registry_free(registry);
}

/* --- cut files ----------------------------------------------------------------------------- */

static void assert_cut(size_t size)
{
    char line[200] = FRONT "file too short";

    if (size >= sizeof(Elf64_Ehdr))
        snprintf(line, sizeof line,
                 FRONT "it has %zu bytes of at least %zu; build or copy it again", size,
                 size < headers_end ? headers_end : loaded_end);
    assert_load(module, size, size < loaded_end ? line : NULL);
}

static void a_module_that_was_cut_is_refused_with_its_size(void **unused)
{
    (void)unused;
    for (size_t size = 0; size <= 2 * sizeof(Elf64_Ehdr); size++)
        assert_cut(size);
    for (size_t size = 0; size < module_size; size += 509)
        assert_cut(size);
    for (size_t size = 0; size < module_size; size += 4096)
        for (size_t near = size ? size - 1 : 0; near <= size + 1 && near < module_size; near++)
            assert_cut(near);
    for (size_t off = 0; off < 3; off++) {
        assert_cut(headers_end + off - 1);
        assert_cut(loaded_end + off - 1);
    }
    assert_cut(module_size);
}

/* --- damaged headers ----------------------------------------------------------------------- */

/* A number of the ELF header, or of the program header of a segment to load. */
static void assert_changed(size_t at, size_t width, uint64_t value, const char *line)
{
    unsigned char *const copy = malloc(module_size);

    assert_non_null(copy);
    memcpy(copy, module, module_size);
    memcpy(copy + at, &value, width);
    assert_load(copy, module_size, line);
    free(copy);
}

#define IN_ELF(member) offsetof(Elf64_Ehdr, member), sizeof(((Elf64_Ehdr *)0)->member)
#define IN_SEGMENT(index, member)                                                         \
    elf_of(module).e_phoff + (index) * sizeof(Elf64_Phdr) + offsetof(Elf64_Phdr, member), \
        sizeof(((Elf64_Phdr *)0)->member)

static void damaged_headers_are_refused(void **unused)
{
    const size_t first = find_segment(false), last = find_segment(true);
    char line[200];

    (void)unused;
    snprintf(line, sizeof line, FRONT "it has %zu bytes of at least %zu; build or copy it again",
             module_size, (size_t)elf_of(module).e_phoff + UINT16_MAX * sizeof(Elf64_Phdr));
    assert_changed(IN_ELF(e_phnum), UINT16_MAX, line);
    snprintf(line, sizeof line, FRONT "it has %zu bytes of at least %zu; build or copy it again",
             module_size, module_size - 1 + elf_of(module).e_phnum * sizeof(Elf64_Phdr));
    assert_changed(IN_ELF(e_phoff), module_size - 1, line);
    assert_changed(IN_ELF(e_phoff), UINT64_MAX, DAMAGED);
    assert_changed(IN_ELF(e_phoff), UINT64_MAX - 400, DAMAGED);
    assert_changed(IN_SEGMENT(last, p_offset), UINT64_MAX - 4095, DAMAGED);
    assert_changed(IN_SEGMENT(last, p_filesz), UINT64_MAX - 4095, DAMAGED);
    assert_changed(IN_SEGMENT(last, p_filesz), UINT64_MAX, DAMAGED);
    assert_changed(IN_SEGMENT(last, p_memsz), 1, DAMAGED);
    assert_changed(IN_SEGMENT(first, p_memsz), 1, DAMAGED);
}

static void what_the_dynamic_linker_explains_keeps_its_words(void **unused)
{
    static const char script[] =
        "/* A script of the linker, longer than the header of a module. */\nGROUP ( libm.so.6 )\n";

    (void)unused;
    assert_changed(IN_ELF(e_phnum), 0, FRONT "object file has no loadable segments");
    assert_changed(IN_ELF(e_phentsize), 32, FRONT "ELF file's phentsize not the expected size");
    assert_changed(IN_ELF(e_type), ET_REL, FRONT "only ET_DYN and ET_EXEC can be loaded");
    assert_changed(EI_CLASS, 1, ELFCLASS32, FRONT "wrong ELF class: ELFCLASS32");
    assert_changed(EI_DATA, 1, ELFDATA2MSB, FRONT "ELF file data encoding not little-endian");
    assert_load((const unsigned char *)script, sizeof script - 1, FRONT "invalid ELF header");
}

static void a_module_for_another_processor_is_refused(void **unused)
{
    (void)unused;
    assert_changed(IN_ELF(e_machine), EM_S390,
                   FRONT "it is for another processor; build it for this one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_that_was_cut_is_refused_with_its_size),
        cmocka_unit_test(damaged_headers_are_refused),
        cmocka_unit_test(what_the_dynamic_linker_explains_keeps_its_words),
        cmocka_unit_test(a_module_for_another_processor_is_refused),
    };

    return cmocka_run_group_tests_name("module files", tests, read_module, free_module);
}
