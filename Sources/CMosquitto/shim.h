// libmosquitto for Swift, two questions to OpenSSL that it does not pass on, and a kernel interface that Swift's Glibc leaves out.
#pragma once
#include <linux/rtnetlink.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

// What is wrong with the certificate that the broker has shown, as one of X509_V_ERR_…; X509_V_OK: nothing, or it has shown none.
static inline long mosquitto_certificate_error(struct mosquitto *client) {
    SSL *tls = mosquitto_ssl_get(client);
    return tls ? SSL_get_verify_result(tls) : X509_V_OK;
}

// Whether bytes have been decrypted that nobody has read: poll(2) does not know of them.
static inline int mosquitto_has_decrypted(struct mosquitto *client) {
    SSL *tls = mosquitto_ssl_get(client);
    return tls && SSL_pending(tls) > 0;
}
