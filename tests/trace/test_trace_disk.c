/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* unshare() */
#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Disks that are full or broken: whole blocks, or none. */

static struct call_log call_log;
static struct gau_trace_writer writer;

static void write_block(uint32_t thread)
{
    scene_add_thread(&writer, thread, "");
    gau_trace_flush(&writer);
}

static int count_threads(const char *path)
{
    call_log_read(&call_log, path);
    return call_log.status == GAU_TRACE_OK && !call_log.damage.bytes_skipped ? call_log.lines : -1;
}

/* --- faults at will -------------------------------------------------------------------------- */

/* What the next calls of pwrite() do, until 0: write that number of bytes, or if negative fail with
 * this errno. */
static const int *plan;
static int truncations_that_fail;

ssize_t __real_pwrite(int fd, const void *data, size_t size, off_t offset);
ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset);
int __real_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size);

ssize_t __wrap_pwrite(int fd, const void *data, size_t size, off_t offset)
{
    const int step = plan && *plan ? *plan++ : 0;

    if (step >= 0)
        return __real_pwrite(fd, data, step ? (size_t)step : size, offset);
    errno = -step;
    return -1;
}

int __wrap_ftruncate(int fd, off_t size)
{
    if (truncations_that_fail == 0)
        return __real_ftruncate(fd, size);
    truncations_that_fail--;
    errno = EIO;
    return -1;
}

static int begin(void **state)
{
    plan = NULL;
    return folder_enter(state) == 0 && scene_begin(&writer, "t.gtr") ? 0 : -1;
}

static void a_block_survives_short_and_interrupted_writes(void **state)
{
    (void)state;
    plan = (const int[]){-EINTR, 1, -EINTR, 7, 13, -EINTR, 0};
    write_block(1);
    gau_trace_close(&writer);
    assert_int_equal(writer.lost_blocks, 0);
    assert_int_equal(count_threads("t.gtr"), 1);
}

static void a_part_of_a_block_is_taken_back(void **state)
{
    struct stat info;

    (void)state;
    write_block(1);
    plan = (const int[]){20, -ENOSPC, -EIO, 0};
    write_block(2);
    assert_int_equal(stat("t.gtr", &info), 0);
    assert_int_equal(info.st_size, writer.offset);
    write_block(3);
    write_block(4);
    gau_trace_close(&writer);
    assert_int_equal(writer.lost_blocks, 2);
    assert_int_equal(writer.error, ENOSPC);
    assert_int_equal(count_threads("t.gtr"), 2);
    assert_int_equal(call_log.damage.missing, 2);
}

static void what_cannot_be_taken_back_is_the_end(void **state)
{
    (void)state;
    write_block(1);
    plan = (const int[]){20, -EIO, 0};
    truncations_that_fail = 1;
    write_block(2);
    write_block(3);
    gau_trace_close(&writer);
    assert_int_equal(writer.lost_blocks, 2);
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.lines, 1);
    assert_int_equal(call_log.damage.tail_bytes, 20);
}

static void a_file_without_a_header_is_not_left(void **state)
{
    (void)state;
    plan = (const int[]){20, -ENOSPC, 0};
    assert_false(scene_begin(&writer, "new.gtr"));
    assert_int_equal(writer.error, ENOSPC);
    assert_int_equal(access("new.gtr", F_OK), -1);
}

/* --- limits of file sizes -------------------------------------------------------------------- */

static void limit_files(rlim_t size)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(10);
    limit.rlim_cur = size;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(11);
}

/* Ends with the number of the first condition that does not hold. */
#define must(condition)            \
    do {                           \
        if (!(condition))          \
            _exit(__LINE__ % 256); \
    } while (0)

