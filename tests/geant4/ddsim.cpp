/* SPDX-License-Identifier: Apache-2.0 */
#include <DDG4/Factories.h>
#include <gaudit/ddg4.hpp>

#include <gaudit/session.h>

#include <memory>
#include <thread>

DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditEventAction)
DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditTrackingAction)
DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditSteppingAction)

/*
 * Plays ddsim: a geometry of DD4hep, the volumes that Geant4 makes of it, and an event in each of
 * two threads with a step in each volume.
 */

namespace
{

std::vector<std::unique_ptr<TGeoVolume>> shapes;
std::vector<std::unique_ptr<TGeoNode>> nodes;
std::vector<std::unique_ptr<G4LogicalVolume>> logical;

TGeoVolume *shape(const char *name, bool assembly = false)
{
    shapes.emplace_back(new TGeoVolume(name, assembly));
    return shapes.back().get();
}

TGeoNode *placed(TGeoVolume *volume)
{
    nodes.emplace_back(new TGeoNode(volume));
    return nodes.back().get();
}

TGeoVolume *assembly_of(const char *name, const std::vector<TGeoVolume *> &daughters)
{
    TGeoVolume *const volume = shape(name, true);

    for (TGeoVolume *daughter : daughters)
        volume->daughters.push_back(placed(daughter));
    return volume;
}

/* In any order: the names of detectors decide. */
void make_detectors()
{
    dd4hep::DetElement &world = dd4hep::Detector::getInstance().top;
    TGeoVolume *const pipe = shape("pipe"), *const coil = shape("coil"),
                      *const lens = shape("lens");
    const auto add = [&world](const char *name, TGeoVolume *volume) {
        world.add(name, dd4hep::DetElement(dd4hep::PlacedVolume(placed(volume))));
    };

    add("Yoke", shape("yoke"));
    add("Zcoil", coil); // takes it over from Solenoid
    add("Solenoid", assembly_of("solenoid", {coil, lens}));
    add("Beam", assembly_of("beam", {assembly_of("inner", {pipe, lens}), shape("gasket")}));
    add("Shared", assembly_of("shared", {pipe}));
    add("Empty", assembly_of("empty", {}));
    add("Lost", assembly_of("lost", {shape("unknown")}));
    add("Gone", shape("gone"));
    world.add("Field", dd4hep::DetElement()); // which is nowhere
    world.add("Nothing", dd4hep::DetElement(dd4hep::PlacedVolume(placed(nullptr))));
}

void make_logical_volumes()
{
    for (const char *name : {"world", "yoke", "coil", "lens", "pipe", "yoke", "layer"}) {
        logical.emplace_back(new G4LogicalVolume(name));
        G4LogicalVolumeStore::GetInstance()->push_back(logical.back().get());
    }
}

/* A step in each volume, the last one in a layer of the first yoke. */
void play(int id)
{
    using namespace dd4hep::sim;
    const std::unique_ptr<Geant4Action> actions[] = {
        std::unique_ptr<Geant4Action>(make_GauditEventAction(nullptr, "event")),
        std::unique_ptr<Geant4Action>(make_GauditTrackingAction(nullptr, "track")),
        std::unique_ptr<Geant4Action>(make_GauditSteppingAction(nullptr, "step"))};
    auto &event_action = dynamic_cast<Geant4EventAction &>(*actions[0]);
    auto &tracking_action = dynamic_cast<Geant4TrackingAction &>(*actions[1]);
    auto &stepping_action = dynamic_cast<Geant4SteppingAction &>(*actions[2]);
    G4VPhysicalVolume yoke(logical[1].get());
    const G4Event event(id);
    G4Track track;

    track.id = 1;
    track.vertex = logical[4].get();
    event_action.begin(&event);
    tracking_action.begin(&track);
    for (const auto &volume : logical) {
        G4VPhysicalVolume inner(volume.get());
        G4TouchableHistory place;
        G4StepPoint point;
        G4Step step;

        if (volume->GetName() == "layer")
            place.inwards.push_back(&yoke);
        place.inwards.push_back(&inner);
        point.touchable = &place;
        step.track = &track;
        step.pre = &point;
        stepping_action(&step, nullptr);
    }
    tracking_action.end(&track);
    event_action.end(&event);
}

} // namespace

int main()
{
    make_detectors();
    make_logical_volumes();
    std::thread first(play, 0), second(play, 1);
    first.join();
    second.join();
    gau_session_close();
}
