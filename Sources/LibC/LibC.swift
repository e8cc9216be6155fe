// The C library: one import for Linux and macOS. Only `@_exported` gives its functions to the files that import LibC.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
