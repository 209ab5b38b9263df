/** Gives the memory of an array back at once, not when the collector comes by. The array is empty afterwards. */
export function release(array: ArrayBufferView<ArrayBuffer>): void {
  if (array.buffer.byteLength > 0) array.buffer.transfer(0)
}
