/** Frees the memory of arrays at once instead of at the next garbage collection. */
import { NearsameError } from '../errors/nearsame-error.ts'

/** @throws NearsameError ENGINE_TOO_OLD if JavaScript lacks `ArrayBuffer.prototype.transfer` */
export function checkJavaScript(): void {
  if (typeof ArrayBuffer.prototype.transfer === 'function') return
  throw new NearsameError('ENGINE_TOO_OLD', {
    expected: 'an ES2024 engine, with ArrayBuffer.prototype.transfer',
    got: 'one without it',
    fix: 'use Node >= 22.18, Chrome 114, Firefox 122, Safari 17.4, or newer',
  })
}

/**
 * Empties the array.
 *
 * @throws NearsameError ENGINE_TOO_OLD
 */
export function release(array: ArrayBufferView<ArrayBuffer>): void {
  checkJavaScript()
  if (array.buffer.byteLength > 0) array.buffer.transfer(0)
}
