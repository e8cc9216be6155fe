/// The JSON Schema of gesture files, for editors.
public enum GestureSchema {
  /// The schema (draft 2020-12): the contents of `gesture.schema.json`, which ends with a line end.
  ///
  /// It covers everything that JSON Schema can express. Errors that depend on several values, such as the order of
  /// touches or a knob wider than its track, are only found by `GestureFile`.
  public static let text = String(decoding: PackageResources.gesture_schema_json, as: UTF8.self)
}
