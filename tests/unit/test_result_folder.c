/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "framework/src/job/run_record.h"
#include "temp_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* --- one at a time ------------------------------------------------------------------------- */

static void refused(const char *path, const char *message)
{
    gau_app_folder folder;
    gau_error err = {0};

    assert_int_equal(gau_app_folder_claim(&folder, path, &err), GAU_ERR_USAGE);
    assert_string_equal(err.message, message);
    assert_null(folder.path);
}

static void a_result_folder_is_new_or_empty(void **state)
{
    gau_app_folder folder;

    (void)state;
    assert_int_equal(mkdir("empty", 0777), 0);
    assert_int_equal(gau_app_folder_claim(&folder, "empty", NULL), GAU_OK);
    gau_app_folder_close(&folder);
    assert_true(is_there("empty"));
    folder_write("full/x", "");
    refused("full", "'full' is not empty: a result needs a new or an empty folder");
    refused("full/x", "the result folder 'full/x' cannot be used: Not a directory");
    refused("full/x/y", "the result folder 'full/x/y' cannot be made: Not a directory");
    refused("", "the result folder '' cannot be made: No such file or directory");
    assert_int_equal(symlink("nothing", "link"), 0);
    refused("link", "the result folder 'link' cannot be made: No such file or directory");
}

static void a_folder_that_is_claimed_is_taken_until_that_ends(void **state)
{
    gau_app_folder folder, again;

    (void)state;
    assert_int_equal(gau_app_folder_claim(&folder, "new", NULL), GAU_OK);
    refused("new", "'new' is in use by another run: name another folder, or, if there is no such "
                   "run, remove '.gaudit-claim' in it");
    folder_write("new/run.json", "{}");
    gau_app_folder_release(&folder);
    assert_false(is_there("new/.gaudit-claim"));
    refused("new", "'new' is not empty: a result needs a new or an empty folder");
    gau_app_folder_close(&folder);
    assert_true(is_there("new/run.json"));
    assert_int_equal(unlink("new/run.json"), 0);
    assert_int_equal(gau_app_folder_claim(&again, "new", NULL), GAU_OK);
    gau_app_folder_close(&again);
}

static void the_claim_of_a_process_that_has_ended_is_free(void **state)
{
    gau_app_folder folder;
    const pid_t child = fork();
    int status;

    (void)state;
    if (child == 0)
        _exit(gau_app_folder_claim(&folder, "left", NULL) == GAU_OK ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(is_there("left/.gaudit-claim"));
    assert_int_equal(gau_app_folder_claim(&folder, "left", NULL), GAU_OK);
    refused("left", "'left' is in use by another run: name another folder, or, if there is no such "
                    "run, remove '.gaudit-claim' in it");
    gau_app_folder_close(&folder);
    assert_false(is_there("left/.gaudit-claim"));
}

static void folders_above_are_made_and_what_stayed_empty_is_removed(void **state)
{
    static const char *const paths[] = {"a/b/c", "a/b/c/", "a//b/./c/.", "./a/b/c"};
    gau_app_folder folder;

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(gau_app_folder_claim(&folder, paths[i], NULL), GAU_OK);
        assert_true(is_there("a/b/c/.gaudit-claim"));
        gau_app_folder_close(&folder);
        assert_false(is_there("a"));
    }
    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(gau_app_folder_claim(&folder, "a/b/c", NULL), GAU_OK);
    gau_app_folder_close(&folder);
    assert_true(is_there("a") && !is_there("a/b"));
    assert_int_equal(gau_app_folder_claim(&folder, "a/b/c", NULL), GAU_OK);
    folder_write("a/b/c/run.json", "{}");
    gau_app_folder_close(&folder);
    assert_true(is_there("a/b/c/run.json"));
}

static void a_numbered_folder_passes_over_whatever_is_there(void **state)
{
    gau_app_folder folder;
    gau_error err = {0};

    (void)state;
    folder_write("p.gaudit", "a file");
    folder_write("p.2.gaudit/x", "");
    assert_int_equal(symlink("nothing", "p.3.gaudit"), 0);
    assert_int_equal(gau_app_folder_claim_numbered(&folder, "p", ".", ".gaudit", &err), GAU_OK);
    assert_string_equal(folder.path, "p.4.gaudit");
    gau_app_folder_close(&folder);
    assert_false(is_there("p.4.gaudit"));
    assert_int_equal(gau_app_folder_claim_numbered(&folder, "p.gaudit/q", "-", "", &err),
                     GAU_ERR_USAGE);
    assert_string_equal(err.message,
                        "the result folder 'p.gaudit/q' cannot be made: Not a directory");
}

