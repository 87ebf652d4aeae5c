/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "mpi_calls.h"

#include "mpi_abi.h"
#include "mpi_table.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(Name, lower, n, n_fortran, kind, count, type, comm)                         \
    {"MPI_" #Name,                                                                      \
     {"MPI_" #Name, "mpi_" #lower "_", "mpi_" #lower "_f08_", "mpi_" #lower "_f08ts_"}, \
     kind,                                                                              \
     count,                                                                             \
     type,                                                                              \
     comm},
const struct gau_mpi_call gau_mpi_calls[] = {GAU_MPI_CALLS(ROW)};

struct gau_mpi_counts gau_mpi_counts[GAU_MPI_N_CALLS];
bool gau_mpi_separates_waiting;
int gau_mpi_ranks;
bool gau_mpi_aborts;
int gau_mpi_abort_code;

#define SITE(Name, ...) {"MPI_" #Name, 1, 0, NULL, true, 0},
static gau_section_site sites[] = {GAU_MPI_CALLS(SITE)};
static gau_section_site waiting = {"waiting", 1, 0, NULL, true, 0};

/* MPI_Fortran calls may be made of those of C, and MPI may use its own: only the outermost counts.
 */
static __thread unsigned depth;

/* --- the next definition ------------------------------------------------------------------- */

static void *next_of(enum gau_mpi_id id, enum gau_mpi_language language)
{
    static void *found[GAU_MPI_N_CALLS][GAU_MPI_LANGUAGES];
    void *next = __atomic_load_n(&found[id][language], __ATOMIC_RELAXED);

    if (!next) {
        next = dlsym(RTLD_NEXT, gau_mpi_calls[id].symbols[language]);
        __atomic_store_n(&found[id][language], next, __ATOMIC_RELAXED);
    }
    if (next)
        return next;
    fprintf(stderr, "gaudit: no MPI has %s: is libgaudit-mpi.so linked without one?\n",
            gau_mpi_calls[id].symbols[language]);
    abort();
}

typedef gau_mpi_word w;

static int call_next(void *next, const w *a, unsigned n)
{
    union {
        void *address;
        int (*f0)(void);
        int (*f1)(w);
        int (*f2)(w, w);
        int (*f3)(w, w, w);
        int (*f4)(w, w, w, w);
        int (*f5)(w, w, w, w, w);
        int (*f6)(w, w, w, w, w, w);
        int (*f7)(w, w, w, w, w, w, w);
        int (*f8)(w, w, w, w, w, w, w, w);
        int (*f9)(w, w, w, w, w, w, w, w, w);
        int (*f10)(w, w, w, w, w, w, w, w, w, w);
        int (*f11)(w, w, w, w, w, w, w, w, w, w, w);
        int (*f12)(w, w, w, w, w, w, w, w, w, w, w, w);
        int (*f13)(w, w, w, w, w, w, w, w, w, w, w, w, w);
        int (*f14)(w, w, w, w, w, w, w, w, w, w, w, w, w, w);
    } to = {next};

    switch (n) {
    case 0: return to.f0();
    case 1: return to.f1(a[0]);
    case 2: return to.f2(a[0], a[1]);
    case 3: return to.f3(a[0], a[1], a[2]);
    case 4: return to.f4(a[0], a[1], a[2], a[3]);
    case 5: return to.f5(a[0], a[1], a[2], a[3], a[4]);
    case 6: return to.f6(a[0], a[1], a[2], a[3], a[4], a[5]);
    case 7: return to.f7(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    case 8: return to.f8(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    case 9: return to.f9(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
    case 10: return to.f10(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]);
    case 11: return to.f11(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
    case 12:
        return to.f12(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    case 13:
        return to.f13(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                      a[12]);
    default:
        return to.f14(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                      a[12], a[13]);
    }
}

/* --- a call -------------------------------------------------------------------------------- */

/* Barriers wait anyway. */
static bool waits_for_all(enum gau_mpi_id id)
{
#define CASE(Name, ...) case GAU_MPI_##Name:
    switch ((int)id) {
        GAU_MPI_COLLECTIVE(CASE) return true;
    default: return false;
    }
}

static void wait_for_others(const struct gau_mpi_arguments *a)
{
    const gau_section section = gau_section_open(&waiting);

    gau_mpi_wait_for_all(a);
    gau_section_close(&section);
}

static int measure(enum gau_mpi_id id, void *next, struct gau_mpi_arguments *a)
{
    const gau_section section = gau_section_open(&sites[id]);
    uint64_t bytes = gau_mpi_bytes_before(a);
    int status;

    if (gau_mpi_separates_waiting && waits_for_all(id))
        wait_for_others(a);
    if (id == GAU_MPI_Finalize)
        gau_mpi_clocks_end();
    status = call_next(next, a->words, a->n);
    if (id == GAU_MPI_Init || id == GAU_MPI_Init_thread) {
        gau_mpi_ranks = gau_mpi_world_size();
        gau_mpi_clocks_begin();
    }
    bytes = gau_mpi_bytes_after(a, bytes, status);
    gau_mpi_bytes_end(a);
    gau_section_close(&section);
    __atomic_fetch_add(&gau_mpi_counts[id].calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&gau_mpi_counts[id].bytes, bytes, __ATOMIC_RELAXED);
    return status;
}

/* MPI_Abort() kills: what there is, is written before. */
static void end_session(const struct gau_mpi_arguments *a)
{
    const int *const address = (const int *)a->words[1];

    gau_mpi_aborts = true;
    gau_mpi_abort_code = a->language == GAU_MPI_C ? (int)a->words[1] : *address;
    gau_session_close();
}

static int hand_on(enum gau_mpi_id id, struct gau_mpi_arguments *a)
{
    void *const next = next_of(id, a->language);
    int status;

    a->call = &gau_mpi_calls[id];
    a->requests = NULL;
    a->n_requests = 0;
    if (depth > 0)
        return call_next(next, a->words, a->n);
    if (id == GAU_MPI_Abort)
        end_session(a);
    depth++;
    status = measure(id, next, a);
    depth--;
    return status;
}

/* --- the wrappers -------------------------------------------------------------------------- */

#define P0 void
#define P1 w a0
#define P2 P1, w a1
#define P3 P2, w a2
#define P4 P3, w a3
#define P5 P4, w a4
#define P6 P5, w a5
#define P7 P6, w a6
#define P8 P7, w a7
#define P9 P8, w a8
#define P10 P9, w a9
#define P11 P10, w a10
#define P12 P11, w a11
#define P13 P12, w a12
#define P14 P13, w a13
#define A0 0
#define A1 a0
#define A2 A1, a1
#define A3 A2, a2
#define A4 A3, a3
#define A5 A4, a4
#define A6 A5, a5
#define A7 A6, a6
#define A8 A7, a7
#define A9 A8, a8
#define A10 A9, a9
#define A11 A10, a10
#define A12 A11, a11
#define A13 A12, a12
#define A14 A13, a13

/* Room for statuses and requests is not cleared at each call. */
#define DEFINE(symbol, Name, language_, n_)                       \
    __attribute__((__visibility__("default"))) int symbol(P##n_); \
    int symbol(P##n_)                                             \
    {                                                             \
        const w words[] = {A##n_};                                \
        struct gau_mpi_arguments a;                               \
                                                                  \
        a.language = language_;                                   \
        a.n = n_;                                                 \
        memcpy(a.words, words, sizeof words);                     \
        return hand_on(GAU_MPI_##Name, &a);                       \
    }

#define WRAP(Name, lower, n, n_fortran, ...)                 \
    DEFINE(MPI_##Name, Name, GAU_MPI_C, n)                   \
    DEFINE(mpi_##lower##_, Name, GAU_MPI_FORTRAN, n_fortran) \
    DEFINE(mpi_##lower##_f08_, Name, GAU_MPI_F08, n_fortran) \
    DEFINE(mpi_##lower##_f08ts_, Name, GAU_MPI_F08TS, n_fortran)

/* Their parameters are those of MPI. NOLINTNEXTLINE(readability-function-size) */
GAU_MPI_CALLS(WRAP)
