/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DD4HEP_PRINTOUT_H
#define TESTS_GEANT4_STUBS_DD4HEP_PRINTOUT_H

#include <cstdarg>
#include <cstdio>

namespace dd4hep
{

enum PrintLevel { INFO = 3, WARNING = 4 };

__attribute__((format(printf, 3, 4))) inline int printout(PrintLevel, const char *src,
                                                          const char *fmt, ...)
{
    va_list values;

    va_start(values, fmt);
    std::printf("%s: ", src);
    std::vprintf(fmt, values);
    std::puts("");
    va_end(values);
    return 1;
}

} // namespace dd4hep

#endif
