/* SPDX-License-Identifier: Apache-2.0 */
#include "known_profile.h"

#define EXPORTED __attribute__((__noinline__, __visibility__("default")))

KNOWN_FUNCTIONS(EXPORTED)
