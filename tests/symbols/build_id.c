/* SPDX-License-Identifier: Apache-2.0 */
#include "build_id.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct build_id build_id_of(const char *path)
{
    struct build_id id = {.size = 0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const void *bytes;
    ssize_t size;
    Elf *elf;

    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ, NULL);
    size = elf ? dwelf_elf_gnu_build_id(elf, &bytes) : -1;
    if (size > 0 && (size_t)size <= sizeof id.bytes) {
        memcpy(id.bytes, bytes, (size_t)size);
        id.size = (uint32_t)size;
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return id;
}
