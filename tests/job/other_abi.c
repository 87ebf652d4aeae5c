/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/base.h>

/* A module as it may look in some other version. */
extern GAU_API const int gau_module_abi1;
const int gau_module_abi1 = 1;
