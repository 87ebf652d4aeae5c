/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mknod() */

#include "tests/unit/test.h"

#include "tests/unit/cpu_time_limit.h"
#include "tests/unit/temp_folder.h"

#include <fcntl.h>
#include <gaudit/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEMORY_IS_MEASURED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MEMORY_IS_MEASURED 0
#endif
#endif
#ifndef MEMORY_IS_MEASURED
#define MEMORY_IS_MEASURED 1
#endif

/* Of CPU time; sanitizers make it slow. */
enum { LIMIT_S = MEMORY_IS_MEASURED ? 10 : 60, LIMIT_KIB = 64 * 1024 };

static long peak_kib(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Promptly, with one line, without much memory. */
static void assert_refused(const char *path, gau_status status, const char *message)
{
    const long before = peak_kib();
    gau_options *options = NULL;
    gau_error err = {0};

    promptly_begin(LIMIT_S);
    assert_int_equal(gau_options_read_xml(&options, path, &err), status);
    promptly_end();
    assert_string_equal(err.message, message);
    assert_null(options);
    if (MEMORY_IS_MEASURED)
        assert_in_range(peak_kib() - before, 0, LIMIT_KIB - 1);
}

static void assert_text_is_refused(const char *xml, gau_status status, const char *message)
{
    folder_write("job.xml", xml);
    assert_refused("job.xml", status, message);
}

/* --- files that are none ------------------------------------------------------------------- */

static void what_is_no_regular_file_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("fifo", 0666), 0);
    assert_refused("none.xml", GAU_ERR_IO, "none.xml: cannot be opened: No such file or directory");
    assert_refused("folder", GAU_ERR_IO, "folder: is a directory, not a regular file");
    assert_refused("fifo", GAU_ERR_IO, "fifo: is a FIFO, not a regular file");
    assert_refused("/dev/zero", GAU_ERR_IO, "/dev/zero: is a device, not a regular file");
    assert_refused("/dev/tty", GAU_ERR_IO,
                   open("/dev/tty", O_RDONLY | O_NOCTTY) < 0
                       ? "/dev/tty: cannot be opened: No such device or address"
                       : "/dev/tty: is a device, not a regular file");
}

/* Files of /proc say that they have no bytes, and then have some. */
static void a_file_with_more_bytes_than_it_had_is_refused(void **state)
{
    (void)state;
    assert_refused("/proc/stat", GAU_ERR_IO, "/proc/stat: was written to while it was read");
}

static void an_include_of_no_regular_file_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("fifo", 0666), 0);
    assert_text_is_refused("<job>\n<include href='folder'/></job>", GAU_ERR_IO,
                           "job.xml:2: folder: is a directory, not a regular file");
    assert_text_is_refused("<job>\n<include href='fifo'/></job>", GAU_ERR_IO,
                           "job.xml:2: fifo: is a FIFO, not a regular file");
    assert_text_is_refused("<job>\n<include href='/dev/zero'/></job>", GAU_ERR_IO,
                           "job.xml:2: include '/dev/zero' lies neither below the folder of this "
                           "file nor on the options path");
}

/* --- entities ------------------------------------------------------------------------------ */

static void an_external_entity_is_not_even_looked_at(void **state)
{
    (void)state;
    folder_write("secret", "hidden");
    assert_text_is_refused("<!DOCTYPE job [<!ENTITY x SYSTEM 'secret'>]>\n"
                           "<job><sequence name='&x;'/>&x;</job>",
                           GAU_ERR_SYNTAX, "job.xml:1: DOCTYPE is not allowed in job options");
    assert_text_is_refused("<!DOCTYPE job SYSTEM 'http://localhost/job.dtd'><job/>", GAU_ERR_SYNTAX,
                           "job.xml:1: DOCTYPE is not allowed in job options");
}

static void an_entity_bomb_does_not_go_off(void **state)
{
    (void)state;
    assert_text_is_refused("<?xml version='1.0'?>\n<!DOCTYPE job [<!ENTITY a 'aaaaaaaaaaaaaaaa'>\n"
                           "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\n"
                           "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>\n"
                           "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]>\n"
                           "<job><sequence name='&d;'/></job>",
                           GAU_ERR_SYNTAX, "job.xml:2: DOCTYPE is not allowed in job options");
}

