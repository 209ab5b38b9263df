/**
 * Shard texts: the inputs of a job, open for measuring pairs by the places of their records.
 *
 * Nothing is scanned: inputs are unpacked where they must be, and records are read where the pairs say they are.
 */
import type { InputSet } from '../../files/io/inputs/input.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { openRun } from '../../files/run/open-run.ts'
import { answersInOrder } from '../../files/run/results-in-order.ts'
import type { Run } from '../../files/run/run.ts'
import type { PlainSource } from '../../files/sources/source.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { pairsColumns } from '../tables/columns.ts'
import { recordsOfShard } from '../tables/facts.ts'
import type { ReadRows, Table } from '../tables/read-table.ts'
import type { TableRows } from '../tables/write-table.ts'

/** About a millisecond of work, as in a run. */
const pairsPerTask = 128
const tasksPerThread = 4

/** Rows of pairs by column. */
type Pairs = Readonly<Record<keyof typeof pairsColumns, Float64Array>>

export class ShardTexts {
  readonly #run: Run
  /** Numbers of the documents seen in a table, under which threads keep their shingles; never used twice. */
  readonly #numbers = new Map<number, number>()
  #next = 0

  private constructor(run: Run) {
    this.#run = run
  }

  /** @param output the first file that will be written: temporary files go beside it */
  static async open(
    set: InputSet,
    request: RunRequest,
    output: string,
    events: RunEvents,
  ): Promise<ShardTexts> {
    const run = await openRun(set, request, { always: [output], measuresPairs: true }, events)
    try {
      for await (const _ of run.sources.ranges()) await run.start()
      await run.start()
      return new ShardTexts(run)
    } catch (error) {
      await run.close()
      throw error
    }
  }

  get publication(): Run['publication'] {
    return this.#run.publication
  }

  /** The measures of all pairs of a table, in its order. @throws NearsameError SHARD_TABLE, INPUT_CHANGED */
  async *measure(table: Table): AsyncGenerator<TableRows> {
    this.#numbers.clear()
    for await (const rows of table.groups(Object.keys(pairsColumns))) {
      const pairs = this.#checked(rows, table.path)
      const similarity = new Float64Array(pairs.a.length)
      let measured = 0
      const tasks = Array.from(
        { length: Math.ceil(similarity.length / pairsPerTask) },
        (_, i) => i * pairsPerTask,
      )
      const work = (from: number) =>
        this.#measureSome(pairs, from, Math.min(similarity.length, from + pairsPerTask))
      for await (const values of answersInOrder(tasks, tasksPerThread * this.#run.threads, work)) {
        similarity.set(values, measured)
        measured += values.length
        this.#run.settings.events.progress({
          stage: 'verify',
          documents: measured,
          bytes: 0,
          totalBytes: 0,
        })
      }
      yield { a: BigInt64Array.from(pairs.a, BigInt), b: BigInt64Array.from(pairs.b, BigInt), similarity }
    }
  }

  #checked(rows: ReadRows, where: string): Pairs {
    const pairs = rows as Pairs
    const shards = this.#run.sources.plain.length
    for (const column of [pairs.a, pairs.b]) {
      const other = column.findIndex(document => !(document >= 0 && document < shards * recordsOfShard))
      if (other >= 0) throw unknownDocument(column[other], shards, where)
    }
    return pairs
  }

  #measureSome(pairs: Pairs, from: number, to: number): Promise<Float64Array> {
    const count = to - from
    const documents = new Int32Array(2 * count)
    const source = new Int32Array(2 * count)
    const offset = new Float64Array(2 * count)
    const length = new Uint32Array(2 * count)
    const sources: Record<number, PlainSource> = {}
    const add = (into: number, document: number, at: number, bytes: number) => {
      const shard = Math.floor(document / recordsOfShard)
      sources[shard] ??= this.#run.sources.plain[shard]
      documents[into] = this.#numberOf(document)
      source[into] = shard
      offset[into] = at
      length[into] = bytes
    }
    for (let pair = 0; pair < count; pair++) {
      const row = from + pair
      add(pair, pairs.a[row], pairs.a_offset[row], pairs.a_length[row])
      add(count + pair, pairs.b[row], pairs.b_offset[row], pairs.b_length[row])
    }
    const { measure } = this.#run.settings.result
    return this.#run.run({
      kind: 'measure',
      documents,
      places: { sources, source, offset, length },
      measure,
    })
  }

  #numberOf(document: number): number {
    const known = this.#numbers.get(document)
    if (known !== undefined) return known
    this.#numbers.set(document, this.#next)
    return this.#next++
  }

  async close(): Promise<void> {
    await this.#run.close()
  }
}

function unknownDocument(document: number, shards: number, where: string): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: `pairs of documents in the ${shards} inputs given`,
    got: `document ${document} of shard ${Math.floor(document / recordsOfShard)}`,
    where,
    fix: 'give all inputs of the job, in the order of their shards',
  })
}
