/**
 * Document windows: those of a document that may be repeated, as plain data.
 *
 * Of tokens: the windows that take a wanted fingerprint. If that always stands in the same surroundings (all tokens of
 * the windows that take it), they are alike everywhere, and the fingerprint stands for all of them: a block. Of whole
 * lines and paragraphs: each is a window, if it has enough tokens.
 */
import { align64 } from '../kernels/layout/memory-layout.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { knownOf, occurrences, type RepeatedFingerprints } from './fingerprint-set.ts'
import { type PassageUnit, unitBounds } from './text-units.ts'
import { type ItemKey, itemKey } from './whole-items.ts'
import type { WindowReader } from './window-reader.ts'

export interface DocumentWindows {
  /** Tokens of the document; or its lines or paragraphs. */
  readonly places: number
  readonly tokens: number
  /** Consecutive windows: from, to, and 1 for a block, else 0; ascending. */
  readonly runs: Uint32Array
  /** Hashes of the windows in `runs`, two u32 each; of a block only one. */
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
  const document = { places: tokens, tokens, runs: none, hashes: none }
  if (windows === 0) return document
  const { runs, prints } =
    wanted === undefined ? { runs: [0, windows, 0], prints: [] } : wantedRuns(reader, wanted)
  if (runs.length === 0) return document
  let total = 0
  for (let i = 0; i < runs.length; i += 3) total += runs[i + 2] === 1 ? 1 : runs[i + 1] - runs[i]
  const hashes = new Uint32Array(2 * total)
  const all = 2 * total > prints.length ? reader.hashesOf(reader.least) : none
  let end = 0
  let print = 0
  for (let i = 0; i < runs.length; i += 3) {
    if (runs[i + 2] === 1) {
      hashes[end++] = prints[print++]
      hashes[end++] = prints[print++]
      continue
    }
    const some = all.subarray(2 * runs[i], 2 * runs[i + 1])
    hashes.set(some, end)
    end += some.length
  }
  return { ...document, runs: Uint32Array.from(runs), hashes }
}

/** All windows of the text that the reader read last; of one that is shorter, its key. */
export function allWindows(reader: WindowReader): DocumentWindows {
  if (reader.count === 0 || reader.windows > 0) return wantedWindows(reader)
  return { ...wantedWindows(reader), item: itemKey(reader) }
}

/** Runs of windows that take a wanted fingerprint, and the fingerprints of the blocks among them. */
function wantedRuns(
  reader: WindowReader,
  wanted: RepeatedFingerprints,
): { readonly runs: number[]; readonly prints: number[] } {
  const { count, grams, rows } = reader.fingerprints()
  const lows = new Uint32Array(count)
  for (let i = 0; i < count; i++) lows[i] = grams[2 * rows[2 * i]]
  const kinds = new Uint8Array(count)
  knownOf(wanted, lows, kinds)
  const runs: number[] = []
  const prints: number[] = []
  for (let i = 0; i < count; i++) {
    if (kinds[i] === occurrences.once) continue
    const from = rows[2 * i + 1]
    const to = i + 1 < count ? rows[2 * i + 3] : reader.windows
    const isBlock = kinds[i] === occurrences.alike
    const last = runs.length - 3
    if (!isBlock && last >= 0 && runs[last + 1] === from && runs[last + 2] === 0) runs[last + 1] = to
    else runs.push(from, to, isBlock ? 1 : 0)
    if (isBlock) prints.push(lows[i], grams[2 * rows[2 * i] + 1])
  }
  return { runs, prints }
}

/**
 * Fingerprints of the text that the reader read last, three u32 each: its halves, and a hash of its surroundings, which
 * the first and the last of the windows that take it cover. Of one repeated at once only two.
 */
export function fingerprintsOf(reader: WindowReader): Uint32Array {
  if (reader.windows === 0) return none
  const { count, grams, rows, free } = reader.fingerprints()
  const windows = reader.hashesOf(reader.least, free)
  const prints = new Uint32Array(3 * count)
  let end = 0
  for (let i = 0; i < count; i++) {
    const place = rows[2 * i]
    const from = rows[2 * i + 1]
    const last = (i + 1 < count ? rows[2 * i + 3] : reader.windows) - 1
    const [low, high] = [grams[2 * place], grams[2 * place + 1]]
    const shape = Math.imul(place - from, 0x9e3779b1) ^ Math.imul(last - from, 0x85ebca6b)
    const around = (windows[2 * from] ^ Math.imul(windows[2 * last + 1], 0xc2b2ae35) ^ shape) >>> 0
    const isLike = (at: number) =>
      prints[at] === low && prints[at + 1] === high && prints[at + 2] === around
    if (end >= 6 && isLike(end - 3) && isLike(end - 6)) continue
    prints[end++] = low
    prints[end++] = high
    prints[end++] = around
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
    const last = runs.length - 3
    if (last >= 0 && runs[last + 1] === place) runs[last + 1]++
    else runs.push(place, place + 1, 0)
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
