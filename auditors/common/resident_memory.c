/* SPDX-License-Identifier: Apache-2.0 */
#include "resident_memory.h"

#include "private_fd.h"

#include <ctype.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    unsigned users;
    struct descriptor file;
    int64_t page_bytes;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = {.fd = -1}};

bool gau_resident_memory_open(void)
{
    bool found;

    pthread_mutex_lock(&shared.lock);
    if (shared.users == 0) {
        shared.page_bytes = sysconf(_SC_PAGESIZE);
        gau_private_fd_take(&shared.file, open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
    }
    found = shared.file.fd >= 0;
    shared.users += found;
    pthread_mutex_unlock(&shared.lock);
    return found;
}

void gau_resident_memory_close(void)
{
    pthread_mutex_lock(&shared.lock);
    if (--shared.users == 0)
        gau_private_fd_close(&shared.file);
    pthread_mutex_unlock(&shared.lock);
}

int64_t gau_resident_memory_mb(void)
{
    const struct gau_hook_calls before = gau_hook_calls_begin();
    char line[48] = ""; /* enough for two numbers, of which the second is that of the pages */
    const char *const blank =
        gau_private_fd_is_ours(&shared.file) && pread(shared.file.fd, line, sizeof line - 1, 0) > 0
            ? strchr(line, ' ')
            : NULL;
    const int64_t pages = blank && isdigit((unsigned char)blank[1]) ? strtoll(blank, NULL, 10) : -1;

    gau_hook_calls_end(before);
    return pages < 0 ? -1 : pages * shared.page_bytes / 1000000;
}
