/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "files/file_replace.h"
#include "temp_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void has(const char *path, const char *wanted)
{
    char *const text = folder_read(path);

    assert_string_equal(text, wanted);
    free(text);
}

static size_t count_files(void)
{
    DIR *const dir = opendir(".");
    size_t n = 0;

    assert_non_null(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2;
}

static unsigned mode_of(const char *path)
{
    struct stat facts;

    assert_int_equal(stat(path, &facts), 0);
    return facts.st_mode & 0777;
}

static void a_file_is_new_or_another_in_place_of_the_old(void **state)
{
    const mode_t mask = umask(027);

    (void)state;
    assert_int_equal(gau_replace_with("new", "one", 3), 0);
    has("new", "one");
    assert_int_equal(mode_of("new"), 0640);
    umask(mask);
    assert_int_equal(chmod("new", 0604), 0);
    assert_int_equal(link("new", "old"), 0);
    assert_int_equal(gau_replace_with("./new", "two", 3), 0);
    has("new", "two");
    has("old", "one");
    assert_int_equal(mode_of("new"), 0604);
    assert_int_equal(count_files(), 2);
}

static void a_link_is_followed_also_to_what_is_not_there_yet(void **state)
{
    struct stat facts;

    (void)state;
    assert_int_equal(mkdir("far", 0777), 0);
    assert_int_equal(symlink("far/second", "first"), 0);
    assert_int_equal(symlink("../third", "far/second"), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(gau_replace_with("first", "text", 4), 0);
    has("third", "text");
    assert_true(lstat("first", &facts) == 0 && S_ISLNK(facts.st_mode));
    assert_true(lstat("far/second", &facts) == 0 && S_ISLNK(facts.st_mode));
    assert_true(lstat("third", &facts) == 0 && S_ISREG(facts.st_mode));
    assert_int_equal(symlink("circle", "circle"), 0);
    assert_int_equal(gau_replace_with("circle", "text", 4), ELOOP);
}

static void what_cannot_be_written_is_reported(void **state)
{
    (void)state;
    assert_int_equal(gau_replace_with("none/file", "", 0), ENOENT);
    assert_int_equal(gau_replace_with(".", "", 0), EISDIR);
    assert_int_equal(gau_replace_with("", "", 0), ENOENT);
    folder_write("closed", "old");
    assert_int_equal(chmod("closed", 0444), 0);
    if (geteuid() != 0)
        assert_int_equal(gau_replace_with("closed", "new", 3), EACCES);
    else
        assert_int_equal(gau_replace_with("closed", "old", 3), 0);
    has("closed", "old");
}

static void *read_fifo(void *user)
{
    FILE *const file = fopen("fifo", "r");

    assert_non_null(file);
    assert_non_null(fgets(user, 16, file));
    fclose(file);
    return NULL;
}

static void pipes_devices_and_open_files_are_written_directly(void **state)
{
    char text[16] = "", path[64];
    pthread_t thread;
    int file;

    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(pthread_create(&thread, NULL, read_fifo, text), 0);
    assert_int_equal(gau_replace_with("fifo", "text", 4), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_string_equal(text, "text");
    assert_int_equal(gau_replace_with("/dev/null", "text", 4), 0);
    assert_int_equal(gau_replace_with("/dev/full", "text", 4), ENOSPC);
    file = open("open", O_RDWR | O_CREAT, 0600);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, i ? "/dev/fd/%d" : "/proc/self/fd/%d", file);
        assert_int_equal(gau_replace_with(path, i ? "two" : "one", 3), 0);
        assert_int_equal(pread(file, text, 3, 0), 3);
        assert_memory_equal(text, i ? "two" : "one", 3);
    }
    close(file);
    assert_int_equal(count_files(), 2);
}

static void limit_files(rlim_t size)
{
    const struct rlimit limit = {size, RLIM_INFINITY};

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void what_does_not_fit_leaves_the_old_file_whole(void **state)
{
    static char large[65536];
    struct gau_replacement file;

    (void)state;
    folder_write("old", "old");
    memset(large, 'x', sizeof large);
    limit_files(512);
    assert_int_equal(gau_replace_with("old", large, sizeof large), EFBIG);
    assert_int_equal(gau_replace_begin(&file, "old"), 0); /* what stdio holds to the end */
    fwrite(large, 1, 600, file.file);
    assert_int_equal(gau_replace_end(&file, 0), EFBIG);
    assert_int_equal(gau_replace_begin(&file, "old"), 0);
    fputs("new", file.file);
    assert_int_equal(gau_replace_end(&file, ECANCELED), ECANCELED);
    limit_files(RLIM_INFINITY);
    has("old", "old");
    assert_int_equal(count_files(), 1);
}

static void files_of_killed_processes_do_no_harm(void **state)
{
    char path[64];

    (void)state;
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, ".file.%ld-%d", (long)getpid(), i);
        folder_write(path, "theirs");
    }
    assert_int_equal(gau_replace_with("file", "mine", 4), 0);
    has("file", "mine");
    has(path, "theirs");
}

