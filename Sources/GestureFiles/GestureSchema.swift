/// The JSON Schema of gesture files, for editors.
public enum GestureSchema {
  /// The schema by the 2020-12 draft: the bytes of `gesture.schema.json`, which ends with a line end.
  ///
  /// It tells all that JSON Schema has words for. What follows from several values together, such as the order of
  /// touches or a knob wider than its track, is found by `GestureFile` alone.
  public static let text = String(decoding: PackageResources.gesture_schema_json, as: UTF8.self)
}
