/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* raise() and others beside _GNU_SOURCE's */
#include "lint_client.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void load(void)
{
    raw_part_load(part, -1);
}

static void mark(const char *name)
{
    const int id = event(name);

    ITT(event_start)(id);
    ITT(event_end)(id);
}

/* --- objects and modules ------------------------------------------------------------------- */

static void made_before(void)
{
    gau_itt_domain *const old = raw_part_domain(part, "before");
    gau_itt_string *const name = raw_part_string(part, "task");
    gau_itt_domain *same;

    load();
    same = ITT(domain_create)("before"); /* another object for the same name */
    ITT(task_begin)(old, no_id, no_id, name);
    ITT(task_end)(same);
    if (same == old)
        abort();
}

static void touched_before(void)
{
    gau_itt_domain *const old = raw_part_domain(part, "before");

    load();
    old->flags = 1;
    ITT(task_begin)(old, no_id, no_id, NULL);
    ITT(task_end)(old);
}

static void of_age(enum raw_age age)
{
    part = raw_part_new(age);
    raw_part_string(part, "before");
    load();
    mark("e");
}

static void size_184(void)
{
    of_age(RAW_184);
}

static void size_192(void)
{
    of_age(RAW_192);
}

static void no_client(void)
{
    part->global->magic[3] ^= 1;
    load();
    part->global->magic[3] ^= 1;
    part->global->version_build = 20100101;
    load();
    if (raw_part_function(part, RAW_event_create))
        abort();
}

/* Slots of functions that are not implemented get the part's fallbacks; others do not. */
static void all_slots(void)
{
    int bound = 0, own = 0;

    memset(part->slots, 0x55, sizeof part->slots);
    load();
    for (int i = 0; i < RAW_N_SLOTS; i++) {
        if (part->slots[i] == part->entries[i].fallback)
            own += part->slots[i] != NULL;
        else
            bound++;
    }
    printf("%d bound, %d left to the part's own code\n", bound, own);
}

static void groups(void)
{
    raw_part_load(part, GAU_ITT_GROUP_STRUCTURE | GAU_ITT_GROUP_STITCH);
    if (!raw_part_function(part, RAW_task_begin) || !ITT(stack_caller_create)() ||
        raw_part_function(part, RAW_event_create))
        abort();
}

static void by_name(void)
{
    void *const collector = dlopen(getenv("INTEL_LIBITTNOTIFY64"), RTLD_NOW);
    union {
        void *pointer;
        gau_itt_pause_fn *code;
    } pause = {dlsym(collector, "__itt_pause")}, resume = {dlsym(collector, "__itt_resume")};

    pause.code();
    resume.code();
    dlclose(collector);
    resume.code(); /* still there */
}

/* The plugin has a part of its own, with events of the same names. */
static void plugin(void)
{
    const char *const path = getenv("LINT_PLUGIN");
    union {
        void *pointer;
        void (*code)(void);
    } run;

    load();
    mark("shared");
    for (int i = 0; i < 3; i++) {
        void *const module = dlopen(path, RTLD_NOW);

        if (!module)
            abort();
        run.pointer = dlsym(module, "plugin_run");
        run.code();
        dlclose(module);
    }
    mark("shared");
}

/* --- processes ----------------------------------------------------------------------------- */

static void fork_child(void)
{
    const int id = (load(), event("e"));
    pid_t pid;

    ITT(event_start)(id);
    pid = fork();
    if (pid == 0) {
        ITT(event_end)(id); /* of the parent's: nothing wrong */
        ITT(event_end)(id); /* wrong */
        exit(0);
    }
    waitpid(pid, NULL, 0);
    ITT(event_end)(id);
}

static void leave_early(void)
{
    const int id = (load(), event("e"));

    ITT(event_start)(id);
    _exit(0);
}