static void write_up_to_a_limit(void)
{
    sigset_t before, after;

    sigemptyset(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGXFSZ, SIG_DFL);
    limit_files(300);
    for (uint32_t i = 1; i <= 10; i++)
        write_block(i);
    sigprocmask(SIG_SETMASK, NULL, &after);
    must(!sigismember(&after, SIGXFSZ));
    must(writer.error == EFBIG && writer.lost_blocks == 6);
    must(count_threads("t.gtr") == 4); /* a part of the fifth was taken back */
    limit_files(RLIM_INFINITY);
    write_block(11);
    must(count_threads("t.gtr") == 5 && call_log.damage.missing == 6);
}

static void write_with_a_signal_of_the_program(void)
{
    sigset_t blocked, pending;

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGXFSZ);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    limit_files(50);
    write_block(1);
    sigpending(&pending);
    must(writer.lost_blocks == 1 && !sigismember(&pending, SIGXFSZ));
    raise(SIGXFSZ);
    write_block(2);
    sigpending(&pending);
    must(writer.lost_blocks == 2 && sigismember(&pending, SIGXFSZ));
}

static void in_a_child(void (*act)(void))
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0) {
        act();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(status, 0);
}

static void a_limit_of_file_sizes_costs_blocks_and_not_the_program(void **state)
{
    (void)state;
    in_a_child(write_up_to_a_limit);
}

static void a_signal_that_the_program_keeps_waiting_still_waits(void **state)
{
    (void)state;
    in_a_child(write_with_a_signal_of_the_program);
}

/* --- a full disk ----------------------------------------------------------------------------- */

static void fill_disk(const char *path)
{
    static const char zeros[512];
    const int fd = open(path, O_WRONLY | O_CREAT, 0666);

    while (write(fd, zeros, sizeof zeros) > 0)
        continue;
    close(fd);
}

static bool write_map(const char *path, unsigned id)
{
    char map[32];
    const int length = snprintf(map, sizeof map, "0 %u 1", id);
    const int fd = open(path, O_WRONLY);
    const bool written = write(fd, map, (size_t)length) == length;

    close(fd);
    return written;
}

/* Root of a world of its own, where that is allowed. */
static bool become_root(void)
{
    const unsigned user = getuid(), group = getgid();

    if (unshare(CLONE_NEWNS) == 0)
        return true;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return false;
    folder_write("/proc/self/setgroups", "deny");
    return write_map("/proc/self/uid_map", user) && write_map("/proc/self/gid_map", group);
}

static void write_to_a_full_disk(void)
{
    must(mkdir("disk", 0777) == 0);
    if (!become_root() || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "disk", "tmpfs", 0, "size=64k") != 0)
        _exit(77);
    must(scene_begin(&writer, "disk/t.gtr"));
    write_block(1);
    fill_disk("disk/filler");
    for (uint32_t i = 2; writer.lost_blocks < 20; i++)
        write_block(i); /* the last page has room for some */
    must(writer.error == ENOSPC);
    must(count_threads("disk/t.gtr") > 1 && call_log.damage.missing == 0);
    must(unlink("disk/filler") == 0);
    write_block(1000);
    must(writer.lost_blocks == 20);
    must(count_threads("disk/t.gtr") > 2 && call_log.damage.missing == 20);
    must(strstr(call_log.text, "thread 1000 "));
    fill_disk("disk/filler");
    must(!scene_begin(&writer, "disk/new.gtr") && writer.error == ENOSPC);
    must(access("disk/new.gtr", F_OK) == -1);
}

static void a_disk_that_was_full_for_a_while_costs_a_gap(void **state)
{
    (void)state;
    in_a_child(write_to_a_full_disk);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_block_survives_short_and_interrupted_writes),
        test(a_part_of_a_block_is_taken_back),
        test(what_cannot_be_taken_back_is_the_end),
        test(a_file_without_a_header_is_not_left),
        test(a_limit_of_file_sizes_costs_blocks_and_not_the_program),
        test(a_signal_that_the_program_keeps_waiting_still_waits),
        test(a_disk_that_was_full_for_a_while_costs_a_gap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
