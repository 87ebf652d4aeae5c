/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TRACE_FORMAT_H
#define GAUDIT_TRACE_TRACE_FORMAT_H

/**
 * @file trace_format.h
 * The trace file format; doc/reference/trace-format.md specifies it byte by byte.
 *
 * A file header, then blocks, each with its length, number and checksum; records are in the blocks.
 * Files are only appended to, so all blocks but the last are complete whatever happens. A record
 * names its type and size: readers skip unknown types, and records only grow at their end. Numbers
 * are little-endian, everything is aligned to 8 bytes, unused bytes are 0.
 *
 * Modules, task types, threads and stacks are numbered from 1, in the order of their definitions,
 * and defined before use; 0 is none. Times are CLOCK_MONOTONIC in nanoseconds.
 */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* --- file and blocks ----------------------------------------------------------------------- */

#define GAU_TRACE_MAGIC "GAUTRACE"
enum {
    GAU_TRACE_VERSION = 1,
    GAU_TRACE_BLOCK_MAGIC = 0x4b4c4247, /* "GBLK" */
    GAU_TRACE_BLOCK_MAX = 1 << 20,      /* the largest block, in bytes, with its header */
    GAU_TRACE_TEXT_MAX = 4096,          /* the longest text, in bytes; longer ones are cut */
    GAU_TRACE_ID_MAX = 1 << 24,         /* the largest number of a module, task, thread or stack */
};

struct gau_trace_header {
    char magic[8];
    uint16_t version;     /* of the meaning of the content */
    uint16_t header_size; /* the first block follows the header */
    uint32_t content;     /* enum gau_trace_content */
    uint32_t pid;
    uint32_t checksum;       /* CRC-32C of the header, this being 0 */
    uint64_t start_ns;       /* CLOCK_MONOTONIC, the zero of the run */
    uint64_t start_epoch_ns; /* CLOCK_REALTIME at the same time */
};

enum gau_trace_content {
    GAU_TRACE_SAMPLES = 1,
    GAU_TRACE_TIMELINE = 2,
    GAU_TRACE_EVENTS = 3,
    GAU_TRACE_REGIONS = 4,
};

struct gau_trace_block {
    uint32_t magic;
    uint32_t size;     /* with this header, a multiple of 8 */
    uint64_t sequence; /* 0, 1, 2, ...; blocks of missing numbers were lost */
    uint32_t checksum; /* CRC-32C of the whole block, this being 0 */
    uint16_t codec;    /* enum gau_trace_codec */
    uint16_t reserved;
    uint32_t raw_size; /* of the records, before compression */
    uint32_t resets;   /* GAU_TRACE_STACKS_RESET before this block, also in lost ones */
};

enum gau_trace_codec {
    GAU_TRACE_UNCOMPRESSED = 0,
    GAU_TRACE_ZLIB = 1, /* the records are one stream of zlib, RFC 1950 */
};

struct gau_trace_record {
    uint32_t type; /* enum gau_trace_type */
    uint32_t size; /* with this header and the padding at the end, a multiple of 8 */
};

/*
 * The records, a row each: constant, its number, the structure gau_trace_X, its size, and its size
 * in the first files that had it. The reader checks a record with show_X() of show_records.c.
 */
/* clang-format off */
#define GAU_TRACE_RECORDS(ROW)                        \
    ROW(PROCESS, 1, process, 64, 64)                  \
    ROW(MODULE, 2, module, 56, 56)                    \
    ROW(MODULE_UNLOADED, 3, module_unloaded, 24, 24)  \
    ROW(TASK_TYPE, 4, task_type, 24, 24)              \
    ROW(THREAD, 5, thread, 32, 32)                    \
    ROW(THREAD_TOTALS, 6, thread_totals, 128, 128)    \
    ROW(STACKS, 7, stacks, 16, 16)                    \
    ROW(STACKS_RESET, 8, stacks_reset, 8, 8)          \
    ROW(SAMPLE_LIST, 9, sample_list, 16, 16)          \
    ROW(TASK_TOTALS, 10, task_totals, 16, 16)         \
    ROW(PAUSE, 11, pause, 24, 24)                     \
    ROW(PROCESS_TOTALS, 12, process_totals, 128, 104) \
    ROW(EVENT_LIST, 13, event_list, 16, 16)           \
    ROW(EVENT_TOTALS, 14, event_totals, 40, 40)       \
    ROW(REGION_NAME, 15, region_name, 24, 24)         \
    ROW(REGION_EVENT, 16, region_event, 56, 56)       \
    ROW(REGION_TOTALS, 17, region_totals, 48, 48)     \
    ROW(BRANCH, 18, branch, 24, 24)                   \
    ROW(LANE, 19, lane, 24, 24)                       \
    ROW(ENTRY_LIST, 20, entry_list, 56, 56)           \
    ROW(TIMELINE_TOTALS, 21, timeline_totals, 72, 72) \
    ROW(RESULT, 22, result, 24, 24)
