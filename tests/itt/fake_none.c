/* SPDX-License-Identifier: Apache-2.0 */

/* A shared library that knows nothing of ITT. */

__attribute__((__visibility__("default"))) int fake_none = 1;
