/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_GLOBALS_HH
#define TESTS_GEANT4_STUBS_GLOBALS_HH

/* Names that Geant4 has, as far as <gaudit/geant4.hpp> and the tests need them: signatures are
 * those of its documentation, what they do is the least. Members with a small letter are of the
 * tests. */

#include <string>

using G4bool = bool;
using G4int = int;
using G4String = std::string;

#endif
