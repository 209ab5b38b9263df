/** Places of given documents, as plain data for a task. */
import { chunkOf, rowOf } from '../../../engine/columns/chunks.ts'
import type { Source } from '../../inputs/source.ts'
import type { Places } from '../../work/thread/record-reader.ts'
import type { Documents } from './documents.ts'

export function placesOf(documents: Documents, numbers: Int32Array): Places {
  const source = new Int32Array(numbers.length)
  const offset = new Float64Array(numbers.length)
  const length = new Uint32Array(numbers.length)
  const sources: Record<number, Source> = {}
  for (let i = 0; i < numbers.length; i++) {
    const number = documents.records.sourceOf(numbers[i])
    source[i] = number
    sources[number] ??= documents.sources[number]
    const chunk = chunkOf(documents, numbers[i])
    const row = rowOf(documents, numbers[i])
    offset[i] = chunk.offset[row]
    length[i] = chunk.length[row]
  }
  return { sources, source, offset, length }
}
