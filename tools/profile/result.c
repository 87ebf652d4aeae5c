/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* scandir() */
#include "result.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* r, the count, and two or three letters for the analysis. */
static int is_result(const struct dirent *entry)
{
    const char *const name = entry->d_name;
    const size_t digits = name[0] == 'r' ? strspn(name + 1, "0123456789") : 0;
    const size_t letters = strspn(name + 1 + digits, "abcdefghijklmnopqrstuvwxyz");

    return digits >= 3 && letters >= 2 && !name[1 + digits + letters];
}

static void release(struct dirent **entries, int count)
{
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
}

static const char *place(const char *folder)
{
    return folder ? folder : ".";
}

void gau_profile_results_look(struct gau_profile_results *results, const char *folder)
{
    *results = (struct gau_profile_results){.folder = folder};
    results->count = scandir(place(folder), &results->before, is_result, alphasort);
    if (results->count < 0)
        *results = (struct gau_profile_results){.folder = folder};
}

static bool was_there(const struct gau_profile_results *results, const char *name)
{
    for (int i = 0; i < results->count; i++)
        if (strcmp(results->before[i]->d_name, name) == 0)
            return true;
    return false;
}

int gau_profile_results_new(const struct gau_profile_results *results, char *path, size_t size)
{
    struct dirent **now;
    const int count = scandir(place(results->folder), &now, is_result, alphasort);
    int found = 0;

    if (count < 0)
        return 0;
    for (int i = 0; i < count; i++) {
        if (was_there(results, now[i]->d_name))
            continue;
        snprintf(path, size, "%s%s%s", results->folder ? results->folder : "",
                 results->folder ? "/" : "", now[i]->d_name);
        found++;
    }
    release(now, count);
    return found;
}

void gau_profile_results_clear(struct gau_profile_results *results)
{
    release(results->before, results->count);
    *results = (struct gau_profile_results){0};
}
