// The authorities that sign certificates, where this system keeps them. OpenSSL looks where the distribution that built it has them, which is
// another place when a program was built elsewhere.

import CMosquitto
import Glibc

/// Where Debian and Arch have it, then Fedora, then openSUSE, then Alpine.
let authorityFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
    "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ssl/cert.pem",
]
private let variable = "SSL_CERT_FILE"

/// Has OpenSSL find the authorities: those that the environment names, else those where it looks by itself, else the first of `authorityFiles`.
/// Returns whether there are any.
func findAuthorities() -> Bool {
    if getenv(variable) != nil || getenv("SSL_CERT_DIR") != nil { return true }
    if access(X509_get_default_cert_file(), R_OK) == 0 || hasEntries(X509_get_default_cert_dir()) { return true }
    guard let file = authorityFiles.first(where: { access($0, R_OK) == 0 }) else { return false }
    setenv(variable, file, 1)
    return true
}

private func hasEntries(_ path: UnsafePointer<CChar>) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { return true }
    }
    return false
}
