/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TRACE_TRACE_AUDITOR_H
#define GAUDIT_AUDITORS_TRACE_TRACE_AUDITOR_H

#include "block_pool.h"
#include "trace/rbwp_output.h"
#include "trace/trace_writer.h"

#include <gaudit/auditor.h>
#include <gaudit/result.h>

#include <pthread.h>

/*
 * TraceAuditor: begin and end of every branch of every worker, see doc/timeline.md. Hooks append
 * entries to a block of their thread. A thread of the auditor writes full blocks to a file of
 * trace/, and every half second what has come into the others.
 */

enum { TRACE_FILE_BLOCK = TRACE_BLOCK + 4096 }; /* of the file: a list, and totals */

/* What the writing thread knows of a lane. */
struct trace_lane {
    bool defined;    /* is in the file */
    uint64_t blocks; /* that have come, with those that were dropped before them */
    uint64_t lists;  /* number of the next in the file */
    /* How far the block number `blocks` was written, and what was open there. */
    uint32_t part; /* bytes of entries; 0: nothing of it */
    uint32_t depth;
    uint64_t stamp, event;
    struct gau_trace_open *open; /* TRACE_OPEN of them; NULL: not needed yet */
};

struct trace_worker;

enum { TRACE_UNCOMPRESSED, TRACE_ZLIB };

struct trace_log {
    int64_t detail, queue_size; /* properties */
    char *file;
    int compression;
    bool cpu_time;
    int64_t rbwp_level; /* 0: no such file */
    char *rbwp_file, *rbwp_buffer;

    uint8_t *skips; /* per branch: it has no entries */
    pid_t process;
    struct trace_block_pool pool;
    struct trace_worker *workers; /* all; atomic */

    /* The file. */
    char *path; /* as the user knows it */
    struct gau_trace_writer writer;
    unsigned char *memory; /* blocks of the writer */
    bool recording;        /* it is open */
    const gau_context *ctx;
    /* The zero of both files: one instant of three clocks. */
    uint64_t origin, start_ns, start_epoch_ns; /* ticks, CLOCK_MONOTONIC, CLOCK_REALTIME */
    uint32_t n_lanes;
    struct trace_lane *lanes;    /* by number of the worker */
    uint32_t named, named_whole; /* branches in the file; in blocks that were written */
    uint64_t lost_blocks;        /* of the writer, when that was looked at */
    uint64_t lists, bytes;       /* that were written, and bytes of their entries */
    uint64_t definition_bytes;   /* since they were repeated */
    uint64_t repeat_at;          /* when they are, by `bytes` */
    uint64_t missing;            /* lists that were dropped, or found no memory */
    uint64_t writer_ns;
    struct gau_rbwp_output *rbwp; /* NULL: none */

    /* The writing thread. */
    pthread_t thread;
    pthread_mutex_t lock;     /* of the file and the two below */
    pthread_cond_t condition; /* `ends` was set */
    bool runs, ends;
};

/* The state of a thread. */
struct trace_worker {
    struct trace_log *log;
    struct trace_call {
        uint64_t begin; /* ticks; 0: it is not open, or has no entries */
        uint64_t cpu_ns;
        uint64_t code;  /* the number of the branch as in entries */
        uint64_t size;  /* bytes of it; 0: not known yet, or its entry has something else */
    } * calls;          /* per branch */
    uint8_t *at;        /* in the block: the next entry; atomic */
    uint8_t *limit;     /* the last place for one */
    uint8_t *hot_limit; /* the same for entries of a begin, or an end, and nothing else; or NULL */
    uint64_t stamp;     /* of the last entry */
    uint64_t event;     /* the last that began */
    uint32_t number;    /* of the worker */
    uint32_t tid;       /* of its first thread, for the kernel */
    uint32_t now_tid;   /* of the thread that has it now: slots are reused */
    char name[16];      /* of the thread, if it is not that of the program, which is its default */
    gau_branch begun;   /* the last that began; GAU_NO_BRANCH: none */
    gau_branch around_event;   /* where the last event began; GAU_NO_BRANCH: in nothing */
    struct trace_block *block; /* NULL: none; atomic */
    uint64_t blocks;           /* number of the next */
    bool misses;               /* entries since the last, for want of a block */
    struct trace_worker *next; /* in the list of all */
};

