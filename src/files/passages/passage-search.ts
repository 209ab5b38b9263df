/**
 * Passage search on files: the rows of all passages, by places.
 *
 *     scan ─▶ fingerprints ─▶ those that occur twice ─▶ windows with one ─▶ first places ─▶ runs
 *     (threads)                                        (threads)
 *
 * With another side, its windows are read first, and those of the inputs are looked for among them. Documents are read
 * again by place, in visiting order; their texts are not held.
 */
import { keepOrder } from '../../engine/batch/keep-order.ts'
import { chunkOf, rowOf } from '../../engine/columns/chunks.ts'
import { AgainstSide, type CommonItem } from '../../engine/passages/against-side.ts'
import { EarlierWindows } from '../../engine/passages/earlier-windows.ts'
import { ItemRows } from '../../engine/passages/item-rows.ts'
import { DocumentPlaces, type PassageRows, withRows } from '../../engine/passages/passage-rows.ts'
import { PassageRuns } from '../../engine/passages/passage-runs.ts'
import type { PassageOptions } from '../../methods/options/passage-options.ts'
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import { FingerprintSet, type RepeatedFingerprints } from '../../texts/passages/fingerprint-set.ts'
import type { WholeItems } from '../../texts/passages/whole-items.ts'
import { expectedFingerprints, windowShape } from '../../texts/passages/window-shape.ts'
import { placesOf } from '../run/documents/document-places.ts'
import type { Documents } from '../run/documents/documents.ts'
import { checkTables } from '../run/memory-budget.ts'
import { answersInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import { documentsInColumns, type WindowsTask } from '../work/read-windows.ts'
import type { PassageShape } from '../work/thread/thread.ts'

/** What a search found. */
export interface FoundRows {
  readonly rows: PassageRows
  /** Documents of the inputs, in visiting order, and their places. */
  readonly order: Int32Array
  readonly places: DocumentPlaces
  /** [documents of the inputs, by number] their tokens. */
  readonly tokens: Uint32Array
  /** The other side, if there is one. */
  readonly against: AgainstSide | undefined
  /** Its items that are left out. */
  readonly common: readonly CommonItem[]
}

/** Which items of the other side are looked for, and count. */
type ItemLimits = Pick<PassageOptions, 'leastItem' | 'common'>

/** Limits of one task, whichever comes first. */
const taskBytes = 512 * 1024
const taskDocuments = 512

/** Different windows of a repeated fingerprint for each choice of one, at least, in usual texts. */
const windowsOfChoice = 0.15

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)

function sharedWords(words: Uint32Array): Uint32Array {
  const copy = new Uint32Array(shared(words.byteLength))
  copy.set(words)
  return copy
}

export class PassageSearch {
  readonly #run: Run
  readonly #shape: PassageShape
  readonly #limits: ItemLimits
  readonly #prints: FingerprintSet | undefined
  #wanted: RepeatedFingerprints | undefined

  /** Call it before the scan, which collects fingerprints. @param limits of the other side, if there is one */
  constructor(run: Run, shape: PassageShape, limits?: ItemLimits) {
    const isAgainst = limits !== undefined
    this.#run = run
    this.#shape = shape
    this.#limits = limits ?? { leastItem: 1, common: 1 }
    if (shape.unit !== 'tokens') return
    // About half of them occur once.
    const bytes = Number.isFinite(run.plainBytes) ? run.plainBytes : 0
    this.#prints = new FingerprintSet(isAgainst ? 0 : 0.5 * expectedFingerprints(bytes, shape.least))
    run.fingerprints = isAgainst ? 'against' : 'all'
    const set = this.#prints
    run.onFingerprints = prints => {
      set.add(prints)
      checkTables(run.budget, set.bytes)
    }
  }

