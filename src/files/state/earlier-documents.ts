/**
 * Earlier documents: survivors of earlier runs that new documents may match, as documents of this run behind
 * its own.
 *
 *     new documents 0 … n-1 │ earlier survivors n … n+m-1        visited: n … n+m-1, then 0 … n-1
 *
 * Star compares a document with the survivors before it that share enough keys with it, and with no other.
 * `KeyFilter` passes every earlier survivor that can match, so the outcome of new documents is that of a run over all
 * files. Earlier survivors are known to survive: star does not compare them with each other.
 *
 * Ours: all of it. Cost: a read of the state; of each survivor that passes, the same as of a new document.
 */

import { inputOrder } from '../../engine/batch/columns.ts'
import { copyRows } from '../../engine/columns/blocks.ts'
import type { Ports } from '../../engine/decide/measuring.ts'
import type { Run } from '../run/run.ts'
import { OpenChunk, type RowRun } from '../work/thread/open-chunk.ts'
import { readValues } from '../work/thread/record-reader.ts'
import { earlierSource } from './earlier-sources.ts'
import { type KeyBlock, keyBlockOver, takeKeys } from './key-blocks.ts'
import { KeyFilter } from './key-filter.ts'
import { type Manifest, stateCorrupt } from './manifest.ts'
import { readLists, type ShingleList, type ShingleLists } from './shingle-lists.ts'
import { framesOfRun, openedLog } from './state-logs.ts'
import { SurvivorRows } from './survivor-blocks.ts'

/** Documents of one input, in order: their rows, and the numbers of their records. */
interface Chosen {
  readonly runs: RowRun[]
  readonly numbers: number[]
}

/** What earlier runs left, and what this one has of its own documents. */
interface Kept {
  readonly directory: string
  /** Of new documents, if sets are joined; gets those of the earlier survivors among the documents. */
  readonly lists: ShingleLists | undefined
}

/** The earlier survivors among the documents of a run. */
export interface EarlierDocuments {
  /** The number of new documents, which is that of the first earlier one. */
  readonly from: number
  /** [m] number of each among all survivors of earlier runs. */
  readonly ordinals: readonly number[]
  /** [m] number of the record of each among those of all inputs, from 1. */
  readonly records: readonly number[]
}

/**
 * Adds them to the documents. REQUIRES: the run is scanned, and nothing is grouped.
 *
 * @throws NearsameError STATE_CORRUPT
 */
export async function addEarlier(run: Run, state: Manifest, kept: Kept): Promise<EarlierDocuments> {
  const { documents } = run
  const from = documents.count
  const { chosen, ordinals } = await chooseEarlier(run, state, kept)
  const records: number[] = []
  for (const [number, { runs, numbers }] of chosen) {
    const input = state.inputs[number]
    const source = run.sources.addEarlier(await earlierSource(run, input, number))
    documents.appendEarlier(runs, source, numbers)
    for (const record of numbers) records.push(input.recordsBefore + record)
  }
  await run.start()
  for (let document = from; document < documents.count && documents.fields.length > 0; document++) {
    const parsed = readValues(run.thread, documents.placeOf(document))
    run.settings.fields.forEach((name, i) => {
      documents.fields[i].push('field' in parsed ? parsed.field(name) : undefined)
    })
    await run.rest()
  }
  return { from, ordinals, records }
}

async function chooseEarlier(run: Run, { runs }: Manifest, { directory, lists }: Kept) {
  const { documents } = run
  const chosen = new Map<number, Chosen>()
  const ordinals: number[] = []
  if (documents.count === 0 || runs.length === 0) return { chosen, ordinals }
  const rowsOf = earlierFilter(run, lists)
  const open = new OpenChunk({ ...run.rows, isPassing: false })
  let before = 0
  for (const [number, each] of runs.entries()) {
    const log = openedLog(directory, 'survivors', number)
    const known = readLists(framesOfRun(directory, 'shingles', number, each))
    try {
      const stored = new SurvivorRows(log, each.survivors, documents.shape.sketches)
      let first = 0
      for (const frame of framesOfRun(directory, 'keys', number, each)) {
        const keys = keyBlockOver(frame, documents.bands)
        for (const row of rowsOf(keys, known)) {
          const found = stored.find(first + row)
          if (found === undefined) throw stateCorrupt(log.path)
          const taken = open.take(1)
          copyRows(found.block.columns, found.row, taken.chunk, taken.row, 1)
          takeKeys(keys, row, taken.chunk, taken.row)
          const input = found.block.input[found.row]
          const of = chosen.get(input) ?? { runs: [], numbers: [] }
          chosen.set(input, of)
          addRow(of.runs, taken)
          of.numbers.push(found.block.record[found.row])
          ordinals.push(before + first + row)
        }
        first += keys.rows
        await run.rest()
      }
    } finally {
      known.return(undefined)
      log.close()
    }
    before += each.survivors
  }
  return { chosen, ordinals }
}

/** Finds the rows of a block, ascending, that new documents may match; if sets are joined, adds their lists. */
function earlierFilter(run: Run, lists: ShingleLists | undefined) {
  const { decision, documents, keys, thread } = run
  const filter = new KeyFilter(thread, documents, Math.max(1, keys.agree))
  if (lists === undefined) return (block: KeyBlock) => filter.rowsOf(block)
  const isShared = lists.filter()
  return (block: KeyBlock, known: Iterator<ShingleList>) => {
    const hashed = new Set(filter.rowsOf(block))
    const rows: number[] = []
    for (let row = 0; row < block.rows; row++) {
      const { value: list } = known.next()
      if (decision.measure !== 'containment' && !hashed.has(row) && !isShared(list)) continue
      rows.push(row)
      lists.add(list)
    }
    return rows
  }
}

function addRow(runs: RowRun[], taken: RowRun): void {
  const last = runs.at(-1)
  if (last?.number === taken.number && last.row + last.count === taken.row) last.count++
  else runs.push(taken)
}

/** Ports by which a decision visits earlier survivors first, and knows that they survive. */
export function earlierPorts(ports: Ports, { from, ordinals }: EarlierDocuments): Ports {
  const count = from + ordinals.length
  const order = inputOrder(count)
  for (let place = 0; place < count; place++)
    order[place] = place < ordinals.length ? from + place : place - ordinals.length
  return { ...ports, order: () => order, decided: ordinals.length }
}
