/* SPDX-License-Identifier: Apache-2.0 */
#include "xml_library.h"

#include "files/shared_library.h"

#include <pthread.h>

static struct gau_xml_library library;
static bool is_loaded;
static char failure[256];

static void load_library(void)
{
#define FUNCTION(name) {#name, &library.name},
    static const struct gau_library_function functions[] = {GAU_XML_FUNCTIONS(FUNCTION)};

    is_loaded =
        gau_shared_library_load(GAUDIT_LIBXML2_FILE, functions,
                                sizeof functions / sizeof *functions, failure, sizeof failure);
}

const struct gau_xml_library *gau_xml_library(const char **reason)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_library);
    *reason = failure;
    return is_loaded ? &library : NULL;
}
