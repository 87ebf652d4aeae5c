/* SPDX-License-Identifier: Apache-2.0 */
#include "usage.h"

#include "suggest.h"

#include <stdio.h>
#include <string.h>

int gau_usage_no_memory(const char *what)
{
    fprintf(stderr, "gaudit: no memory for %s\n", what);
    return GAU_EXIT_RESULTS;
}

int gau_usage_wrong(const char *command, const gau_error *err)
{
    if (err->status == GAU_ERR_MEMORY)
        return gau_usage_failed(err, GAU_EXIT_RESULTS);
    fprintf(stderr, "gaudit %s: %s (see 'gaudit help %s')\n", command, err->message, command);
    return GAU_EXIT_USAGE;
}

int gau_usage_failed(const gau_error *err, enum gau_exit status)
{
    fprintf(stderr, "gaudit: %s\n", err->message);
    return (int)status;
}

int gau_usage_view(const struct gau_view_error *error)
{
    if (error->status != GAU_VIEW_OK) {
        fprintf(stderr, "gaudit: %s\n", error->message);
        clearerr(stdout); /* has been reported */
    }
    return (int)error->status;
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
    gau_usage_wrong(argv[0], &err);
    return '?';
}
