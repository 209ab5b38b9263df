/** Slices: the wanted byte ranges of a source, read in large blocks across the gaps. */
import { inputChanged } from '../io/input-errors.ts'
import { readInput } from '../io/read-input.ts'
import type { Source } from './source.ts'

/**
 * The bytes of slices in order, each in one or more parts; each part overwrites the memory of the one before.
 *
 * @param file the source, open
 * @param slices ascending: from, to, from, to, ...; at least one
 * @param block memory to read into, at least a byte; the gap between two slices is read if both fit in one block
 * @throws NearsameError INPUT_CHANGED, INPUT_UNREADABLE
 */
export function* readSlices(
  file: number,
  source: Source,
  slices: Float64Array,
  block: Uint8Array,
): Generator<Uint8Array> {
  const last = slices[slices.length - 1]
  let next = 0
  let from = slices[0]
  while (next < slices.length) {
    const to = Math.min(from + block.length, last)
    readWhole(file, source, block.subarray(0, to - from), from)
    for (; next < slices.length && (slices[next] < to || slices[next + 1] <= to); next += 2) {
      const end = slices[next + 1]
      yield block.subarray(Math.max(slices[next], from) - from, Math.min(end, to) - from)
      if (end > to) break
    }
    if (next < slices.length) from = Math.max(slices[next], to)
  }
}

/** Fills `into` with the source's bytes from `position` on. @throws NearsameError INPUT_CHANGED, INPUT_UNREADABLE */
export function readWhole(
  file: number,
  source: Pick<Source, 'path'>,
  into: Uint8Array,
  position: number,
): void {
  for (let got = 0; got < into.length; ) {
    const reading = { at: got, length: into.length - got, position: position + got }
    const bytes = readInput(file, source.path, into, reading)
    if (bytes === 0)
      throw inputChanged('a shorter file than the first time', `${source.path}, byte ${position + got}`)
    got += bytes
  }
}
