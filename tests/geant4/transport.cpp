/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/geant4.hpp>

#include <gaudit/session.h>

#include <atomic>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>

/*
 * Plays Geant4: calls actions as a script on standard input says, a line each. Volumes are known by
 * their names, a place is their path from the world.
 *
 *     solid REGION VOLUME          assembly REGION VOLUME...
 *     threads N                    which take events in turn, and begin at the same time
 *     event ID                     without ID: none is given
 *     track ID PARENT VOLUME       begins; VOLUME: where it was produced, "-": unknown
 *     step ID PLACE                begins in PLACE, ends in the world; ID 0: no track, "-": no
 * place done ID                      a track ends, or is suspended end abort
 */

namespace
{

using lines = std::vector<std::string>;

/* --- geometry ------------------------------------------------------------------------------ */

std::map<std::string, std::unique_ptr<G4LogicalVolume>> volumes;

G4LogicalVolume *volume_called(const std::string &name)
{
    return name == "-" ? nullptr : volumes.at(name).get();
}

/* All volumes are there before threads are. */
void make_volumes(std::string words)
{
    for (char &c : words)
        c = c == '/' ? ' ' : c;
    std::istringstream names(words);
    for (std::string name; names >> name;)
        if (!volumes[name])
            volumes[name].reset(new G4LogicalVolume(name));
}

/* A place, with the placements that it is made of. */
class place
{
  public:
    explicit place(const std::string &path)
    {
        std::istringstream names(path);

        for (std::string name; std::getline(names, name, '/');)
            placed_.emplace_back(new G4VPhysicalVolume(volume_called(name)));
        for (const auto &volume : placed_)
            touchable_.inwards.push_back(volume.get());
        point.touchable = path == "-" ? nullptr : &touchable_;
    }
    G4StepPoint point;

  private:
    std::vector<std::unique_ptr<G4VPhysicalVolume>> placed_;
    G4TouchableHistory touchable_;
};

/* --- actions, as Geant4 calls them --------------------------------------------------------- */

struct actions {
    std::unique_ptr<G4UserEventAction> event;
    std::unique_ptr<G4UserTrackingAction> tracking;
    std::unique_ptr<G4UserSteppingAction> stepping;
};

void play_track(const std::string &verb, std::istream &words, const actions &a)
{
    G4Track track;
    std::string where;

    words >> track.id;
    if (verb == "track") {
        words >> track.parent >> where;
        track.vertex = volume_called(where);
        a.tracking->PreUserTrackingAction(&track);
    } else if (verb == "done") {
        a.tracking->PostUserTrackingAction(&track);
    } else {
        words >> where;
        place pre(where), post("world");
        G4Step step;

        step.track = track.id ? &track : nullptr;
        step.pre = &pre.point;
        step.post = &post.point;
        a.stepping->UserSteppingAction(&step);
    }
}

void play_event(const lines &script, const actions &a)
{
    std::unique_ptr<G4Event> event;

    for (const std::string &line : script) {
        std::istringstream words(line);
        std::string verb;
        G4int id;

        words >> verb;
        if (verb == "event") {
            if (words >> id)
                event.reset(new G4Event(id));
            a.event->BeginOfEventAction(event.get());
        } else if (verb == "end" || verb == "abort") {
            if (verb == "abort")
                event->SetEventAborted();
            a.event->EndOfEventAction(event.get());
        } else {
            play_track(verb, words, a);
        }
    }
}

void play(const std::vector<lines> &events, const gau::geant4::regions &detectors, std::size_t n)
{
    std::atomic<std::size_t> ready{0};
    std::vector<std::thread> threads;

    for (std::size_t first = 0; first < n; first++)
        threads.emplace_back([&, first] {
            const actions a{
                std::unique_ptr<G4UserEventAction>(new gau::geant4::event_action),
                std::unique_ptr<G4UserTrackingAction>(new gau::geant4::tracking_action(detectors)),
                std::unique_ptr<G4UserSteppingAction>(new gau::geant4::stepping_action(detectors))};

            for (ready++; ready < n;)
                std::this_thread::yield();
            for (std::size_t i = first; i < events.size(); i += n)
                play_event(events[i], a);
        });
    for (std::thread &thread : threads)
        thread.join();
}

void add(gau::geant4::regions &detectors, const std::string &verb, std::istream &words)
{
    std::string region, name;
    std::vector<const G4LogicalVolume *> all;

    words >> region;
    while (words >> name) {
        make_volumes(name);
        all.push_back(volume_called(name));
    }
    if (verb == "assembly")
        std::cout << region << ": " << detectors.add_assembly(region, all) << " of " << all.size()
                  << "\n";
    else if (!detectors.add_solid(region, all.empty() ? nullptr : all[0]))
        std::cout << region << ": not added\n";
}

} // namespace

int main()
{
    gau::geant4::regions detectors;
    std::vector<lines> events;
    std::size_t n_threads = 1;

    make_volumes("world");
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string verb, id, where;

        words >> verb;
        if (verb == "solid" || verb == "assembly") {
            add(detectors, verb, words);
        } else if (verb == "threads") {
            words >> n_threads;
        } else {
            if (verb == "event")
                events.emplace_back();
            else if (verb == "track" || verb == "step")
                make_volumes(line.substr(line.rfind(' ')));
            events.back().push_back(line);
        }
    }
    std::cout << std::flush;
    play(events, detectors, n_threads);
    gau_session_close();
}
