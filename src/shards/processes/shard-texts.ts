/**
 * Shard texts: inputs of a job, open for measuring pairs by the places of their records.
 *
 * Nothing is scanned: records are read where the pairs say they are, in files and, range by range, in objects. Only
 * what is compressed or of another form is copied first.
 */
import { join } from 'node:path'
import type { SomeMemberLists } from '../../engine/batch/join/rare-sets.ts'
import { type Input, type InputSet, isReadInPlace } from '../../files/inputs/resolve/input.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { directoryOf, openRun } from '../../files/run/open-run.ts'
import { PairTasks } from '../../files/run/pair-tasks.ts'
import { resultsInOrder } from '../../files/run/results-in-order.ts'
import type { Run } from '../../files/run/run.ts'
import type { Places } from '../../files/work/thread/record-reader.ts'
import { pairsColumns, recordsOfShard, type TableRows, textsColumns } from '../tables/columns.ts'
import type { Table } from '../tables/read-table.ts'
import { tableGroupRows } from '../tables/write-table.ts'
import { ObjectRecords } from './object-records.ts'

const pairsAtOnce = 16_384
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
  /** The next number of a document, under which threads keep its shingles; never used twice. */
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
    for await (const rows of table.groups(Object.keys(pairsColumns))) {
      const { a, b, a_offset, a_length, b_offset, b_length } = rows as Pairs
      const texts = {
        document: joined(a, b),
        record_offset: joined(a_offset, b_offset),
        record_length: joined(a_length, b_length),
      }
      await this.#fetch(texts)
      const { numbers, rowOf } = numbersOf(texts.document, this.#next)
      const first = this.#next
      this.#next += rowOf.length
      const tasks = new PairTasks(this.#run, some =>
        this.#placesOf(
          texts,
          Array.from(some, number => rowOf[number - first]),
        ),
      )
      const similarity = new Float64Array(a.length)
      for (let from = 0; from < a.length; from += pairsAtOnce) {
        const to = Math.min(a.length, from + pairsAtOnce)
        const right = numbers.subarray(a.length + from, a.length + to)
        similarity.set(await tasks.measure(numbers.subarray(from, to), right), from)
      }
      yield { a, b, similarity }
    }
  }

  /**
   * The shingles of all texts of a table, in its order. REQUIRES: as of `measure`.
   *
   * @throws as `measure` does
   */
  async *shingles(table: Table): AsyncGenerator<TableRows> {
    for await (const rows of table.groups(Object.keys(textsColumns))) {
      const texts = rows as Texts
      await this.#fetch(texts)
      let read = 0
      for await (const lists of resultsInOrder(this.#run, this.#shingleTasks(texts))) {
        yield* shingleRows(texts.document.subarray(read), lists)
        read += lists.lengths.length
        this.#run.settings.events.progress({ stage: 'verify', documents: read, bytes: 0, totalBytes: 0 })
      }
    }
  }

  *#shingleTasks(texts: Texts) {
    const { shingle } = this.#run.settings.result
    const rows = [...texts.document.keys()]
    for (let from = 0; from < rows.length; from += textsPerTask) {
      const places = this.#placesOf(texts, rows.slice(from, from + textsPerTask))
      yield { kind: 'among' as const, places, shingle, bits: anyShingle }
    }
  }

  /** Fetches the records of documents that are in objects. */
  async #fetch({ document, record_offset: offset, record_length: length }: Texts): Promise<void> {
    for (const [shard, source] of this.#sources) {
      const isOfShard = (_: number, row: number) => shardOf(document[row]) === shard
      await this.#objects.records[source]?.fetch(offset.filter(isOfShard), length.filter(isOfShard))
    }
  }

  #placesOf({ document, record_offset, record_length }: Texts, rows: readonly number[]): Places {
    const source = Int32Array.from(rows, row => this.#sources.get(shardOf(document[row])) as number)
    const { plain } = this.#run.sources
    return {
      sources: Object.fromEntries([...new Set(source)].map(number => [number, plain[number]])),
      source,
      offset: Float64Array.from(rows, row => record_offset[row]),
      length: Uint32Array.from(rows, row => record_length[row]),
    }
  }

  async close(): Promise<void> {
    await this.#run.close()
    await this.#objects.close()
  }
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Numbers documents from `first` on. @returns a number for each row, and by number the first row of the document */
function numbersOf(documents: Float64Array, first: number) {
  const known = new Map<number, number>()
  const rowOf: number[] = []
  const numbers = Int32Array.from(documents, (document, row) => {
    const number = known.get(document) ?? first + rowOf.push(row) - 1
    known.set(document, number)
    return number
  })
  return { numbers, rowOf }
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
