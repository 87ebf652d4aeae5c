/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SECTION_H
#define GAUDIT_SECTION_H

/**
 * @file section.h
 * A section: code with a name, as a child of the branch that this thread is in.
 *
 *     static gau_status fit_execute(void *self, gau_context *ctx)
 *     {
 *         GAU_SECTION("seeding");  // until the end of the block
 *         ...
 *
 * Inside an algorithm it is below the branch of the algorithm; in a thread that gaudit does not
 * know, below the root Program. Costs about a nanosecond where no auditor is active.
 * Sections nest; one that was opened in a block ends with the block. See doc/embedding.md.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

/**
 * One place in the source that opens a section; static, made by GAU_SECTION(). Sites with equal
 * names are one section: the level, message and no_dots of the one opened first count.
 */
typedef struct gau_section_site {
    const char *name;
    unsigned level;      /**< 1 (the few most important) to 6 (hardly any time); 0 is 1 */
    uint32_t branch;     /**< the framework's: the one it had last, in any thread */
    const char *message; /**< what live print writes while it runs; NULL or "": nothing */
    bool no_dots;        /**< live print writes nothing while it runs, only its result */
    uint32_t number;     /**< the framework's: of the section, 0 until it is opened first */
} gau_section_site;

/**
 * Sites that are known before a thread reaches them: from @p first to before @p end. Made by
 * GAU_SECTION(), one for those of a source file or one for each. In the list while its module is
 * loaded; the fields are the framework's.
 */
typedef struct gau_section_sites {
    gau_section_site *first, *end;
    struct gau_section_sites *next, *previous;
} gau_section_sites;

GAU_API void gau_section_sites_add(gau_section_sites *sites);
GAU_API void gau_section_sites_remove(gau_section_sites *sites);

/** An open section; the fields are the framework's. */
typedef struct gau_section {
    struct gau_worker *worker; /**< NULL: not audited */
    uint32_t frame, serial;
} gau_section;

/**
 * The worker of this thread while it is audited, and the value that means "not audited": if they
 * are equal, a section does nothing. The framework's.
 */
extern GAU_API __thread struct gau_worker *gau_section_worker
    __attribute__((__tls_model__("initial-exec")));
extern GAU_API struct gau_worker *gau_section_inactive;

/** Behind gau_section_open() and gau_section_close(), for a thread that is audited. */
GAU_API gau_section gau_section_enter(gau_section_site *site);
GAU_API void gau_section_leave(const gau_section *section);

/** What GAU_SECTION() and the guard of C++ use. */
static inline gau_section gau_section_open(gau_section_site *site)
{
    const gau_section none = {NULL, 0, 0};

    return __builtin_expect(
               gau_section_worker != __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED), 0)
               ? gau_section_enter(site)
               : none;
}

static inline void gau_section_close(const gau_section *section)
{
    if (__builtin_expect(section->worker != NULL, 0))
        gau_section_leave(section);
}

/**
 * For names made at run time, and for languages without scopes; the name is copied on first use.
 * Names are never freed: use a bounded number of them.
 */
GAU_API void gau_section_begin(const char *name);
GAU_API void gau_section_begin_with(const char *name, unsigned level, const char *message,
                                    bool no_dots);

/**
 * Ends the innermost open section of that name; NULL: the innermost one that was begun by name.
 * Sections left open inside it end with it. These, and ends without a begin, are counted and
 * reported once, with the results.
 */
GAU_API void gau_section_end(const char *name);

/* --- what sections have used --------------------------------------------------------------- */

/**
 * What a section has used so far, summed over all its branches. Self is without the
 * sections inside it, children is only these. Times are in seconds, ..._AVG per call, ..._PERCENT
 * of the total of the root; memory is the growth of the process in MB of 10^6 bytes, 0 without
 * TimerAuditor's Memory=true.
 */
typedef enum gau_section_metric {
    GAU_SECTION_SELF,
    GAU_SECTION_CHILDREN,
    GAU_SECTION_TOTAL,
    GAU_SECTION_SELF_AVG,
    GAU_SECTION_CHILDREN_AVG,
    GAU_SECTION_TOTAL_AVG,
    GAU_SECTION_SELF_PERCENT,
    GAU_SECTION_CHILDREN_PERCENT,
    GAU_SECTION_TOTAL_PERCENT,
    GAU_SECTION_SELF_MEMORY,
    GAU_SECTION_CHILDREN_MEMORY,
    GAU_SECTION_TOTAL_MEMORY,
    GAU_SECTION_CALLS
} gau_section_metric;

/** See session.h. */
typedef struct gau_session gau_session;

