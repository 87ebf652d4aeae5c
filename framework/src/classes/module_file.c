/* SPDX-License-Identifier: Apache-2.0 */
#include "registry_classes.h"

#include "framework/src/support/file_kind.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_NONE }; /* not known */
#endif

gau_status gau_registry_check_file(const char *path, gau_error *err)
{
    struct stat info;

    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return gau_fail(err, GAU_ERR_MODULE, "module '%.*s' is %s, not a regular file",
                        GAU_QUOTE(path), gau_file_kind(info.st_mode));
    return GAU_OK;
}

/* False: no file is that long. */
static bool add_size(uint64_t *end, uint64_t offset, uint64_t size)
{
    return !__builtin_add_overflow(offset, size, end) && *end <= INT64_MAX;
}

/* The bytes that the file must have for its program headers, or for what they map. False: no file
 * can have them. */
static bool find_needed(uint64_t *needed, int file, const Elf64_Ehdr *elf, uint64_t size)
{
    Elf64_Phdr header;

    if (!add_size(needed, elf->e_phoff, elf->e_phnum * sizeof header))
        return false;
    if (*needed > size)
        return true;
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        const off_t at = (off_t)(elf->e_phoff + i * sizeof header);
        uint64_t end;

        if (pread(file, &header, sizeof header, at) != (ssize_t)sizeof header)
            return false;
        if (header.p_type != PT_LOAD)
            continue;
        if (header.p_filesz > header.p_memsz || !add_size(&end, header.p_offset, header.p_filesz))
            return false;
        *needed = end > *needed ? end : *needed;
    }
    return true;
}

static gau_status check_elf(int file, const Elf64_Ehdr *elf, const char *path, gau_error *err)
{
    struct stat info;
    uint64_t needed;

    if (OWN_MACHINE != EM_NONE && elf->e_machine != OWN_MACHINE)
        return gau_fail(err, GAU_ERR_MODULE,
                        "module '%.*s' cannot be loaded: it is for another processor; build it for "
                        "this one",
                        GAU_QUOTE(path));
    if (fstat(file, &info) != 0 || elf->e_phentsize != sizeof(Elf64_Phdr))
        return GAU_OK;
    if (!find_needed(&needed, file, elf, (uint64_t)info.st_size))
        return gau_fail(err, GAU_ERR_MODULE,
                        "module '%.*s' cannot be loaded: its program headers are damaged; build or "
                        "copy it again",
                        GAU_QUOTE(path));
    if (needed > (uint64_t)info.st_size)
        return gau_fail(err, GAU_ERR_MODULE,
                        "module '%.*s' cannot be loaded: it has %jd bytes of at least %" PRIu64
                        "; build or copy it again",
                        GAU_QUOTE(path), (intmax_t)info.st_size, needed);
    return GAU_OK;
}

gau_status gau_registry_check_content(const char *path, gau_error *err)
{
    static const unsigned char native[] = {
        ELFMAG0, ELFMAG1,    ELFMAG2,
        ELFMAG3, ELFCLASS64, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB};
    const int file = strchr(path, '/') ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) : -1;
    gau_status status = GAU_OK;
    Elf64_Ehdr elf;

    if (file < 0)
        return GAU_OK;
    if (pread(file, &elf, sizeof elf, 0) == (ssize_t)sizeof elf &&
        memcmp(elf.e_ident, native, sizeof native) == 0)
        status = check_elf(file, &elf, path, err);
    close(file);
    return status;
}
