/* SPDX-License-Identifier: Apache-2.0 */
#include "resident.h"

#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    unsigned users;
    struct descriptor file;
    int64_t page_bytes;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = {.fd = -1}};

bool resident_open(void)
{
    bool found;

    pthread_mutex_lock(&shared.lock);
    if (shared.users == 0) {
        shared.page_bytes = sysconf(_SC_PAGESIZE);
        descriptor_take(&shared.file, open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
    }
    found = shared.file.fd >= 0;
    shared.users += found;
    pthread_mutex_unlock(&shared.lock);
    return found;
}

void resident_close(void)
{
    pthread_mutex_lock(&shared.lock);
    if (--shared.users == 0)
        descriptor_close(&shared.file);
    pthread_mutex_unlock(&shared.lock);
}

/* The second number of the line: pages. -1: there is none. */
static int64_t read_pages(const char *text, const char *end)
{
    int64_t pages = 0;

    while (text < end && *text != ' ')
        text++;
    if (end - text < 2 || text[1] < '0' || text[1] > '9')
        return -1;
    for (text++; text < end && *text >= '0' && *text <= '9'; text++)
        pages = 10 * pages + (*text - '0');
    return pages;
}

int64_t resident_megabytes(void)
{
    const int before = errno;
    char line[48]; /* enough for two numbers */
    const ssize_t n =
        descriptor_is_ours(&shared.file) ? pread(shared.file.fd, line, sizeof line, 0) : -1;
    const int64_t pages = n > 0 ? read_pages(line, line + n) : -1;

    errno = before;
    return pages < 0 ? -1 : pages * shared.page_bytes / 1000000;
}
