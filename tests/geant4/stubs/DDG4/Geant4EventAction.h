/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DDG4_GEANT4EVENTACTION_H
#define TESTS_GEANT4_STUBS_DDG4_GEANT4EVENTACTION_H

#include "DDG4/Geant4Action.h"

namespace dd4hep
{
namespace sim
{

class Geant4EventAction : public Geant4Action
{
  public:
    Geant4EventAction(Geant4Context *context, const std::string &name) : Geant4Action(context, name)
    {
    }
    virtual void begin(const G4Event *) {}
    virtual void end(const G4Event *) {}
};

} // namespace sim
} // namespace dd4hep

#endif