/* clang-format on */

#define GAU_TRACE_TYPE(constant, number, ...) GAU_TRACE_##constant = number,

enum gau_trace_type { GAU_TRACE_RECORDS(GAU_TRACE_TYPE) };

/* --- records ------------------------------------------------------------------------------- */

/* Texts follow at the end of a record, one after another, of the lengths given, without NUL. They
 * are bytes in no particular encoding. */

/* The clock that triggers samples. */
enum gau_trace_clock {
    GAU_TRACE_CLOCK_NONE = 0,        /* none was available */
    GAU_TRACE_CLOCK_PERF_TRAP = 1,   /* perf_event cpu-clock, signalled by SIGTRAP */
    GAU_TRACE_CLOCK_PERF_SIGNAL = 2, /* perf_event cpu-clock, signalled by SIGPROF */
    GAU_TRACE_CLOCK_TIMER = 3,       /* POSIX timer on the thread's CPU clock, by SIGPROF */
};

struct gau_trace_process {
    struct gau_trace_record record;
    uint32_t pid;
    uint32_t parent;
    uint32_t machine; /* as e_machine in ELF */
    uint32_t clock;   /* enum gau_trace_clock; threads may have fallen back to another */
    uint32_t includes_kernel_time; /* 1: samples count user and system time; 0: user time */
    uint32_t follows_fork;         /* 1: begun by fork() in a recorded process */
    uint64_t interval_ns;          /* as requested, of CPU time */
    uint64_t tick_ns;              /* resolution of the clock; 0: finer than the interval */
    uint32_t preloaded;            /* 1: the collector saw all threads begin */
    uint32_t paused;               /* 1: began paused */
    uint32_t command_size;         /* arguments, each followed by NUL */
    uint32_t note_size;            /* why a better clock was not used; empty: it is the best */
};

struct gau_trace_module {
    struct gau_trace_record record;
    uint32_t module;
    uint32_t flags; /* GAU_TRACE_MODULE_... */
    uint64_t start; /* addresses in memory, [start, end) */
    uint64_t end;
    uint64_t bias; /* address in memory = address in the file (ELF vaddr) + bias */
    uint64_t time_ns;
    uint32_t build_id_size; /* of the bytes before the path */
    uint32_t path_size;
};
#define GAU_TRACE_MODULE_MAIN 1u /* the program itself */
#define GAU_TRACE_MODULE_VDSO 2u /* there is no file; the path is a name */

/* Unloaded; its number is not used again. */
struct gau_trace_module_unloaded {
    struct gau_trace_record record;
    uint32_t module;
    uint32_t reserved;
    uint64_t time_ns;
};

enum gau_trace_task_kind {
    GAU_TRACE_EVENT = 1,
    GAU_TRACE_TASK = 2,
    GAU_TRACE_OVERLAPPED_TASK = 3,
    GAU_TRACE_FRAME = 4,  /* its name is that of the domain; never the task of a sample */
    GAU_TRACE_REGION = 5, /* likewise */
    GAU_TRACE_MARK = 6,   /* likewise; has entries, but no duration */
    GAU_TRACE_COUNTER = 7 /* likewise */
};

struct gau_trace_task_type {
    struct gau_trace_record record;
    uint32_t task;
    uint32_t kind; /* enum gau_trace_task_kind */
    uint32_t domain_size;
    uint32_t name_size;
};

/* Follows the texts of a task type, at the next multiple of 8, if the task is named after a
 * function. */
struct gau_trace_task_function {
    uint32_t module; /* 0: unknown */
    uint32_t reserved;
    uint64_t address; /* in the file of the module (ELF vaddr) */
};

/* Repeated when the thread is renamed, or gets another clock. */
struct gau_trace_thread {
    struct gau_trace_record record;
    uint32_t thread;
    uint32_t tid;
    uint64_t start_ns; /* when the collector first saw it */
    uint32_t clock;    /* enum gau_trace_clock */
    uint32_t name_size;
};

/* Sums since the thread was first seen. The last record of a thread counts. */
struct gau_trace_thread_totals {
    struct gau_trace_record record;
    uint32_t thread;
    uint32_t ended; /* 1: the thread has ended, this is the last */
    uint64_t time_ns;
    uint64_t cpu_ns;        /* user and system time of the thread since it was first seen */
    uint64_t samples;       /* taken, with those that were dropped */
    uint64_t weight_ns;     /* of these */
    uint64_t dropped;       /* taken, but not written: no buffer was free */
    uint64_t dropped_ns;    /* their weight */
    uint64_t truncated;     /* with a stack that does not reach the thread's beginning */
    uint64_t frames_by_cfi; /* callers found by unwind tables */
    uint64_t frames_by_frame_pointer; /* by frame pointers, where there are no tables */
    uint64_t handler_ns;              /* time spent in the signal handler, estimated */
    uint64_t unmatched_ends;          /* ends of tasks without a begin */
    uint64_t unclosed_tasks;          /* tasks that were open when the thread ended */
    uint64_t dropped_tasks;           /* begins that were not recorded: too deep, too many types */
    uint64_t frames_by_stack_scan;    /* guessed by a scan of the stack, where there is neither */
};

