/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISREG() */
#define ZLIB_CONST
#include "page_file.h"

#include "argument_list.h"
#include "temp_folder.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "report/merge/merge_ranks.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static struct gau_argv folders;  /* of the pages so far */
static struct gau_argv compared; /* those of these that are pages of comparisons */
static char scratch[PATH_MAX];   /* with a folder for each; "": none is made */

/* --- the file ------------------------------------------------------------------------------ */

static bool has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);

    return length > end && strcmp(path + length - end, ending) == 0;
}

/* Returns the text, which the caller frees; NULL: it is no page, which is an error if its name is
 * that of one. */
static char *read_page(const char *path, gau_error *error)
{
    static const char begin[] = "<!DOCTYPE html>",
                      mark[] = "<meta name=\"generator\" content=\"gaudit\">";
    struct stat status;
    const bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *const file = is_file ? fopen(path, "rb") : NULL; /* a pipe would be waited for */
    char *text = NULL, *head;
    size_t size;

    if (file) {
        text = malloc((size_t)status.st_size + 1);
        if (!text)
            gau_fail_memory(error, "page '%.*s'", GAU_QUOTE(path));
    }
    if (text) {
        size = fread(text, 1, (size_t)status.st_size, file);
        text[size] = '\0';
        head = strstr(text, "</head>");
        if (strncmp(text, begin, sizeof begin - 1) != 0 || !head || !strstr(text, mark) ||
            strstr(text, mark) > head) {
            free(text);
            text = NULL;
        }
    }
    if (file)
        fclose(file);
    if (file && !text && (has_ending(path, ".html") || has_ending(path, ".htm")))
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is neither a result folder nor a page of 'gaudit report html'",
                       GAU_QUOTE(path));
    return text;
}

/* --- its data ------------------------------------------------------------------------------ */

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *const found = c ? strchr(digits, c) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* Puts the bytes in place of their base64, which ends at any other character. Returns how many. */
static size_t decode(const char *from, char *to)
{
    size_t n = 0;
    unsigned bits = 0, group = 0;

    for (int digit; (digit = digit_of(*from)) >= 0; from++) {
        group = (group << 6 | (unsigned)digit) & 0xfff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            to[n++] = (char)(group >> bits & 255);
        }
    }
    return n;
}

/* Collects the pieces at the beginning of the text. Returns how many bytes there are. */
static size_t collect_pieces(char *text)
{
    static const char begin[] = "<script type=\"application/octet-stream\" class=\"result\">";
    const char *at = text;
    size_t n = 0;

    while ((at = strstr(at, begin))) {
        at += sizeof begin - 1;
        n += decode(at, text + n);
        at += strcspn(at, "<");
    }
    return n;
}

/* Returns what the bytes are compressed of, which the caller frees; NULL: they are damaged. */
static char *expand(const char *bytes, size_t size, size_t *expanded)
{
    enum { GZIP = 16 };
    const size_t most = (size_t)1 << 28; /* more than a page is made with */
    z_stream stream = {.next_in = (const Bytef *)bytes, .avail_in = (uInt)size};
    size_t room = 8 * size + 4096;
    char *to = NULL;
    int status = Z_OK;

    if (size > UINT_MAX / 2 || inflateInit2(&stream, MAX_WBITS + GZIP) != Z_OK)
        return NULL;
    while (status == Z_OK && room <= most) {
        char *const grown = realloc(to, room);

        if (!grown)
            break;
        to = grown;
        stream.next_out = (Bytef *)to + stream.total_out;
        stream.avail_out = (uInt)(room - stream.total_out);
        status = inflate(&stream, Z_NO_FLUSH);
        room *= 2;
    }
    *expanded = stream.total_out;
    inflateEnd(&stream);
    if (status == Z_STREAM_END)
        return to;
    free(to);
    return NULL;
}

/* --- its files ----------------------------------------------------------------------------- */

enum { BLOCK = 512 };

/* "NAME" or "process-N/NAME", which are not hidden. */
static bool is_name(const char *name)
{
    const char *const slash = strchr(name, '/');

    if (!name[0] || name[0] == '.' || !memchr(name, '\0', 100))
        return false;
    return !slash || (strncmp(name, "process-", 8) == 0 && slash[1] && slash[1] != '.' &&
                      !strchr(slash + 1, '/'));
}

static void write_file(const char *folder, const char *name, const char *content, size_t size,
                       gau_error *error)
{
    const char *const slash = strchr(name, '/');
    char path[PATH_MAX];
    FILE *file;
    bool written;

    if (slash) {
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)(slash - name), name);
        mkdir(path, 0777);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wbx");
    written = file && fwrite(content, 1, size, file) == size;
    if (!file || fclose(file) != 0 || !written)
        gau_fail_first(error, GAU_ERR_IO, "'%s' cannot be written: %s", path, strerror(errno));
}

