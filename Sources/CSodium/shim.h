// libsodium for Swift: a hash that nobody can turn back, and random bytes that nobody can foresee.
#pragma once
#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/randombytes.h>
