/* Nothing to import: the library is loaded into the tool by its tests. */
