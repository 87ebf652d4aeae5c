/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "doctor.h"

#include "../profile/profile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The value of the first line "key : value" of a file such as /proc/cpuinfo. */
static bool find_value(const char *path, const char *key, char *value, size_t size)
{
    FILE *file = fopen(path, "re");
    char line[256];
    bool found = false;

    while (file && !found && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');

        found = colon && strncmp(line, key, strlen(key)) == 0;
        if (found)
            snprintf(value, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
    }
    if (file)
        fclose(file);
    if (found)
        value[strcspn(value, "\n")] = '\0';
    return found;
}

void gau_doctor_machine(void)
{
    struct utsname kernel;
    char model[128], allowed[128];

    if (uname(&kernel) == 0)
        gau_doctor_line(GAU_VERDICT_FACT, "kernel", "%s %s, %s", kernel.sysname, kernel.release,
                        kernel.machine);
    if (!find_value("/proc/cpuinfo", "model name", model, sizeof model))
        snprintf(model, sizeof model, "of unknown model");
    if (!find_value("/proc/self/status", "Cpus_allowed_list", allowed, sizeof allowed))
        snprintf(allowed, sizeof allowed, "unknown");
    gau_doctor_line(GAU_VERDICT_FACT, "processor", "%s; %ld cores online, this process may use: %s",
                    model, sysconf(_SC_NPROCESSORS_ONLN), allowed);
}

/* VTune's commands stand in a folder bin64 beside the library that it loads into programs. A script
 * that starts it may stand elsewhere; a program that only has the name has no such library. */
static bool is_vtune(const char *command)
{
    char *real = realpath(command, NULL);
    char library[PATH_MAX + 64];
    char *slash = real ? strrchr(real, '/') : NULL;

    if (slash)
        *slash = '\0';
    snprintf(library, sizeof library, "%s/../lib64/runtime/libittnotify_collector.so",
             real ? real : "");
    free(real);
    return slash && access(library, R_OK) == 0;
}

void gau_doctor_vtune(void)
{
    struct gau_vtune vtune;
    bool real;

    if (!gau_vtune_find(&vtune)) {
        gau_doctor_line(GAU_VERDICT_NONE, "VTune", "neither vtune nor amplxe-cl is on the PATH");
        return;
    }
    real = is_vtune(vtune.path);
    gau_doctor_line(real ? GAU_VERDICT_GOOD : GAU_VERDICT_POOR, "VTune", "%s%s", vtune.path,
                    real ? "" : ", without VTune's collector library beside it: is it VTune?");
}
