/** Segments: the wanted byte ranges of a source, read in large blocks across the gaps. */
import { inputChanged } from '../io/input-errors.ts'
import { readInput } from '../io/read-input.ts'
import type { PlainSource } from './source.ts'

/**
 * The bytes of segments in order, each in one or more parts; each part overwrites the memory of the one before.
 *
 * @param file the source, open
 * @param segments ascending: from, to, from, to, ...; at least one
 * @param block memory to read into, at least a byte; the gap between two segments is read if both fit in one block
 * @throws NearsameError INPUT_CHANGED, INPUT_UNREADABLE
 */
export function* readSegments(
  file: number,
  source: PlainSource,
  segments: Float64Array,
  block: Uint8Array,
): Generator<Uint8Array> {
  const last = segments[segments.length - 1]
  let next = 0
  let from = segments[0]
  while (next < segments.length) {
    const to = Math.min(from + block.length, last)
    readWhole(file, source, block.subarray(0, to - from), from)
    for (; next < segments.length && (segments[next] < to || segments[next + 1] <= to); next += 2) {
      const end = segments[next + 1]
      yield block.subarray(Math.max(segments[next], from) - from, Math.min(end, to) - from)
      if (end > to) break
    }
    if (next < segments.length) from = Math.max(segments[next], to)
  }
}

/** Fills `into` with the source's bytes from `position` on. @throws NearsameError INPUT_CHANGED, INPUT_UNREADABLE */
export function readWhole(file: number, source: PlainSource, into: Uint8Array, position: number): void {
  for (let got = 0; got < into.length; ) {
    const reading = { at: got, length: into.length - got, position: position + got }
    const bytes = readInput(file, source.path, into, reading)
    if (bytes === 0)
      throw inputChanged('a shorter file than the first time', `${source.path}, byte ${position + got}`)
    got += bytes
  }
}