/**
 * As of now, with open calls credited up to now; the threads that are asked about go on. @p session
 * NULL: in a call to a component of a job, the job; else the session of the process. Needs a
 * TimerAuditor. Not from an auditor.
 *
 * @p name is that of a section. In a job it is also that of a sequence, an algorithm or an input,
 * or the identifier of a single branch, such as "Hlt Hlt1 FastVelo". "Root" is the root; that of a
 * job has all others below it: the events, input and set-up of all workers.
 *
 * What has not run while it was audited is 0: also a section that no thread has reached yet, if it
 * is one of GAU_SECTION() in a module that is loaded, and its identifier below a branch. Any other
 * name is an error if it @p must_exist, which says a near name; else 0. Takes some 10 us and
 * more, growing with the number of branches and threads.
 */
GAU_API GAU_MUST_CHECK gau_status gau_section_data(gau_session *session, const char *name,
                                                   gau_section_metric metric, bool must_exist,
                                                   double *value, gau_error *err);

/* --- GAU_SECTION() -------------------------------------------------------------------------- */

/* GAU_SECTION("name"), GAU_SECTION("name", level), ... message, ... no_dots: literals only. */
#define GAU_SECTION_JOIN_(a, b) a##b
#define GAU_SECTION_NAME_(what, line) GAU_SECTION_JOIN_(what, line)
#define GAU_SECTION_1_(name) GAU_SECTION_4_(name, 0, NULL, false)
#define GAU_SECTION_2_(name, level) GAU_SECTION_4_(name, level, NULL, false)
#define GAU_SECTION_3_(name, level, message) GAU_SECTION_4_(name, level, message, false)
#define GAU_SECTION_4_(name, level, message, no_dots) \
    {                                                 \
        "" name, level, 0, message, no_dots, 0        \
    }
#define GAU_SECTION_CHOOSE_(a, b, c, d, chosen, ...) chosen
#define GAU_SECTION_SITE_(...)                                                       \
    GAU_SECTION_CHOOSE_(__VA_ARGS__, GAU_SECTION_4_, GAU_SECTION_3_, GAU_SECTION_2_, \
                        GAU_SECTION_1_, )                                            \
    (__VA_ARGS__)

#ifdef __cplusplus
#define GAU_SECTION_LISTED_(n)
#define GAU_SECTION_STORAGE_
#else
/* Those of a module lie side by side, between the two names that the linker gives to the ends. A
 * multiple of the alignment is their size, so that there are no gaps. */
#define GAU_SECTION_STORAGE_ \
    __attribute__((__section__("gau_sites"), __aligned__(__alignof__(gau_section_site))))
extern gau_section_site gau_section_sites_first[] __asm__("__start_gau_sites")
    __attribute__((__weak__, __visibility__("hidden")));
extern gau_section_site gau_section_sites_end[] __asm__("__stop_gau_sites")
    __attribute__((__weak__, __visibility__("hidden")));

/* Lists the sites of the module, once per source file. */
static inline void gau_section_sites_list(bool loaded)
{
    static gau_section_sites sites;

    if (loaded && !sites.first) {
        sites.first = gau_section_sites_first;
        sites.end = gau_section_sites_end;
        gau_section_sites_add(&sites);
    } else if (!loaded && sites.first) {
        gau_section_sites_remove(&sites);
        sites.first = NULL;
    }
}

static inline void gau_section_sites_loaded(void)
{
    gau_section_sites_list(true);
}

static inline void gau_section_sites_unloaded(void)
{
    gau_section_sites_list(false);
}

/* Called when the module is loaded and unloaded; a file without sections has neither. */
#define GAU_SECTION_LISTED_(n)                                                            \
    static void (*GAU_SECTION_NAME_(gau_loaded_, n))(void)                                \
        __attribute__((__section__(".init_array"), __used__)) = gau_section_sites_loaded; \
    static void (*GAU_SECTION_NAME_(gau_unloaded_, n))(void)                              \
        __attribute__((__section__(".fini_array"), __used__)) = gau_section_sites_unloaded;
#endif

/* A number per section, as several may be on one line or in one macro. */
#define GAU_SECTION(...) GAU_SECTION_OPEN_(__COUNTER__, __VA_ARGS__)
#define GAU_SECTION_OPEN_(n, ...)                                                  \
    GAU_SECTION_LISTED_(n)                                                         \
    static gau_section_site GAU_SECTION_NAME_(gau_site_, n) GAU_SECTION_STORAGE_ = \
        GAU_SECTION_SITE_(__VA_ARGS__);                                            \
    __attribute__((__cleanup__(gau_section_close), __unused__)) const gau_section  \
    GAU_SECTION_NAME_(gau_section_, n) = gau_section_open(&GAU_SECTION_NAME_(gau_site_, n))

GAU_END_DECLS

#endif
