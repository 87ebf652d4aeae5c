/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DDG4_GEANT4STEPPINGACTION_H
#define TESTS_GEANT4_STUBS_DDG4_GEANT4STEPPINGACTION_H

#include "DDG4/Geant4Action.h"

namespace dd4hep
{
namespace sim
{

class Geant4SteppingAction : public Geant4Action
{
  public:
    Geant4SteppingAction(Geant4Context *context, const std::string &name)
        : Geant4Action(context, name)
    {
    }
    virtual void operator()(const G4Step *, G4SteppingManager *) {}
};

} // namespace sim
} // namespace dd4hep

#endif
