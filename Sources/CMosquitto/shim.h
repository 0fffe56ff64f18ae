// libmosquitto for Swift, two functions of OpenSSL that it does not offer, and a kernel interface that Swift's Glibc leaves out.
#pragma once
#include <linux/rtnetlink.h>
#include <mosquitto.h>
// Where it is since mosquitto 2.1, whose old header only warns.
#if __has_include(<mosquitto/mqtt_protocol.h>)
#include <mosquitto/mqtt_protocol.h>
#else
#include <mqtt_protocol.h>
#endif
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

// The verification result of the broker's certificate (X509_V_ERR_…); X509_V_OK also if there is none.
static inline long mosquitto_certificate_error(struct mosquitto *client) {
    SSL *tls = mosquitto_ssl_get(client);
    return tls ? SSL_get_verify_result(tls) : X509_V_OK;
}

// Whether there are decrypted bytes that were not read: poll(2) does not report them.
static inline int mosquitto_has_decrypted(struct mosquitto *client) {
    SSL *tls = mosquitto_ssl_get(client);
    return tls && SSL_pending(tls) > 0;
}
