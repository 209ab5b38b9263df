/**
 * Document windows: those of a document that may be repeated, as plain data.
 *
 * Of tokens: the windows that take a wanted fingerprint. If that always stands in the same surroundings (all tokens of
 * the windows that take it), they are alike everywhere, and the fingerprint stands for all of them: a block. Of whole
 * lines and paragraphs: each is a window, if it has enough tokens.
 */
import { WordList } from '../../ground/lists/growing-lists.ts'
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

/** Windows of several documents, those of one behind those of another. */
export class WindowList {
  readonly runs = new WordList()
  readonly hashes = new WordList(1 << 15)
  readonly sizes = new WordList()
}

const none = new Uint32Array(0)

/** The counts of the text that the reader read last, of which the windows are elsewhere. */
function countsOf({ count }: WindowReader): DocumentWindows {
  return { places: count, tokens: count, runs: none, hashes: none }
}

/** Adds all windows of the text that the reader read last. */
function addAll(reader: WindowReader, { runs, hashes }: WindowList): DocumentWindows {
  if (reader.windows > 0) {
    addRun(runs, 0, reader.windows, 0)
    hashes.append(reader.hashesOf(reader.least))
  }
  return countsOf(reader)
}

/** Adds all windows; a text that is shorter has a key instead. */
export function addAllWindows(reader: WindowReader, list: WindowList): DocumentWindows {
  const document = addAll(reader, list)
  return reader.count === 0 || reader.windows > 0 ? document : { ...document, item: itemKey(reader) }
}

/** Adds those windows of the text that the reader read last that take a wanted fingerprint. */
export function addWantedWindows(
  reader: WindowReader,
  wanted: RepeatedFingerprints,
  { runs, hashes }: WindowList,
): DocumentWindows {
  if (reader.windows === 0) return countsOf(reader)
  const { count, grams, rows, free } = reader.fingerprints()
  const kinds = knownOf(wanted, { count, grams, rows })
  const lastOf = (i: number) => (i + 1 < count ? rows[2 * i + 3] : reader.windows)
  let all: Uint32Array = none
  for (let i = 0; i < count; i++) {
    if (kinds[i] === occurrences.once) continue
    const from = rows[2 * i + 1]
    if (kinds[i] === occurrences.alike) {
      addRun(runs, from, lastOf(i), 1)
      hashes.push(grams[2 * rows[2 * i]])
      hashes.push(grams[2 * rows[2 * i] + 1])
      continue
    }
    while (i + 1 < count && kinds[i + 1] === occurrences.mixed) i++
    const to = lastOf(i)
    addRun(runs, from, to, 0)
    if (all.length === 0) all = reader.hashesOf(reader.least, free)
    hashes.append(all.subarray(2 * from, 2 * to))
  }
  return countsOf(reader)
}

function addRun(runs: WordList, from: number, to: number, isBlock: 0 | 1): void {
  runs.push(from)
  runs.push(to)
  runs.push(isBlock)
}

/**
 * Adds the fingerprints of the text that the reader read last, three u32 each: its halves, and a hash of its
 * surroundings, which the first and the last of the windows that take it cover. Of one repeated at once only two.
 */
export function addFingerprints(reader: WindowReader, prints: WordList): void {
  if (reader.windows === 0) return
  const { count, grams, rows, free } = reader.fingerprints()
  const windows = reader.hashesOf(reader.least, free)
  // The last fingerprint, and how often it was added at once.
  let [low, high, around, times] = [0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const place = rows[2 * i]
    const from = rows[2 * i + 1]
    const last = (i + 1 < count ? rows[2 * i + 3] : reader.windows) - 1
    const shape = Math.imul(place - from, 0x9e3779b1) ^ Math.imul(last - from, 0x85ebca6b)
    const next = (windows[2 * from] ^ Math.imul(windows[2 * last + 1], 0xc2b2ae35) ^ shape) >>> 0
    const isLike = grams[2 * place] === low && grams[2 * place + 1] === high && next === around
    times = isLike ? times + 1 : 1
    if (times > 2) continue
    low = grams[2 * place]
    high = grams[2 * place + 1]
    around = next
    prints.push(low)
    prints.push(high)
    prints.push(around)
  }
}

/**
 * Adds lines or paragraphs of the text at [from, to) of at least `least` tokens.
 *
 * @param free memory behind the text
 */
export function addUnitWindows(
  space: Workspace,
  reader: WindowReader,
  { from, to, free }: { readonly from: number; readonly to: number; readonly free: number },
  { unit, least }: { readonly unit: Exclude<PassageUnit, 'tokens'>; readonly least: number },
  list: WindowList,
): DocumentWindows {
  const bounds = unitBounds(space.bytes, from, to, unit)
  const places = bounds.length / 2
  // The run that is open.
  let [first, last] = [-1, -1]
  let tokens = 0
  const at = align64(free)
  for (let place = 0; place < places; place++) {
    const [start, end] = [bounds[2 * place], bounds[2 * place + 1]]
    const scratch = align64(at + 4 * (end - start) + 128)
    const size = reader.read(start, end, scratch, at)
    tokens += size
    if (size < Math.max(1, least)) continue
    if (last !== place) {
      if (first >= 0) addRun(list.runs, first, last, 0)
      first = place
    }
    last = place + 1
    list.hashes.append(reader.wholeHash())
    list.sizes.push(size)
  }
  if (first >= 0) addRun(list.runs, first, last, 0)
  return { places, tokens, runs: none, hashes: none }
}
