/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_INSTALL_H
#define GAUDIT_SRC_INSTALL_H

#include <stddef.h>

/*
 * Where the files that come with the library are: found from the place of libgaudit itself, so an
 * installation can be moved. The text is written as snprintf() does; 0: the place is not known.
 */

enum gau_install {
    GAU_INSTALL_LIBRARY, /* the folder of libgaudit */
    GAU_INSTALL_MODULES,
    GAU_INSTALL_OPTIONS,
};

size_t gau_install_folder(enum gau_install which, char *text, size_t size);

#endif