static void exec_again(void)
{
    char program[4096] = "";
    char scenario[] = "clean";
    char *argv[] = {program, scenario, NULL};

    load();
    mark("before");
    if (readlink("/proc/self/exe", program, sizeof program - 1) > 0)
        execv(program, argv);
}

static void fail(void)
{
    load();
    ITT(event_end)(event("e"));
    exit(3);
}

static void crash(void)
{
    load();
    ITT(event_end)(event("e"));
    signal(SIGABRT, SIG_DFL);
    abort();
}

/* The signal comes by way of the linter. */
static void wait_for_signal(void)
{
    sigset_t held;
    int number;

    load();
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, NULL);
    kill(getppid(), SIGTERM);
    sigwait(&held, &number);
    mark("after the signal");
}

static void die_of_a_signal(void)
{
    load();
    mark("e");
    kill(getppid(), SIGTERM);
    for (;;)
        pause();
}

/* The number of the log's file is reused by the program. */
static void close_all_files(void)
{
    char name[] = "others-XXXXXX";
    int fd;

    load();
    mark("first");
    fd = mkstemp(name);
    for (int i = 3; i < 1024; i++)
        if (i != fd)
            dup2(fd, i);
    mark("second");
    if (lseek(fd, 0, SEEK_END) != 0)
        abort();
}

/* --- threads ------------------------------------------------------------------------------- */

enum { N_THREADS = 8, N_ROUNDS = 1000 };

static atomic_int ready;

static void *mark_often(void *data)
{
    struct raw_part *const own = raw_part_new(RAW_200);
    char name[32];
    int id;

    (void)data;
    snprintf(name, sizeof name, "thread %d", atomic_fetch_add(&ready, 1));
    while (atomic_load(&ready) < N_THREADS)
        sched_yield();
    raw_part_load(own, -1); /* all at once */
    id = RAW_FUNCTION(own, event_create)(name, (int)strlen(name));
    RAW_FUNCTION(own, thread_set_name)(name);
    for (int i = 0; i < N_ROUNDS; i++) {
        RAW_FUNCTION(own, event_start)(id);
        RAW_FUNCTION(own, event_end)(id);
    }
    return NULL;
}

static void many_threads(void)
{
    pthread_t threads[N_THREADS];

    for (int i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, mark_often, NULL);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
}

static pthread_key_t key;

static void end_late(void *id)
{
    ITT(event_end)(*(int *)id);
}

static void *start_and_leave(void *id)
{
    pthread_setspecific(key, id);
    ITT(event_start)(*(int *)id);
    return NULL;
}

/* A destructor of the thread ends what is open. */
static void late_in_thread(void)
{
    int id;

    load();
    id = event("e");
    pthread_key_create(&key, end_late);
    in_thread(start_and_leave, &id);
}

static int late;

static void end_at_exit(void)
{
    ITT(event_end)(late);
}

__attribute__((destructor)) static void end_in_destructor(void)
{
    if (late)
        ITT(event_end)(late);
}

/* Functions of atexit() and destructors still mark; they are not too late. */
static void late_in_process(void)
{
    atexit(end_at_exit);
    load();
    late = event("e");
    ITT(event_start)(late);
    ITT(event_start)(late);
}

const struct scenario lifecycles[] = {
    {"all_slots", all_slots},
    {"by_name", by_name},
    {"close_all_files", close_all_files},
    {"crash", crash},
    {"die_of_a_signal", die_of_a_signal},
    {"exec_again", exec_again},
    {"fail", fail},
    {"fork_child", fork_child},
    {"groups", groups},
    {"late_in_process", late_in_process},
    {"late_in_thread", late_in_thread},
    {"leave_early", leave_early},
    {"made_before", made_before},
    {"many_threads", many_threads},
    {"no_client", no_client},
    {"plugin", plugin},
    {"size_184", size_184},
    {"size_192", size_192},
    {"touched_before", touched_before},
    {"wait_for_signal", wait_for_signal},
    {NULL, NULL},
};
