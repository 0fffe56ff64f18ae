// An endpoint as it is stored: its text.

import Session

extension Endpoint {
    /// The endpoint with this text; nil if it is none.
    init?(stored text: String) {
        if let relay = RelayEndpoint(text: text) {
            self = relay.endpoint
        } else if let mutual = MutualPlace(text: text) {
            self = mutual.endpoint
        } else if let destination = Destination(text: text) {
            let endpoint = destination.endpoint()
            self = text == endpoint.text ? endpoint : endpoint.opened
        } else {
            return nil
        }
    }
}
