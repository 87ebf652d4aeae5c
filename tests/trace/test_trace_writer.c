/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Changes by programs of a file and a descriptor that they do not know. */

static struct call_log call_log;
static struct gau_trace_writer writer;

static int begin(void **state)
{
    return folder_enter(state) == 0 && scene_begin(&writer, "t.gtr") ? 0 : -1;
}

static void write_block(uint32_t thread)
{
    scene_add_thread(&writer, thread, "");
    gau_trace_flush(&writer);
}

/* The blocks of these threads, and nothing else. */
static void assert_threads(const char *path, const char *ids)
{
    char expected[1024] = "";

    for (; *ids; ids++) {
        char line[64];

        snprintf(line, sizeof line, "thread %c 421 8 3 ''\n", *ids);
        strcat(expected, line);
    }
    call_log_read(&call_log, path);
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_string_equal(call_log.text, expected);
    assert_int_equal(call_log.damage.bytes_skipped, 0);
}

static void assert_lost(uint64_t blocks, int error)
{
    assert_int_equal(writer.lost_blocks, blocks);
    assert_int_equal(writer.error, error);
}

/* --- creating -------------------------------------------------------------------------------- */

static int create(const char *path)
{
    static uint64_t memory[512];
    static const struct gau_trace_header header = {.content = GAU_TRACE_SAMPLES};
    struct gau_trace_writer other;
    const int error = gau_trace_create(&other, path, &header, memory, sizeof memory);

    if (error) { /* may be used as if there were a file */
        scene_add_thread(&other, 1, "");
        gau_trace_close(&other);
        assert_int_equal(other.lost_blocks, 1);
    } else {
        gau_trace_close(&other);
        assert_int_equal(unlink(path), 0);
    }
    return error;
}

static void a_file_is_made_and_never_replaced(void **state)
{
    static char long_path[PATH_MAX + 10];

    (void)state;
    memset(long_path, 'x', sizeof long_path - 1);
    assert_int_equal(symlink("nothing", "link"), 0);
    assert_int_equal(mkfifo("fifo", 0666), 0);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(create("new.gtr"), 0);
    assert_int_equal(create("t.gtr"), EEXIST);
    assert_int_equal(create("link"), EEXIST);
    assert_int_equal(create("fifo"), EEXIST);
    assert_int_equal(create("folder"), EEXIST);
    assert_int_equal(create("/dev/full"), EEXIST);
    assert_int_equal(create("missing/new.gtr"), ENOENT);
    assert_int_equal(create(long_path), ENAMETOOLONG);
    assert_int_equal(access("nothing", F_OK), -1);
    assert_threads("t.gtr", "");
}

