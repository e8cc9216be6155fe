/* Nothing to import: what it does happens when the tests are loaded. */
