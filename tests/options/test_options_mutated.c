/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/cpu_time_limit.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/options.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT_S = 10 }; /* of CPU time, for one file */

static const char *const valid =
    "<?xml version='1.0' encoding='UTF-8'?>\n<!-- a job -->\n<job maxBranches='500'>\n"
    "<module path='libmyhlt.so'/><constant name='PT' value='1.0'/>\n<include href='a.xml'/>\n"
    "<input type='CsvInput' name='Events'><property name='Files' value='m=${GAUDIT}/a'/></input>\n"
    "<auditor type='TimerAuditor'><property name='Top' value='&lt;$$&#10;'/></auditor>\n"
    "<sequence name='Hlt' mode='And' invert='true'><algorithm type='Threshold' name='L0'>\n"
    "<property name='Min' value='${PT}'/></algorithm><algorithm name='L0'/>\n"
    "<not><sequence name='V' ignoreDecision='false'/></not></sequence>\n</job>\n";

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Replaces, deletes or repeats a few bytes. */
static size_t mutate(char *text, size_t size, uint32_t *seed)
{
    static const char interesting[] = "<>/'\"&;${}=! \n\0-?[]\xff\xc3jnA1";
    const uint32_t changes = 1 + next_random(seed) % 4;

    for (uint32_t i = 0; i < changes && size > 8; i++) {
        const size_t at = next_random(seed) % (size - 8), n = 1 + next_random(seed) % 8;

        switch (next_random(seed) % 4) {
        case 0: text[at] = interesting[next_random(seed) % sizeof interesting]; break;
        case 1: text[at] = (char)next_random(seed); break;
        case 2:
            memmove(text + at, text + at + n, size - at - n);
            size -= n;
            break;
        default: memmove(text + at, text + next_random(seed) % (size - n), n); break;
        }
    }
    return size;
}

static void five_thousand_mutations_are_read_or_refused(void **state)
{
    uint32_t seed = 20241107, read = 0, refused = 0;
    char text[2048];

    (void)state;
    setenv("GAUDIT", "/usr/events", 1);
    folder_write("a.xml", "<job><auditor type='B'/></job>");
    assert_true(strlen(valid) < sizeof text);
    for (int i = 0; i < 5000; i++) {
        gau_options *options = NULL;
        gau_error err = {0};
        size_t size = strlen(valid);

        memcpy(text, valid, size);
        size = i ? mutate(text, size, &seed) : size;
        folder_write_bytes("job.xml", text, size);
        promptly_begin(LIMIT_S);
        if (gau_options_read_xml(&options, "job.xml", &err) < 0) {
            assert_null(options);
            assert_memory_equal(err.message, err.message[0] == 'a' ? "a.xml:" : "job.xml:", 6);
            for (const char *line = err.message; (line = strchr(line, '\n'));) {
                line++;
                assert_true(strncmp(line, "a.xml:", 6) == 0 || strncmp(line, "job.xml:", 8) == 0 ||
                            strncmp(line, "and ", 4) == 0);
            }
            refused++;
        } else {
            read++;
        }
        assert_true(i > 0 || read == 1);
        gau_options_free(options);
    }
    promptly_end();
    assert_true(read > 100 && refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_thousand_mutations_are_read_or_refused),
    };

    unsetenv("GAUDIT_OPTIONS_PATH");
    return cmocka_run_group_tests_name("options_mutated", tests, folder_enter, folder_leave);
}
