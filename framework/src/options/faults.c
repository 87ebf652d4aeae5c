/* SPDX-License-Identifier: Apache-2.0 */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At equal places the fault that was found first stays in front. */
static bool is_before(const gau_source_location *a, const gau_source_location *b)
{
    const int files = strcmp(a->file ? a->file : "", b->file ? b->file : "");

    return files < 0 || (files == 0 && a->line < b->line);
}

bool gau_faults_have_room(struct gau_faults *faults, gau_source_location location)
{
    const bool room = faults->n < GAU_MAX_FAULTS ||
                      is_before(&location, &faults->items[GAU_MAX_FAULTS - 1].location);

    faults->left_out += !room;
    return room;
}

static bool is_known(const struct gau_faults *faults, const char *message)
{
    for (size_t i = 0; i < faults->n; i++)
        if (strcmp(faults->items[i].message, message) == 0)
            return true;
    return false;
}

static void insert_fault(struct gau_faults *faults, struct gau_fault fault)
{
    size_t at = faults->n;

    if (faults->n == GAU_MAX_FAULTS) {
        free(faults->items[--at].message);
        faults->left_out++;
    } else {
        faults->n++;
    }
    for (; at > 0 && is_before(&fault.location, &faults->items[at - 1].location); at--)
        faults->items[at] = faults->items[at - 1];
    faults->items[at] = fault;
}

static void add_fault(struct gau_faults *faults, gau_source_location location, gau_status status,
                      const char *message)
{
    struct gau_fault fault = {.location = location, .status = status};

    if (is_known(faults, message) || !gau_faults_have_room(faults, location))
        return;
    if ((fault.message = strdup(message)))
        insert_fault(faults, fault);
    else
        faults->left_out++;
}

void gau_faults_add(struct gau_faults *faults, gau_source_location location, const gau_error *err)
{
    add_fault(faults, location, err->status, err->message);
}

void gau_faults_add_all(struct gau_faults *faults, const struct gau_faults *more)
{
    for (size_t i = 0; i < more->n; i++)
        add_fault(faults, more->items[i].location, more->items[i].status, more->items[i].message);
    faults->left_out += more->left_out;
}

gau_status gau_faults_report(const struct gau_faults *faults, gau_error *err)
{
    enum { LAST_LINE = 64 };
    const gau_status status = faults->n ? faults->items[0].status : GAU_OK;
    size_t used = 0, reported = 0;

    if (faults->n == 0 && faults->left_out)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (errors of the job)");
    if (!err || faults->n == 0)
        return status;
    gau_error_set(err, status, __FILE__, __LINE__, "%s", "");
    for (; reported < faults->n; reported++) {
        const char *const message = faults->items[reported].message;

        if (reported > 0 && used + strlen(message) + LAST_LINE > sizeof err->message)
            break;
        used += (size_t)snprintf(err->message + used, sizeof err->message - used, "%s%s",
                                 reported ? "\n" : "", message);
    }
    if (faults->n - reported + faults->left_out > 0 && used + LAST_LINE < sizeof err->message)
        snprintf(err->message + used, sizeof err->message - used, "\nand %zu more",
                 faults->n - reported + faults->left_out);
    return status;
}

void gau_faults_clear(struct gau_faults *faults)
{
    for (size_t i = 0; i < faults->n; i++)
        free(faults->items[i].message);
    *faults = (struct gau_faults){.n = 0};
}
