/* Whether this call is the one that has to fail; errno is set then. */
int shim_fails(const char *call);
