/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_INSTALL_H
#define GAUDIT_SRC_INSTALL_H

#include <gaudit/error.h>

/*
 * What was installed with the library, found from where the library was loaded: nothing is compiled
 * in, an installation can be moved.
 */

/* Of modules: <folder of libgaudit>/gaudit. Writes the path to @p path. */
gau_status gau_install_modules(char *path, size_t size, gau_error *err);

/* Of option files: <folder of libgaudit>/<way to share>/gaudit/options. */
gau_status gau_install_options(char *path, size_t size, gau_error *err);

#endif
