/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_TGEONODE_H
#define TESTS_GEANT4_STUBS_TGEONODE_H

class TGeoVolume;

class TGeoNode
{
  public:
    explicit TGeoNode(TGeoVolume *volume) : volume_(volume) {}
    TGeoVolume *GetVolume() const { return volume_; }

  private:
    TGeoVolume *volume_;
};

#endif
