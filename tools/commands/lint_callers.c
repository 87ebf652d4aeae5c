/* SPDX-License-Identifier: Apache-2.0 */
#include "lint_callers.h"

#include "report/symbols/symbolizer.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The address that the file gives to a byte of it that is loaded. */
static bool find_address(int fd, uint64_t offset, uint64_t *address)
{
    Elf64_Ehdr header;
    Elf64_Phdr part;

    if (pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_phentsize != sizeof part)
        return false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        if (pread(fd, &part, sizeof part, (off_t)(header.e_phoff + i * sizeof part)) !=
            (ssize_t)sizeof part)
            return false;
        if (part.p_type == PT_LOAD && offset >= part.p_offset &&
            offset - part.p_offset < part.p_filesz) {
            *address = part.p_vaddr + (offset - part.p_offset);
            return true;
        }
    }
    return false;
}

static const char *last_part(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* @p address: inside the call. */
static void describe_address(char *text, size_t size, struct gau_symbolizer *symbols,
                             const char *path, uint64_t address)
{
    const struct gau_symbolizer_module wanted = {.path = path, .any_build = true};
    const uint32_t module = gau_symbolizer_add_module(symbols, &wanted);
    const struct gau_source_frame *const frame =
        gau_symbolizer_resolve(symbols, module, address).items;
    const struct gau_function *const function = gau_symbolizer_function(symbols, frame->function);

    if (function->kind != GAU_FUNCTION_NAMED)
        snprintf(text, size, "%s", last_part(path));
    else if (frame->file && frame->line)
        snprintf(text, size, "%s (%s:%u)", function->name,
                 last_part(gau_symbolizer_file(symbols, frame->file)), frame->line);
    else
        snprintf(text, size, "%s (%s)", function->name, last_part(path));
}

/* @p offset: of what is behind the call, in the file @p path. */
static void find_caller(char *text, size_t size, struct gau_symbolizer *symbols, const char *path,
                        uint64_t offset)
{
    const int fd = symbols && *path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    uint64_t address;

    *text = '\0';
    if (fd >= 0 && offset > 0 && find_address(fd, offset - 1, &address))
        describe_address(text, size, symbols, path, address);
    if (fd >= 0)
        close(fd);
}

void gau_lint_print_violations(const struct gau_lint_violations *violations)
{
    struct gau_symbolizer *const symbols = gau_symbolizer_new(NULL);
    char line[2048], caller[512];

    for (const struct gau_lint_violation *violation = violations->list; violation;
         violation = violation->next) {
        find_caller(caller, sizeof caller, symbols, violation->first.module,
                    violation->first.offset);
        gau_lint_describe(violation, caller, line, sizeof line);
        puts(line);
    }
    gau_symbolizer_free(symbols);
}
