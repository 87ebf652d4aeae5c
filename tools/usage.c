/* SPDX-License-Identifier: Apache-2.0 */
#include "usage.h"

#include "suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gau_usage_no_memory(const char *what)
{
    fprintf(stderr, "gaudit: no memory for %s\n", what);
    return GAU_EXIT_RESULTS;
}

int gau_usage_wrong(char **argv, const gau_error *err)
{
    if (err->status == GAU_ERR_MEMORY)
        return gau_usage_failed(err, GAU_EXIT_RESULTS);
    fprintf(stderr, "gaudit %s: %s (see 'gaudit help %s')\n", argv[0], err->message, argv[0]);
    return GAU_EXIT_USAGE;
}

int gau_usage_number(char **argv, const char *option, uint64_t least, uint64_t most, uint64_t *out)
{
    gau_error err = {0};
    unsigned long long value;
    char *rest;

    errno = 0;
    value = strtoull(optarg, &rest, 10);
    if (optarg[0] >= '0' && optarg[0] <= '9' && !*rest && !errno && value >= least &&
        value <= most) {
        *out = value;
        return GAU_EXIT_OK;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%.*s'", option,
                  least, most, GAU_QUOTE(optarg));
    return gau_usage_wrong(argv, &err);
}

bool gau_usage_count(char **argv, const char *option, const char *text, const char *what,
                     size_t *out)
{
    gau_error err = {0};
    unsigned long long value;
    char *rest;

    errno = 0;
    value = strtoull(text, &rest, 10);
    if (text[0] >= '0' && text[0] <= '9' && !*rest && errno == 0 && value > 0) {
        *out = (size_t)value;
        return true;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "option '%s': '%.*s' is not a %s from 1 on", option, GAU_QUOTE(text), what);
    gau_usage_wrong(argv, &err);
    return false;
}

int gau_usage_failed(const gau_error *err, enum gau_exit status)
{
    fprintf(stderr, "gaudit: %s\n", err->message);
    return (int)status;
}

static void unknown_long_option(const char *text, const struct option *options, gau_error *err)
{
    char name[64];
    struct gau_suggest suggest;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 2, "="), text + 2);
    suggest = gau_suggest_for(name);
    gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "unknown option '--%s'", name);
    for (; options->name; options++)
        gau_suggest_offer(&suggest, options->name);
    if (suggest.best)
        gau_error_append(err, "; did you mean '--%s'?", suggest.best);
}

/* What getopt_long() did not like, which it tells by optopt and by how far it got. */
static void describe_problem(int code, char **argv, const struct option *options, gau_error *err)
{
    const char *text = argv[optind - 1];
    const bool is_long = strncmp(text, "--", 2) == 0;

    if (code == ':')
        gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "option '%.*s' needs a value",
                      GAU_QUOTE(text));
    else if (is_long && optopt && strchr(text, '='))
        gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "option '%.*s' takes no value",
                      (int)strcspn(text, "="), text);
    else if (is_long && !optopt)
        unknown_long_option(text, options, err);
    else
        gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "unknown option '-%c'", optopt);
}

int gau_usage_option(int argc, char **argv, const char *letters, const struct option *options)
{
    const bool in_front = *letters == '+';
    char quiet[64];
    gau_error err = {0};
    int code;

    opterr = 0;
    snprintf(quiet, sizeof quiet, "%s:%s", in_front ? "+" : "", letters + in_front);
    code = getopt_long(argc, argv, quiet, options, NULL);
    if (code != '?' && code != ':')
        return code;
    describe_problem(code, argv, options, &err);
    gau_usage_wrong(argv, &err);
    return '?';
}

bool gau_usage_operands(int argc, char **argv, int least, int most, const char *what)
{
    gau_error err = {0};

    if (argc - optind < least)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s is missing", what);
    else if (argc - optind > most)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "unexpected argument '%.*s'",
                      GAU_QUOTE(argv[optind + most]));
    if (err.status)
        gau_usage_wrong(argv, &err);
    return !err.status;
}

int gau_usage_choice(char **argv, const char *option, const char *text, const char *const *choices)
{
    struct gau_suggest suggest = gau_suggest_for(text);
    gau_error err = {0};

    for (int i = 0; choices[i]; i++) {
        if (strcmp(text, choices[i]) == 0)
            return i;
        gau_suggest_offer(&suggest, choices[i]);
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "option '%s': '%.*s' is not one of",
                  option, GAU_QUOTE(text));
    for (int i = 0; choices[i]; i++)
        gau_error_append(&err, "%s %s", i ? "," : "", choices[i]);
    gau_suggest_append(&suggest, &err);
    gau_usage_wrong(argv, &err);
    return -1;
}
