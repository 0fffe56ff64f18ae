// The baseline for a disc's way to the other screen: a key is read from the terminal, a frame as long as a disc's goes through
// the socket, and what arrives from there is answered on the terminal by as many bytes as a disc needs. It draws nothing.
//
// relay listen: takes a free port of the loopback, prints it, waits for one peer. relay PORT: connects to it.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

enum { FRAME = 329, ANSWER = 64 };

static void fail(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

static int make_socket(void) {
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0) fail("socket");
    return made;
}

static int listen_for_one(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = make_socket();
    if (bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 1) < 0) fail("listen");
    if (getsockname(listener, (struct sockaddr *)&address, &length) < 0) fail("getsockname");
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    int peer = accept(listener, NULL, NULL);
    if (peer < 0) fail("accept");
    close(listener);
    return peer;
}

static int connect_to(const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((unsigned short)atoi(port));
    int made = make_socket();
    if (connect(made, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    return made;
}

static void take_keys(void) {
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) < 0) fail("tcgetattr");
    cfmakeraw(&modes);
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

int main(int count, char **words) {
    if (count != 2) return EXIT_FAILURE;
    take_keys();
    int peer = strcmp(words[1], "listen") == 0 ? listen_for_one() : connect_to(words[1]);
    int now = 1;
    setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    printf("ready");
    fflush(stdout);
    static char frame[FRAME], arrived[4096];
    memset(frame, 'x', sizeof frame);
    struct pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {peer, POLLIN, 0}};
    while (poll(polled, 2, -1) > 0) {
        if (polled[0].revents) {
            if (read(STDIN_FILENO, arrived, sizeof arrived) <= 0) break;
            if (write(peer, frame, sizeof frame) < 0) break;
        }
        if (polled[1].revents) {
            if (read(peer, arrived, sizeof arrived) <= 0) break;
            if (write(STDOUT_FILENO, frame, ANSWER) < 0) break;
        }
    }
    return EXIT_SUCCESS;
}
