/* SPDX-License-Identifier: Apache-2.0 */
#include "clock_identity.h"
#include "document.h"
#include "launcher_rank.h"

#include "table/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

bool gau_document_put(json_t *document, const char *key, json_t *value)
{
    return json_object_set_new(document, key, value) == 0;
}

json_t *gau_document_text(const char *text)
{
    char *const clean = gau_utf8_clean(text);
    json_t *const value = clean ? json_string(clean) : NULL;

    free(clean);
    return value;
}

bool gau_document_put_text(json_t *document, const char *key, const char *text)
{
    return gau_document_put(document, key, text ? gau_document_text(text) : json_null());
}

bool gau_document_put_start(json_t *document)
{
    struct timespec now;
    char text[48] = "";
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &utc)) {
        const size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);

        snprintf(text + length, sizeof text - length, ".%06ldZ", now.tv_nsec / 1000);
    }
    return gau_document_put_text(document, "start_time", text);
}

/* --- the machine --------------------------------------------------------------------------- */

static struct utsname system_name(void)
{
    struct utsname system;

    if (uname(&system) != 0)
        memset(&system, 0, sizeof system);
    return system;
}

/* Linux for x86 has a line "model name: ..."; elsewhere the name of the architecture must do. */
static bool put_processor(json_t *document, const char *machine)
{
    FILE *const file = fopen("/proc/cpuinfo", "r");
    char line[512];
    const char *model = machine;

    while (file && model == machine && fgets(line, sizeof line, file)) {
        const char *const colon = strchr(line, ':');

        if (!colon || strncmp(line, "model name", 10) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        model = colon + 1 + strspn(colon + 1, " \t");
    }
    if (file)
        fclose(file);
    return gau_document_put_text(document, "cpu_model", model);
}

/* Of a rank of an MPI job. */
static bool put_rank(json_t *document)
{
    struct gau_launcher_rank rank;
    char clock[GAU_CLOCK_IDENTITY];

    return !gau_launcher_rank_find(&rank) ||
           (gau_document_put(document, "rank", json_integer(rank.rank)) &&
            gau_document_put(document, "ranks", json_integer(rank.size)) &&
            gau_document_put_text(document, "launcher", rank.launcher) &&
            gau_document_put_text(document, "clock_identity",
                                  gau_clock_identity(clock) ? clock : NULL));
}

bool gau_document_put_machine(json_t *document)
{
    const struct utsname system = system_name();
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return gau_document_put_text(document, "host", system.nodename) && put_rank(document) &&
           put_processor(document, system.machine) &&
           gau_document_put(document, "cores", cores > 0 ? json_integer(cores) : json_null());
}

bool gau_document_put_versions(json_t *document, const char *gaudit, const char *libxml2)
{
    const struct utsname system = system_name();
    char kernel[sizeof system.sysname + sizeof system.release + 1];

    snprintf(kernel, sizeof kernel, "%s %s", system.sysname, system.release);
    return gau_document_put(document, "versions",
                            json_pack("{s:s, s:s*, s:s, s:s}", "gaudit", gaudit, "libxml2", libxml2,
                                      "jansson", JANSSON_VERSION, "kernel", kernel));
}
