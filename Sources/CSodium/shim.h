// libsodium for Swift: hashes, random bytes, signatures, and for private games a password hash, the Ristretto group and a secret stream.
#pragma once
#include <sodium/core.h>
#include <sodium/crypto_auth_hmacsha512.h>
#include <sodium/crypto_core_ristretto255.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_hash_sha512.h>
#include <sodium/crypto_pwhash.h>
#include <sodium/crypto_scalarmult_ristretto255.h>
#include <sodium/crypto_secretstream_xchacha20poly1305.h>
#include <sodium/crypto_sign.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>
#include <sodium/version.h>