/* As when a profiler has put its own result there before it starts the run. */
static void a_run_joins_the_folder_that_is_named_for_it(void **state)
{
    gau_app_folder owner, folder;
    gau_error err = {0};

    (void)state;
    assert_int_equal(gau_app_folder_claim(&owner, "joined", NULL), GAU_OK);
    folder_write("joined/r000hs/data", "");
    assert_int_equal(gau_run_folder_open(&folder, "joined", &err), GAU_ERR_USAGE);
    assert_int_equal(setenv("GAUDIT_SHARED_RESULT", "none", 1), 0);
    assert_int_equal(gau_run_folder_open(&folder, "joined", &err), GAU_ERR_USAGE);
    assert_string_equal(err.message,
                        "'joined' is not empty: a result needs a new or an empty folder");
    assert_int_equal(setenv("GAUDIT_SHARED_RESULT", "./joined/../joined/", 1), 0);
    assert_int_equal(gau_run_folder_open(&folder, "joined/r000hs", &err), GAU_ERR_USAGE);
    assert_int_equal(gau_run_folder_open(&folder, "joined", &err), GAU_OK);
    assert_string_equal(folder.path, "joined");
    gau_app_folder_close(&folder);
    assert_int_equal(gau_run_folder_open(&folder, "joined", &err), GAU_ERR_USAGE);
    assert_string_equal(err.message,
                        "'joined' has the result of a run already: one run joins a folder");
    assert_int_equal(gau_run_folder_open(&folder, "other", &err), GAU_OK);
    gau_app_folder_close(&folder);
    gau_app_folder_close(&owner);
    assert_int_equal(unsetenv("GAUDIT_SHARED_RESULT"), 0);
}

/* The folder that another run replaces, with its own mark in it, once it was looked at. */
static const char *replaced;

int stat(const char *path, struct stat *facts)
{
    const int result = fstatat(AT_FDCWD, path, facts, 0);

    if (replaced && strcmp(path, replaced) == 0) {
        replaced = NULL;
        assert_int_equal(rmdir(path), 0);
        folder_write("replaced/.gaudit-claim", "");
    }
    return result;
}

/* The mark of the new folder is not taken for one that was left in the old. */
static void a_folder_that_is_replaced_while_it_is_claimed_is_claimed_anew(void **state)
{
    gau_app_folder folder;
    struct stat locked, there;

    (void)state;
    replaced = "replaced";
    assert_int_equal(gau_app_folder_claim(&folder, "replaced", NULL), GAU_OK);
    assert_null(replaced);
    assert_int_equal(fstat(folder.lock, &locked), 0);
    assert_int_equal(stat("replaced", &there), 0);
    assert_int_equal(locked.st_ino, there.st_ino);
    gau_app_folder_close(&folder);
    assert_false(is_there("replaced"));
}

/* --- many at once -------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 60 };

static struct {
    pthread_barrier_t barrier;
    bool numbered;
    gau_app_folder folders[THREADS];
    gau_error errors[THREADS];
} crowd;

static void *claim_one(void *user)
{
    const size_t i = (size_t)((gau_error *)user - crowd.errors);

    for (int round = 0; round < ROUNDS; round++) {
        char path[64];

        snprintf(path, sizeof path, "runs/%d", round);
        pthread_barrier_wait(&crowd.barrier);
        if (crowd.numbered)
            (void)!gau_app_folder_claim_numbered(&crowd.folders[i], path, ".", ".gaudit",
                                                 &crowd.errors[i]);
        else
            (void)!gau_app_folder_claim(&crowd.folders[i], path, &crowd.errors[i]);
        pthread_barrier_wait(&crowd.barrier); /* the main thread checks between */
        pthread_barrier_wait(&crowd.barrier);
        gau_app_folder_close(&crowd.folders[i]);
    }
    return NULL;
}

static size_t count_owners(void)
{
    size_t n = 0;

    for (size_t i = 0; i < THREADS; i++) {
        n += crowd.folders[i].claimed;
        for (size_t j = 0; crowd.folders[i].claimed && j < i; j++)
            assert_true(!crowd.folders[j].claimed ||
                        strcmp(crowd.folders[i].path, crowd.folders[j].path) != 0);
    }
    return n;
}

static void crowd_takes(bool numbered, size_t owners)
{
    pthread_t threads[THREADS];

    crowd.numbered = numbered;
    assert_int_equal(pthread_barrier_init(&crowd.barrier, NULL, THREADS + 1), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, claim_one, &crowd.errors[i]), 0);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&crowd.barrier);
        pthread_barrier_wait(&crowd.barrier);
        assert_int_equal(count_owners(), owners);
        pthread_barrier_wait(&crowd.barrier);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    pthread_barrier_destroy(&crowd.barrier);
}

static void of_many_that_want_one_folder_one_gets_it(void **state)
{
    (void)state;
    crowd_takes(false, 1);
}

static void of_many_that_want_numbered_folders_each_gets_one(void **state)
{
    (void)state;
    crowd_takes(true, THREADS);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_result_folder_is_new_or_empty),
        TEST(a_folder_that_is_claimed_is_taken_until_that_ends),
        TEST(the_claim_of_a_process_that_has_ended_is_free),
        TEST(folders_above_are_made_and_what_stayed_empty_is_removed),
        TEST(a_numbered_folder_passes_over_whatever_is_there),
        TEST(a_run_joins_the_folder_that_is_named_for_it),
        TEST(a_folder_that_is_replaced_while_it_is_claimed_is_claimed_anew),
        TEST(of_many_that_want_one_folder_one_gets_it),
        TEST(of_many_that_want_numbered_folders_each_gets_one),
    };

    return cmocka_run_group_tests_name("result folders", tests, NULL, NULL);
}
