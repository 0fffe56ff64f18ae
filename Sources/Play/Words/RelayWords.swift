// The sentences for errors of the relay and of rooms.

import Language
import Session
import Text

@MainActor extension BrokerTrouble {
    /// Whether the relay may answer in a moment.
    var mayPass: Bool {
        switch self {
        case .unreachable, .lost: true
        default: false
        }
    }

    /// The same while the program goes on trying: a relay that does not answer is tried again.
    var sentenceWhileTrying: String {
        if case .unreachable = self { return together([sentence, tr("Trying again…")]) }
        return sentence
    }

    /// What is wrong and what to do, for the player.
    package var sentence: String {
        switch self {
        case .noneGiven:
            tr(
                "This needs a relay: ask a club or a friend for its address, and type it under Options."
            )
        case .badAddress:
            tr(
                "The relay's address is not valid. It should look like mqtts://relay.example.org or mqtt://user:password@host:1883."
            )
        case .noSuchHost(let host):
            tr("There is no relay named {host}. Check the name, and that this computer is online.", ["host": host.plain])
        case .unreachable(let host): tr("The relay {host} does not answer. Is this computer online?", ["host": host.plain])
        case .closed(let host):
            tr(
                "The relay {host} closed the connection. It may be full: try again later. Or its address begins with mqtts.",
                ["host": host.plain])
        case .notABroker:
            tr("Something answers at that address, but not as a relay. Check the address and the port.")
        case .tooOld: tr("This relay only speaks MQTT 3.1.1, and Four in a Row needs MQTT 5. Ask whoever runs it to update it.")
        case .wrongPassword:
            tr(
                "The relay wants a user name and a password that it knows. Put them into its address, in the line or under Options → Relay: mqtts://name:password@host."
            )
        case .noPassword(let path):
            tr("The relay's password cannot be read from {path}, or the file is empty.", ["path": path.plain])
        case .passwordOpenToOthers(let path):
            tr(
                "Others can read the relay's password in {path}, so it was not used. Run chmod 600 on the file.",
                ["path": path.plain])
        case .forbidden: tr("The relay does not allow you to play there. Ask whoever runs it.")
        case .certificateExpired:
            tr(
                "The relay's certificate has expired, by this computer's clock. If the clock is right, tell whoever runs the relay."
            )
        case .certificateNotYetValid:
            tr("The relay's certificate is not valid yet, by this computer's clock. Set the clock, then try again.")
        case .certificateNotTrusted:
            tr(
                "This may not be the right relay: its certificate is for another name, or signed by somebody unknown. Check the address with the club or friend that gave it to you. Is it your own relay? See relay-ca in the manual (man fourinarow)."
            )
        case .noAuthorities(let path):
            tr("The relay's CA file {path} cannot be read. Check the setting relay-ca.", ["path": path.plain])
        case .noSystemAuthorities(let path):
            tr(
                "This computer has no list of certificate authorities: there is no {path}. Install ca-certificates, or name such a file in SSL_CERT_FILE.",
                ["path": path.plain])
        case .lost: tr("The connection to the relay was lost. Trying again…")
        case .noHelper: tr("fourinarow-relay was not found. Install Four in a Row again to play online.")
        case .helperStopped: tr("fourinarow-relay stopped. Trying again…")
        case .helperNotStarted(let words):
            tr("fourinarow-relay could not be started: {reason}.", ["reason": words.asStartFailure])
        case .other(let words): tr("The relay cannot be used: {reason}.", ["reason": words.plain])
        }
    }
}

@MainActor extension NetworkFailure {
    /// Why nobody could be met in this room, and what to do.
    func sentence(joiningRoom number: String) -> String {
        switch self {
        case .relay(let trouble): trouble.sentence
        case .refused:
            tr("Nobody is in room {number}. Check the number, and that your friend is still waiting.", ["number": number])
        case .timedOut:
            tr(
                "Nobody answers in room {number}. Your friend may have lost the connection: try again in a moment.",
                ["number": number])
        case .otherVersion: tr("No answer. Your friend may have a different version: both players need the same one.")
        case .playing:
            tr(
                "The game in room {number} has already started. Ask your friend for the number of the next one.",
                ["number": number])
        case .disturbed:
            tr(
                "Somebody is disturbing room {number}. Try again, or ask your friend for another number.", ["number": number])
        case .noSuchHost, .unreachable, .placeTaken, .forbidden, .notHere, .noMemory, .other:
            tr("Room {number} could not be reached: {reason}.", ["number": number, "reason": reason])
        }
    }
}

@MainActor extension NetworkFailure {
    /// Why a friend could not be reached at this address, and what to do.
    func sentence(joiningFriendAt address: String) -> String {
        switch self {
        case .timedOut, .unreachable, .refused:
            tr(
                "No game answers at {address}. Is your friend still waiting? On one network, choose Join a game instead.",
                ["address": address])
        default: sentence(joining: address, at: Endpoint(text: "", words: address, port: ""))
        }
    }
}

@MainActor extension CodeRefusal {
    /// What became of a code at a room. All rooms are private.
    func sentence(joiningRoom number: String) -> String {
        switch self {
        case .isPublic, .ended(.nonsense), .ended(.notAGame), .ended(.stalled):
            tr(
                "The answer from room {number} made no sense. Somebody on the way may have changed it: try again.",
                ["number": number])
        case .otherVersion: NetworkFailure.otherVersion.sentence(joiningRoom: number)
        case .silent:
            tr("Room {number} stopped answering. Your friend may have lost the connection: try again.", ["number": number])
        default: sentence(joining: tr("Room {number}", ["number": number]))
        }
    }
}
