// The sentences about the way to a direct game.

import Language
import Session

@MainActor extension DirectRoute.Kind {
    /// What is known about an address of this kind.
    var sentence: String {
        switch self {
        case .router: tr("Your router lets your friend in with this line.")
        case .own: tr("This computer has a public address: no router is in the way.")
        case .vpn: tr("This address works for members of your VPN.")
        case .ownNetwork: tr("This address works on your own network.")
        case .outside: tr("Public servers see you at this address.")
        case .unchecked: tr("This address works if no firewall is in the way. Your router doesn't say.")
        }
    }
}

@MainActor extension RouterTrouble {
    /// What is wrong, where something else will do.
    var shortSentence: String {
        switch self {
        case .noRouter, .nonsense: tr("Your router does not answer.")
        case .privateAddress: tr("Your provider shares one address between customers.")
        case .offline: sentence
        case .refused, .noHelper, .helperNotStarted: tr("Your router lets nobody in.")
        }
    }

    /// The same, with what will do.
    var twoLines: String {
        switch self {
        case .noRouter, .nonsense: tr("Your router does not answer, but two lines will do:")
        case .privateAddress: tr("Your provider shares one address, but two lines will do:")
        case .offline, .refused, .noHelper, .helperNotStarted: tr("Your router lets nobody in, but two lines will do:")
        }
    }

    /// What is wrong and what to do, for the player.
    package var sentence: String {
        switch self {
        case .noRouter:
            tr(
                "No router answers. In its settings, allow programs to open ports (it is called UPnP or NAT-PMP there), or use a relay, or a VPN such as Tailscale."
            )
        case .privateAddress:
            tr(
                "Your provider shares one address between customers, so a direct game won't work. Use a relay, or a VPN such as Tailscale."
            )
        case .offline: tr("Your router says that it is not connected to the internet.")
        case .refused(let reason) where reason.isEmpty:
            tr(
                "Your router refuses to open a port. Allow it in the router's settings, or use a relay, or a VPN such as Tailscale."
            )
        case .refused(let reason):
            tr(
                "Your router refuses to open a port ({reason}). Allow it in the router's settings, or use a relay, or a VPN such as Tailscale.",
                ["reason": reason.plain])
        case .nonsense:
            tr(
                "Your router's answer makes no sense, or takes too long. Restart the router, or use a relay, or a VPN such as Tailscale."
            )
        case .noHelper: tr("fourinarow-router was not found. Install Four in a Row again to play directly.")
        case .helperNotStarted(let words):
            tr("fourinarow-router could not be started: {reason}.", ["reason": words.asStartFailure])
        }
    }
}
