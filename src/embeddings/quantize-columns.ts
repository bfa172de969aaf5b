export interface QuantizedMatrix {
  /** Row-major, like the input: weight = (value − `zeroPoint`) · scale of its column. */
  readonly values: Uint8Array;
  readonly scales: Float32Array;
}

/**
 * Stands for 0. Unsigned on purpose: with signed weights ONNX Runtime adds pairs of products in 16 bits, which overflows
 * on processors without VNNI (least cosine 0.997 instead of 0.999); with unsigned ones it does not, anywhere.
 */
export const zeroPoint = 128;

const largestValue = 127;

/** Rounds a row-major matrix to 8 bits with one scale a column. */
export function quantizeColumns(matrix: Float32Array, columns: number): QuantizedMatrix {
  const largest = new Float32Array(columns);
  for (let i = 0; i < matrix.length; i++) {
    const column = i % columns;
    largest[column] = Math.max(largest[column] ?? 0, Math.abs(matrix[i] ?? 0));
  }
  const scales = largest.map((weight) => weight / largestValue || 1);
  const values = new Uint8Array(matrix.length);
  for (let i = 0; i < matrix.length; i++) {
    values[i] = zeroPoint + Math.round((matrix[i] ?? 0) / (scales[i % columns] ?? 1));
  }
  return { values, scales };
}
