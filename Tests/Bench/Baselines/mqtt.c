// The baseline for a disc's way to the other screen by way of a broker: a key is read from the terminal, a message as long as a disc's
// goes to the broker with TLS, and what arrives from there is answered on the terminal by as many bytes as a disc needs. No helper, no
// seal, no game.
//
// mqtt PORT CA OWN OTHER: receives at the topic OWN, publishes to OTHER.

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { MESSAGE = 362, ANSWER = 64 };

static char message[MESSAGE];

static void did_receive(struct mosquitto *client, void *user, const struct mosquitto_message *received) {
    (void)client, (void)user, (void)received;
    if (write(STDOUT_FILENO, message, ANSWER) < 0) exit(EXIT_FAILURE);
}

static void did_subscribe(struct mosquitto *client, void *user, int id, int count, const int *granted) {
    (void)client, (void)user, (void)id, (void)count, (void)granted;
    printf("ready");
    fflush(stdout);
}

static void take_keys(void) {
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) < 0) exit(EXIT_FAILURE);
    cfmakeraw(&modes);
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

int main(int count, char **words) {
    if (count != 5) return EXIT_FAILURE;
    take_keys();
    memset(message, 'x', sizeof message);
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(NULL, true, NULL);
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_tls_set(client, words[2], NULL, NULL, NULL, NULL);
    mosquitto_message_callback_set(client, did_receive);
    mosquitto_subscribe_callback_set(client, did_subscribe);
    if (mosquitto_connect(client, "localhost", atoi(words[1]), 60) || mosquitto_subscribe(client, NULL, words[3], 1)) return EXIT_FAILURE;
    for (;;) {
        struct pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {mosquitto_socket(client), POLLIN, 0}};
        if (mosquitto_want_write(client)) polled[1].events |= POLLOUT;
        if (poll(polled, 2, 15000) < 0) break;
        char key[64];
        if (polled[0].revents) {
            if (read(STDIN_FILENO, key, sizeof key) <= 0) break;
            mosquitto_publish(client, NULL, words[4], MESSAGE, message, 1, false);
        }
        if (polled[1].revents & POLLIN && mosquitto_loop_read(client, 1)) break;
        if (mosquitto_want_write(client)) mosquitto_loop_write(client, 1);
        if (mosquitto_loop_misc(client)) break;
    }
    return EXIT_SUCCESS;
}