/* Returns whether the archive is whole; what cannot be written is in @p error. */
static bool write_files(const char *folder, const char *bytes, size_t size, gau_error *error)
{
    size_t at = 0;

    while (at + BLOCK <= size && bytes[at]) {
        const char *const header = bytes + at;
        char digits[13] = "", *end;
        size_t length;

        memcpy(digits, header + 124, 12);
        length = strtoul(digits, &end, 8);
        at += BLOCK;
        if (end == digits || length > size - at || !is_name(header) || header[156] != '0' ||
            memcmp(header + 257, "ustar", 6) != 0)
            return false;
        write_file(folder, header, bytes + at, length, error);
        if (error->status != GAU_OK)
            return true;
        at += (length + BLOCK - 1) / BLOCK * BLOCK;
    }
    return at + BLOCK <= size;
}

/* Makes the folders that a path is in, as far as they are not there. */
static bool make_folders(char *path)
{
    bool made = true;

    for (char *slash = path + strlen(scratch) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
    }
    return made && (mkdir(path, 0777) == 0 || errno == EEXIST); /* "job/", and "job/." */
}

/* Returns what a path ends with, for one that has "..": it may lead out of the folder that is made.
 */
static const char *last_part(char last[PATH_MAX], const char *path)
{
    size_t end = strlen(path), begin;
    const char *slash;

    while (end > 1 && (path[end - 1] == '/' || (path[end - 1] == '.' && path[end - 2] == '/')))
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    if (strspn(path + begin, "./") >= end - begin && realpath(path, last))
        return (slash = strrchr(last, '/')) ? slash + 1 : last;
    snprintf(last, PATH_MAX, "%.*s", (int)(end - begin), path + begin);
    return last;
}

/* Makes the folder of a page or a job: behind a number it has its path, by which it is shown, and
 * which may end with a slash. Returns NULL after an error. */
static const char *make_folder(const char *path, gau_error *error)
{
    char last[PATH_MAX];

    if (!scratch[0] && gau_temp_folder_make(scratch, sizeof scratch, "page", error) != GAU_OK)
        return NULL;
    gau_result_set_temporary(scratch);
    gau_argv_add(&folders, "%s/%u/%s", scratch, (unsigned)folders.count,
                 strstr(path, "..") ? last_part(last, path) : path);
    if (!folders.out_of_memory && make_folders(folders.texts[folders.count - 1]))
        return folders.texts[folders.count - 1];
    gau_fail_first(error, GAU_ERR_IO, "no folder for '%.*s': %s", GAU_QUOTE(path), strerror(errno));
    return NULL;
}

/* --- a page -------------------------------------------------------------------------------- */

static const char *write_result(const char *path, char *text, gau_error *error)
{
    static const char end[] = "</html>";
    const bool is_whole =
        strlen(text) >= sizeof end && strstr(text + strlen(text) - sizeof end, end);
    const size_t size = is_whole ? collect_pieces(text) : 0;
    size_t expanded = 0;
    char *const bytes = size > 0 ? expand(text, size, &expanded) : NULL;
    const char *folder = NULL;

    if (size == 0 && is_whole)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is a page without its result, whose files were too large for it; "
                       "take the result folder",
                       GAU_QUOTE(path));
    else if (bytes)
        folder = make_folder(path, error);
    if (error->status == GAU_OK && (!bytes || !write_files(folder, bytes, expanded, error)))
        gau_fail_first(error, GAU_ERR_IO, "the page '%.*s' is damaged", GAU_QUOTE(path));
    free(bytes);
    return error->status == GAU_OK ? folder : NULL;
}

/* --- an MPI job ---------------------------------------------------------------------------- */

static const char *merge_ranks(const char *path, gau_error *error)
{
    const char *const folder = make_folder(path, error);

    if (folder)
        gau_merge_ranks(path, folder, error);
    return error->status == GAU_OK ? folder : NULL;
}

const char *gau_page_file_folder(const char *path, gau_error *error)
{
    static const char mark[] = "<meta name=\"gaudit\" content=\"comparison\">";
    char *const text = read_page(path, error);
    const char *const found = text ? strstr(text, mark) : NULL;
    const bool is_comparison = found && found < strstr(text, "</head>");
    const char *const folder = text                    ? write_result(path, text, error)
                               : gau_is_of_ranks(path) ? merge_ranks(path, error)
                                                       : path;

    if (is_comparison && folder)
        gau_argv_add_all(&compared, folder, NULL);
    free(text);
    return error->status == GAU_OK ? folder : NULL;
}

bool gau_page_file_replace(char **path, gau_error *error)
{
    const char *const folder = gau_page_file_folder(*path, error);

    for (uint32_t i = 0; i < folders.count; i++)
        if (folder == folders.texts[i])
            *path = folders.texts[i];
    return folder;
}

bool gau_page_file_is_comparison(const char *folder)
{
    for (uint32_t i = 0; i < compared.count; i++)
        if (strcmp(folder, compared.texts[i]) == 0)
            return true;
    return false;
}
