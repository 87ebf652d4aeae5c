/* SPDX-License-Identifier: Apache-2.0 */
#include "lint_log.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_THREADS = 256 };

static char *read_file(const char *path)
{
    FILE *const file = fopen(path, "r");
    char *text;
    long size;

    if (!file)
        fail_msg("there is no log '%s'", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    rewind(file);
    text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return text;
}

static int hex_digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Ends the argument at *text with NUL, and moves on to the next. */
static char *take_quoted(char **text)
{
    char *const start = *text + 1;
    char *to = start, *from = start;

    for (; *from != '"'; from++) {
        assert_int_not_equal(*from, '\0');
        if (from[0] == '\\' && from[1] == 'x') {
            *to++ = (char)(16 * hex_digit(from[2]) + hex_digit(from[3]));
            from += 3;
        } else {
            from += *from == '\\';
            *to++ = *from;
        }
    }
    *text = from + 1 + strspn(from + 1, ". ");
    *to = '\0';
    return start;
}

static char *take_word(char **text)
{
    char *const word = *text;
    char *const end = word + strcspn(word, " ");

    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static struct lint_line split(char *text)
{
    struct lint_line line = {0};

    line.ns = strtoull(take_word(&text), NULL, 10);
    line.pid = strtol(take_word(&text), NULL, 10);
    line.tid = strtol(take_word(&text), NULL, 10);
    line.call = take_word(&text);
    for (size_t i = 0; *text && i + 1 < COUNT_OF(line.arguments); i++)
        line.arguments[i] = *text == '"' ? take_quoted(&text) : take_word(&text);
    assert_true(line.ns > 0 && line.pid > 0 && line.tid > 0 && *line.call);
    return line;
}

void lint_log_load(struct lint_log *log, const char *path)
{
    size_t n = 0;
    char *next;

    *log = (struct lint_log){.text = read_file(path)};
    for (const char *c = log->text; *c; c++)
        n += *c == '\n';
    log->lines = calloc(n + 1, sizeof *log->lines);
    assert_non_null(log->lines);
    for (char *line = log->text; *line; line = next) {
        next = strchr(line, '\n');
        assert_non_null(next); /* also the last line is whole */
        *next++ = '\0';
        log->lines[log->n_lines++] = split(line);
    }
}

void lint_log_free(struct lint_log *log)
{
    free(log->lines);
    free(log->text);
    *log = (struct lint_log){0};
}

static bool matches(const struct lint_line *line, const char *call, const char *name)
{
    if (strcmp(line->call, call) != 0)
        return false;
    for (size_t i = 0; name && line->arguments[i]; i++)
        if (strcmp(line->arguments[i], name) == 0)
            return true;
    return !name;
}

size_t lint_log_count(const struct lint_log *log, const char *call, const char *name)
{
    size_t n = 0;

    for (size_t i = 0; i < log->n_lines; i++)
        n += matches(&log->lines[i], call, name);
    return n;
}

const struct lint_line *lint_log_first(const struct lint_log *log, const char *call,
                                       const char *name)
{
    for (size_t i = 0; i < log->n_lines; i++)
        if (matches(&log->lines[i], call, name))
            return &log->lines[i];
    return NULL;
}

const struct lint_line *lint_log_last(const struct lint_log *log, const char *call,
                                      const char *name)
{
    for (size_t i = log->n_lines; i > 0; i--)
        if (matches(&log->lines[i - 1], call, name))
            return &log->lines[i - 1];
    return NULL;
}

/* Its index in the list of those that were seen, where it is added. */
static size_t thread_of(long *threads, size_t *n, long tid)
{
    size_t i = 0;

    while (i < *n && threads[i] != tid)
        i++;
    if (i == *n) {
        assert_true(*n < MAX_THREADS);
        threads[(*n)++] = tid;
    }
    return i;
}

size_t lint_log_threads(const struct lint_log *log, const char *call, const char *name)
{
    long threads[MAX_THREADS];
    size_t n = 0;

    for (size_t i = 0; i < log->n_lines; i++)
        if (matches(&log->lines[i], call, name))
            thread_of(threads, &n, log->lines[i].tid);
    return n;
}

struct stack {
    const char *names[MAX_DEPTH];
    size_t depth;
};

static bool is_one_of(const char *call, const char *event, const char *task)
{
    return strcmp(call, event) == 0 || strcmp(call, task) == 0;
}

/* The name of an event or task is the second argument of both. */
static bool follow(struct stack *stack, const struct lint_line *line)
{
    if (is_one_of(line->call, "event_start", "task_begin")) {
        assert_true(stack->depth < MAX_DEPTH);
        stack->names[stack->depth++] = line->arguments[1];
        return true;
    }
    return stack->depth > 0 && strcmp(stack->names[--stack->depth], line->arguments[1]) == 0;
}

static bool is_mark(const char *call)
{
    return is_one_of(call, "event_start", "task_begin") || is_one_of(call, "event_end", "task_end");
}

bool lint_log_nests(const struct lint_log *log)
{
    static struct stack stacks[MAX_THREADS];
    long threads[MAX_THREADS];
    size_t n = 0;
    bool paused = false, fine = true;

    memset(stacks, 0, sizeof stacks);
    for (size_t i = 0; fine && i < log->n_lines; i++) {
        const struct lint_line *const line = &log->lines[i];

        if (is_one_of(line->call, "pause", "resume"))
            paused = *line->call == 'p';
        else if (is_mark(line->call))
            fine = !paused && follow(&stacks[thread_of(threads, &n, line->tid)], line);
    }
    for (size_t i = 0; i < n; i++)
        fine = fine && stacks[i].depth == 0;
    return fine;
}
