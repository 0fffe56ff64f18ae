// One connection to an MQTT 5 broker, on libmosquitto: it is made once, and never again. It must not know pipes, nor what a message says.

import CMosquitto
import Glibc
import HelperProtocol

/// A connection, from its making to its trouble.
package final class BrokerClient {
    /// Seconds in which an idle connection says a word; a broker gives it up after one and a half times as many.
    private static let keepalive: CInt = 60
    /// A broker sends no more messages than this before they are acknowledged, and no longer packets than these bytes.
    private static let most: (messages: UInt16, bytes: UInt32) = (20, 8192)
    /// Seconds that a broker's address may take to answer; each further address of its name half as many.
    private static let timeout = 10

    /// Whether the broker takes commands.
    package private(set) var isConnected = false
    /// Whether it has ended: `onEvent` was told the trouble.
    package private(set) var hasEnded = false

    /// Whether something is there, whatever it may be.
    private var isReached = false
    private let client: OpaquePointer
    private let connection: RelayConnect
    private let onEvent: (RelayEvent) -> Void
    /// What the present numbers of the library stand for.
    private var publications: [CInt: Int] = [:]
    private var topics: [CInt: String] = [:]
    /// Where the broker keeps something of ours.
    private var keptTopics: Set<String> = []
    /// Whether TLS had begun when something went wrong: before, authorities are read.
    private var hasGreeted = false
    /// What OpenSSL last found wrong with the certificate.
    private var certificateError = CLong(X509_V_OK)

    /// One to this broker; nil where there is no memory.
    package init?(to connection: RelayConnect, onEvent: @escaping (RelayEvent) -> Void) {
        let random = (0..<2).map { _ in String(UInt32.random(in: 0 ... .max), radix: 16) }.joined()
        guard mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code, let client = mosquitto_new("fiar" + random, true, nil) else {
            return nil
        }
        self.client = client
        self.connection = connection
        self.onEvent = onEvent
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
    }

    /// Connects, which waits for the network; false where that failed. The broker answers later.
    package func connect() -> Bool {
        guard configure() else { return false }
        Self.interruptConnecting(true)
        defer { Self.interruptConnecting(false) }
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        mosquitto_property_add_int16(&properties, MQTT_PROP_RECEIVE_MAXIMUM.number, Self.most.messages)
        mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.number, Self.most.bytes)
        let code = mosquitto_connect_bind_v5(
            client, connection.host, CInt(connection.port), Self.keepalive, nil, properties)
        if code != MOSQ_ERR_SUCCESS.code { didFail(code, errno) }
        isReached = !hasEnded
        if isReached { watchOver(socket) }
        return isReached
    }

    /// Ends it for good: the broker publishes the farewell.
    package func disconnect() {
        mosquitto_disconnect_v5(client, CInt(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
    }

    /// It could not be waited for any longer.
    package func didTimeOut() { fail(.unreachable) }

    /// The address of our end is none of this machine's any more.
    package func didLoseAddress() { fail(.lost) }
}

// MARK: - Before it is there

extension BrokerClient {
    private func configure() -> Bool {
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, CInt(MQTT_PROTOCOL_V5))
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, CInt(Self.most.messages))
        if !connection.user.isEmpty { mosquitto_username_pw_set(client, connection.user, connection.password) }
        mosquitto_will_set_v5(client, connection.farewell, 0, nil, 1, false, nil)
        guard connection.isSecure else { return true }
        if connection.authorities.isEmpty {
            mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
        } else if mosquitto_tls_set(client, connection.authorities, nil, nil, nil, nil) != MOSQ_ERR_SUCCESS.code {
            fail(.noAuthorities)
            return false
        }
        return true
    }

    /// A signal interrupts connect(2), which else would wait for minutes where nothing answers; it does nothing besides.
    private static func interruptConnecting(_ isOn: Bool) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGALRM, &action, nil)
        var times = itimerval()
        if isOn {
            times.it_value.tv_sec = timeout
            times.it_interval.tv_sec = timeout / 2
        }
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &times, nil)
    }

    /// The kernel finds out within eight seconds that the way to the broker is gone, and this process sleeps meanwhile.
    private func watchOver(_ descriptor: CInt) {
        let tcp = CInt(IPPROTO_TCP)
        for (level, option, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (tcp, TCP_KEEPIDLE, 4), (tcp, TCP_KEEPINTVL, 2), (tcp, TCP_KEEPCNT, 2),
            (tcp, TCP_USER_TIMEOUT, 7000),
        ] {
            var value = value
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(client) { _, user, reason, _, _ in
            BrokerClient.from(user)?.didAnswer(reason)
        }
        mosquitto_subscribe_v5_callback_set(client) { _, user, id, count, granted, _ in
            BrokerClient.from(user)?.didSubscribe(id, isGranted: count == 1 && granted.map { $0[0] < 128 } == true)
        }
        mosquitto_publish_v5_callback_set(client) { _, user, id, reason, _ in
            BrokerClient.from(user)?.didPublish(id, reason)
        }
        mosquitto_message_v5_callback_set(client) { _, user, message, _ in
            if let message { BrokerClient.from(user)?.didReceive(message.pointee) }
        }
        // In the middle of a failure; afterwards the library has forgotten the certificate.
        mosquitto_log_callback_set(client) { client, user, level, _ in
            guard level == MOSQ_LOG_ERR, let self = BrokerClient.from(user) else { return }
            self.certificateError = mosquitto_certificate_error(client)
            self.hasGreeted = mosquitto_ssl_get(client) != nil
        }
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> BrokerClient? {
        user.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
    }
}

// MARK: - Its socket

extension BrokerClient {
    /// The connection; -1 where it has ended.
    package var socket: CInt { mosquitto_socket(client) }

    /// What poll(2) should wait for; -1 as a descriptor where it has ended.
    package func polled(isReading: Bool) -> pollfd {
        let events = (isReading ? POLLIN : 0) | (mosquitto_want_write(client) ? POLLOUT : 0)
        return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    /// Whether something can be read of which poll(2) does not know.
    package var hasDecrypted: Bool { mosquitto_has_decrypted(client) != 0 }

    /// Whether the broker has answered all that we published.
    package var isAcknowledged: Bool { publications.isEmpty }

    /// Does what the socket is ready for.
    package func serve(_ events: Int16, isReading: Bool) {
        if isReading, hasDecrypted || CInt(events) & ~POLLOUT != 0 {
            errno = 0  // an end in the middle of a packet leaves it as it was, and the library takes an old EAGAIN for "not yet"
            check(mosquitto_loop_read(client, 1))
        }
        if !hasEnded, mosquitto_want_write(client) { check(mosquitto_loop_write(client, 1)) }
        if !hasEnded { check(mosquitto_loop_misc(client)) }
    }

    private func check(_ code: CInt) {
        if code != MOSQ_ERR_SUCCESS.code { didFail(code, errno) }
    }
}

// MARK: - Commands

extension BrokerClient {
    /// Subscribes to a topic; to a pattern without acknowledgements, for a broker keeps few messages that wait for one.
    package func subscribe(to topic: String) {
        var id: CInt = 0
        let quality: CInt = topic.hasSuffix(RelayLimits.anyBelow) ? 0 : 1
        guard mosquitto_subscribe_v5(client, &id, topic, quality, 0, nil) == MOSQ_ERR_SUCCESS.code else {
            return onEvent(.refused(topic: topic))
        }
        topics[id] = topic
    }

    /// Hears no more of a topic.
    package func unsubscribe(from topic: String) {
        mosquitto_unsubscribe_v5(client, nil, topic, nil)
    }

    /// Takes away what the broker keeps of ours.
    package func withdraw() {
        for topic in keptTopics { publish(0, to: topic, keptSeconds: 0, []) }
    }

    /// Publishes; what has no payload takes away what is kept there.
    package func publish(_ id: Int, to topic: String, keptSeconds: Int, _ payload: [UInt8]) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if keptSeconds > 0 {
            mosquitto_property_add_int32(
                &properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.number, UInt32(clamping: keptSeconds))
        }
        var number: CInt = 0
        let isKept = keptSeconds > 0 || payload.isEmpty
        let code = mosquitto_publish_v5(client, &number, topic, CInt(payload.count), payload, 1, isKept, properties)
        guard code == MOSQ_ERR_SUCCESS.code else { return onEvent(.receipt(id: id, .refused)) }
        publications[number] = id
        if payload.isEmpty { keptTopics.remove(topic) } else if isKept { keptTopics.insert(topic) }
    }
}

// MARK: - Events

extension BrokerClient {
    private func didAnswer(_ reason: CInt) {
        switch UInt32(bitPattern: reason) {
        case MQTT_RC_SUCCESS.rawValue:
            isConnected = true
            onEvent(.connected)
        case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue: fail(.tooOld)
        // Mosquitto says that somebody may not come where the password is wrong.
        case MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue: fail(.wrongPassword)
        case MQTT_RC_BANNED.rawValue: fail(.forbidden)
        case 1..<128: fail(.notABroker)  // no broker refuses so
        default: fail(.other, String(cString: mosquitto_reason_string(reason)))
        }
    }

    private func didSubscribe(_ id: CInt, isGranted: Bool) {
        guard let topic = topics.removeValue(forKey: id) else { return }
        onEvent(isGranted ? .subscribed(topic: topic) : .refused(topic: topic))
    }

    private func didPublish(_ number: CInt, _ reason: CInt) {
        guard let id = publications.removeValue(forKey: number) else { return }
        onEvent(
            .receipt(
                id: id, reason == CInt(MQTT_RC_NO_MATCHING_SUBSCRIBERS.rawValue) ? .nobody : reason < 128 ? .taken : .refused))
    }

    /// What is too long for a line was sent by no program of ours.
    private func didReceive(_ message: mosquitto_message) {
        let payload = [UInt8](UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)))
        guard let name = message.topic, let topic = String(validatingCString: name), topic.utf8.count <= RelayLimits.topic,
            payload.count <= RelayLimits.payload
        else { return }
        onEvent(.message(topic: topic, wasKept: message.retain, payload: payload))
    }

    /// What a number of the library's means; `system` is errno, or getaddrinfo(3)'s number.
    private func didFail(_ code: CInt, _ system: CInt) {
        switch mosq_err_t(rawValue: code) {
        case _ where isConnected: fail(.lost)
        case MOSQ_ERR_EAI: fail(system == EAI_AGAIN ? .unreachable : .noSuchHost)
        case MOSQ_ERR_TLS where !hasGreeted && !connection.authorities.isEmpty: fail(.noAuthorities)
        case MOSQ_ERR_ERRNO where !isReached: fail(.unreachable)
        case MOSQ_ERR_NOMEM, MOSQ_ERR_INVAL: fail(.other, String(cString: mosquitto_strerror(code)))
        default: fail(certificateError == CLong(X509_V_OK) ? .notABroker : tlsFailure)
        }
    }

    private var tlsFailure: RelayFailure {
        switch CInt(certificateError) {
        case X509_V_OK: .notABroker
        case X509_V_ERR_CERT_HAS_EXPIRED: .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: .certificateNotYetValid
        default: .certificateNotTrusted
        }
    }

    /// The first trouble counts: what follows is its consequence.
    private func fail(_ failure: RelayFailure, _ detail: String = "") {
        guard !hasEnded else { return }
        hasEnded = true
        isConnected = false
        onEvent(.trouble(failure, detail: detail))
    }
}

extension mosq_err_t {
    /// As the functions return it.
    fileprivate var code: CInt { rawValue }
}

extension mqtt5_property {
    /// As the functions take it.
    fileprivate var number: CInt { CInt(rawValue) }
}
