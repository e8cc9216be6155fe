import Foundation

/// The files of folders, in the order of their names.
public enum MediaFiles {
  /// The regular files among these paths and in the folders among them, without hidden ones.
  public static func all(of paths: [String]) -> [String] {
    paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
      return isFolder.boolValue ? files(in: path) : [path]
    }
  }

  private static func files(in folder: String) -> [String] {
    let inner = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    return inner.compactMap { name in
      guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return kind == .typeRegular ? path : nil
    }
  }
}
