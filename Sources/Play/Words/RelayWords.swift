// Why there is no connection to the relay, and what to do about it, in words for the player. It knows no relay.

import Session
import Text

@MainActor extension BrokerTrouble {
    /// What is the matter, for the player.
    package var sentence: String {
        switch self {
        case .noneGiven:
            "Playing online needs a relay: ask a club for its address, or run your own with make relay. "
                + "Then put relay = mqtts://… in the config file, or start with --relay."
        case .badAddress:
            "The relay's address is not valid. It should look like mqtts://relay.example.org or mqtt://user:password@host:1883."
        case .noSuchHost(let host): "There is no relay named \(host.plain). Check the name, and that this computer is online."
        case .unreachable(let host): "The relay \(host.plain) does not answer. Is this computer online?"
        case .notABroker: "There is no relay at that address, but something else. Check the address and the port."
        case .tooOld: "This relay only speaks MQTT 3.1.1, and Four in a Row needs MQTT 5. Ask whoever runs it to update it."
        case .wrongPassword: "The relay refused the user name or the password. Check the relay's settings in the config file."
        case .noPassword(let path): "The relay's password cannot be read from \(path.plain), or the file is empty."
        case .passwordOpenToOthers(let path):
            "Others can read the relay's password in \(path.plain), so it was not used. Run chmod 600 on the file."
        case .forbidden: "The relay does not allow you to play there. Ask whoever runs it."
        case .certificateExpired:
            "The relay's certificate has expired, by this computer's clock. If the clock is right, tell whoever runs the relay."
        case .certificateNotYetValid:
            "The relay's certificate is not valid yet, by this computer's clock. Set the clock, then try again."
        case .certificateNotTrusted:
            "The relay's certificate is for another name, or signed by somebody this computer does not trust. "
                + "If the relay is your own, set relay-ca to its CA file."
        case .noAuthorities(let path): "The relay's CA file \(path.plain) cannot be read. Check the setting relay-ca."
        case .lost: "The connection to the relay was lost. Trying again…"
        case .noHelper: "fourinarow-relay was not found. Install Four in a Row again to play online."
        case .helperStopped: "fourinarow-relay stopped. Trying again…"
        case .other(let words): "The relay cannot be used: \(words.plain)."
        }
    }
}

@MainActor extension RoomCode.Mistake {
    /// What is wrong, as the end of a sentence.
    package var reason: String {
        switch self {
        case .digitCount(0): "the room's number is missing: six digits, then four words"
        case .digitCount(let count): "a room's number has six digits, and this one has \(count)"
        case .passphrase(let mistake): mistake.reason
        }
    }

    /// What is wrong, for the player.
    var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}

@MainActor extension NetworkFailure {
    /// Why nobody could be met in this room, and what to do.
    func sentence(joiningRoom number: String) -> String {
        switch self {
        case .relay(let trouble): trouble.sentence
        case .refused: "Nobody is in room \(number). Check the number, and that your friend is still waiting."
        case .timedOut: "Nobody answers in room \(number). Your friend may have lost the connection: try again in a moment."
        case .otherVersion: "Your friend has a newer version of Four in a Row. Update yours to play together."
        case .noSuchHost, .unreachable, .placeTaken, .forbidden, .notHere, .other:
            "Room \(number) could not be reached: \(reason)."
        }
    }
}

extension PassphraseEntry.Outcome {
    /// What became of a try at a room's door; nil where the game begins. A room's games are all private.
    func sentence(joiningRoom number: String) -> String? {
        switch self {
        case .isPublic, .ended(.nonsense), .ended(.stranger), .ended(.stalled):
            "The answer from room \(number) made no sense. Somebody on the way may have changed it: try again."
        case .silent: "Room \(number) stopped answering. Your friend may have lost the connection: try again."
        default: sentence(joining: "Room \(number)")
        }
    }
}
