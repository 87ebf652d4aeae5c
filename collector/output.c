/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "life.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 18, ATTEMPTS = 1000 };

static _Alignas(8) unsigned char block[BLOCK_BYTES];

/* The first process has the plain name; others, and programs that replace each other by exec() in
 * one process, have names of their own. */
static void make_path(char *path, size_t size, const struct gau_config *config, unsigned attempt)
{
    const long pid = (long)getpid();
    const bool is_first = config->first == 0 || config->first == pid;
    const char *const folder = config->output;

    if (attempt == 0 && is_first)
        snprintf(path, size, "%s/samples.gtr", folder);
    else if (attempt <= 1)
        snprintf(path, size, "%s/samples-%ld.gtr", folder, pid);
    else
        snprintf(path, size, "%s/samples-%ld-%u.gtr", folder, pid, attempt);
}

/* CLOCK_REALTIME at that moment of CLOCK_MONOTONIC. */
static uint64_t epoch_of(uint64_t time_ns)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - gau_life_clock() + time_ns;
}

bool gau_output_create(struct gau_trace_writer *writer, const struct gau_config *config,
                       uint64_t start_ns)
{
    const struct gau_trace_header header = {
        .content = GAU_TRACE_SAMPLES,
        .pid = (uint32_t)getpid(),
        .start_ns = start_ns,
        .start_epoch_ns = epoch_of(start_ns),
    };
    char path[PATH_MAX];
    int error = EEXIST;

    for (unsigned attempt = 0; attempt < ATTEMPTS && error == EEXIST; attempt++) {
        make_path(path, sizeof path, config, attempt);
        error = gau_trace_create(writer, path, &header, block, (uint32_t)sizeof block);
    }
    if (error)
        gau_config_complain("cannot write '%.200s': %s; nothing is recorded", path,
                            strerror(error));
    return error == 0;
}
