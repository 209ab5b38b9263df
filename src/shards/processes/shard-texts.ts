/**
 * Shard texts: inputs of a job, open for measuring pairs by the places of their records.
 *
 * Nothing is scanned: records are read where the pairs say they are, in files and, range by range, in objects. Only
 * what is compressed or of another form is copied first.
 */
import { join } from 'node:path'
import type { SomeMemberLists } from '../../engine/batch/join/rare-sets.ts'
import { type Input, type InputSet, isReadInPlace } from '../../files/io/inputs/input.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { directoryOf, openRun } from '../../files/run/open-run.ts'
import { answersInOrder } from '../../files/run/results-in-order.ts'
import type { Run } from '../../files/run/run.ts'
import type { Places } from '../../files/thread/places.ts'
import { pairsColumns, recordsOfShard, type TableRows, textsColumns } from '../tables/columns.ts'
import type { Table } from '../tables/read-table.ts'
import { tableGroupRows } from '../tables/write-table.ts'
import { ObjectRecords } from './object-records.ts'

/** About a millisecond of work, as in a run. */
const pairsPerTask = 128
const tasksPerThread = 4

/** A few milliseconds. */
const textsPerTask = 256
/** Lets every shingle pass. */
const anyShingle = new Uint32Array([0xffffffff])

/** Rows of pairs by column. */
type Pairs = Readonly<Record<keyof typeof pairsColumns, Float64Array>>

/** Rows of texts by column. */
type Texts = Readonly<Record<keyof typeof textsColumns, Float64Array>>

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
      await this.#fetch(pairs.a, pairs.a_offset, pairs.a_length)
      await this.#fetch(pairs.b, pairs.b_offset, pairs.b_length)
      const similarity = new Float64Array(pairs.a.length)
      let measured = 0
      const tasks = firstsOf(similarity.length, pairsPerTask)
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
      yield { a: pairs.a, b: pairs.b, similarity }
    }
  }

  /**
   * The shingles of all texts of a table, in its order. REQUIRES: as of `measure`.
   *
   * @throws as `measure` does
   */
  async *shingles(table: Table): AsyncGenerator<TableRows> {
    const { shingle } = this.#run.settings.result
    for await (const rows of table.groups(Object.keys(textsColumns))) {
      const { document, record_offset: offset, record_length: length } = rows as Texts
      await this.#fetch(document, offset, length)
      const tasks = firstsOf(document.length, textsPerTask)
      const work = (from: number) => {
        const [some, at, bytes] = [document, offset, length].map(all =>
          all.subarray(from, from + textsPerTask),
        )
        const places = this.#placesOf(some, at, bytes)
        return this.#run.run({ kind: 'among', places, shingle, bits: anyShingle })
      }
      let read = 0
      for await (const lists of answersInOrder(tasks, tasksPerThread * this.#run.threads, work)) {
        yield* shingleRows(document.subarray(read), lists)
        read += lists.lengths.length
        this.#run.settings.events.progress({ stage: 'verify', documents: read, bytes: 0, totalBytes: 0 })
      }
    }
  }

  /** Fetches the records of documents that are in objects. */
  async #fetch(documents: Float64Array, offset: Float64Array, length: Float64Array): Promise<void> {
    for (const [shard, source] of this.#sources) {
      const isOfShard = (_: number, row: number) => shardOf(documents[row]) === shard
      await this.#objects.records[source]?.fetch(offset.filter(isOfShard), length.filter(isOfShard))
    }
  }

  #placesOf(documents: Float64Array, offset: Float64Array, length: Float64Array): Places {
    const source = Int32Array.from(documents, document => this.#sources.get(shardOf(document)) as number)
    const sources = Object.fromEntries(
      [...new Set(source)].map(number => [number, this.#run.sources.plain[number]]),
    )
    return { sources, source, offset, length: Uint32Array.from(length) }
  }

  #measureSome(pairs: Pairs, from: number, to: number): Promise<Float64Array> {
    const both = (a: Float64Array, b: Float64Array) =>
      Float64Array.of(...a.subarray(from, to), ...b.subarray(from, to))
    const documents = both(pairs.a, pairs.b)
    const places = this.#placesOf(
      documents,
      both(pairs.a_offset, pairs.b_offset),
      both(pairs.a_length, pairs.b_length),
    )
    const numbers = Int32Array.from(documents, document => this.#numberOf(document))
    const { measure } = this.#run.settings.result
    return this.#run.run({ kind: 'measure', documents: numbers, places, measure })
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

/** The first row of each task. */
function firstsOf(rows: number, rowsPerTask: number): number[] {
  return Array.from({ length: Math.ceil(rows / rowsPerTask) }, (_, task) => task * rowsPerTask)
}

/** Rows of the shingles of documents. */
function* shingleRows(
  documents: Float64Array,
  { lengths, members }: SomeMemberLists,
): Generator<TableRows> {
  const document = new Float64Array(members.length)
  let at = 0
  for (const [text, length] of lengths.entries()) {
    document.fill(documents[text], at, at + length)
    at += length
  }
  const shingle = new Int32Array(members)
  for (let from = 0; from < members.length; from += tableGroupRows) {
    const to = from + tableGroupRows
    yield { document: document.subarray(from, to), shingle: shingle.subarray(from, to) }
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
