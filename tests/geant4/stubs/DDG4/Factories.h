/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DDG4_FACTORIES_H
#define TESTS_GEANT4_STUBS_DDG4_FACTORIES_H

#include "DDG4/Geant4Action.h"

/* The function that makes the action of that name. */
#define DECLARE_GEANT4ACTION_NS(name_space, name)                                      \
    using name_space::name;                                                            \
    dd4hep::sim::Geant4Action *make_##name(dd4hep::sim::Geant4Context *, std::string); \
    dd4hep::sim::Geant4Action *make_##name(dd4hep::sim::Geant4Context *context,        \
                                           std::string instance)                       \
    {                                                                                  \
        return new name(context, instance);                                            \
    }

#endif
