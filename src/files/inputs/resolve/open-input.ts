/** Opens an input as a stream of the bytes that it has: a file, standard input, or an object. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { objectStream } from '../../io/objects/object-stream.ts'
import type { Input } from './input.ts'

export function openInput({ path, object }: Pick<Input, 'path' | 'object'>): Readable {
  if (object !== undefined) return objectStream(object)
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 20 })
}