static void a_bomb_of_constants_does_not_go_off(void **state)
{
    static char xml[20000];
    int used = sprintf(xml, "<job><constant name='C0' value='0123456789abcdef'/>\n");

    (void)state;
    for (int i = 1; i < 100; i++)
        used += sprintf(xml + used, "<constant name='C%d' value='${C%d}${C%d}${C%d}'/>\n", i, i - 1,
                        i - 1, i - 1);
    sprintf(xml + used, "<auditor type='${C99}'/></job>");
    assert_text_is_refused(xml, GAU_ERR_RANGE,
                           "job.xml:9: longer than 65536 bytes after constants were put in");
}

/* --- much of something --------------------------------------------------------------------- */

/* begin, then piece again and again, then end. */
static void write_many(const char *path, const char *begin, const char *piece, size_t n,
                       const char *end)
{
    const size_t length = strlen(piece);
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    fputs(begin, file);
    for (size_t i = 0; i < n; i++)
        fwrite(piece, 1, length, file);
    fputs(end, file);
    assert_int_equal(fclose(file), 0);
}

static const struct flood {
    const char *begin, *piece, *end;
    size_t n;
    gau_status status;
    const char *message;
} floods[] = {
    {"<job>", "<sequence name='S'>", "", 800000, GAU_ERR_RANGE,
     "job.xml:1: elements are nested more than 64 deep"},
    {"<job>\n", "<a>", "", 1000000, GAU_ERR_UNKNOWN, "job.xml:2: unknown element 'a'"},
    {"", "<job>\n", "", 1000000, GAU_ERR_SYNTAX, "job.xml:2: <job> can only be the root"},
    {"<job>", "<not>", "", 1000000, GAU_ERR_SYNTAX,
     "job.xml:1: <not> is not allowed in <not>, only in <job> or <sequence>"},
    {"<job>\n", "<algorithm type='A'/>\n", "</job>", 400000, GAU_ERR_RANGE,
     "job.xml:200001: more than 200000 elements"},
    {"<job>\n<auditor type='", "v", "'/></job>", 10 * 1024 * 1024, GAU_ERR_RANGE,
     "job.xml:2: more than 1048576 bytes from this '<' to the next"},
    {"<job>\n\n<", "x", "", 10 * 1024 * 1024, GAU_ERR_RANGE,
     "job.xml:3: more than 1048576 bytes from this '<' to the next"},
    {"<job>\n<!--", " comment", "--></job>", 1024 * 1024, GAU_ERR_RANGE,
     "job.xml:2: more than 1048576 bytes from this '<' to the next"},
    {"<job>", " ", "</job>", 2000000, GAU_ERR_RANGE,
     "job.xml:1: more than 1048576 bytes from this '<' to the next"},
    {"<job>", "<!---->", "</jobs>", 2000000, GAU_ERR_SYNTAX,
     "job.xml:1: not well-formed XML: Opening and ending tag mismatch: job line 1 and jobs"},
    {"<job>", "<?x?>", "", 2000000, GAU_ERR_SYNTAX,
     "job.xml:1: not well-formed XML: Premature end of data in tag job line 1"},
    {"<job>\n<auditor type='", "&#38;", "'/>", 20000, GAU_ERR_SYNTAX,
     "job.xml:2: not well-formed XML: Premature end of data in tag job line 1"},
    {"<job>\n", "&amp;&amp;", "</job>", 1000, GAU_ERR_SYNTAX,
     "job.xml:2: text '&' between elements; values are written as attributes"},
};

static void floods_are_stopped_early(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(floods); i++) {
        write_many("job.xml", floods[i].begin, floods[i].piece, floods[i].n, floods[i].end);
        assert_refused("job.xml", floods[i].status, floods[i].message);
    }
}

static void many_attributes_in_a_tag_take_no_time(void **state)
{
    FILE *const file = fopen("job.xml", "w");

    (void)state;
    assert_non_null(file);
    fputs("<job\n", file);
    for (int i = 0; i < 1000000; i++)
        fprintf(file, "a%d='' ", i);
    fputs("/>", file);
    assert_int_equal(fclose(file), 0);
    assert_refused("job.xml", GAU_ERR_RANGE, "job.xml:1: more than 16 attributes in a tag");
}

