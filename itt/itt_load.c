/* SPDX-License-Identifier: Apache-2.0 */
#include "itt.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REASON_SIZE = 1024, FILE_SHOWN = 400 };

void *gau_itt_slots[GAU_ITT_SLOTS];

/* No initial code and no fallbacks: slots are NULL without a collector. Not const, as collectors
 * expect it. */
static gau_itt_entry entries[GAU_ITT_SLOTS + 1] = {
#define ENTRY(name, groups) \
    {"__itt_" #name, &gau_itt_slots[GAU_ITT_SLOT_##name], NULL, NULL, groups},
    GAU_ITT_CLIENT(ENTRY)};

static gau_itt_global client = {
    .magic = GAU_ITT_MAGIC,
    .version_major = GAU_ITT_VERSION_MAJOR,
    .version_minor = GAU_ITT_VERSION_MINOR,
    .version_build = GAU_ITT_BUILD,
    .entries = entries,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int current = GAU_ITT_NOT_LOADED;
static bool loading; /* guarded by client.mutex */
static char reason[REASON_SIZE];

/* --- which collector ------------------------------------------------------------------------ */

/* The collector that the environment requests. */
struct request {
    const char *file;     /* NULL: none. "": among what is loaded. Points into the environment. */
    const char *variable; /* that requests it */
    const char *reason;   /* why none is requested; with file NULL */
    int groups;           /* passed to collectors without `__itt_api_init` */
};

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_NONE };
#endif

enum {
    ALWAYS =
        GAU_ITT_GROUP_COUNTER | GAU_ITT_GROUP_FRAME | GAU_ITT_GROUP_STITCH | GAU_ITT_GROUP_HEAP,
    TPROFILE =
        GAU_ITT_GROUP_CONTROL | GAU_ITT_GROUP_THREAD | GAU_ITT_GROUP_SYNC | GAU_ITT_GROUP_MARK,
    TCHECK = TPROFILE | GAU_ITT_GROUP_FSYNC | GAU_ITT_GROUP_SUPPRESS
};

static const struct group {
    const char *name;
    int bits;
} group_names[] = {
    {"all", GAU_ITT_GROUP_ALL},
    {"control", GAU_ITT_GROUP_CONTROL},
    {"thread", GAU_ITT_GROUP_THREAD},
    {"mark", GAU_ITT_GROUP_MARK},
    {"sync", GAU_ITT_GROUP_SYNC},
    {"fsync", GAU_ITT_GROUP_FSYNC},
    {"jit", GAU_ITT_GROUP_JIT},
    {"model", GAU_ITT_GROUP_MODEL},
    {"counter", GAU_ITT_GROUP_COUNTER},
    {"frame", GAU_ITT_GROUP_FRAME},
    {"stitch", GAU_ITT_GROUP_STITCH},
    {"heap", GAU_ITT_GROUP_HEAP},
    {"structure", GAU_ITT_GROUP_STRUCTURE},
    {"suppress", GAU_ITT_GROUP_SUPPRESS},
    {"arrays", GAU_ITT_GROUP_ARRAYS},
    {"module", GAU_ITT_GROUP_MODULE},
};

static int group_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof group_names / sizeof *group_names; i++)
        if (strlen(group_names[i].name) == length && memcmp(group_names[i].name, word, length) == 0)
            return group_names[i].bits;
    return 0;
}

static int groups_in(const char *text)
{
    static const char separators[] = ",; ";
    int bits = ALWAYS;

    while (*(text += strspn(text, separators))) {
        const size_t length = strcspn(text, separators);

        bits |= group_of(text, length);
        text += length;
    }
    return bits;
}

static int wanted_groups(void)
{
    const char *const text = getenv("INTEL_ITTNOTIFY_GROUPS");

    if (text)
        return groups_in(text);
    if (getenv("KMP_FOR_TCHECK"))
        return TCHECK;
    return getenv("KMP_FOR_TPROFILE") ? TPROFILE : 0;
}

/* The variable that requests the library by its usual name. */
static const char *indirect_variable(void)
{
    const char *const text = getenv("INTEL_ITTNOTIFY_GROUPS");

    if (text && *text)
        return "INTEL_ITTNOTIFY_GROUPS";
    if (getenv("KMP_FOR_TPROFILE"))
        return "KMP_FOR_TPROFILE";
    return getenv("KMP_FOR_TCHECK") ? "KMP_FOR_TCHECK" : NULL;
}

static struct request find_request(void)
{
    struct request request = {.variable = "INTEL_LIBITTNOTIFY64"};

    request.file = getenv(request.variable);
    request.groups = wanted_groups();
    if (!request.file && (request.variable = indirect_variable()))
        request.file = "libittnotify.so";
    if (!request.file)
        request.reason = "INTEL_LIBITTNOTIFY64 is not set";
    else if (getauxval(AT_SECURE)) {
        request.file = NULL;
        request.reason = "a program with the rights of another user loads no collector";
    }
    return request;
}

/* --- files ---------------------------------------------------------------------------------- */

