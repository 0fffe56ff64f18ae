// One connection to an MQTT 5 broker, with libmosquitto. It never reconnects.

import CMosquitto
import Glibc
import HelperProtocol

/// A connection to a broker.
package final class BrokerClient {
    /// The keepalive in seconds; a broker closes a silent connection after 1.5 times as many.
    private static let keepalive: CInt = 60
    /// The most unacknowledged messages and the longest packet that a broker may send.
    private static let most: (messages: UInt16, bytes: UInt32) = (20, 8192)
    /// Seconds for the first address of a broker to answer; each further one has half of it.
    private static let timeout = 10

    /// Whether the broker has accepted the connection.
    package private(set) var isConnected = false
    /// Whether it has ended. `onEvent` was called with the trouble.
    package private(set) var hasEnded = false

    /// Whether a TCP connection was made.
    private var isReached = false
    private let client: OpaquePointer
    private let connection: RelayConnect
    private let onEvent: (RelayEvent) -> Void
    /// Our numbers and topics by the library's message numbers.
    private var publications: [CInt: Int] = [:]
    private var topics: [CInt: String] = [:]
    /// The topics with retained messages of ours.
    private var retainedTopics: Set<String> = []
    /// Whether the TLS handshake had begun when an error occurred. The authorities are read before it.
    private var hasGreeted = false
    /// OpenSSL's last verification result.
    private var certificateError = CLong(X509_V_OK)
    /// Whether this system has authorities that sign certificates.
    private var hasAuthorities = true

    /// Does not connect yet. Nil if there is no memory.
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

    /// Connects; blocks. Returns false on failure. The broker's answer is read by `serve`.
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
        if isReached { setTimeouts(of: socket) }
        return isReached
    }

    /// Ends the connection. The broker publishes the last will.
    package func disconnect() {
        mosquitto_disconnect_v5(client, CInt(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
    }

    /// To be called if the broker does not answer in time.
    package func didTimeOut() { fail(.unreachable) }

    /// To be called if the connection's local address was removed from this machine.
    package func didLoseAddress() { fail(.lost) }
}

// MARK: - Connecting

extension BrokerClient {
    private func configure() -> Bool {
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, CInt(MQTT_PROTOCOL_V5))
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, CInt(Self.most.messages))
        if !connection.user.isEmpty { mosquitto_username_pw_set(client, connection.user, connection.password) }
        mosquitto_will_set_v5(
            client, connection.lastWillTopic, CInt(connection.lastWillPayload.count), connection.lastWillPayload, 1, false, nil)
        guard connection.isSecure else { return true }
        if connection.authorities.isEmpty {
            hasAuthorities = findAuthorities()
            mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
        } else if mosquitto_tls_set(client, connection.authorities, nil, nil, nil, nil) != MOSQ_ERR_SUCCESS.code {
            fail(.noAuthorities)
            return false
        }
        return true
    }

    /// Lets a timer signal interrupt connect(2), which otherwise blocks for minutes.
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

    /// Makes the kernel notice a dead connection within eight seconds.
    private func setTimeouts(of descriptor: CInt) {
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
        mosquitto_message_v5_callback_set(client) { _, user, message, properties in
            if let message { BrokerClient.from(user)?.didReceive(message.pointee, properties) }
        }
        // Called during a failure; after it the library has no certificate any more.
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

// MARK: - Socket

extension BrokerClient {
    /// The socket; -1 if the connection has ended.
    package var socket: CInt { mosquitto_socket(client) }

    /// The entry for poll(2); its descriptor is -1 if the connection has ended.
    package func polled(isReading: Bool) -> pollfd {
        let events = (isReading ? POLLIN : 0) | (mosquitto_want_write(client) ? POLLOUT : 0)
        return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    /// Whether decrypted bytes are waiting, which poll(2) does not report.
    package var hasDecrypted: Bool { mosquitto_has_decrypted(client) != 0 }

    /// Whether the broker has acknowledged everything we published.
    package var isAcknowledged: Bool { publications.isEmpty }

    /// Reads, writes and sends keepalives, after poll(2) returned `events`.
    package func serve(_ events: Int16, isReading: Bool) {
        if isReading, hasDecrypted || CInt(events) & ~POLLOUT != 0 {
            errno = 0  // the end of the stream does not set errno, and the library would take an old EAGAIN for "not yet"
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
    /// Subscribes to a topic with QoS 1 or 0. A broker queues few messages that need an acknowledgement.
    package func subscribe(to topic: String, isAcknowledged: Bool) {
        var id: CInt = 0
        guard mosquitto_subscribe_v5(client, &id, topic, isAcknowledged ? 1 : 0, 0, nil) == MOSQ_ERR_SUCCESS.code else {
            return onEvent(.refused(topic: topic))
        }
        topics[id] = topic
    }

    /// Unsubscribes from a topic.
    package func unsubscribe(from topic: String) {
        mosquitto_unsubscribe_v5(client, nil, topic, nil)
    }

    /// The game has ended: says so at the topic of the last will, whose payload gets one more byte, and clears our retained messages.
    package func withdraw() {
        publish(0, to: connection.lastWillTopic, retainSeconds: 0, connection.lastWillPayload + [1])
        for topic in retainedTopics { publish(0, to: topic, retainSeconds: 0, []) }
    }

    /// Publishes; what has no payload takes away what is kept there.
    package func publish(_ id: Int, to topic: String, retainSeconds: Int, _ payload: [UInt8]) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if retainSeconds > 0 {
            mosquitto_property_add_int32(
                &properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.number, UInt32(clamping: retainSeconds))
        }
        var number: CInt = 0
        let isRetained = retainSeconds > 0 || payload.isEmpty
        let code = mosquitto_publish_v5(client, &number, topic, CInt(payload.count), payload, 1, isRetained, properties)
        guard code == MOSQ_ERR_SUCCESS.code else { return onEvent(.receipt(id: id, .refused)) }
        publications[number] = id
        if payload.isEmpty { retainedTopics.remove(topic) } else if isRetained { retainedTopics.insert(topic) }
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
        // Mosquitto answers a wrong password with "not authorized".
        case MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue: fail(.wrongPassword)
        case MQTT_RC_BANNED.rawValue: fail(.forbidden)
        case 1..<128: fail(.notABroker)  // not an MQTT 5 reason code
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
                id: id, reason == CInt(MQTT_RC_NO_MATCHING_SUBSCRIBERS.rawValue) ? .nobody : reason < 128 ? .accepted : .refused))
    }

    /// Drops messages that are too long for a line, and empties those retained without an expiry: no program of ours sends either.
    private func didReceive(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        var payload = [UInt8](UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)))
        let expiry = mosquitto_property_read_int32(properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.number, nil, false)
        if message.retain, expiry == nil { payload = [] }
        guard let name = message.topic, let topic = String(validatingCString: name),
            topic.utf8.count <= RelayCommand.longestTopic, payload.count <= RelayCommand.longestPayload
        else { return }
        onEvent(.message(topic: topic, isRetained: message.retain, payload: payload))
    }

    /// Handles an error code of the library. `system` is errno or getaddrinfo(3)'s result.
    private func didFail(_ code: CInt, _ system: CInt) {
        switch mosq_err_t(rawValue: code) {
        case _ where isConnected: fail(.lost)
        case MOSQ_ERR_EAI: fail(system == EAI_AGAIN ? .unreachable : .noSuchHost)
        case MOSQ_ERR_TLS where !hasGreeted && !connection.authorities.isEmpty: fail(.noAuthorities)
        case MOSQ_ERR_ERRNO where !isReached: fail(.unreachable)
        // A full broker closes the connection without an answer.
        case MOSQ_ERR_CONN_LOST: fail(.closed)
        case MOSQ_ERR_ERRNO where system == ECONNRESET || system == EPIPE: fail(.closed)
        case MOSQ_ERR_NOMEM, MOSQ_ERR_INVAL: fail(.other, String(cString: mosquitto_strerror(code)))
        default: fail(tlsFailure, hasAuthorities ? "" : authorityFiles[0])
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

    /// Only the first failure is reported; others follow from it.
    private func fail(_ failure: RelayFailure, _ detail: String = "") {
        guard !hasEnded else { return }
        hasEnded = true
        isConnected = false
        onEvent(.trouble(failure, detail: detail))
    }
}

extension mosq_err_t {
    /// The code as functions return it.
    fileprivate var code: CInt { rawValue }
}

extension mqtt5_property {
    /// The property as functions take it.
    fileprivate var number: CInt { CInt(rawValue) }
}
