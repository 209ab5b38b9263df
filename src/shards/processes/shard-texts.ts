/**
 * Shard texts: inputs of a job, open for measuring pairs by the places of their records.
 *
 * Nothing is scanned: records are read where the pairs say they are, in files and, range by range, in objects. Only
 * what is compressed or of another form is copied first.
 */
import { join } from 'node:path'
import { type Input, type InputSet, isReadInPlace } from '../../files/io/inputs/input.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { directoryOf, openRun } from '../../files/run/open-run.ts'
import { answersInOrder } from '../../files/run/results-in-order.ts'
import type { Run } from '../../files/run/run.ts'
import { RunDirectory } from '../../files/run/run-directory.ts'
import type { PlainSource } from '../../files/sources/source.ts'
import { pairsColumns } from '../tables/columns.ts'
import { recordsOfShard } from '../tables/facts.ts'
import type { Table } from '../tables/read-table.ts'
import type { TableRows } from '../tables/write-table.ts'
import { ObjectRecords } from './object-records.ts'

/** About a millisecond of work, as in a run. */
const pairsPerTask = 128
const tasksPerThread = 4

/** Rows of pairs by column. */
type Pairs = Readonly<Record<keyof typeof pairsColumns, Float64Array>>

/** Some inputs of a job. */
export interface ShardInputs {
  readonly set: InputSet
  /** The shard of each input of the set, ascending. */
  readonly shards: readonly number[]
}

export class ShardTexts {
  readonly #run: Run
  /** Sources by their shards. */
  readonly #sources: ReadonlyMap<number, number>
  readonly #objects: OpenObjects
  /** Numbers of the documents seen in a table, under which threads keep their shingles; never used twice. */
  readonly #numbers = new Map<number, number>()
  #next = 0

  private constructor(run: Run, shards: readonly number[], objects: OpenObjects) {
    this.#run = run
    this.#sources = new Map(shards.map((shard, source) => [shard, source]))
    this.#objects = objects
  }

  /** @param output the first file that will be written: temporary files go beside it */
  static async open(
    { set, shards }: ShardInputs,
    request: RunRequest,
    output: string,
    events: RunEvents,
  ): Promise<ShardTexts> {
    const objects = new OpenObjects(request.speed.temp || (await directoryOf(output)))
    let run: Run | undefined
    try {
      const local = { ...set, inputs: await objects.open(set.inputs, events.signal) }
      run = await openRun(local, request, { always: [output], measuresPairs: true }, events)
      await run.sources.open()
      await run.start()
      return new ShardTexts(run, shards, objects)
    } catch (error) {
      await run?.close()
      await objects.close()
      throw error
    }
  }

  get publication(): Run['publication'] {
    return this.#run.publication
  }

  /**
   * The measures of all pairs of a table, in its order. REQUIRES: their documents are in these inputs.
   *
   * @throws NearsameError SHARD_TABLE, INPUT_CHANGED
   */
  async *measure(table: Table): AsyncGenerator<TableRows> {
    this.#numbers.clear()
    for await (const rows of table.groups(Object.keys(pairsColumns))) {
      const pairs = rows as Pairs
      await this.#fetch(pairs)
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

  /** Fetches the records of pairs that are in objects. */
  async #fetch({ a, b, a_offset, a_length, b_offset, b_length }: Pairs): Promise<void> {
    for (const [shard, source] of this.#sources) {
      const records = this.#objects.records[source]
      if (records === undefined) continue
      const of = (documents: Float64Array, column: Float64Array) =>
        column.filter((_, row) => shardOf(documents[row]) === shard)
      await records.fetch(of(a, a_offset), of(a, a_length))
      await records.fetch(of(b, b_offset), of(b, b_length))
    }
  }

  #measureSome(pairs: Pairs, from: number, to: number): Promise<Float64Array> {
    const count = to - from
    const documents = new Int32Array(2 * count)
    const source = new Int32Array(2 * count)
    const offset = new Float64Array(2 * count)
    const length = new Uint32Array(2 * count)
    const sources: Record<number, PlainSource> = {}
    const add = (into: number, document: number, at: number, bytes: number) => {
      const number = this.#sources.get(shardOf(document)) as number
      sources[number] ??= this.#run.sources.plain[number]
      documents[into] = this.#numberOf(document)
      source[into] = number
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
    await this.#objects.close()
  }
}

/** Objects whose records are fetched one by one. */
class OpenObjects {
  /** By input; none for files, and for objects that are copied. */
  readonly records: (ObjectRecords | undefined)[] = []
  readonly #directory: RunDirectory

  constructor(parent: string) {
    this.#directory = new RunDirectory(parent)
  }

  /** The same inputs, in which plain objects are files with holes. */
  async open(inputs: readonly Input[], signal: AbortSignal): Promise<Input[]> {
    const opened: Input[] = []
    for (const [number, { object, ...input }] of inputs.entries()) {
      if (object === undefined || !isReadInPlace(input)) opened.push(inputs[number])
      else {
        const path = join(await this.#directory.path(), `object-${number}`)
        this.records[number] = await ObjectRecords.open(object, path, signal)
        opened.push({ ...input, path })
      }
    }
    return opened
  }

  async close(): Promise<void> {
    for (const records of this.records) await records?.close()
    await this.#directory.remove()
  }
}

/** The shard of a document. */
export function shardOf(document: number): number {
  return Math.floor(document / recordsOfShard)
}