/* A caller added to another stack. */
struct gau_trace_stack {
    uint32_t caller;  /* the stack of the caller; 0: there is none, or none known */
    uint32_t module;  /* 0: unknown; `address` is then an address in memory */
    uint64_t address; /* in the file of the module (ELF vaddr); of callers: inside the call */
};

struct gau_trace_stacks {
    struct gau_trace_record record;
    uint32_t first; /* the number of the first; the others follow */
    uint32_t count;
    struct gau_trace_stack stacks[];
};

/* From here on stack numbers start at 1 again. */
struct gau_trace_stacks_reset {
    struct gau_trace_record record;
};

struct gau_trace_sample {
    uint64_t time_ns;
    uint64_t weight_ns; /* sample weight: the CPU time that it represents */
    uint32_t stack;     /* 0: not available */
    uint32_t task;      /* the innermost that was open; 0: outside any task */
    uint32_t flags;     /* GAU_TRACE_SAMPLE_... */
    uint32_t reserved;
};
#define GAU_TRACE_SAMPLE_TRUNCATED 1u
#define GAU_TRACE_SAMPLE_GUESSED 2u /* some caller was guessed */

/* The samples are in order of time. */
struct gau_trace_sample_list {
    struct gau_trace_record record;
    uint32_t thread;
    uint32_t count;
    struct gau_trace_sample samples[];
};

/* Sums since the beginning; the last record for a thread and task counts. */
struct gau_trace_task_total {
    uint32_t task;
    uint32_t reserved;
    uint64_t entries;
    uint64_t total_ns; /* wall time, of the outermost of recursive ones */
    uint64_t self_ns;  /* without tasks inside */
};

struct gau_trace_task_totals {
    struct gau_trace_record record;
    uint32_t thread; /* 0: of the whole process: frames, regions */
    uint32_t count;
    struct gau_trace_task_total totals[];
};

struct gau_trace_pause {
    struct gau_trace_record record;
    uint64_t time_ns;
    uint32_t paused; /* 1: pause, 0: resume */
    uint32_t reserved;
};

/* The last one counts. */
struct gau_trace_process_totals {
    struct gau_trace_record record;
    uint64_t time_ns;
    uint64_t user_ns; /* of the process since it began */
    uint64_t system_ns;
    uint64_t collected_ns;   /* elapsed time since the start, pauses left out */
    uint64_t itt_inits;      /* parts of the program that called the collector */
    uint64_t itt_calls;      /* begins, marks, counts, names */
    uint64_t lost_blocks;    /* could not be written */
    uint64_t lost_samples;   /* in these */
    uint64_t unseen_threads; /* without a clock */
    uint64_t writer_ns;      /* CPU time of the collector's own thread */
    uint32_t ended;          /* 1: the process ended normally, this is the last */
    uint32_t error;          /* errno of the first block that could not be written */
    uint64_t missed;         /* signals of clocks that came while their thread was not known */
    /* Not in files of earlier versions: 0 there. */
    uint64_t small_stack_threads; /* without samples for a while: small alternate signal stacks */
    uint64_t found_threads;       /* not seen to begin, though the collector was preloaded */
    uint64_t unrecorded_children; /* made by fork(), but not recorded: no file, or no thread */
};

#include "event_format.h"
#include "timeline_format.h"

/* --- layout -------------------------------------------------------------------------------- */

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "file format");
static_assert(sizeof(struct gau_trace_header) == 40, "file format");
static_assert(sizeof(struct gau_trace_block) == 32, "file format");
static_assert(sizeof(struct gau_trace_record) == 8, "file format");
static_assert(sizeof(struct gau_trace_task_function) == 16, "file format");
static_assert(sizeof(struct gau_trace_stack) == 16, "file format");
static_assert(sizeof(struct gau_trace_sample) == 32, "file format");
static_assert(sizeof(struct gau_trace_task_total) == 32, "file format");
static_assert(sizeof(struct gau_trace_event) == 64, "file format");
static_assert(sizeof(struct gau_trace_region_sum) == 48, "file format");
static_assert(sizeof(struct gau_trace_open) == 16, "file format");

#define GAU_TRACE_SIZE(constant, number, x, size, ...) \
    static_assert(sizeof(struct gau_trace_##x) == (size), "file format");
GAU_TRACE_RECORDS(GAU_TRACE_SIZE)

#endif
