/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gettid, syscall */
#include "crash.h"

#include "framework/src/sections/thread_slots.h"

#include "documents/launcher_rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Also handlers of the program with SA_ONSTACK may run on it. The lowest page is a guard. */
enum { STACK_SIZE = 128 * 1024 };

static const struct crash_signal {
    int number;
    const char *name;
} signals[] = {{SIGSEGV, "SIGSEGV"},
               {SIGBUS, "SIGBUS"},
               {SIGFPE, "SIGFPE"},
               {SIGILL, "SIGILL"},
               {SIGABRT, "SIGABRT"}};

enum { N_SIGNALS = sizeof signals / sizeof *signals };

/* What each did before our handler, and does after it. */
static struct sigaction before[N_SIGNALS];

/* Changed with the lock of the thread slots, which fork() respects. */
static struct {
    struct gau_app *apps; /* those that run, the latest first; atomic */
    pid_t process;        /* of these; a child of it has none of their threads */
    int output;
    bool crashing, reported; /* atomic */
} crash;

/* --- the handler --------------------------------------------------------------------------- */

static size_t index_of(int number)
{
    size_t i = 0;

    while (i < N_SIGNALS - 1 && signals[i].number != number)
        i++;
    return i;
}

/* Another thread writes the report: the process must not end before. */
static void wait_for_report(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    while (__atomic_load_n(&crash.crashing, __ATOMIC_SEQ_CST) &&
           !__atomic_load_n(&crash.reported, __ATOMIC_SEQ_CST))
        nanosleep(&pause, NULL);
}

/* The signal is blocked until the handler returns; so the core file has the stack of the crash, and
 * what the signal was raised for. */
static void raise_again(int number, siginfo_t *info)
{
    sigaction(number, &before[index_of(number)], NULL);
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, info) != 0)
        raise(number);
}

static void handle_crash(int number, siginfo_t *info, void *context)
{
    const int error = errno;
    const struct gau_app *const apps = __atomic_load_n(&crash.apps, __ATOMIC_SEQ_CST);

    (void)context;
    if (apps && crash.process == getpid()) {
        if (__atomic_exchange_n(&crash.crashing, true, __ATOMIC_SEQ_CST))
            wait_for_report();
        else
            gau_crash_report(apps, signals[index_of(number)].name, crash.output);
        __atomic_store_n(&crash.reported, true, __ATOMIC_SEQ_CST);
    }
    raise_again(number, info);
    errno = error;
}

/* --- actions ------------------------------------------------------------------------------- */

/* An MPI, or a library below it, prints a stack, and knows nothing of events. */
static bool is_of_mpi(const struct sigaction *action)
{
    static const char *const names[] = {"libucs.", "libopen-pal.", "libmpi.", "libmpich."};
    const char *name;
    void *handler;
    Dl_info found;

    memcpy(&handler, &action->sa_sigaction, sizeof handler);
    if (action->sa_handler == SIG_IGN || action->sa_sigaction == handle_crash ||
        dladdr(handler, &found) == 0 || !found.dli_fname)
        return false;
    name = strrchr(found.dli_fname, '/');
    name = name ? name + 1 : found.dli_fname;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* The loader is asked without a lock of ours: it has its own, which those who wait for ours may
 * have. */
static void find_actions(struct sigaction found[N_SIGNALS])
{
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (sigaction(signals[i].number, NULL, &found[i]) != 0 ||
            (found[i].sa_handler != SIG_DFL && !is_of_mpi(&found[i])))
            found[i].sa_handler = SIG_IGN; /* not to be replaced */
}

/* A crash of the handler itself ends the process, as the signals are blocked in it. */
static struct sigaction action_of_crash(void)
{
    struct sigaction action = {.sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < N_SIGNALS; i++)
        sigaddset(&action.sa_mask, signals[i].number);
    return action;
}

static void put_actions(const struct sigaction found[N_SIGNALS])
{
    const struct sigaction ours = action_of_crash();

    for (size_t i = 0; i < N_SIGNALS; i++) {
        if (found[i].sa_handler == SIG_IGN)
            continue;
        before[i] = found[i];
        sigaction(signals[i].number, &ours, NULL);
    }
}

static void restore_actions(void)
{
    for (size_t i = 0; i < N_SIGNALS; i++) {
        struct sigaction now;

        if (sigaction(signals[i].number, NULL, &now) == 0 && now.sa_sigaction == handle_crash)
            sigaction(signals[i].number, &before[i], NULL);
    }
}

/* --- stacks -------------------------------------------------------------------------------- */

static void *map_stack(void)
{
    const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    void *const memory =
        mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    mprotect(memory, guard, PROT_NONE);
    return memory;
}

void gau_crash_enter_thread(struct gau_worker *w)
{
    stack_t stack;

    w->thread = gettid();
    if (!__atomic_load_n(&crash.apps, __ATOMIC_SEQ_CST) || sigaltstack(NULL, &stack) != 0 ||
        !(stack.ss_flags & SS_DISABLE))
        return;
    w->signal_stack = map_stack();
    stack = (stack_t){.ss_sp = w->signal_stack, .ss_size = STACK_SIZE};
    if (w->signal_stack && sigaltstack(&stack, NULL) != 0) {
        munmap(w->signal_stack, STACK_SIZE);
        w->signal_stack = NULL;
    }
}

/* In another thread the stack cannot be taken from the one that has it, and stays mapped. */
void gau_crash_leave_thread(struct gau_worker *w)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t now;

    if (w->signal_stack && w->thread == gettid() && sigaltstack(NULL, &now) == 0 &&
        (now.ss_sp != w->signal_stack || sigaltstack(&none, NULL) == 0))
        munmap(w->signal_stack, STACK_SIZE);
    w->signal_stack = NULL;
    w->thread = 0;
}

/* --- applications -------------------------------------------------------------------------- */

static void add_app(struct gau_app *app, int output)
{
    struct sigaction found[N_SIGNALS];

    find_actions(found);
    gau_thread_slots_lock();
    if (crash.process != getpid()) /* else it is a child, whose parent has them */
        crash.apps = NULL;
    crash.process = getpid();
    crash.output = output;
    app->crash_next = crash.apps;
    __atomic_store_n(&crash.apps, app, __ATOMIC_SEQ_CST);
    put_actions(found);
    gau_thread_slots_unlock();
}

static void remove_app(const struct gau_app *app)
{
    struct gau_app **at = &crash.apps;

    gau_thread_slots_lock();
    while (*at && *at != app)
        at = &(*at)->crash_next;
    if (*at)
        __atomic_store_n(at, app->crash_next, __ATOMIC_SEQ_CST);
    if (!crash.apps)
        restore_actions();
    gau_thread_slots_unlock();
}

/* A session may be opened by any thread of the program, and gives none but the first a stack. */
void gau_crash_begin(struct gau_app *app, int output)
{
    const char *const choice = getenv("GAUDIT_CRASH_REPORT");
    struct gau_launcher_rank place;

    if (choice && strcmp(choice, "0") == 0)
        return;
    gau_crash_name_rank(gau_launcher_rank_find(&place) ? place.rank : -1);
    add_app(app, output);
    if (!app->settings.sections_only || gettid() == getpid())
        gau_crash_enter_thread(&app->workers[0]);
}

void gau_crash_end(struct gau_app *app)
{
    remove_app(app);
    wait_for_report(); /* which may read the application */
    gau_crash_leave_thread(&app->workers[0]);
}