static void the_descriptor_is_high_and_does_not_outlive_the_program(void **state)
{
    struct rlimit limit, few;
    int low;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_true(writer.fd >= (limit.rlim_cur > 1000 ? 1000 : 250));
    assert_int_equal(fcntl(writer.fd, F_GETFD), FD_CLOEXEC);
    few = (struct rlimit){70, limit.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    low = scene_begin(&writer, "low.gtr") ? writer.fd : -1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(low, 62);
    assert_int_equal(fcntl(low, F_GETFD), FD_CLOEXEC);
}

static void errno_is_the_programs(void **state)
{
    (void)state;
    errno = EDOM;
    write_block(1);
    close(writer.fd);
    unlink("t.gtr");
    errno = EDOM;
    write_block(2);
    gau_trace_close(&writer);
    assert_int_equal(create("missing/new.gtr"), ENOENT);
    assert_int_equal(errno, EDOM);
    assert_lost(1, ENOENT);
}

/* --- descriptors ----------------------------------------------------------------------------- */

static void a_descriptor_that_the_program_closed_is_opened_again(void **state)
{
    (void)state;
    write_block(1);
    assert_int_equal(chdir("/"), 0); /* the path does not depend on it */
    close(writer.fd);
    write_block(2);
    assert_true(writer.fd >= 250);
    assert_int_equal(fcntl(writer.fd, F_GETFD), FD_CLOEXEC);
    close(writer.fd);
    gau_trace_close(&writer);
    assert_lost(0, 0);
    assert_threads(writer.path, "12");
}

static void a_descriptor_that_the_program_reused_is_left_alone(void **state)
{
    struct stat info;
    int other, last;

    (void)state;
    write_block(1);
    other = open("other", O_RDWR | O_CREAT, 0666);
    assert_int_equal(dup2(other, writer.fd), writer.fd);
    close(other);
    other = writer.fd;
    write_block(2);
    last = writer.fd;
    assert_int_not_equal(last, other);
    assert_int_equal(dup2(other, last), last);
    gau_trace_close(&writer);
    assert_int_equal(fstat(other, &info), 0); /* still open, as is: */
    assert_int_equal(fcntl(last, F_GETFD), 0);
    assert_int_equal(info.st_size, 0);
    close(other);
    close(last);
    assert_lost(0, 0);
    assert_threads("t.gtr", "12");
}

/* A block is the price, but not more than one. */
static void a_descriptor_for_reading_our_file_is_not_written_to(void **state)
{
    int other;

    (void)state;
    other = open("t.gtr", O_RDONLY);
    assert_int_equal(dup2(other, writer.fd), writer.fd);
    write_block(1);
    write_block(2);
    gau_trace_close(&writer);
    assert_lost(1, EBADF);
    assert_threads("t.gtr", "2");
    assert_int_equal(call_log.damage.missing, 1);
    close(other);
}

/* --- the file -------------------------------------------------------------------------------- */

static void a_file_with_another_name_is_written_on(void **state)
{
    (void)state;
    write_block(1);
    assert_int_equal(link("t.gtr", "kept"), 0);
    assert_int_equal(unlink("t.gtr"), 0);
    write_block(2);
    gau_trace_close(&writer);
    assert_lost(0, 0);
    assert_threads("kept", "12");
    assert_int_equal(access("t.gtr", F_OK), -1);
}

static void blocks_of_a_removed_file_are_lost(void **state)
{
    (void)state;
    write_block(1);
    assert_int_equal(unlink("t.gtr"), 0);
    write_block(2);
    write_block(3);
    gau_trace_close(&writer);
    assert_lost(2, ENOENT);
}

static void a_file_that_is_shortened_gets_no_hole(void **state)
{
    off_t size;

    (void)state;
    write_block(1);
    size = (off_t)writer.offset;
    write_block(2);
    assert_int_equal(truncate("t.gtr", size), 0);
    write_block(3);
    gau_trace_close(&writer);
    assert_lost(1, ESTALE);
    assert_threads("t.gtr", "1");
}

static void another_file_at_the_path_is_left_alone(void **state)
{
    char *text;

    (void)state;
    assert_int_equal(rename("t.gtr", "moved"), 0);
    close(writer.fd);
    write_block(1);
    assert_lost(1, ENOENT);
    folder_write("t.gtr", "theirs");
    write_block(2);
    assert_int_equal(unlink("t.gtr"), 0);
    assert_int_equal(symlink("moved", "t.gtr"), 0);
    write_block(3);
    assert_int_equal(unlink("t.gtr"), 0);
    assert_int_equal(mkfifo("t.gtr", 0666), 0); /* must not wait for a reader */
    write_block(4);
    assert_int_equal(rename("t.gtr", "fifo"), 0);
    folder_write("t.gtr", "theirs");
    write_block(5);
    text = folder_read("t.gtr");
    assert_string_equal(text, "theirs");
    free(text);
    assert_int_equal(rename("moved", "t.gtr"), 0);
    write_block(6);
    gau_trace_close(&writer);
    assert_lost(5, ENOENT);
    assert_threads("t.gtr", "6");
}

static void a_descriptor_that_the_program_reused_is_not_closed(void **state)
{
    int other;

    (void)state;
    write_block(1);
    other = open("/dev/null", O_RDONLY);
    assert_int_equal(dup2(other, writer.fd), writer.fd);
    close(other);
    other = writer.fd;
    gau_trace_forget(&writer);
    assert_int_not_equal(fcntl(other, F_GETFD), -1);
    close(other);
    assert_threads("t.gtr", "1");
}

/* --- processes ------------------------------------------------------------------------------- */

static void a_child_that_forgets_leaves_the_file_to_its_parent(void **state)
{
    int status = -1;
    pid_t child;

    (void)state;
    write_block(1);
    scene_add_thread(&writer, 2, "");
    child = fork();
    if (child == 0) {
        const int fd = writer.fd;

        gau_trace_forget(&writer);
        write_block(3);
        gau_trace_close(&writer);
        _exit(fcntl(fd, F_GETFD) == -1 && writer.lost_blocks == 1 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    write_block(4);
    gau_trace_close(&writer);
    assert_threads("t.gtr", "124");
}

/* Whether another descriptor of the file gets the lock. */
static bool is_free(void)
{
    const int fd = open("t.gtr", O_RDONLY);
    const bool got = flock(fd, LOCK_SH | LOCK_NB) == 0;

    close(fd);
    return got;
}

static void a_lock_ends_with_the_writer_although_children_live(void **state)
{
    int end[2], status = -1;
    pid_t child;

    (void)state;
    assert_true(is_free());
    assert_int_equal(gau_trace_lock(&writer), 0);
    assert_false(is_free());
    assert_int_equal(pipe(end), 0);
    child = fork();
    if (child == 0) {
        char byte;

        close(end[1]);
        _exit(read(end[0], &byte, 1) == 0 ? 0 : 1);
    }
    gau_trace_close(&writer);
    assert_true(is_free());
    close(end[0]);
    close(end[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_file_that_another_process_removed_is_not_locked(void **state)
{
    (void)state;
    assert_int_equal(unlink("t.gtr"), 0);
    assert_int_equal(gau_trace_lock(&writer), EBUSY);
    gau_trace_close(&writer);
}

static void a_lock_of_another_is_left_alone(void **state)
{
    const int other = open("t.gtr", O_RDONLY);

    (void)state;
    assert_int_equal(flock(other, LOCK_SH), 0);
    assert_int_equal(gau_trace_lock(&writer), EWOULDBLOCK);
    close(other);
    gau_trace_close(&writer);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_file_is_made_and_never_replaced),
        test(the_descriptor_is_high_and_does_not_outlive_the_program),
        test(errno_is_the_programs),
        test(a_descriptor_that_the_program_closed_is_opened_again),
        test(a_descriptor_that_the_program_reused_is_left_alone),
        test(a_descriptor_for_reading_our_file_is_not_written_to),
        test(a_file_with_another_name_is_written_on),
        test(blocks_of_a_removed_file_are_lost),
        test(a_file_that_is_shortened_gets_no_hole),
        test(another_file_at_the_path_is_left_alone),
        test(a_descriptor_that_the_program_reused_is_not_closed),
        test(a_child_that_forgets_leaves_the_file_to_its_parent),
        test(a_lock_ends_with_the_writer_although_children_live),
        test(a_file_that_another_process_removed_is_not_locked),
        test(a_lock_of_another_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
