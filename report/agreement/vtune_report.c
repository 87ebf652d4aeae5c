/* SPDX-License-Identifier: Apache-2.0 */
#include "vtune_report.h"

#include "documents/document.h"
#include "table/heap.h"
#include "table/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char task_type[] = "Task Type";
static const char *const cpu_times[] = {"CPU Time", "CPU Time:Self"};
static const char expected[] = "the CSV of 'vtune -report hotspots -group-by task -format csv "
                               "-csv-delimiter comma' is expected";

/* All rows together are no longer than this: no machine has computed so long. */
static const double most_s = 1e10;

enum { COLUMNS_MAX = 256, DELIMITER_MAX = 15, BEFORE_HEADER = 3 };

struct reading {
    struct gau_vtune_report *out;
    gau_error *error;
    const char *path;
    char *at;                 /* what is to be read, up to a NUL */
    size_t line, next_line;   /* where the record began; where `at` is */
    char *cells[COLUMNS_MAX]; /* of the record, the first ones */
    size_t n;                 /* of the record, all */
    char delimiter[DELIMITER_MAX + 1];
    size_t columns, task, time; /* of the header */
    double total_s;
    uint32_t size; /* of the tasks */
    /* If there is no header, this says why, of the first line that looks like one. */
    const char *unlike;
    size_t unlike_line;
};

/* @p line 0 means the whole file. */
__attribute__((__format__(__printf__, 3, 4))) static bool refuse(const struct reading *r,
                                                                 size_t line, const char *format,
                                                                 ...)
{
    char text[400], at[32] = "";
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gau_utf8_disarm(text);
    if (line > 0)
        snprintf(at, sizeof at, ":%zu", line);
    gau_fail_first(r->error, GAU_ERR_IO, "%.*s%s: %s", GAU_QUOTE(r->path), at, text);
    return false;
}

/* --- records ------------------------------------------------------------------------------- */

static bool is_line_end(const char *at)
{
    return *at == '\0' || *at == '\n' || (*at == '\r' && (at[1] == '\n' || at[1] == '\0'));
}

static bool is_delimiter(const struct reading *r, const char *at)
{
    return strncmp(at, r->delimiter, strlen(r->delimiter)) == 0;
}

/* Returns the first character behind a cell in quotes, which is written over itself without them.
 * NULL: there is no second quote. */
static char *unquote_cell(struct reading *r, char *cell)
{
    char *to = cell;

    for (const char *from = cell + 1; *from; from++) {
        if (*from == '"' && *++from != '"') {
            *to = '\0';
            return cell + (from - cell);
        }
        r->next_line += *from == '\n';
        *to++ = *from;
    }
    return NULL;
}

/* Reads up to the next delimiter or the end of the line, and says which it was. */
static bool read_cell(struct reading *r, bool *last)
{
    char *const cell = r->at, *end = cell;

    if (*cell == '"') {
        end = unquote_cell(r, cell);
        if (!end)
            return refuse(r, r->line, "a cell in quotes has no second quote");
        if (!is_line_end(end) && !is_delimiter(r, end))
            return refuse(r, r->line, "text behind a cell in quotes: '%.*s'",
                          (int)strcspn(end, "\r\n"), end);
    } else {
        while (!is_line_end(end) && !is_delimiter(r, end))
            end++;
    }
    *last = is_line_end(end);
    r->at = end;
    if (*last) {
        r->at += strcspn(end, "\n");
        r->next_line += *r->at == '\n';
        r->at += *r->at == '\n';
    } else {
        r->at += strlen(r->delimiter);
    }
    *end = '\0';
    if (r->n < COLUMNS_MAX)
        r->cells[r->n] = cell;
    r->n++;
    return true;
}

static bool read_record(struct reading *r)
{
    bool last = false;

    r->n = 0;
    r->line = r->next_line;
    while (!last)
        if (!read_cell(r, &last))
            return false;
    return true;
}

/* --- the header ---------------------------------------------------------------------------- */

