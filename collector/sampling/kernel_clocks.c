/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* F_SETSIG, syscall() */
#include "kernel_clocks.h"

#include "collector/base/high_fd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Identifies our signals. */
enum { MARK = 0x67617564 };

/* --- perf events --------------------------------------------------------------------------- */

#ifdef PERF_ATTR_SIZE_VER7
enum { CODE_OF_TRAP = 6 }; /* TRAP_PERF */

bool gau_kernel_clock_can_trap(void)
{
    struct utsname system;
    int major = 0, minor = 0;

    if (uname(&system) < 0 || sscanf(system.release, "%d.%d", &major, &minor) != 2)
        return false;
    return major > 5 || (major == 5 && minor >= 19);
}

static void ask_for_trap(struct perf_event_attr *attr)
{
    attr->sigtrap = 1;
    attr->remove_on_exec = 1;
    attr->sig_data = MARK;
}

/* The data follows the address; C libraries have no member for it yet. */
static bool is_our_trap(const siginfo_t *info)
{
    uint64_t data;

    memcpy(&data, (const char *)&info->si_addr + sizeof info->si_addr, sizeof data);
    return info->si_code == CODE_OF_TRAP && data == MARK;
}
#else
bool gau_kernel_clock_can_trap(void)
{
    return false;
}

static void ask_for_trap(struct perf_event_attr *attr)
{
    (void)attr;
}

static bool is_our_trap(const siginfo_t *info)
{
    (void)info;
    return false;
}
#endif

static bool signal_by_profile(int fd, pid_t tid)
{
    const struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = tid};

    return fcntl(fd, F_SETOWN_EX, &owner) == 0 && fcntl(fd, F_SETSIG, SIGPROF) == 0 &&
           fcntl(fd, F_SETFL, O_ASYNC) == 0;
}

int gau_kernel_clock_open_event(pid_t tid, const struct gau_kernel_clock_event *event)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attr,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_period = event->period_ns,
        .exclude_kernel = !event->kernel,
        .exclude_hv = 1,
        .wakeup_events = 1,
        .disabled = 1,
    };
    int fd, error;

    if (event->trap)
        ask_for_trap(&attr);
    fd = (int)syscall(SYS_perf_event_open, &attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0)
        return -errno;
    fd = gau_fd_move_high(fd);
    if (event->trap || signal_by_profile(fd, tid))
        return fd;
    error = errno;
    close(fd);
    return -error;
}

void gau_kernel_clock_start_event(int fd)
{
    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

void gau_kernel_clock_set_event(int fd, uint64_t period_ns)
{
    ioctl(fd, PERF_EVENT_IOC_PERIOD, &period_ns);
}

/* The descriptor itself is asked, as /proc may not be mounted. */
bool gau_kernel_clock_has_event(int fd)
{
    uint64_t id;

    return ioctl(fd, PERF_EVENT_IOC_ID, &id) == 0;
}

void gau_kernel_clock_stop_event(int fd)
{
    if (gau_kernel_clock_has_event(fd))
        ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
}

void gau_kernel_clock_close_event(int fd)
{
    if (gau_kernel_clock_has_event(fd))
        close(fd);
}

/* --- timers -------------------------------------------------------------------------------- */

int gau_kernel_clock_open_timer(pid_t tid)
{
    struct sigevent event;
    int timer;

    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event.sigev_value.sival_int = MARK;
    event._sigev_un._tid = tid; /* its portable name is missing in some C libraries */
    if (syscall(SYS_timer_create, (clockid_t)(~(unsigned)tid << 3 | 6u), &event, &timer) < 0)
        return -errno;
    return timer;
}

static struct timespec timespec_of(uint64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                             .tv_nsec = (long)(ns % 1000000000u)};
}

void gau_kernel_clock_set_timer(int timer, uint64_t first_ns, uint64_t period_ns)
{
    const struct itimerspec times = {.it_value = timespec_of(first_ns),
                                     .it_interval = timespec_of(period_ns)};

    syscall(SYS_timer_settime, timer, 0, &times, NULL);
}

void gau_kernel_clock_close_timer(int timer)
{
    syscall(SYS_timer_delete, timer);
}

/* --- signals ------------------------------------------------------------------------------- */

bool gau_kernel_clock_is_ours(int number, const siginfo_t *info)
{
    if (number == SIGTRAP)
        return is_our_trap(info);
    if (info->si_code == SI_TIMER)
        return info->si_value.sival_int == MARK;
    return info->si_code == POLL_IN || info->si_code == POLL_HUP;
}
