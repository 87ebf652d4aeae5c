/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_file.h"

#include "documents/document.h"
#include "report/samples/sample_quality.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- which file ---------------------------------------------------------------------------- */

static const char ending[] = ".gtr";

static bool has_ending(const char *name)
{
    const size_t length = strlen(name), n = sizeof ending - 1;

    return length > n && strcmp(name + length - n, ending) == 0;
}

static int is_recorded(const struct dirent *entry)
{
    return has_ending(entry->d_name);
}

/* KIND-NAME.gtr */
static bool is_of(const char *name, const char *kind)
{
    const size_t length = strlen(kind);

    return strncmp(name, kind, length) == 0 && name[length] == '-' && has_ending(name + length + 1);
}

/* Returns the number of files of auditors with other names, and the last of them. Their list has
 * room for some. */
static int find_named(struct gau_recorded_file *file, char *list, size_t size, const char *folder,
                      const char *kind)
{
    struct dirent **entries = NULL;
    const int all = scandir(folder, &entries, is_recorded, alphasort);
    int n = 0;

    for (int i = 0; i < all; i++) {
        char *const name = entries[i]->d_name;

        if (is_of(name, kind)) {
            snprintf(file->name, sizeof file->name, "%s", name);
            name[strlen(name) - strlen(ending)] = '\0';
            gau_view_list(list, size, name);
            n++;
        }
        free(entries[i]);
    }
    free(entries);
    return n;
}

static bool make_path(struct gau_recorded_file *file, const char *folder)
{
    return snprintf(file->path, sizeof file->path, "%s/%s", folder, file->name) <
           (int)sizeof file->path;
}

bool gau_recorded_file_exists(const char *folder, const char *kind)
{
    struct gau_recorded_file file;
    char list[200] = "";

    snprintf(file.name, sizeof file.name, "%s%s", kind, ending);
    return (make_path(&file, folder) && access(file.path, F_OK) == 0) ||
           find_named(&file, list, sizeof list, folder, kind) == 1;
}

void gau_recorded_file_choose(struct gau_recorded_file *file, const char *folder, const char *kind,
                              const char *name, gau_error *error)
{
    char list[200] = "";
    int n;

    snprintf(file->name, sizeof file->name, "%s%s", name, ending);
    make_path(file, folder);
    if (strcmp(name, kind) != 0 || access(file->path, F_OK) == 0)
        return;
    n = find_named(file, list, sizeof list, folder, kind);
    make_path(file, folder);
    if (n > 1)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has %s of %d auditors: say which: %s",
                       GAU_QUOTE(folder), kind, n, list);
}

/* --- what is missing ----------------------------------------------------------------------- */

/* The words are those of files of samples. A block that was being written is no damage, unless the
 * job ended. */
void gau_recorded_file_damage(const char *name, const struct gau_trace_damage *damage, bool ended,
                              gau_recorded_file_say *say, void *user)
{
    struct gau_quality_process file = {.sums = {.missing_blocks = damage->missing,
                                                .skipped_bytes = damage->bytes_skipped,
                                                .tail_bytes = ended ? 0 : damage->tail_bytes,
                                                .invalid_records = damage->invalid_records,
                                                .dangling_references = damage->dangling_references,
                                                .unknown = damage->unknown,
                                                .misplaced = damage->misplaced,
                                                .misplaced_bytes = damage->misplaced_bytes,
                                                .lost_lanes = damage->lost_lanes},
                                       .lost_lane = damage->lost_lane};

    snprintf(file.file, sizeof file.file, "%s", name);
    gau_warnings_of_file(&file, say, user);
}

void gau_recorded_file_missing(const struct gau_trace_event_totals *totals, uint64_t ended,
                               uint64_t unfinished, gau_recorded_file_say *say, void *user)
{
    const uint64_t read = ended + unfinished, all = totals->events;
    char text[256];

    if (!totals->ended) {
        snprintf(text, sizeof text,
                 "warning: the job did not end: %" PRIu64 " event%s in the file, at most those of "
                 "its last second are missing",
                 read, read == 1 ? " is" : "s are");
        say(user, text);
    }
    if (all > read) {
        snprintf(text, sizeof text,
                 "warning: %" PRIu64 " of %" PRIu64 " events are not in the file", all - read, all);
        say(user, text);
    }
    if (unfinished > 0) {
        snprintf(text, sizeof text, "%" PRIu64 " event%s not end: left out of all tables",
                 unfinished, unfinished == 1 ? " did" : "s did");
        say(user, text);
    }
}

void gau_recorded_file_fail(const char *folder, const char *name, enum gau_trace_status status,
                            const char *message, const char *advice, gau_error *error)
{
    if (status == GAU_TRACE_NO_FILE)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no %s: %s", GAU_QUOTE(folder), name,
                       advice);
    else
        gau_fail_first(error, GAU_ERR_IO, "%.*s/%s: %s", GAU_QUOTE(folder), name, message);
}
