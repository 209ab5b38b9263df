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

/** Bytes of memory that no pool gives, and that are worth releasing. */
const largeBytes = 2 ** 18

/** Empties a large array: many of them as garbage would make collections frequent. */
export function releaseLarge(array: Uint8Array<ArrayBuffer>): void {
  if (array.buffer.byteLength >= largeBytes) release(array)
}
