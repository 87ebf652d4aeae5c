/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tools/common/command_options.h"
#include "tools/common/shared_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct values {
    bool quiet;
    int more;
    const char *file;
    uint64_t number, seed;
    struct gau_sampling_interval interval;
    struct gau_argv list, plain;
};

static const struct gau_option options[] = {
    {GAU_FLAG(struct values, quiet, "quiet", ""), .letter = 'q'},
    {.name = "verbose",
     .letter = 'v',
     .read = gau_read_more,
     .to = offsetof(struct values, more),
     .help = ""},
    {.help = "a heading"},
    {GAU_VALUE(struct values, file, "output-file", "FILE", gau_read_text, ""), .letter = 'O',
     .pass = true},
    {GAU_VALUE(struct values, file, "output", "DIR", gau_read_text, ""), .letter = 'o'},
    {GAU_VALUE(struct values, number, "number", "N", gau_read_number, ""), .least = 1, .most = 9},
    {GAU_VALUE(struct values, seed, "seed", "N", gau_read_number, "")},
    {GAU_OPTION_INTERVAL(struct values, interval)},
    {GAU_VALUE(struct values, list, "list", "X...", gau_read_words, ""), .list = true},
    {0},
};

static const struct gau_option plain = {.name = "X",
                                        .read = gau_read_words,
                                        .to = offsetof(struct values, plain)};

enum form { PLAIN, PROGRAM, LISTS };

/* Words that are one text have blanks between them; all values are printed alike. */
static const struct line {
    const char *arguments;
    enum form form;
    int status; /* GAU_OPTIONS_READ, or that of the command */
    const char *read;
} lines[] = {
    {"a b", PLAIN, GAU_OPTIONS_READ, ": a b"},
    {"-q a -v b -v", PLAIN, GAU_OPTIONS_READ, "quiet more=2: a b"},
    {"-qvv a", PLAIN, GAU_OPTIONS_READ, "quiet more=2: a"},
    {"-vqOx a", PLAIN, GAU_OPTIONS_READ, "quiet more=1 file=x passed=--output-file,x: a"},
    {"a -O x", PLAIN, GAU_OPTIONS_READ, "file=x passed=--output-file,x: a"},
    {"--output x", PLAIN, GAU_OPTIONS_READ, "file=x:"},
    {"--output-f x", PLAIN, GAU_OPTIONS_READ, "file=x passed=--output-file,x:"},
    {"--output-file= a", PLAIN, GAU_OPTIONS_READ, "file= passed=--output-file,: a"},
    {"--out x", PLAIN, 1, NULL},
    {"--num=3 --num 4", PLAIN, GAU_OPTIONS_READ, "number=4:"},
    {"--number 10", PLAIN, 1, NULL},
    {"--number", PLAIN, 1, NULL},
    {"--seed 18446744073709551615", PLAIN, GAU_OPTIONS_READ, "seed=18446744073709551615:"},
    {"--seed 18446744073709551616", PLAIN, 1, NULL},
    {"--interval 100us", PLAIN, GAU_OPTIONS_READ, "interval=100000:"},
    {"--interval 0.5s", PLAIN, GAU_OPTIONS_READ, "interval=500000000:"},
    {"--interval 0.5", PLAIN, 1, NULL},
    {"--interval 99us", PLAIN, 1, NULL},
    {"--interval 1.1s", PLAIN, 1, NULL},
    {"-O", PLAIN, 1, NULL},
    {"-O -q", PLAIN, GAU_OPTIONS_READ, "file=-q passed=--output-file,-q:"},
    {"--quiet=1", PLAIN, 1, NULL},
    {"--quite", PLAIN, 1, NULL},
    {"-x", PLAIN, 1, NULL},
    {"-qx", PLAIN, 1, NULL},
    {"a -- -q --number b", PLAIN, GAU_OPTIONS_READ, ": a -q --number b"},
    {"- -q", PLAIN, GAU_OPTIONS_READ, "quiet: -"},
    {"a b c d e", PLAIN, 1, NULL},
    {"a --help --number x", PLAIN, 0, NULL},
    {"-q a -v -- b", PROGRAM, GAU_OPTIONS_READ, "quiet: a -v -- b"},
    {"-q -- -v b", PROGRAM, GAU_OPTIONS_READ, "quiet: -v b"},
    {"a --list b c -q d", LISTS, GAU_OPTIONS_READ, "quiet list=b,c,d plain=a:"},
    {"--list=b -- -q --list", LISTS, GAU_OPTIONS_READ, "list=b,-q,--list:"},
};

static void print_words(FILE *out, const char *name, const struct gau_argv *words)
{
    for (size_t i = 0; i < words->count; i++)
        fprintf(out, "%s%s", i ? "," : name, words->texts[i]);
    if (words->count)
        fputc(' ', out);
}

static void print_values(char *text, size_t size, const struct values *values,
                         const struct gau_options_given *given, char **operands)
{
    FILE *const out = fmemopen(text, size, "w");
    char *blank;

    if (values->quiet)
        fputs("quiet ", out);
    if (values->more)
        fprintf(out, "more=%d ", values->more);
    if (values->file)
        fprintf(out, "file=%s ", values->file);
    if (values->number)
        fprintf(out, "number=%d ", (int)values->number);
    if (values->seed)
        fprintf(out, "seed=%" PRIu64 " ", values->seed);
    if (values->interval.text)
        fprintf(out, "interval=%" PRIu64 " ", values->interval.ns);
    print_words(out, "list=", &values->list);
    print_words(out, "plain=", &values->plain);
    print_words(out, "passed=", &given->passed);
    fputc(':', out);
    for (; *operands; operands++)
        fprintf(out, " %s", *operands);
    fclose(out);
    blank = strstr(text, " :");
    if (blank)
        memmove(blank, blank + 1, strlen(blank));
}

static void a_line_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct gau_command command = {
            .name = "test", .usage = "", .about = "", .options = options, .most = 4};
        struct gau_options_given given = {0};
        struct values values = {0};
        char text[256] = "", words[256], *argv[16] = {(char[]){"test"}};
        int argc = 1, status;

        command.program = lines[i].form == PROGRAM;
        command.lists = lines[i].form == LISTS ? &plain : NULL;
        snprintf(words, sizeof words, "%s", lines[i].arguments);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
            argv[argc++] = word;
        status = gau_options_read(&command, argc, argv, &values, &given);
        if (status == GAU_OPTIONS_READ)
            print_values(text, sizeof text, &values, &given, argv + optind);
        if (status != lines[i].status || (lines[i].read && strcmp(text, lines[i].read) != 0))
            fail_msg("%s: status %d, read '%s'", lines[i].arguments, status, text);
        gau_argv_clear(&given.passed);
        gau_argv_clear(&values.list);
        gau_argv_clear(&values.plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_line_is_read)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
