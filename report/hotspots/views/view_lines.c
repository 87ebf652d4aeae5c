/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "documents/document.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The lines of a function with their CPU time: that of a line itself, and with what is called from
 * it. Where the function calls itself, the innermost call counts.
 */

enum {
    AROUND = 2, /* lines that are shown above and below one with time */
    JUMP = 3,   /* more lines than that are left out */
    TAB = 8,
    SIZE_MOST = 64 << 20, /* of a source file, in bytes */
};

struct listing {
    struct gau_hotspots_table *table;
    const struct gau_hotspots_grouping *grouping;
    const struct gau_hotspots_measure *self; /* of the function in all samples */
    const struct gau_hotspots_group **lines; /* those with time, in the order of files and lines */
    uint32_t count;
    FILE *source; /* of the lines at work; NULL: it cannot be read */
    char *text;   /* its line that was read last */
    size_t text_size;
    uint32_t read; /* the number of that line */
    char *room;    /* GAU_HOTSPOTS_TEXT_SIZE bytes */
};

/* --- source files -------------------------------------------------------------------------- */

/* Only regular files are opened, since others may block. */
static FILE *open_source(const char *path, struct stat *facts)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    FILE *const file =
        fd >= 0 && fstat(fd, facts) == 0 && S_ISREG(facts->st_mode) && facts->st_size <= SIZE_MOST
            ? fdopen(fd, "r")
            : NULL;

    if (fd >= 0 && !file)
        close(fd);
    return file;
}

static void close_source(struct listing *listing)
{
    if (listing->source)
        fclose(listing->source);
    listing->source = NULL;
    listing->read = 0;
}

/* Returns a line with blanks for tabs; NULL: there is none. Lines are asked for in order. */
static const char *source_line(struct listing *listing, uint32_t number)
{
    char *const room = listing->room;
    size_t used = 0;

    while (listing->source && listing->read < number &&
           getline(&listing->text, &listing->text_size, listing->source) > 0)
        listing->read++;
    if (!listing->source || listing->read != number)
        return NULL;
    for (const char *at = listing->text; *at && *at != '\n' && used + 1 < GAU_HOTSPOTS_TEXT_SIZE;
         at++) {
        if (*at == '\t') {
            do
                room[used++] = ' ';
            while (used % TAB && used + 1 < GAU_HOTSPOTS_TEXT_SIZE);
        } else if (*at != '\r' || at[1] != '\n') {
            room[used++] = *at;
        }
    }
    room[used] = '\0';
    return room;
}

/* --- rows ---------------------------------------------------------------------------------- */

static uint32_t file_of(const struct gau_hotspots_group *row)
{
    return (uint32_t)(row->value >> 32);
}

static uint32_t line_of(const struct gau_hotspots_group *row)
{
    return row->others ? 0 : (uint32_t)row->value;
}

static int by_place(const void *a, const void *b)
{
    const struct gau_hotspots_group *const left = *(const struct gau_hotspots_group *const *)a;
    const struct gau_hotspots_group *const right = *(const struct gau_hotspots_group *const *)b;

    if (left->others != right->others)
        return left->others ? 1 : -1;
    if (!line_of(left) != !line_of(right))
        return line_of(left) ? -1 : 1;
    return (left->value > right->value) - (left->value < right->value);
}

static void put_source(const struct listing *listing, uint32_t line, const char *text)
{
    char number[16];

    snprintf(number, sizeof number, "%" PRIu32, line);
    gau_hotspots_table_text(listing->table, GAU_HOTSPOTS_LINE_TEXT, number);
    gau_hotspots_table_count(listing->table, GAU_HOTSPOTS_LINE, line);
    gau_hotspots_table_text(listing->table, GAU_HOTSPOTS_SOURCE, text);
}

static void put_line(struct listing *listing, const struct gau_hotspots_group *row)
{
    const uint64_t whole_ns = listing->grouping->groups[0].total.weight_ns;
    struct gau_hotspots_table *const table = listing->table;

    gau_hotspots_table_row(table, 0);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_SUBJECT,
                            gau_hotspots_function_name(table->result,
                                                       listing->table->query->subject));
    gau_hotspots_table_measure(table, GAU_HOTSPOTS_TOTAL, &row->total, whole_ns);
    gau_hotspots_table_measure(table, GAU_HOTSPOTS_SELF, &row->own, whole_ns);
    if (!line_of(row)) {
        gau_hotspots_table_text(table, GAU_HOTSPOTS_SOURCE,
                                row->others ? "[others]" : "[no line known]");
        return;
    }
    gau_hotspots_table_file(table, file_of(row));
    put_source(listing, line_of(row), source_line(listing, line_of(row)));
}

/* --- what is around lines with time -------------------------------------------------------- */

static void put_text_line(struct listing *listing, uint32_t line)
{
    const char *const text = source_line(listing, line);

    if (!text)
        return;
    gau_hotspots_table_row(listing->table, 0);
    put_source(listing, line, text);
}

