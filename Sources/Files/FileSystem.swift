import CFileSystem

/// The kind of the file system that a file is on.
struct FileSystem {
  /// Whether files keep the owner and the mode that they are given.
  let keepsOwners: Bool

  /// Asks the system; the corresponding C function is fstatfs(2).
  init(of file: borrowing Descriptor) throws(SystemError) {
    var status = statfs()
    _ = try retrying { fstatfs(file.number, &status) }
    #if canImport(Darwin)
      keepsOwners = status.f_flags & UInt32(MNT_IGNORE_OWNERSHIP) == 0
    #else
      keepsOwners = !Self.withoutOwners.contains(UInt32(truncatingIfNeeded: status.f_type))
    #endif
  }

  /// File systems whose owners and modes come from mount options, from another machine or from a program, by their
  /// numbers in linux/magic.h and in the kernel.
  private static let withoutOwners: Set<UInt32> = [
    0x4D44,  // vfat
    0x2011_BAB0,  // exfat
    0x5346_544E, 0x7366_746E,  // ntfs, ntfs3
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB and CIFS
    0x0102_1997,  // 9p
    0x6573_5546,  // FUSE
  ]
}
