/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_INSTALL_H
#define GAUDIT_INSTALL_H

/**
 * @file install.h
 * Paths of files that are installed together with libgaudit.
 */

#include <gaudit/error.h>

GAU_BEGIN_DECLS

/**
 * The path of a file in the folder of libgaudit, such as "libgaudit-lint.so"; relative if the
 * library was loaded by a relative path. Nothing is compiled in: an installation can be moved.
 * Does not check whether the file exists.
 */
GAU_API GAU_MUST_CHECK gau_status gau_install_path(const char *name, char *path, size_t size,
                                                   gau_error *err);

GAU_END_DECLS

#endif