  /**
   * The rows. They are wrong if different tokens have the same hash: then search again, with a salt.
   *
   * @param split the number of the first document of the other side
   */
  async find(salt: number, split: number | undefined): Promise<FoundRows> {
    const { documents } = this.#run
    const count = split ?? documents.count
    const tokens = new Uint32Array(count)
    // Fingerprints have no salt; without them all windows are compared.
    const isFirst = salt === 0 && this.#prints !== undefined
    if (isFirst) this.#wanted ??= this.#prints?.take(split !== undefined, shared)
    const wanted = isFirst ? this.#wanted : undefined
    const order =
      (split === undefined ? keepOrder(this.#run.settings.result.keep, documents) : undefined) ??
      upTo(0, count)
    const places = new DocumentPlaces(count)
    const runs = new PassageRuns(this.#shape.unit === 'tokens' ? this.#shape.least : undefined)
    const found = { order, places, tokens }
    if (split === undefined) {
      const { choices } = windowShape(this.#shape.least)
      const expected = windowsOfChoice * choices * (wanted?.table.length ?? 0)
      const earlier = new EarlierWindows(runs, expected)
      await this.#each({ salt, wanted }, order, (document, windows) => {
        tokens[document] = windows.tokens
        earlier.take(places.add(windows.places), windows)
        checkTables(this.#run.budget, earlier.bytes)
      })
      return { ...found, rows: earlier.finish(), against: undefined, common: [] }
    }
    const { against, items } = await this.#readAgainst(salt, split)
    const whole = new ItemRows()
    await this.#each({ salt, wanted, items }, order, (document, windows, wholes) => {
      tokens[document] = windows.tokens
      const start = places.add(windows.places)
      whole.add(start, wholes)
      against.find(start, windows, runs)
    })
    const common = whole.commonItems(this.#limits.common)
    const rows = withRows(runs.finish(), whole.finish(common))
    return { ...found, rows, against, common: against.commonItems(common) }
  }

  async #readAgainst(salt: number, split: number): Promise<{ against: AgainstSide; items: WholeItems }> {
    const { documents } = this.#run
    const { least, unit } = this.#shape
    const against = new AgainstSide(documents.count - split, {
      least: unit === 'tokens' ? least : undefined,
      leastItem: this.#limits.leastItem,
    })
    await this.#each({ salt }, upTo(split, documents.count), (_, windows) => {
      against.add(windows)
      checkTables(this.#run.budget, against.bytes)
    })
    const { levels, starts, lengths, keys } = against.finish()
    const tables = { starts: sharedWords(starts), lengths: sharedWords(lengths), keys: sharedWords(keys) }
    return { against, items: { levels, ...tables } }
  }

  /** Reads documents in order; `take` gets the windows of each, and the whole items found in it. */
  async #each(
    settings: Pick<WindowsTask, 'salt' | 'wanted' | 'items'>,
    order: Int32Array,
    take: (document: number, windows: DocumentWindows, wholes: Uint32Array) => void,
  ): Promise<void> {
    const run = this.#run
    const parts = documentParts(run.documents, order, document => document)
    const read = async (part: number[]) => {
      const numbers = Int32Array.from(part)
      const task = { kind: 'windows' as const, places: placesOf(run.documents, numbers), ...settings }
      return { numbers, columns: await run.run(task) }
    }
    let done = 0
    let documents = 0
    for await (const { numbers, columns } of answersInOrder(parts, 4 * run.threads, read)) {
      let i = 0
      for (const { windows, wholes } of documentsInColumns(columns)) {
        done += lengthOf(run.documents, numbers[i])
        take(numbers[i++], windows, wholes)
      }
      documents += numbers.length
      const totalBytes = Math.max(done, run.readBytes)
      run.settings.events.progress({ stage: 'group', documents, bytes: done, totalBytes })
      await run.rest()
    }
  }
}

/** Documents in parts for one task each. @param numberOf the document of an item */
export function* documentParts<Item>(
  documents: Documents,
  items: Iterable<Item>,
  numberOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = []
  let bytes = 0
  for (const item of items) {
    part.push(item)
    bytes += lengthOf(documents, numberOf(item))
    if (part.length < taskDocuments && bytes < taskBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/** Bytes of a record. */
function lengthOf(documents: Documents, document: number): number {
  return chunkOf(documents, document).length[rowOf(documents, document)]
}

const upTo = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to - from }, (_, i) => from + i)
