#include "index_store.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// libIndexStore's types, as far as they are used here: all handles are pointers, and a string is a pointer and a
// length.
typedef struct {
  const char *data;
  size_t length;
} text;
typedef void *handle;

enum { kind_record = 2 };

static struct {
  handle (*store_create)(const char *path, handle *error);
  void (*store_dispose)(handle);
  bool (*units)(handle store, unsigned sorted, void *context, bool (*applier)(void *, text));
  handle (*unit_create)(handle store, const char *name, handle *error);
  void (*unit_dispose)(handle);
  text (*main_file)(handle unit);
  bool (*dependencies)(handle unit, void *context, bool (*applier)(void *, handle));
  int (*dependency_kind)(handle);
  text (*dependency_name)(handle);
  text (*dependency_path)(handle);
  handle (*record_create)(handle store, const char *name, handle *error);
  void (*record_dispose)(handle);
  bool (*occurrences)(handle record, void *context, bool (*applier)(void *, handle));
  handle (*symbol)(handle occurrence);
  uint64_t (*roles)(handle occurrence);
  void (*line)(handle occurrence, unsigned *line, unsigned *column);
  int (*kind)(handle symbol);
  text (*name)(handle symbol);
  text (*usr)(handle symbol);
} library;

typedef struct {
  handle store;
  text file;
  void *context;
  index_visit visit;
} reading;

static bool visit_occurrence(void *context, handle occurrence) {
  reading *reading = context;
  handle symbol = library.symbol(occurrence);
  text usr = library.usr(symbol), name = library.name(symbol);
  unsigned line = 0, column = 0;
  library.line(occurrence, &line, &column);
  index_occurrence found = {usr.data,    name.data, usr.length, name.length, library.kind(symbol),
                            library.roles(occurrence), line};
  reading->visit(reading->context, reading->file.data, reading->file.length, &found);
  return true;
}

static bool copy_text(char *target, size_t size, text source) {
  if (source.length >= size) return false;
  memcpy(target, source.data, source.length);
  target[source.length] = 0;
  return true;
}

static bool visit_dependency(void *context, handle dependency) {
  reading *reading = context;
  if (library.dependency_kind(dependency) != kind_record) return true;
  text path = library.dependency_path(dependency);
  if (path.length != reading->file.length || memcmp(path.data, reading->file.data, path.length)) return true;
  char name[1024];
  if (!copy_text(name, sizeof name, library.dependency_name(dependency))) return true;
  handle record = library.record_create(reading->store, name, NULL);
  if (!record) return true;
  library.occurrences(record, reading, visit_occurrence);
  library.record_dispose(record);
  return true;
}

static bool visit_unit(void *context, text name) {
  reading *reading = context;
  char unit_name[1024];
  if (!copy_text(unit_name, sizeof unit_name, name)) return true;
  handle unit = library.unit_create(reading->store, unit_name, NULL);
  if (!unit) return true;
  reading->file = library.main_file(unit);
  if (reading->file.length) library.dependencies(unit, reading, visit_dependency);
  library.unit_dispose(unit);
  return true;
}

static const char *load(const char *path) {
  void *image = dlopen(path, RTLD_NOW);
  if (!image) return dlerror();
#define LOAD(member, function)                                                  \
  *(void **)&library.member = dlsym(image, "indexstore_" function);             \
  if (!library.member) return "libIndexStore has no indexstore_" function
  LOAD(store_create, "store_create");
  LOAD(store_dispose, "store_dispose");
  LOAD(units, "store_units_apply_f");
  LOAD(unit_create, "unit_reader_create");
  LOAD(unit_dispose, "unit_reader_dispose");
  LOAD(main_file, "unit_reader_get_main_file");
  LOAD(dependencies, "unit_reader_dependencies_apply_f");
  LOAD(dependency_kind, "unit_dependency_get_kind");
  LOAD(dependency_name, "unit_dependency_get_name");
  LOAD(dependency_path, "unit_dependency_get_filepath");
  LOAD(record_create, "record_reader_create");
  LOAD(record_dispose, "record_reader_dispose");
  LOAD(occurrences, "record_reader_occurrences_apply_f");
  LOAD(symbol, "occurrence_get_symbol");
  LOAD(roles, "occurrence_get_roles");
  LOAD(line, "occurrence_get_line_col");
  LOAD(kind, "symbol_get_kind");
  LOAD(name, "symbol_get_name");
  LOAD(usr, "symbol_get_usr");
#undef LOAD
  return NULL;
}

const char *index_store_read(const char *path, const char *store, void *context, index_visit visit) {
  const char *fault = load(path);
  if (fault) return fault;
  reading reading = {library.store_create(store, NULL), {NULL, 0}, context, visit};
  if (!reading.store) return "there is no index store";
  library.units(reading.store, 1, &reading, visit_unit);
  library.store_dispose(reading.store);
  return NULL;
}