/* Puts the text between two lines, in display formats. */
static void put_between(struct listing *listing, uint32_t last, uint32_t next)
{
    const bool jumps = next - last > 2 * AROUND + JUMP + 1;

    if (!gau_hotspots_table_is_read(listing->table) || !listing->source)
        return;
    for (uint32_t line = last + 1; line < next; line++) {
        if (jumps && line == last + AROUND + 1) {
            gau_hotspots_table_row(listing->table, 0);
            gau_hotspots_table_text(listing->table, GAU_HOTSPOTS_SOURCE, "...");
            line = next - AROUND;
        }
        put_text_line(listing, line);
    }
}

static void open_file(struct listing *listing, const struct gau_hotspots_group *row)
{
    struct gau_hotspots_table *const table = listing->table;
    const uint64_t start_ns = table->result->profile->processes[1].header.start_epoch_ns;
    const char *const path = gau_symbolizer_file(table->result->symbols, file_of(row));
    struct stat facts;

    close_source(listing);
    listing->source = open_source(path, &facts);
    if (!listing->source)
        gau_hotspots_note(&table->notes, "the source '%.*s' cannot be read here", GAU_QUOTE(path));
    else if (start_ns > 0 &&
             (uint64_t)facts.st_mtim.tv_sec * 1000000000 + (uint64_t)facts.st_mtim.tv_nsec >
                 start_ns)
        gau_hotspots_note(
            &table->notes,
            "warning: '%.*s' was changed after the run: its lines may not be those that ran",
            GAU_QUOTE(path));
    if (!gau_hotspots_table_is_read(table))
        return;
    gau_hotspots_table_row(table, 0);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_SOURCE, path);
}

/* Puts the head of the function first, if it is in this file. Returns the line before those that
 * may follow. */
static uint32_t put_begin(struct listing *listing, const struct gau_hotspots_group *row)
{
    const struct gau_function *const function =
        gau_symbolizer_function(listing->table->result->symbols, listing->table->query->subject);
    const uint32_t line = line_of(row);

    open_file(listing, row);
    if (function->file != file_of(row) || !function->line || function->line >= line)
        return line > AROUND ? line - AROUND - 1 : 0;
    if (gau_hotspots_table_is_read(listing->table))
        put_text_line(listing, function->line);
    return function->line;
}

static void put_lines(struct listing *listing)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < listing->count; i++) {
        const struct gau_hotspots_group *const row = listing->lines[i];
        const struct gau_hotspots_group *const before = i ? listing->lines[i - 1] : NULL;
        const bool is_first = !before || file_of(before) != file_of(row) || !line_of(row);

        if (is_first && before && line_of(before))
            put_between(listing, last, last + AROUND + 1);
        if (is_first && line_of(row))
            last = put_begin(listing, row);
        if (line_of(row))
            put_between(listing, last, line_of(row));
        put_line(listing, row);
        last = line_of(row);
    }
    if (last)
        put_between(listing, last, last + AROUND + 1);
}

static void put_head(const struct listing *listing)
{
    const struct gau_symbolized_samples *const result = listing->table->result;
    const uint32_t number = listing->table->query->subject;
    const struct gau_function *const function = gau_symbolizer_function(result->symbols, number);
    const struct gau_hotspots_measure *const total = &listing->grouping->groups[0].total;
    char name[GAU_HOTSPOTS_TEXT_SIZE];

    if (!gau_hotspots_table_is_read(listing->table))
        return;
    snprintf(name, sizeof name, "%s (%s)", gau_hotspots_function_name(result, number),
             gau_symbolizer_module_name(result->symbols, function->module));
    gau_hotspots_table_row(listing->table, 0);
    gau_hotspots_table_measure(listing->table, GAU_HOTSPOTS_SELF, listing->self, total->weight_ns);
    gau_hotspots_table_measure(listing->table, GAU_HOTSPOTS_TOTAL, total, total->weight_ns);
    gau_hotspots_table_text(listing->table, GAU_HOTSPOTS_SOURCE, name);
}

void gau_hotspots_lines_write(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_measure *self)
{
    const struct gau_hotspots_group *const root = &grouping->groups[0];
    struct listing listing = {.table = table, .grouping = grouping, .self = self};

    listing.lines = calloc(root->count + (size_t)1, sizeof *listing.lines);
    listing.room = malloc(GAU_HOTSPOTS_TEXT_SIZE);
    if (listing.lines && listing.room) {
        for (uint32_t i = 0; i < root->count; i++)
            listing.lines[listing.count++] = gau_hotspots_child(grouping, root, i);
        qsort(listing.lines, listing.count, sizeof *listing.lines, by_place);
        put_head(&listing);
        put_lines(&listing);
    } else {
        gau_fail_memory(table->error, "lines of a function");
    }
    free(listing.lines);
    free(listing.room);
    free(listing.text);
    close_source(&listing);
}
