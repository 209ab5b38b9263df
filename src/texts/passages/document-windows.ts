/**
 * Document windows: those of a document that may be repeated, as plain data.
 *
 * Of tokens: the windows that take a wanted fingerprint. Of whole lines and paragraphs: each is a window, if it has
 * enough tokens.
 */
import { align64 } from '../kernels/layout/memory-layout.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hasFingerprint, type RepeatedFingerprints } from './fingerprint-set.ts'
import { type PassageUnit, unitBounds } from './text-units.ts'
import { type ItemKey, itemKey } from './whole-items.ts'
import type { WindowReader } from './window-reader.ts'

export interface DocumentWindows {
  /** Tokens of the document; or its lines or paragraphs. */
  readonly places: number
  readonly tokens: number
  /** Consecutive windows: from, to, from, to, ... */
  readonly runs: Uint32Array
  /** Hashes of the windows in `runs`, two u32 each. */
  readonly hashes: Uint32Array
  /** Tokens of each of these windows if they differ. */
  readonly sizes?: Uint32Array
  /** A document shorter than a window, which is looked for as a whole. */
  readonly item?: ItemKey
}

const none = new Uint32Array(0)

/** Windows of the text that the reader read last, copied. @param wanted default: all windows */
export function wantedWindows(reader: WindowReader, wanted?: RepeatedFingerprints): DocumentWindows {
  const { count: tokens, windows } = reader
  const runs = windows === 0 ? [] : wanted === undefined ? [0, windows] : wantedRuns(reader, wanted)
  if (runs.length === 0) return { places: tokens, tokens, runs: none, hashes: none }
  let total = 0
  for (let i = 0; i < runs.length; i += 2) total += runs[i + 1] - runs[i]
  const all = reader.hashesOf(reader.least)
  const hashes = new Uint32Array(2 * total)
  let end = 0
  for (let i = 0; i < runs.length; i += 2) {
    const some = all.subarray(2 * runs[i], 2 * runs[i + 1])
    hashes.set(some, end)
    end += some.length
  }
  return { places: tokens, tokens, runs: Uint32Array.from(runs), hashes }
}

/** All windows of the text that the reader read last; of one that is shorter, its key. */
export function allWindows(reader: WindowReader): DocumentWindows {
  if (reader.count === 0 || reader.windows > 0) return wantedWindows(reader)
  return { ...wantedWindows(reader), item: itemKey(reader) }
}

/** Windows that take a wanted fingerprint: from, to, from, to, ... */
function wantedRuns(reader: WindowReader, wanted: RepeatedFingerprints): number[] {
  const { count, grams, rows } = reader.fingerprints()
  const runs: number[] = []
  for (let i = 0; i < count; i++) {
    const place = 2 * rows[2 * i]
    if (!hasFingerprint(wanted, grams[place], grams[place + 1])) continue
    const from = rows[2 * i + 1]
    const to = i + 1 < count ? rows[2 * i + 3] : reader.windows
    if (runs[runs.length - 1] === from) runs[runs.length - 1] = to
    else runs.push(from, to)
  }
  return runs
}

/** Fingerprints of the text that the reader read last, two u32 each; of one repeated at once only two. */
export function fingerprintsOf(reader: WindowReader): Uint32Array {
  if (reader.windows === 0) return none
  const { count, grams, rows } = reader.fingerprints()
  const prints = new Uint32Array(2 * count)
  let end = 0
  for (let i = 0; i < count; i++) {
    const place = 2 * rows[2 * i]
    const [low, high] = [grams[place], grams[place + 1]]
    const isKnown = end >= 4 && prints[end - 2] === low && prints[end - 1] === high
    if (isKnown && prints[end - 4] === low && prints[end - 3] === high) continue
    prints[end++] = low
    prints[end++] = high
  }
  return prints.subarray(0, end)
}

/**
 * Lines or paragraphs of the text at [from, to) of at least `least` tokens.
 *
 * @param free memory behind the text
 */
export function unitWindows(
  space: Workspace,
  reader: WindowReader,
  { from, to, free }: { readonly from: number; readonly to: number; readonly free: number },
  { unit, least }: { readonly unit: Exclude<PassageUnit, 'tokens'>; readonly least: number },
): DocumentWindows {
  const bounds = unitBounds(space.bytes, from, to, unit)
  const places = bounds.length / 2
  const runs: number[] = []
  const hashes = new Uint32Array(2 * places)
  const sizes = new Uint32Array(places)
  let count = 0
  let tokens = 0
  const at = align64(free)
  for (let place = 0; place < places; place++) {
    const [start, end] = [bounds[2 * place], bounds[2 * place + 1]]
    const scratch = align64(at + 4 * (end - start) + 128)
    const size = reader.read(start, end, scratch, at)
    tokens += size
    if (size < Math.max(1, least)) continue
    if (runs[runs.length - 1] === place) runs[runs.length - 1]++
    else runs.push(place, place + 1)
    hashes.set(reader.wholeHash(), 2 * count)
    sizes[count++] = size
  }
  return {
    places,
    tokens,
    runs: Uint32Array.from(runs),
    hashes: hashes.slice(0, 2 * count),
    sizes: sizes.slice(0, count),
  }
}