/* Returns COLUMNS_MAX if there is no such column. */
static size_t find_column(const struct reading *r, const char *name)
{
    for (size_t i = 0; i < r->n && i < COLUMNS_MAX; i++)
        if (strcmp(r->cells[i], name) == 0)
            return i;
    return COLUMNS_MAX;
}

static bool is_of_delimiter(char c)
{
    return c && c != '"' && c != '\r' && c != '(' && c != '[' && !isalnum((unsigned char)c);
}

/* The delimiter stands beside a name of letters and blanks. It becomes "" if there is none. */
static void guess_delimiter(struct reading *r, const char *line, const char *name)
{
    const char *from = name + strlen(task_type), *to;

    from += *from == '"';
    for (to = from; is_of_delimiter(*to);)
        to++;
    if (to == from) {
        to = name - (name > line && name[-1] == '"');
        for (from = to; from > line && is_of_delimiter(from[-1]);)
            from--;
    }
    snprintf(r->delimiter, sizeof r->delimiter, "%.*s", (int)(to - from), from);
}

/* VTune's own messages are lines of the file if both went to one file. */
static bool is_message(const char *text)
{
    static const char *const beginnings[] = {"vtune: ", "amplxe: ", "war:"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(text, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " ")] == '\0';
}

static void note_unlike(struct reading *r, const char *why)
{
    if (!r->unlike) {
        r->unlike = why;
        r->unlike_line = r->line;
    }
}

/* Reads this line alone, whatever quotes it has, and nothing of the next one. */
static bool is_header(struct reading *r, char *line)
{
    const char *name = strstr(line, task_type);

    if (is_message(line))
        return false;
    if (!name) {
        if (strstr(line, cpu_times[0]))
            note_unlike(r, "there is no column 'Task Type' beside 'CPU Time'");
        return false;
    }
    for (; name && is_blank(r->delimiter); name = strstr(name + 1, task_type))
        guess_delimiter(r, line, name);
    if (is_blank(r->delimiter)) {
        note_unlike(r, r->delimiter[0] ? "columns are separated by blanks"
                                       : "there is no column beside 'Task Type'");
        return false;
    }
    r->at = line;
    if (!read_record(r))
        return false;
    r->columns = r->n;
    r->task = find_column(r, task_type);
    r->time = find_column(r, cpu_times[0]);
    if (r->time == COLUMNS_MAX)
        r->time = find_column(r, cpu_times[1]);
    if (r->task < COLUMNS_MAX && r->time < COLUMNS_MAX)
        return true;
    note_unlike(r, r->task == COLUMNS_MAX
                       ? "there is no column 'Task Type'"
                       : "there is no column 'CPU Time' or 'CPU Time:Self' beside 'Task Type'");
    return false;
}