/* As another user; false: that needs the right to become one. */
static bool become_another(uid_t user)
{
    return geteuid() == 0 && seteuid(user) == 0;
}

/* A file of others, in a folder where only they and its owner replace files. */
static void what_cannot_be_replaced_is_written_directly(void **state)
{
    enum { OTHER = 1, ANOTHER = 2 };
    const mode_t mask = umask(0);
    struct stat before, after;
    int reason;

    (void)state;
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(mkdir("sticky", 0777), 0);
    assert_int_equal(chmod("sticky", 01777), 0);
    folder_write("sticky/theirs", "a text that is longer");
    assert_int_equal(stat("sticky/theirs", &before), 0);
    if (geteuid() == 0)
        assert_int_equal(chown("sticky/theirs", OTHER, OTHER), 0);
    umask(mask);
    if (!become_another(ANOTHER))
        skip();
    reason = gau_replace_with("sticky/theirs", "mine", 4);
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(reason, 0);
    has("sticky/theirs", "mine");
    assert_int_equal(stat("sticky/theirs", &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(chdir("sticky"), 0);
    assert_int_equal(count_files(), 1);
    assert_int_equal(chdir(".."), 0);
}

static void what_can_be_written_is_found_without_writing(void **state)
{
    (void)state;
    folder_write("old", "old");
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("folder/new", "link"), 0);
    assert_int_equal(symlink("missing/new", "dead"), 0);
    assert_int_equal(gau_replace_check("old"), 0);
    assert_int_equal(gau_replace_check("new"), 0);
    assert_int_equal(gau_replace_check("folder/new"), 0);
    assert_int_equal(gau_replace_check("link"), 0);
    assert_int_equal(gau_replace_check("pipe"), 0); /* and it is not opened */
    assert_int_equal(gau_replace_check("/dev/full"), 0);
    assert_int_equal(gau_replace_check(""), ENOENT);
    assert_int_equal(gau_replace_check("missing/new"), ENOENT);
    assert_int_equal(gau_replace_check("dead"), ENOENT);
    assert_int_equal(gau_replace_check("folder"), EISDIR);
    assert_int_equal(gau_replace_check("/"), EISDIR);
    assert_int_equal(gau_replace_check("old/new"), ENOTDIR);
    has("old", "old");
    assert_int_equal(count_files(), 5);
    if (geteuid() == 0)
        return; /* may write everywhere */
    assert_int_equal(chmod("folder", 0555), 0);
    assert_int_equal(gau_replace_check("folder/new"), EACCES);
    assert_int_equal(chmod("old", 0444), 0);
    assert_int_equal(gau_replace_check("old"), EACCES);
}

static void what_is_abandoned_leaves_the_old_file_alone(void **state)
{
    struct gau_replacement first, second;

    (void)state;
    gau_replace_abandon();
    folder_write("old", "old");
    assert_int_equal(gau_replace_begin(&first, "old"), 0);
    assert_int_equal(count_files(), 2);
    gau_replace_abandon();
    assert_int_equal(count_files(), 1);
    has("old", "old");
    assert_int_equal(gau_replace_end(&first, 0), ENOENT);
    assert_int_equal(gau_replace_begin(&first, "old"), 0);
    assert_int_equal(gau_replace_begin(&second, "new"), 0);
    assert_int_equal(count_files(), 3);
    gau_replace_abandon(); /* of both */
    assert_int_equal(count_files(), 1);
    assert_int_equal(gau_replace_end(&second, ECANCELED), ECANCELED);
    assert_int_equal(gau_replace_end(&first, ECANCELED), ECANCELED);
    folder_write("new", "new");
    gau_replace_abandon(); /* of nothing */
    assert_int_equal(count_files(), 2);
}

/* On a full disk: job.full_disk. */
static void room_is_kept_in_the_file_itself(void **state)
{
    struct stat facts;

    (void)state;
    folder_write("file", "first");
    assert_int_equal(gau_replace_reserve("file", 40000), 0);
    has("file", "first");
    assert_int_equal(stat("file", &facts), 0);
    assert_true(512 * facts.st_blocks >= 40000);
    assert_int_equal(gau_replace_in_room("file", "last", 4), 0);
    has("file", "last");
    assert_int_equal(gau_replace_in_room("new", "made", 4), 0);
    has("new", "made");
    assert_int_equal(gau_replace_reserve("none", 40000), ENOENT);
    assert_int_equal(count_files(), 2);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_new_or_another_in_place_of_the_old),
        TEST(a_link_is_followed_also_to_what_is_not_there_yet),
        TEST(what_cannot_be_written_is_reported),
        TEST(pipes_devices_and_open_files_are_written_directly),
        TEST(what_does_not_fit_leaves_the_old_file_whole),
        TEST(files_of_killed_processes_do_no_harm),
        TEST(what_cannot_be_replaced_is_written_directly),
        TEST(what_can_be_written_is_found_without_writing),
        TEST(what_is_abandoned_leaves_the_old_file_alone),
        TEST(room_is_kept_in_the_file_itself),
    };

    return cmocka_run_group_tests_name("files that are replaced", tests, NULL, NULL);
}