static void many_properties_of_a_component_are_too_many(void **state)
{
    FILE *const file = fopen("job.xml", "w");

    (void)state;
    assert_non_null(file);
    fputs("<job><auditor type='A'>\n", file);
    for (int i = 0; i < 100000; i++)
        fprintf(file, "<property name='P%d' value=''/>\n", i);
    fputs("</auditor></job>", file);
    assert_int_equal(fclose(file), 0);
    assert_refused("job.xml", GAU_ERR_RANGE, "job.xml:1002: more than 1000 properties of 'A'");
}

static void many_uses_of_many_constants_are_too_many(void **state)
{
    FILE *const file = fopen("job.xml", "w");

    (void)state;
    assert_non_null(file);
    fputs("<job>\n", file);
    for (int i = 0; i < 1000; i++)
        fprintf(file, "<constant name='C%d' value=''/>\n", i);
    for (int i = 0; i < 30; i++) {
        fputs("<auditor type='A", file);
        for (int k = 0; k < 5000; k++)
            fputs("${C999}", file);
        fputs("'/>\n", file);
    }
    assert_int_equal(fclose(file), 0);
    assert_refused("job.xml", GAU_ERR_RANGE,
                   "job.xml:1022: constants are used more than 100000 times");
}

static void values_are_bounded_in_sum_as_well(void **state)
{
    FILE *const file = fopen("job.xml", "w");

    (void)state;
    assert_non_null(file);
    fprintf(file, "<job>\n<constant name='C' value='%065000d'/>\n", 0);
    for (int i = 0; i < 1000; i++)
        fputs("<auditor type='${C}'/>\n", file);
    fputs("</job>", file);
    assert_int_equal(fclose(file), 0);
    assert_refused("job.xml", GAU_ERR_RANGE,
                   "job.xml:260: the values are longer than 16 MiB in all");
}

/* --- large files --------------------------------------------------------------------------- */

static void write_sparse(const char *path, const char *text, off_t size)
{
    folder_write(path, text);
    assert_int_equal(truncate(path, size), 0);
}

static void a_gigabyte_is_not_read(void **state)
{
    (void)state;
    write_sparse("job.xml", "<job><auditor type='", (off_t)1 << 30);
    assert_refused("job.xml", GAU_ERR_RANGE, "job.xml: larger than 16 MiB");
}

static void sixteen_mebibytes_are_read_but_have_to_be_text(void **state)
{
    (void)state;
    write_sparse("job.xml", "<job>\n<auditor type='", (off_t)16 << 20);
    assert_refused("job.xml", GAU_ERR_SYNTAX, "job.xml:2: not UTF-8 text: byte 0x00");
    write_sparse("job.xml", "<job>\n", ((off_t)16 << 20) + 1);
    assert_refused("job.xml", GAU_ERR_RANGE, "job.xml: larger than 16 MiB");
}

static void included_files_count_in_sum(void **state)
{
    (void)state;
    write_many("a.xml", "<job>", "<!-- 3 -->", 600000, "</job>");
    assert_text_is_refused("<job>\n<include href='a.xml'/>\n<include href='a.xml'/>\n"
                           "<include href='a.xml'/></job>",
                           GAU_ERR_RANGE,
                           "job.xml:4: a.xml: with this file the job options are larger than "
                           "16 MiB");
}

/* --- includes ------------------------------------------------------------------------------ */

static void a_cycle_of_includes_is_found(void **state)
{
    (void)state;
    folder_write("a.xml", "<job><include href='b.xml'/></job>");
    folder_write("b.xml", "<job>\n<include href='a.xml'/></job>");
    assert_text_is_refused("<job><include href='a.xml'/></job>", GAU_ERR_SYNTAX,
                           "b.xml:2: a.xml: includes itself");
    assert_int_equal(link("job.xml", "other.xml"), 0);
    folder_write("job.xml", "<job><include href='other.xml'/></job>");
    assert_refused("job.xml", GAU_ERR_SYNTAX, "job.xml:1: other.xml: includes itself");
}

