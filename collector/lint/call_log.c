/* SPDX-License-Identifier: Apache-2.0 */
#include "process_state.h"

#include "collector/base/high_fd.h"
#include "collector/base/mapped_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct gau_lint_state gau_lint = {.lock = PTHREAD_MUTEX_INITIALIZER, .log = {.fd = -1}};

enum { MARGIN = 8 }; /* for what follows a text in a line */

struct line {
    char text[16384];
    size_t length;
};

static bool make_absolute(const char *path, char *absolute, size_t size)
{
    char here[2048];
    int length;

    if (*path == '/')
        length = snprintf(absolute, size, "%s", path);
    else if (getcwd(here, sizeof here))
        length = snprintf(absolute, size, "%s/%s", here, path);
    else
        return false;
    return length > 0 && (size_t)length < size;
}

static void open_file(struct gau_lint_log *log)
{
    struct stat info;

    log->fd = gau_fd_move_high(
        open(log->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666));
    if (log->fd >= 0 && fstat(log->fd, &info) == 0) {
        log->device = info.st_dev;
        log->inode = info.st_ino;
    }
}

void gau_lint_log_open(struct gau_lint_log *log, const char *path)
{
    log->fd = -1;
    if (path && *path && make_absolute(path, log->path, sizeof log->path))
        open_file(log);
}

/* Programs may close all files that they do not know, and reuse the number. */
static bool is_ours(const struct gau_lint_log *log)
{
    struct stat info;

    return log->fd >= 0 && fstat(log->fd, &info) == 0 && log->device == info.st_dev &&
           log->inode == info.st_ino;
}

static void add_text(struct line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_text(struct line *line, const char *format, ...)
{
    const size_t room = sizeof line->text - MARGIN - line->length;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        line->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* What does not fit into the line is cut, which "..." after the quotes shows. */
static void add_quoted(struct line *line, const char *text, size_t most)
{
    const char *const end = text ? text + strnlen(text, most) : NULL;

    add_text(line, " \"");
    for (; text < end && line->length + 3 * MARGIN < sizeof line->text; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c < ' ' || c == 0x7f)
            add_text(line, "\\x%02x", c);
        else if (c == '"' || c == '\\')
            add_text(line, "\\%c", c);
        else
            line->text[line->length++] = *text;
    }
    add_text(line, "\"%s", text < end ? "..." : "");
}

static void add_arguments(struct line *line, const char *format, va_list arguments)
{
    size_t length = SIZE_MAX;

    for (; *format; format++)
        switch (*format) {
        case 'd': add_text(line, " %d", va_arg(arguments, int)); break;
        case 'u': add_text(line, " %" PRIu64, va_arg(arguments, uint64_t)); break;
        case 'x': add_text(line, " 0x%" PRIx64, va_arg(arguments, uint64_t)); break;
        case 'g': add_text(line, " %.17g", va_arg(arguments, double)); break;
        case 'w': add_text(line, " %s", va_arg(arguments, const char *)); break;
        case 'l': length = va_arg(arguments, size_t); break;
        default:
            add_quoted(line, va_arg(arguments, const char *), length);
            length = SIZE_MAX;
            break;
        }
}

static void write_line(int fd, const struct line *line)
{
    size_t done = 0;

    while (done < line->length) {
        const ssize_t n = write(fd, line->text + done, line->length - done);

        if (n < 0 && errno != EINTR)
            return;
        done += n > 0 ? (size_t)n : 0;
    }
}

void gau_lint_log_line(struct gau_lint_log *log, uint64_t now, long tid, const char *word,
                       const char *format, va_list arguments)
{
    static struct line line;
    const int error = errno;

    if (log->path[0] && !is_ours(log))
        open_file(log);
    if (log->fd >= 0) {
        line.length = 0;
        add_text(&line, "%" PRIu64 " %ld %ld %s", now, (long)getpid(), tid, word);
        add_arguments(&line, format, arguments);
        line.text[line.length++] = '\n';
        write_line(log->fd, &line);
    }
    errno = error;
}

/* --- calls and violations ------------------------------------------------------------------ */

void gau_lint_write(const struct gau_lint_call *call, const char *word, const char *format, ...)
{
    va_list arguments;

    if (*word != '@') {
        gau_lint.n_calls++;
        gau_lint.n_threads += !call->thread->counted;
        call->thread->counted = true;
    }
    va_start(arguments, format);
    gau_lint_log_line(&gau_lint.log, call->now, call->thread->tid, word, format, arguments);
    va_end(arguments);
}

int gau_lint_clipped(const struct gau_lint_name *name)
{
    int length = 120;

    if (name->length <= (size_t)length)
        return (int)name->length;
    while (length > 100 && ((unsigned char)name->text[length] & 0xc0) == 0x80)
        length--; /* not inside a character of UTF-8 */
    return length;
}

static void make_one_line(char *text)
{
    unsigned char before = 0;

    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;

        /* C1 in UTF-8, or by itself */
        if (c < ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0 && (before < 0x80 || before == 0xc2)))
            *text = '?';
        if (*text == '?' && before == 0xc2)
            text[-1] = '?';
        before = c;
    }
}

/* The file with the code that called, and the offset behind the call; "" if it is unknown. */
static const char *find_caller(const struct gau_lint_call *call, uint64_t *offset, char *buffer,
                               size_t size)
{
    const int error = errno;
    const char *const path =
        call->caller ? gau_mapped_file_at(offset, call->caller, buffer, size) : NULL;

    errno = error;
    return path ? path : "";
}

void gau_lint_violation(const struct gau_lint_call *call, enum gau_lint_rule rule,
                        const char *format, ...)
{
    const struct gau_lint_name *const name = call->thread->name;
    static char maps[8192]; /* the thread's stack may be small, and the lock is held */
    char place[512], thread[128] = "";
    const char *module = "";
    uint64_t offset = 0;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(place, sizeof place, format, arguments);
    va_end(arguments);
    if (name)
        snprintf(thread, sizeof thread, "%.*s", GAU_LINT_CLIP(name));
    make_one_line(place);
    make_one_line(thread);
    if (!gau_lint_violations_has(&gau_lint.violations, rule, place))
        module = find_caller(call, &offset, maps, sizeof maps);
    gau_lint_violations_add(&gau_lint.violations, &(struct gau_lint_occurrence){
                                                      .rule = rule,
                                                      .place = place,
                                                      .thread = thread,
                                                      .module = module,
                                                      .offset = offset,
                                                      .pid = getpid(),
                                                      .tid = call->thread->tid,
                                                      .ns = call->now - gau_lint.start,
                                                  });
    gau_lint_write(call, "@violation", "wsssx", gau_lint_rule_name(rule), place, thread, module,
                   offset);
}
