/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "doctor.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * Whether libraries keep frame pointers is written nowhere. So a few functions that call others,
 * and therefore need a frame, are looked at: do their first instructions set one up?
 */

struct sample {
    const char *library;
    const char *functions[5];
};

static const struct sample samples[] = {
    {"libc", {"qsort", "fopen", "vsnprintf", "getenv", "setlocale"}},
    {"libgaudit", {"gau_error_set", "gau_error_wrap", "gau_error_append", "gau_registry_scan"}},
    {"libxml2", {"xmlNewDoc", "xmlReadFile", "xmlParseDocument", "xmlXPathEval"}},
    {"libjansson", {"json_dumps", "json_load_file", "json_vpack_ex", "json_object"}},
};

#if defined(__x86_64__)
#define KNOWN_PROCESSOR true
enum { LOOK = 32 };

/* push %rbp, and soon after it mov %rsp,%rbp in either encoding. */
static bool sets_up_frame(const unsigned char *code)
{
    const unsigned char *push = memchr(code, 0x55, LOOK);

    for (const unsigned char *at = push; at && at < code + LOOK; at++)
        if (memcmp(at, "\x48\x89\xe5", 3) == 0 || memcmp(at, "\x48\x8b\xec", 3) == 0)
            return true;
    return false;
}
#elif defined(__aarch64__)
#define KNOWN_PROCESSOR true
enum { LOOK = 8 };

/* stp x29, x30, [sp, ...] among the first instructions, and then x29 made from sp. */
static bool sets_up_frame(const unsigned char *code)
{
    bool saved = false;

    for (int i = 0; i < LOOK; i++) {
        uint32_t instruction;

        memcpy(&instruction, code + 4 * i, sizeof instruction);
        saved = saved || (instruction & 0xfe407fffu) == 0xa8007bfdu;
        if (saved && (instruction & 0xffc003ffu) == 0x910003fdu)
            return true;
    }
    return false;
}
#else
#define KNOWN_PROCESSOR false
static bool sets_up_frame(const unsigned char *code)
{
    (void)code;
    return false;
}
#endif

static void tell(const struct sample *sample)
{
    char looked_at[160] = "";
    int known = 0, framed = 0;

    for (size_t i = 0; i < 5 && sample->functions[i]; i++) {
        const void *code = dlsym(RTLD_DEFAULT, sample->functions[i]);
        const size_t used = strlen(looked_at);

        if (!code)
            continue;
        snprintf(looked_at + used, sizeof looked_at - used, "%s%s", known ? ", " : "",
                 sample->functions[i]);
        framed += sets_up_frame(code);
        known++;
    }
    if (known)
        gau_doctor_line(framed == known ? GAU_VERDICT_GOOD : GAU_VERDICT_POOR, "frame pointers",
                        "%s: %d of %d functions set one up at their start (%s)", sample->library,
                        framed, known, looked_at);
}

void gau_doctor_frames(void)
{
    if (!KNOWN_PROCESSOR) {
        gau_doctor_line(GAU_VERDICT_FACT, "frame pointers", "not checked on this processor");
        return;
    }
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        tell(&samples[i]);
}
