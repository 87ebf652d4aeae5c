/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_TGEOVOLUME_H
#define TESTS_GEANT4_STUBS_TGEOVOLUME_H

/* Names that ROOT has, as far as <gaudit/ddg4.hpp> needs them. */

#include "TGeoNode.h"

#include <string>
#include <utility>
#include <vector>

class TGeoVolume
{
  public:
    explicit TGeoVolume(std::string name, bool assembly = false)
        : is_assembly(assembly), name_(std::move(name))
    {
    }
    const char *GetName() const { return name_.c_str(); }
    int GetNdaughters() const { return static_cast<int>(daughters.size()); }
    TGeoNode *GetNode(int i) const { return daughters[static_cast<std::size_t>(i)]; }

    bool is_assembly;
    std::vector<TGeoNode *> daughters;

  private:
    std::string name_;
};

#endif
