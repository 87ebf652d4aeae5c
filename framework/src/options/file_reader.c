/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath() */

#include "tree_builder.h"

#include "framework/src/support/cleanup.h"
#include "framework/src/support/file_kind.h"
#include "table/utf8.h"

#include <gaudit/install.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

GAU_DEFINE_SCOPED(char, free)

/* --- the bytes of a file ------------------------------------------------------------------- */

/* Files that could block or have side effects are not opened. */
static gau_status check_file(struct gau_source *source, int fd, struct stat *info, gau_error *err)
{
    const char *const path = source->path;

    if (fd < 0)
        return gau_fail(err, GAU_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
    if (fstat(fd, info) != 0)
        return gau_fail(err, GAU_ERR_IO, "%s: cannot be examined: %s", path, strerror(errno));
    if (!S_ISREG(info->st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a regular file", path,
                        gau_file_kind(info->st_mode));
    source->device = info->st_dev;
    source->inode = info->st_ino;
    for (const struct gau_source *at = source->includer; at; at = at->includer)
        if (at->device == source->device && at->inode == source->inode)
            return gau_fail(err, GAU_ERR_SYNTAX, "%s: includes itself", path);
    return GAU_OK;
}

static gau_status too_large(const struct gau_tree_builder *reading, const char *path)
{
    return gau_fail(reading->err, GAU_ERR_RANGE,
                    reading->bytes ? "%s: with this file the job options are larger than %d MiB"
                                   : "%s: larger than %d MiB",
                    path, GAU_MAX_FILE >> 20);
}

static gau_status read_all(char **text, size_t *length, const struct gau_tree_builder *reading,
                           int fd, size_t size, const char *path)
{
    const size_t room = GAU_MAX_FILE - reading->bytes;
    GAU_SCOPED(char) buffer = NULL;
    size_t used = 0;
    ssize_t n;

    if (size > room)
        return too_large(reading, path);
    if (!(buffer = malloc(size + 1)))
        return gau_fail(reading->err, GAU_ERR_MEMORY, "%s: out of memory (%zu bytes)", path, size);
    /* One byte more than there was: a file that grows meanwhile is not cut silently. */
    while (used <= size && (n = read(fd, buffer + used, size + 1 - used)) != 0) {
        if (n < 0 && errno != EINTR)
            return gau_fail(reading->err, GAU_ERR_IO, "%s: cannot be read: %s", path,
                            strerror(errno));
        used += n > 0 ? (size_t)n : 0;
    }
    if (used > size)
        return gau_fail(reading->err, GAU_ERR_IO, "%s: was written to while it was read", path);
    buffer[used] = '\0';
    *text = buffer;
    *length = used;
    buffer = NULL;
    return GAU_OK;
}

static gau_status load_file(char **text, size_t *length, struct gau_source *source,
                            const struct gau_tree_builder *reading, const char *path)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    gau_status status;
    struct stat info;

    status = check_file(source, fd, &info, reading->err);
    if (status >= 0)
        status = read_all(text, length, reading, fd, (size_t)info.st_size, source->path);
    if (fd >= 0)
        close(fd);
    return status;
}

/* --- what the parser would be slow at, or report badly ------------------------------------- */

static int line_at(const char *text, size_t offset)
{
    int line = 1;

    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

/*
 * Where the text is read: the parser compares the attributes of a tag pairwise and keeps a tag in
 * memory as a whole, so both are bounded before it sees them. A '<' always begins something new.
 */
struct scan {
    size_t tag; /* offset of the last '<' */
    bool inside;
    char quote; /* that ends the value; 0: not in a value */
    unsigned values;
};

static void scan_character(struct scan *scan, const char *text, size_t at, size_t length)
{
    const char c = text[at];

    if (c == '<') {
        const bool tag = at + 1 < length && text[at + 1] != '!' && text[at + 1] != '?';

        *scan = (struct scan){.tag = at, .inside = tag};
    } else if (scan->quote) {
        if (c == scan->quote)
            scan->quote = '\0';
    } else if (scan->inside && (c == '"' || c == '\'')) {
        scan->quote = c;
        scan->values++;
    } else if (c == '>') {
        scan->inside = false;
    }
}

static void check_tags(struct gau_tree_builder *reading, const char *text, size_t length)
{
    struct scan scan = {0};

    for (size_t i = 0; i < length && reading->status >= 0; i++) {
        scan_character(&scan, text, i, length);
        if (scan.values > GAU_MAX_TAG_VALUES)
            gau_tree_builder_fail(reading, line_at(text, scan.tag), GAU_ERR_RANGE,
                                  "more than %d attributes in a tag", GAU_MAX_TAG_VALUES);
        if (i - scan.tag > GAU_MAX_TAG)
            gau_tree_builder_fail(reading, line_at(text, scan.tag), GAU_ERR_RANGE,
                                  "more than %d bytes from this '<' to the next", GAU_MAX_TAG);
    }
}

static void check_text(struct gau_tree_builder *reading, const char *text, size_t length)
{
    const size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    const size_t invalid = gau_utf8_invalid(text, length);
    size_t begin = mark;

    while (begin < length && strchr(" \t\r\n", text[begin]))
        begin++;
    if (begin == length)
        gau_tree_builder_fail(reading, 1, GAU_ERR_SYNTAX, "the file is empty");
    else if (invalid < length)
        gau_tree_builder_fail(reading, line_at(text, invalid), GAU_ERR_SYNTAX,
                              "not UTF-8 text: byte 0x%02X", (unsigned char)text[invalid]);
    else if (text[begin] != '<')
        gau_tree_builder_fail(reading, line_at(text, begin), GAU_ERR_SYNTAX,
                              "not an XML file: it does not begin with '<'");
    else
        check_tags(reading, text, length);
}

/* --- reading ------------------------------------------------------------------------------- */

void gau_tree_builder_source(struct gau_tree_builder *reading, struct gau_source *source,
                             const char *path, int line)
{
    GAU_SCOPED(char) text = NULL;
    gau_status status;
    size_t length;

    if ((status = load_file(&text, &length, source, reading, path)) < 0) {
        reading->incomplete = true;
        if (!source->includer || status == GAU_ERR_RANGE)
            reading->status = status;
        if (source->includer)
            gau_tree_builder_fault(reading, status, line);
        else
            gau_faults_add(reading->faults, (gau_source_location){source->path, 0}, reading->err);
        return;
    }
    reading->bytes += length;
    reading->source = source;
    check_text(reading, text, length);
    if (reading->status >= 0)
        gau_tree_builder_parse(reading, text, length);
}

/* --- included files ------------------------------------------------------------------------ */

/* A path that an href can mean; shown is for messages, real has neither symbolic links nor "..". */
struct search {
    const char *href;
    char shown[PATH_MAX], real[PATH_MAX];
    bool found, outside;
};

static bool is_below(const char *folder, const char *path)
{
    const size_t length = strlen(folder);

    return strcmp(folder, "/") == 0 || (strncmp(folder, path, length) == 0 && path[length] == '/');
}

/* folder ends at length; of none, it is the working directory. */
static void look_in(struct search *search, const char *folder, size_t length)
{
    const char *const slash = length && folder[length - 1] != '/' ? "/" : "";
    char root[PATH_MAX], real_root[PATH_MAX];
    int n;

    if (search->found || length >= sizeof root)
        return;
    snprintf(root, sizeof root, "%.*s", length ? (int)length : 1, length ? folder : ".");
    n = search->href[0] == '/' ? snprintf(search->shown, sizeof search->shown, "%s", search->href)
                               : snprintf(search->shown, sizeof search->shown, "%.*s%s%s",
                                          (int)length, folder, slash, search->href);
    if (n < 0 || (size_t)n >= sizeof search->shown || !realpath(root, real_root) ||
        !realpath(search->shown, search->real))
        return;
    search->found = is_below(real_root, search->real);
    search->outside = !search->found;
}

static void look_everywhere(struct search *search, const char *includer)
{
    const char *const slash = strrchr(includer, '/');
    const char *path = getenv("GAUDIT_OPTIONS_PATH");
    char installed[PATH_MAX];
    size_t length;

    look_in(search, includer, slash ? (size_t)(slash - includer) + 1 : 0);
    for (; path && *path; path += path[length] ? length + 1 : length) {
        length = strcspn(path, ":");
        if (length)
            look_in(search, path, length);
    }
    if (gau_install_path(GAU_LIBRARY_TO_OPTIONS, installed, sizeof installed, NULL) >= 0)
        look_in(search, installed, strlen(installed));
}

static gau_status find_file(struct search *search, struct gau_tree_builder *reading)
{
    if (reading->source->nesting >= GAU_MAX_INCLUDE_DEPTH)
        return gau_fail(reading->err, GAU_ERR_RANGE, "includes are nested more than %d deep",
                        GAU_MAX_INCLUDE_DEPTH);
    if (reading->includes++ == GAU_MAX_INCLUDES)
        return gau_fail(reading->err, GAU_ERR_RANGE, "more than %d includes", GAU_MAX_INCLUDES);
    look_everywhere(search, reading->source->path);
    if (search->found)
        return GAU_OK;
    if (search->outside)
        return gau_fail(reading->err, GAU_ERR_IO,
                        "include '%.*s' lies neither below the folder of this file nor on the "
                        "options path",
                        GAU_QUOTE(search->href));
    return gau_fail(reading->err, GAU_ERR_IO,
                    "include '%.*s': no such file below the folder of this file or on the options "
                    "path",
                    GAU_QUOTE(search->href));
}

void gau_tree_builder_include(struct gau_tree_builder *reading, const char *href, int line)
{
    struct gau_source *const includer = reading->source;
    struct search search = {.href = href};
    struct gau_source source = {.includer = includer, .nesting = includer->nesting + 1};
    const gau_status status = find_file(&search, reading);

    if (status < 0) {
        gau_tree_builder_fault(reading, status, line);
        reading->incomplete = true;
        if (status == GAU_ERR_RANGE)
            reading->status = status;
        return;
    }
    source.path = gau_options_text(reading->options, search.shown, strlen(search.shown));
    if (!source.path) {
        gau_tree_builder_failed(reading, gau_options_no_memory(reading->err), line);
        return;
    }
    gau_tree_builder_source(reading, &source, search.real, line);
    reading->source = includer;
}
