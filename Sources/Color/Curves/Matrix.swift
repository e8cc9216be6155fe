/// A 3 × 3 matrix of real numbers that converts three colour values to another three; colours are columns.
struct Matrix: Hashable, Sendable {
  /// The numbers by rows.
  let rows: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = [first, second, third]
  }

  /// A matrix that multiplies each value by its own factor.
  init(diagonal: SIMD3<Double>) {
    self.init(
      SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  var transposed: Matrix {
    Matrix(
      SIMD3(rows[0].x, rows[1].x, rows[2].x), SIMD3(rows[0].y, rows[1].y, rows[2].y),
      SIMD3(rows[0].z, rows[1].z, rows[2].z))
  }

  static func * (matrix: Matrix, color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix.rows[0] * color).sum(), (matrix.rows[1] * color).sum(), (matrix.rows[2] * color).sum())
  }

  static func * (left: Matrix, right: Matrix) -> Matrix {
    let columns = right.transposed.rows.map { left * $0 }
    return Matrix(columns[0], columns[1], columns[2]).transposed
  }

  /// The inverse matrix, by cofactors; every matrix used here has one.
  var inverse: Matrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
    let determinant = (rows[0] * columns[0]).sum()
    return Matrix(columns[0] / determinant, columns[1] / determinant, columns[2] / determinant).transposed
  }
}