static void a_long_chain_of_includes_is_cut(void **state)
{
    char name[32], text[100];

    (void)state;
    for (int i = 0; i < 100; i++) {
        sprintf(name, "%d.xml", i);
        sprintf(text, "<job><include href='%d.xml'/></job>", i + 1);
        folder_write(name, text);
    }
    assert_refused("0.xml", GAU_ERR_RANGE, "16.xml:1: includes are nested more than 16 deep");
}

static void a_tree_of_includes_is_cut(void **state)
{
    char name[32], text[100];

    (void)state;
    for (int i = 0; i < 16; i++) {
        sprintf(name, "%d.xml", i);
        sprintf(text, "<job><include href='%d.xml'/><include href='%d.xml'/></job>", i + 1, i + 1);
        folder_write(name, text);
    }
    folder_write("16.xml", "<job/>");
    assert_refused("0.xml", GAU_ERR_RANGE, "13.xml:1: more than 1000 includes");
}

/* --- bytes --------------------------------------------------------------------------------- */

/* A text with zeros in it, and its size. */
#define BYTES(text) text, sizeof(text) - 1

static const struct broken {
    const char *bytes;
    size_t size;
    const char *message;
} brokens[] = {
    {BYTES(""), "job.xml:1: the file is empty"},
    {BYTES("\xef\xbb\xbf"), "job.xml:1: the file is empty"},
    {BYTES("<job>\n\xff</job>"), "job.xml:2: not UTF-8 text: byte 0xFF"},
    {BYTES("<job>\n\n<auditor type='\xc3\x28'/></job>"), "job.xml:3: not UTF-8 text: byte 0xC3"},
    {BYTES("<job>\n\0</job>"), "job.xml:2: not UTF-8 text: byte 0x00"},
    {BYTES("\xff\xfe<\0j\0o\0b\0/\0>\0"), "job.xml:1: not UTF-8 text: byte 0xFF"},
    {BYTES("\0<\0j\0o\0b\0/\0>"), "job.xml:1: not UTF-8 text: byte 0x00"},
    {BYTES("<?xml version='1.0' encoding='UTF-16'?><job/>"),
     "job.xml:1: not well-formed XML: Document labelled UTF-16 but has UTF-8 content"},
    {BYTES("<?xml version='1.0' encoding='UTF-7'?><job/>"),
     "job.xml:1: encoding 'UTF-7', expected UTF-8"},
    {BYTES("<job"), "job.xml:1: not well-formed XML: Couldn't find end of Start Tag job line 1"},
    {BYTES("<job><!-- "), "job.xml:1: not well-formed XML: Comment not terminated"},
    {"\x7f"
     "ELF",
     4, "job.xml:1: not an XML file: it does not begin with '<'"},
};

static void broken_bytes_are_named_with_their_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(brokens); i++) {
        folder_write_bytes("job.xml", brokens[i].bytes, brokens[i].size);
        assert_refused("job.xml", GAU_ERR_SYNTAX, brokens[i].message);
    }
}

#define HOSTILE(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOSTILE(what_is_no_regular_file_is_refused),
        HOSTILE(a_file_with_more_bytes_than_it_had_is_refused),
        HOSTILE(an_include_of_no_regular_file_is_refused),
        HOSTILE(an_external_entity_is_not_even_looked_at),
        HOSTILE(an_entity_bomb_does_not_go_off),
        HOSTILE(a_bomb_of_constants_does_not_go_off),
        HOSTILE(floods_are_stopped_early),
        HOSTILE(many_attributes_in_a_tag_take_no_time),
        HOSTILE(many_properties_of_a_component_are_too_many),
        HOSTILE(many_uses_of_many_constants_are_too_many),
        HOSTILE(values_are_bounded_in_sum_as_well),
        HOSTILE(a_gigabyte_is_not_read),
        HOSTILE(sixteen_mebibytes_are_read_but_have_to_be_text),
        HOSTILE(included_files_count_in_sum),
        HOSTILE(a_cycle_of_includes_is_found),
        HOSTILE(a_long_chain_of_includes_is_cut),
        HOSTILE(a_tree_of_includes_is_cut),
        HOSTILE(broken_bytes_are_named_with_their_line),
    };

    unsetenv("GAUDIT_OPTIONS_PATH");
    return cmocka_run_group_tests_name("options_hostile", tests, NULL, NULL);
}
