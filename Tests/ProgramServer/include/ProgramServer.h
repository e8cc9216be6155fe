/* Nothing to import: the library is loaded into other programs by the tests. */
