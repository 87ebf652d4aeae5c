/* SPDX-License-Identifier: Apache-2.0 */
#include "xml_library.h"

#include "files/shared_library.h"

#include <errno.h>
#include <pthread.h>

static struct gau_xml_library library;
static bool is_loaded;
static bool was_memory_missing;
static char failure[256];

static void load_library(void)
{
#define FUNCTION(name) {#name, &library.name},
    static const struct gau_library_function functions[] = {GAU_XML_FUNCTIONS(FUNCTION)};

    is_loaded =
        gau_shared_library_load(GAUDIT_LIBXML2_FILE, functions,
                                sizeof functions / sizeof *functions, failure, sizeof failure);
    was_memory_missing = !is_loaded && errno == ENOMEM;
}

const struct gau_xml_library *gau_xml_library(const char **reason)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_library);
    *reason = was_memory_missing ? NULL : failure;
    return is_loaded ? &library : NULL;
}
