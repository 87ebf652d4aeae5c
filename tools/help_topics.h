/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_HELP_TOPICS_H
#define GAUDIT_TOOLS_HELP_TOPICS_H

/* What `gaudit help TOPIC` prints: at most 20 lines of 80 columns, the last of which names a page
 * of doc/ that says more. */
struct gau_topic {
    const char *name, *summary;
    const char *text; /* lines */
};

/* The topics, in the order of `gaudit help`; ends with a row of zeros. */
extern const struct gau_topic gau_topics[];

/* What `gaudit` prints without arguments: lines with a task, and the command for it. */
extern const char gau_help_tasks[];

#endif