static const char *problem_in(int fd)
{
    Elf64_Ehdr header;
    struct stat status;

    if (fstat(fd, &status) != 0)
        return NULL;
    if (S_ISDIR(status.st_mode))
        return "it is a folder";
    if (!S_ISREG(status.st_mode))
        return "it is not a regular file";
    if (read(fd, &header, sizeof header) < (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is not a shared library";
    if (header.e_ident[EI_CLASS] != ELFCLASS64)
        return "it is for programs of 32 bits";
    if (OWN_MACHINE != EM_NONE && header.e_machine != OWN_MACHINE)
        return "it is for another processor";
    return NULL;
}

/* Why a file must not be loaded, where the dynamic linker would block or give a wrong reason; else
 * NULL. */
static const char *problem_of(const char *file)
{
    const char *problem;
    int fd;

    if (!strchr(file, '/')) /* found by search paths */
        return NULL;
    fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return NULL; /* the dynamic linker gives the reason */
    problem = problem_in(fd);
    close(fd);
    return problem;
}

/* --- reasons ------------------------------------------------------------------------------- */

__attribute__((__format__(__printf__, 1, 2))) static void explain(const char *text, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, text);
    length = vsnprintf(reason, sizeof reason, text, arguments);
    va_end(arguments);
    if (length >= (int)sizeof reason)
        memcpy(reason + sizeof reason - 4, "...", 4);
    for (char *c = reason; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

static void explain_file(const struct request *request, const char *text)
{
    explain("%s: '%.*s%s' cannot be loaded: %s", request->variable, FILE_SHOWN, request->file,
            strlen(request->file) > FILE_SHOWN ? "..." : "", text);
}

/* --- how collectors are bound ------------------------------------------------------------- */

static void *open_collector(const struct request *request)
{
    const char *text = problem_of(request->file);
    void *lib = text ? NULL : dlopen(request->file, RTLD_LAZY | RTLD_LOCAL);
    const size_t length = strlen(request->file);

    if (lib)
        return lib;
    if (!text)
        text = dlerror();
    if (text && strncmp(text, request->file, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        text += length + 2;
    explain_file(request, text ? text : "the dynamic linker gives no reason");
    return NULL;
}

static unsigned bind_names(void *lib, int groups)
{
    unsigned bound = 0;

    for (gau_itt_entry *entry = entries; entry->name; entry++) {
        void *const function = entry->groups & groups ? dlsym(lib, entry->name) : NULL;

        __atomic_store_n(entry->slot, function, __ATOMIC_RELEASE);
        bound += function != NULL;
    }
    return bound;
}

static gau_itt_state bind_collector(const struct request *request)
{
    void *const init = dlsym(client.lib, GAU_ITT_INIT_NAME);
    const bool versioned = dlsym(client.lib, GAU_ITT_VERSION_NAME) != NULL;

    if (init) {
        ((gau_itt_api_init_fn *)(uintptr_t)init)(&client, GAU_ITT_GROUP_ALL);
        return GAU_ITT_LOADED;
    }
    if (bind_names(client.lib, versioned ? request->groups : GAU_ITT_GROUP_LEGACY))
        return GAU_ITT_BY_NAME;
    if (!*request->file) {
        explain("%s is empty and no collector is loaded", request->variable);
        return GAU_ITT_ABSENT;
    }
    explain_file(request, versioned ? "it has no function of the groups in INTEL_ITTNOTIFY_GROUPS"
                                    : "it is not a collector of ITT");
    return GAU_ITT_FAILED;
}

static gau_itt_state look_for_collector(void)
{
    const struct request request = find_request();

    if (!request.file) {
        explain("%s", request.reason);
        client.state = GAU_ITT_LIB_ABSENT;
        return GAU_ITT_ABSENT;
    }
    client.lib = open_collector(&request);
    client.state = client.lib ? GAU_ITT_LIB_LOADED : GAU_ITT_LIB_FAILED;
    return client.lib ? bind_collector(&request) : GAU_ITT_FAILED;
}

/* --- loading ------------------------------------------------------------------------------- */

static void make_mutex(void)
{
    pthread_mutexattr_t recursive;

    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE); /* collectors lock it again */
    pthread_mutex_init(&client.mutex, &recursive);
    pthread_mutexattr_destroy(&recursive);
    client.atomic_counter = 1;
    client.mutex_initialized = 1;
}

gau_itt_state gau_itt_current_state(void)
{
    return (gau_itt_state)atomic_load_explicit(&current, memory_order_acquire);
}

const char *gau_itt_load_error(void)
{
    return gau_itt_current_state() == GAU_ITT_NOT_LOADED ? "" : reason;
}

gau_itt_state gau_itt_load(void)
{
    if (gau_itt_current_state() != GAU_ITT_NOT_LOADED)
        return gau_itt_current_state();
    pthread_once(&once, make_mutex);
    pthread_mutex_lock(&client.mutex);
    if (gau_itt_current_state() == GAU_ITT_NOT_LOADED && !loading) {
        gau_itt_state state;

        loading = true;
        state = look_for_collector();
        loading = false;
        __atomic_store_n(&client.api_initialized, 1, __ATOMIC_RELEASE);
        atomic_store_explicit(&current, (int)state, memory_order_release);
    }
    pthread_mutex_unlock(&client.mutex);
    return gau_itt_current_state();
}

void gau_itt_unload(void)
{
    void *fini;

    if (gau_itt_current_state() == GAU_ITT_NOT_LOADED)
        return;
    pthread_mutex_lock(&client.mutex);
    fini = client.lib ? dlsym(client.lib, GAU_ITT_FINI_NAME) : NULL;
    if (fini)
        ((gau_itt_api_fini_fn *)(uintptr_t)fini)(&client);
    for (int i = 0; i < GAU_ITT_SLOTS; i++)
        __atomic_store_n(&gau_itt_slots[i], NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&client.api_initialized, 0, __ATOMIC_RELEASE);
    client.lib = NULL;
    client.state = GAU_ITT_LIB_UNKNOWN;
    reason[0] = '\0';
    atomic_store_explicit(&current, (int)GAU_ITT_NOT_LOADED, memory_order_release);
    pthread_mutex_unlock(&client.mutex);
}
