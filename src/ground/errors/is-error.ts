/**
 * Whether a value is an error, also one of another realm: in tests that Jest runs, and in other contexts of `node:vm`,
 * what `node:fs` throws is not of the class `Error` that is known there.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}
