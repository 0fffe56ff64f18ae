// epoll(7) for the simulation of thousands of players: Swift's Glibc leaves it out, and poll(2) looks at all of them each time.
#pragma once
#include <sys/epoll.h>
