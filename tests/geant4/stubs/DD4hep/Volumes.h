/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DD4HEP_VOLUMES_H
#define TESTS_GEANT4_STUBS_DD4HEP_VOLUMES_H

/* Names that DD4hep has, as far as <gaudit/ddg4.hpp> needs them. */

#include <TGeoVolume.h>

namespace dd4hep
{

template <class T> class Handle
{
  public:
    Handle() = default;
    Handle(T *element) : element_(element) {}
    bool isValid() const { return element_; }
    T *ptr() const { return element_; }

  private:
    T *element_ = nullptr;
};

class Volume : public Handle<TGeoVolume>
{
  public:
    using Handle::Handle;
    const char *name() const { return ptr()->GetName(); }
    bool isAssembly() const { return ptr()->is_assembly; }
};

class PlacedVolume : public Handle<TGeoNode>
{
  public:
    using Handle::Handle;
    Volume volume() const { return Volume(ptr()->GetVolume()); }
};

} // namespace dd4hep

#endif