/* --- timeline_block.c ---------------------------------------------------------------------- */

/* Passes on the block of the worker, and takes another, in which ctx->branch is @p open or is not
 * yet. False: there is none. */
bool gau_trace_worker_renew(struct trace_worker *worker, const gau_context *ctx, bool open);

/* The root Event begins, in what is open. */
void gau_trace_worker_begin_event(struct trace_worker *worker, const gau_context *ctx);

/* Ends the block if another thread has the worker now: nothing of the one before goes on. Only for
 * a profile, which has numbers of threads: many short threads need many blocks. */
void gau_trace_worker_check_thread(struct trace_worker *worker);

/* Passes on the block, at the end. */
void gau_trace_worker_end(struct trace_worker *worker);

/* --- timeline_name.c ----------------------------------------------------------------------- */

/* Chooses log->path. A fault is an error of the job. */
gau_status gau_timeline_choose_name(struct trace_log *log, gau_context *ctx);

/* The rank of the process as launchers of MPI and of clusters say it; NULL: it is alone. */
const char *gau_trace_rank(void);

/* Opens what is at @p path, which is to be replaced: *fd becomes -1 if there is nothing. It must be
 * a regular file that is empty, or begins with @p magic. *locked: another process has it. Its first
 * @p size bytes are read. */
gau_status gau_timeline_open_old(const char *path, const char *magic, void *header, size_t size,
                                 int *fd, bool *locked, gau_context *ctx);

/* The number and the name of the thread that calls: threads have the name of their program until it
 * gives them one. */
void gau_timeline_note_thread(struct trace_worker *worker);

/* The number of the thread that calls; a system call at the first of a process only. */
uint32_t gau_timeline_tid(const struct trace_log *log);

/* --- timeline_file.c ----------------------------------------------------------------------- */

/* The zero is now. */
void gau_timeline_file_set_zero(struct trace_log *log);

/* Creates the file log->path. A fault is an error of the job. */
gau_status gau_timeline_file_open(struct trace_log *log, gau_context *ctx);

/* Adds a list, with the definitions that are new; it is valid until the second, which writes the
 * block. */
struct gau_trace_entry_list *gau_timeline_file_add(struct trace_log *log, struct trace_lane *lane,
                                                   const struct gau_trace_entry_list *list,
                                                   const struct gau_trace_open *open,
                                                   const uint8_t *entries);
void gau_timeline_file_flush(struct trace_log *log);

void gau_timeline_file_add_totals(struct trace_log *log, bool ended);

/* --- timeline_rbwp.c ----------------------------------------------------------------------- */

/* Creates the file of the property Rbwp, if it is not 0, and that is not log->path. A fault is an
 * error of the job. */
gau_status gau_timeline_rbwp_open(struct trace_log *log, gau_context *ctx);

/* Removes it again, if there is one. */
void gau_timeline_rbwp_remove(struct trace_log *log);

/* What the timeline has, too; nothing happens without the file. */
void gau_timeline_rbwp_branch(struct trace_log *log, const struct gau_trace_branch *branch,
                              const char *name);
void gau_timeline_rbwp_list(struct trace_log *log, const struct gau_trace_entry_list *list,
                            uint32_t tid);

/* Writes what has come, unless RbwpBuffer is Unlimited. */
void gau_timeline_rbwp_flush(struct trace_log *log);

/* Ticks become ns by the rate since the run began, which is more exact from now on. */
void gau_timeline_rbwp_set_clock(struct trace_log *log);

/* Ends the file, warns of what is missing, and adds what it has to the document. */
void gau_timeline_rbwp_close(struct trace_log *log, gau_context *ctx, gau_result *result);

/* --- timeline_result.c --------------------------------------------------------------------- */

/* Warnings of what is missing, and the document. */
void gau_timeline_write_result(struct trace_log *log, gau_context *ctx);

/* --- timeline_writer.c --------------------------------------------------------------------- */

/* False: there can be no thread. */
bool gau_timeline_writer_start(struct trace_log *log);

/* Ends the thread. */
void gau_timeline_writer_stop(struct trace_log *log);

/* Writes what is full and, if @p partial, what is in the blocks of threads; the caller has the
 * lock. Returns how many blocks were full. */
uint32_t gau_timeline_writer_pass(struct trace_log *log, bool partial);

#endif
