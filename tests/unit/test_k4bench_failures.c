/* SPDX-License-Identifier: Apache-2.0 */
#include "scripted_events.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Files that cannot be written or read, and names beside which there can be no other. */

/* --- reading ------------------------------------------------------------------------------- */

/* What reading the temporary file does, which has no name, as has that of messages, and three
 * events of 64 bytes. */
static enum { WHOLE, FAILS, ENDS } reading;

ssize_t __real_pread(int fd, void *bytes, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t offset);

ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t offset)
{
    struct stat info;

    if (reading == WHOLE || fstat(fd, &info) != 0 || info.st_nlink > 0 || info.st_size != 192)
        return __real_pread(fd, bytes, size, offset);
    errno = EIO;
    return reading == FAILS ? -1 : 0;
}

/* --- help ---------------------------------------------------------------------------------- */

static void limit_files(rlim_t size)
{
    const struct rlimit limit = {size, RLIM_INFINITY};

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void limit_none(void)
{
    limit_files(RLIM_INFINITY);
}

static size_t count_files(const char *folder)
{
    DIR *const dir = opendir(folder);
    size_t n = 0;

    assert_non_null(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2;
}

static int begin(void **state)
{
    reading = WHOLE;
    limit_none();
    event_script_begin(state);
    unsetenv("TMPDIR");
    three_events();
    return 0;
}

static int end(void **state)
{
    limit_none();
    return folder_leave(state);
}

#define SAYS(messages, text) assert_string_equal(messages, "gaudit: warning: Scripted: " text "\n")

/* --- it is not written --------------------------------------------------------------------- */

static void a_full_disk_is_a_warning(void **state)
{
    (void)state;
    SAYS(run_with("r", "File=/dev/full"), "'/dev/full' is not written: No space left on device");
}

/* Three events are 192 bytes there, and the file more. */
static void limit_temporary(void)
{
    limit_files(191);
}

static void limit_json(void)
{
    limit_files(192);
}

static void what_does_not_fit_leaves_the_old_file(void **state)
{
    (void)state;
    folder_write("x.json", "old");
    for (int i = 0; i < 2; i++) {
        const char *messages;

        event_script.after = i ? limit_json : limit_temporary;
        messages = run_with(NULL, "File=x.json");
        limit_none();
        SAYS(messages, "'x.json' is not written: File too large (see ulimit -f)");
        has_text("x.json", "old");
        assert_int_equal(count_files("."), 2); /* and "status" */
    }
}

static void a_temporary_file_that_cannot_be_read_is_a_warning(void **state)
{
    (void)state;
    for (reading = FAILS; reading <= ENDS; reading++) {
        SAYS(run_with(NULL, "File=x.json"), "'x.json' is not written: Input/output error");
        assert_int_equal(count_files("."), 1);
    }
}

static void cut_events(void)
{
    assert_int_equal(truncate("cut/events.gtr", 150), 0);
}

static void remove_events(void)
{
    assert_int_equal(unlink("removed/events.gtr"), 0);
}

static void events_that_are_no_more_in_their_file_are_a_warning(void **state)
{
    (void)state;
    event_script.after = cut_events;
    SAYS(run_with("cut", ""), "'cut/k4bench_events.json' is not written: Input/output error");
    assert_false(is_there("cut/k4bench_events.json"));
    event_script.after = remove_events;
    SAYS(run_with("removed", ""),
         "'removed/k4bench_events.json' is not written: Input/output error");
    assert_false(is_there("removed/k4bench_events.json"));
}

static void without_a_folder_for_temporary_files_it_is_not_written(void **state)
{
    (void)state;
    setenv("TMPDIR", "none", 1);
    SAYS(run_with("r", "File=/dev/null"), "'/dev/null' is not written: No such file or directory");
    SAYS(run_with(NULL, "File=/dev/null"),
         "'/dev/null': No such file or directory: events are not recorded");
}

/* --- events that are missing --------------------------------------------------------------- */

/* Room for the header, the first totals, and the event of the first worker. */
static void limit_events(void)
{
    limit_files(300);
}

static void events_that_could_not_be_written_are_counted(void **state)
{
    char *text, temporary[300] = "";
    const char *messages;

    (void)state;
    SCRIPT({0, 1, 100, 200, 1, 1, GAU_OK, 0}, {1, 2, 110, 900, 1, 1, GAU_OK, 0},
           {1, 3, 910, 930, 1, 1, GAU_OK, 0});
    event_script.before = limit_events;
    event_script.after = limit_none;
    SAYS(run_with("r", ""), "'r/events.gtr' and 'r/k4bench_events.json': 2 of 3 events are "
                            "missing: File too large (see ulimit -f)");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0],"));
    free(text);
    setenv("K4BENCH_EVENT_JSON", "no/such/file", 1);
    assert_string_equal(run_with("other", ""),
                        "gaudit: warning: Scripted: 'no/such/file' is not written: No such file or "
                        "directory\n"
                        "gaudit: warning: Scripted: 'other/events.gtr': 2 of 3 events are missing: "
                        "File too large (see ulimit -f)\n");
    messages = run_with(NULL, "File=x.json");
    assert_int_equal(sscanf(messages,
                            "gaudit: warning: Scripted: 'x.json': 2 of 3 events are missing: "
                            "temporary file '%299[^']': File too large (see ulimit -f)\n",
                            temporary),
                     1);
    assert_non_null(strstr(temporary, "/x.json."));
    assert_false(is_there(temporary));
}

/* --- a child ------------------------------------------------------------------------------- */

static pid_t child;
static int waiting[2];

/* It has other events than its parent, and later. */
static void fork_here(void)
{
    char byte;

    assert_int_equal(pipe(waiting), 0);
    child = fork();
    close(waiting[child ? 0 : 1]);
    if (child)
        return;
    event_script.steps[0].number = 9;
    if (read(waiting[0], &byte, 1) != 0)
        _exit(1);
}

/* It goes on in the job, to the end. */
static void wait_for_child(void)
{
    int status;

    if (child == 0)
        return;
    close(waiting[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(is_there("x.json"));
}

static void a_child_leaves_the_files_of_its_parent_alone(void **state)
{
    const char *messages;

    (void)state;
    event_script.before = fork_here;
    event_script.after = wait_for_child;
    messages = run_with(NULL, "File=x.json");
    if (child == 0)
        _exit(0);
    assert_string_equal(messages, "");
    has_text("x.json", of_three);
}

/* --- names --------------------------------------------------------------------------------- */

struct reader {
    int fd;
    const char *path; /* to open it; NULL: it is open */
    char text[1000];
};

static void *read_all(void *data)
{
    struct reader *const reader = data;
    size_t used = 0;
    ssize_t n;

    if (reader->path)
        reader->fd = open(reader->path, O_RDONLY | O_CLOEXEC);
    while ((n = read(reader->fd, reader->text + used, sizeof reader->text - 1 - used)) > 0)
        used += (size_t)n;
    reader->text[used] = '\0';
    close(reader->fd);
    return NULL;
}

static void it_can_be_written_to_a_descriptor(void **state)
{
    static const char *const places[] = {"/proc/self", "/dev"};
    char property[60];

    (void)state;
    assert_int_equal(mkdir("tmp", 0700), 0);
    setenv("TMPDIR", "tmp", 1);
    for (size_t i = 0; i < 4; i++) {
        struct reader reader = {.path = NULL};
        int ends[2];

        assert_int_equal(pipe(ends), 0);
        reader.fd = ends[0];
        snprintf(property, sizeof property, "File=%s/fd/%d", places[i % 2], ends[1]);
        assert_string_equal(run_with(i == 0 ? "r" : NULL, property), "");
        close(ends[1]);
        read_all(&reader);
        assert_string_equal(reader.text, of_three);
        assert_int_equal(count_files("tmp"), 0);
    }
}

static void it_can_be_written_to_a_pipe_with_a_name(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    for (size_t i = 0; i < 2; i++) {
        struct reader reader = {.path = "fifo"};
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, read_all, &reader), 0);
        assert_string_equal(run_with(i == 0 ? "r" : NULL, "File=fifo"), "");
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_string_equal(reader.text, of_three);
    }
    assert_int_equal(count_files("."), 3); /* fifo, r, status */
}

static void it_replaces_the_target_of_a_link(void **state)
{
    (void)state;
    assert_int_equal(mkdir("there", 0700), 0);
    assert_int_equal(symlink("there/new.json", "link.json"), 0);
    assert_string_equal(run_with(NULL, "File=link.json"), "");
    has_text("there/new.json", of_three);
    assert_int_equal(count_files("there"), 1);
    assert_int_equal(count_files("."), 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(a_full_disk_is_a_warning),
        TEST(what_does_not_fit_leaves_the_old_file),
        TEST(a_temporary_file_that_cannot_be_read_is_a_warning),
        TEST(events_that_are_no_more_in_their_file_are_a_warning),
        TEST(without_a_folder_for_temporary_files_it_is_not_written),
        TEST(events_that_could_not_be_written_are_counted),
        TEST(a_child_leaves_the_files_of_its_parent_alone),
        TEST(it_can_be_written_to_a_descriptor),
        TEST(it_can_be_written_to_a_pipe_with_a_name),
        TEST(it_replaces_the_target_of_a_link),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
