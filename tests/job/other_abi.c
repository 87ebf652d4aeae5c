/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/base.h>

/* A module of another ABI version. */
extern GAU_API const int gau_module_abi1;
const int gau_module_abi1 = 1;
