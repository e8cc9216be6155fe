// The system's C library under one name. The attribute passes it on to whoever imports this module; the language has no
// other way to do that yet.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
