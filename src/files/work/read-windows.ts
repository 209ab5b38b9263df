/** Windows: texts read again by place, and their windows that may be repeated. Runs in any thread. */
import { WordList } from '../../ground/lists/growing-lists.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import {
  addAllWindows,
  addUnitWindows,
  addWantedWindows,
  type DocumentWindows,
  WindowList,
} from '../../texts/passages/document-windows.ts'
import type { RepeatedFingerprints } from '../../texts/passages/fingerprint-set.ts'
import { type ItemKey, itemsIn, type WholeItems } from '../../texts/passages/whole-items.ts'
import { type Places, readTexts } from './thread/record-reader.ts'
import type { TextRange } from './thread/text-range.ts'
import type { Thread, ThreadPassages } from './thread/thread.ts'

export interface WindowsTask {
  readonly kind: 'windows'
  readonly places: Places
  readonly salt: number
  /** Fingerprints of the windows wanted. Default: all windows. */
  readonly wanted?: RepeatedFingerprints | undefined
  /** Whole items to look for. */
  readonly items?: WholeItems | undefined
}

/** The windows of some documents, in columns; the parts of one in `runs`, `hashes` ... follow those of another. */
export interface WindowColumns {
  /** [documents] as in `DocumentWindows`. */
  readonly places: Uint32Array
  readonly tokens: Uint32Array
  /** [documents] the lengths of its parts. */
  readonly runCounts: Uint32Array
  readonly hashCounts: Uint32Array
  readonly foundCounts: Uint32Array
  readonly runs: Uint32Array
  readonly hashes: Uint32Array
  /** Half as long as `hashes`; empty if windows have equal sizes. */
  readonly sizes: Uint32Array
  /** Whole items found: token, place of the item, length. */
  readonly found: Uint32Array
  /** [documents] keys of those shorter than a window; empty if there is none. */
  readonly items: readonly (ItemKey | undefined)[]
}

/** The documents of columns, and the whole items found in them; views. */
export function* documentsInColumns(
  columns: WindowColumns,
): Generator<{ readonly windows: DocumentWindows; readonly wholes: Uint32Array }> {
  const { places, tokens, runs, hashes, sizes, found, items } = columns
  let [run, hash, whole] = [0, 0, 0]
  for (let i = 0; i < places.length; i++) {
    const [nextRun, nextHash] = [run + columns.runCounts[i], hash + columns.hashCounts[i]]
    const nextWhole = whole + columns.foundCounts[i]
    const item = items[i]
    const windows = {
      places: places[i],
      tokens: tokens[i],
      runs: runs.subarray(run, nextRun),
      hashes: hashes.subarray(hash, nextHash),
      ...(sizes.length > 0 && { sizes: sizes.subarray(hash / 2, nextHash / 2) }),
      ...(item && { item }),
    }
    yield { windows, wholes: found.subarray(whole, nextWhole) }
    run = nextRun
    hash = nextHash
    whole = nextWhole
  }
}

export function readWindows(thread: Thread, task: WindowsTask): WindowColumns {
  const passages = thread.passages as ThreadPassages
  passages.reader.salt = task.salt
  const { offset } = task.places
  const counts = () => new Uint32Array(offset.length)
  const columns = {
    ...{ places: counts(), tokens: counts() },
    ...{ runCounts: counts(), hashCounts: counts(), foundCounts: counts() },
  }
  const list = new WindowList()
  const found = new WordList()
  const items: (ItemKey | undefined)[] = []
  let i = -1
  for (const text of readTexts(thread, task.places)) {
    i++
    const before = { runs: list.runs.length, hashes: list.hashes.length }
    const { places, tokens, item } = addWindows(thread, passages, task, text, list)
    columns.places[i] = places
    columns.tokens[i] = tokens
    columns.runCounts[i] = list.runs.length - before.runs
    columns.hashCounts[i] = list.hashes.length - before.hashes
    if (item !== undefined) items[i] = item
    if (task.items === undefined || task.items.levels.length === 0) continue
    const wholes = Uint32Array.from(itemsIn(passages.reader, task.items))
    columns.foundCounts[i] = wholes.length
    found.append(wholes)
  }
  const { runs, hashes, sizes } = list
  const taken = { runs: runs.taken(), hashes: hashes.taken(), sizes: sizes.taken() }
  return { ...columns, ...taken, found: found.taken(), items }
}

function addWindows(
  { space }: Thread,
  { reader, unit, least }: ThreadPassages,
  { wanted }: WindowsTask,
  text: TextRange,
  list: WindowList,
): DocumentWindows {
  if (unit !== 'tokens') return addUnitWindows(space, reader, text, { unit, least }, list)
  // Behind room for its tokens.
  const room = align64(text.free + 4 * (text.to - text.from) + 128)
  reader.read(text.from, text.to, room, text.free)
  return wanted === undefined ? addAllWindows(reader, list) : addWantedWindows(reader, wanted, list)
}
