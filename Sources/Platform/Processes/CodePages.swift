// The program's code in memory: much of it runs once, at the start. It knows no functions, only segments.

import Glibc

/// dl_iterate_phdr(3): Swift's Glibc module hides it behind _GNU_SOURCE.
@_silgen_name("dl_iterate_phdr")
nonisolated private func forEachObject(
    _ body: @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> Int32, _ data: UnsafeMutableRawPointer?
) -> Int32

/// The pages of code, the program's and its libraries', that this process has touched.
package enum CodePages {
    /// Takes them out of this process's memory. The kernel has them still, and what is needed comes back at a touch, 64 KiB at a time.
    package static func giveBack() {
        _ = forEachObject({ object, _, _ in giveBackCode(of: object) }, nil)
    }
}

/// `object` is a `struct dl_phdr_info`: where it is loaded, its name, its program headers and how many (link.h).
nonisolated private func giveBackCode(of object: UnsafeRawPointer) -> Int32 {
    let place = object.load(as: UInt.self)
    let name = object.load(fromByteOffset: 8, as: UnsafePointer<CChar>.self)
    let headers = object.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    guard name.pointee == 0 || name.pointee == 0x2F else { return 0 }  // the kernel's own object is no file
    for index in 0..<Int(object.load(fromByteOffset: 24, as: UInt16.self)) {
        // An `Elf64_Phdr`: kind, flags, and at 16 and 40 its address and its size in memory (elf.h).
        let header = headers + 56 * index
        let isLoaded = header.load(as: UInt32.self) == 1  // PT_LOAD
        // Readable, executable and not writable. What the loader wrote into is no such segment, and would not come back as it was.
        guard isLoaded, header.load(fromByteOffset: 4, as: UInt32.self) == 5 else { continue }
        let start = place + header.load(fromByteOffset: 16, as: UInt.self)
        let end = start + header.load(fromByteOffset: 40, as: UInt.self)
        let first = start & ~4_095
        madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
    }
    return 0
}