static bool find_header(struct reading *r)
{
    bool found = false;

    while (*r->at && !found && r->error->status == GAU_OK) {
        char *const line = r->at, *const end = line + strcspn(line, "\n");
        char *const next = end + (*end == '\n');
        const size_t number = r->next_line;

        *end = '\0';
        r->line = number;
        r->delimiter[0] = '\0';
        found = is_header(r, line);
        r->at = next;
        r->next_line = number + 1;
    }
    if (found || r->error->status != GAU_OK)
        return found;
    return refuse(r, r->unlike_line, "%s: %s",
                  r->unlike ? r->unlike
                            : "there is no line with the columns 'Task Type' and "
                              "'CPU Time'",
                  expected);
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Reads "0.25", "0.250s" or "1e-3 s". */
static bool read_seconds(double *out, const char *text)
{
    const size_t length = strspn(text, "0123456789.eE+-");
    char *rest;

    if (!isdigit((unsigned char)text[0]) && text[0] != '.')
        return false;
    *out = strtod(text, &rest);
    if (rest != text + length || !(*out <= most_s))
        return false;
    rest += strspn(rest, " ");
    return strcmp(rest, "") == 0 || strcmp(rest, "s") == 0;
}

static bool add_task(struct reading *r, const char *name, double cpu_s)
{
    struct gau_vtune_report *const out = r->out;

    if (!gau_array_grow(&out->tasks, out->n, &r->size, sizeof *out->tasks)) {
        gau_fail_memory(r->error, "report of VTune");
        return false;
    }
    out->tasks[out->n++] = (struct gau_vtune_task){.name = name, .cpu_s = cpu_s};
    r->total_s += cpu_s;
    return r->total_s <= most_s ||
           refuse(r, r->line, "more than %g s of CPU time in all rows", most_s);
}

static bool read_row(struct reading *r)
{
    double cpu_s;

    if (!read_record(r))
        return false;
    if (r->n != r->columns) {
        if ((r->n == 1 && !r->cells[0][0]) || is_message(r->cells[0]))
            return true;
        return refuse(r, r->line, "%zu cell%s instead of %zu as in the header", r->n,
                      r->n == 1 ? "" : "s", r->columns);
    }
    if (!r->cells[r->task][0])
        return refuse(r, r->line, "the cell of 'Task Type' is empty");
    if (!read_seconds(&cpu_s, r->cells[r->time]))
        return refuse(r, r->line, "CPU Time: seconds from 0 on were expected, not '%.40s'",
                      r->cells[r->time]);
    return add_task(r, r->cells[r->task], cpu_s);
}

static int by_name(const void *a, const void *b)
{
    const struct gau_vtune_task *const left = a, *const right = b;

    return strcmp(left->name, right->name);
}

static void sum_up(struct gau_vtune_report *out)
{
    uint32_t n = 0;

    if (out->n > 0)
        qsort(out->tasks, out->n, sizeof *out->tasks, by_name);
    for (uint32_t i = 0; i < out->n; i++)
        if (n > 0 && by_name(&out->tasks[n - 1], &out->tasks[i]) == 0)
            out->tasks[n - 1].cpu_s += out->tasks[i].cpu_s;
        else
            out->tasks[n++] = out->tasks[i];
    out->n = n;
}

/* --- the file ------------------------------------------------------------------------------ */

/* A NUL byte is replaced, since it would hide what is behind it. */
static bool read_text(struct reading *r, FILE *file, size_t size)
{
    char *const text = r->out->text = malloc(size + 1);

    if (!text) {
        gau_fail_memory(r->error, "report of VTune");
        return false;
    }
    size = fread(text, 1, size, file);
    if (ferror(file))
        return refuse(r, 0, "%s", strerror(errno));
    text[size] = '\0';
    for (size_t i = 0; i < size; i++)
        if (!text[i])
            text[i] = '\x01';
    r->at = text + (strncmp(text, "\xef\xbb\xbf", BEFORE_HEADER) == 0 ? BEFORE_HEADER : 0);
    return *r->at || refuse(r, 0, "the file is empty: %s", expected);
}

/* Opening does not block, so that a FIFO or a device is refused without waiting for it. */
static bool read_file(struct reading *r)
{
    const int fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *const file = fd >= 0 ? fdopen(fd, "r") : NULL;
    struct stat info;
    bool read = false;

    if (!file || fstat(fd, &info) != 0)
        gau_fail_first(r->error, errno == ENOENT ? GAU_ERR_USAGE : GAU_ERR_IO, "%.*s: %s",
                       GAU_QUOTE(r->path), strerror(errno));
    else if (!S_ISREG(info.st_mode))
        refuse(r, 0, "not a regular file");
    else if (info.st_size > GAU_DOCUMENT_SIZE_MAX)
        refuse(r, 0, "larger than 256 MiB");
    else
        read = read_text(r, file, (size_t)info.st_size);
    if (file)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    return read;
}

bool gau_vtune_report_read(struct gau_vtune_report *out, const char *path, gau_error *error)
{
    struct reading r = {.out = out, .error = error, .path = path, .next_line = 1};
    bool read;

    *out = (struct gau_vtune_report){0};
    read = read_file(&r) && find_header(&r);
    while (read && *r.at)
        read = read_row(&r);
    if (read)
        sum_up(out);
    else
        gau_vtune_report_clear(out);
    return read;
}

void gau_vtune_report_clear(struct gau_vtune_report *report)
{
    free(report->tasks);
    free(report->text);
    *report = (struct gau_vtune_report){0};
}
