/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_OVERRIDES_H
#define GAUDIT_TOOLS_OVERRIDES_H

#include <gaudit/options.h>

/*
 * What a command line changes in a job: the texts of -s and -a, kept until the job was read.
 * Auditors are added before properties are set, so that the order on the command line does not
 * matter between the two. {0} is a valid empty one; the texts are borrowed.
 */
struct gau_overrides {
    struct gau_override {
        char letter; /* 's' or 'a' */
        const char *text;
    } * items;
    size_t count;
};

/* For the table of getopt_long(): "s:a:". */
#define GAU_OVERRIDE_LETTERS "s:a:"
#define GAU_OVERRIDE_OPTIONS  \
    {"set", 1, NULL, 's'},    \
    {                         \
        "audit", 1, NULL, 'a' \
    }
#define GAU_OVERRIDE_HELP                                                    \
    "  -s, --set NAME.PROPERTY=VALUE    sets a property; a later one wins\n" \
    "  -a, --audit TYPE[/NAME][:PROPERTY=VALUE;...]\n"                       \
    "                                   adds an auditor\n"

gau_status gau_overrides_add(struct gau_overrides *overrides, char letter, const char *text,
                             gau_error *err);
gau_status gau_overrides_apply(const struct gau_overrides *overrides, gau_options *options,
                               gau_error *err);
void gau_overrides_clear(struct gau_overrides *overrides);

#endif
