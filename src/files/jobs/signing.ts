/**
 * Signing: from the ranges of a run to lines of signatures, in input order.
 *
 *     ranges ─scan─▶ places of records ─sign─▶ ids and signatures ─▶ lines
 *
 * Both kinds of task run ahead of the writer by a fixed number of tasks, so memory does not depend on the size of the
 * input.
 */
import { formats } from '../formats/formats.ts'
import { inLargerPieces } from '../outputs/write-lines.ts'
import { gapsOf } from '../run/documents/record-numbers.ts'
import { RepeatedIds } from '../run/hints/repeated-ids.ts'
import { idJson } from '../run/identities.ts'
import { answersInOrder, resultsInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import { checkBad, takeRange, taskOf } from '../run/scan.ts'
import { eachFile } from '../work/file-results.ts'
import { placesIn } from '../work/rows.ts'
import type { RangeResult, ScanTask } from '../work/scan-range.ts'
import type { SignedTexts, SignTask } from '../work/sign-texts.ts'

/** Target for the characters of a task's lines: 2,048 documents at 128 values. */
const charactersPerTask = 2 ** 22
/** Documents signed by one task: at first, while the length of their lines is unknown, and at most. */
const fewDocuments = 64
const mostDocuments = 2048
/** Bytes of records per task, about: the slowest method takes a tenth of a second for them. */
const bytesPerTask = 256 * 1024
/** Tasks under way for each thread. */
const tasksPerThread = 4

/** Documents of one source that one task signs. */
interface Part {
  /** Names of the documents that have no id. */
  readonly names: readonly string[]
  readonly task: SignTask
}

export class Signing {
  /** Texts with a signature so far. */
  signatures = 0
  readonly ids = new RepeatedIds((name: string) => name)
  readonly #run: Run
  #documentsPerTask = fewDocuments

  constructor(run: Run) {
    this.#run = run
  }

  /** The lines, in pieces. @throws NearsameError TOO_MANY_BAD, and of a bad record under `onError: 'stop'` */
  async *lines(): AsyncGenerator<string> {
    const sign = async ({ names, task }: Part) => ({ names, signed: await this.#run.run(task) })
    for await (const part of answersInOrder(this.#parts(), tasksPerThread * this.#run.threads, sign)) {
      yield* inLargerPieces(this.#linesOf(part.names, part.signed))
    }
    checkBad(this.#run)
  }

  /** The parts of all ranges. */
  async *#parts(): AsyncGenerator<Part> {
    for await (const ranges of resultsInOrder(this.#run, this.#scanTasks(), tasksPerThread)) {
      for (const some of ranges) for (const range of eachFile(some)) yield* this.#partsOf(range)
    }
  }

  /** Where the documents are, range by range. */
  async *#scanTasks(): AsyncGenerator<ScanTask> {
    for await (const ranges of this.#run.sources.ranges()) {
      await this.#run.start()
      yield { ...taskOf(this.#run, ranges), bySignature: false, fields: [] }
    }
  }

  /** Counts the records and bad records of a range, and divides its documents into parts. */
  *#partsOf(range: RangeResult): Generator<Part> {
    const { documents, sources } = this.#run
    const before = documents.records.countOf(range.source)
    // The rows of documents are left out: they would grow with the input.
    takeRange(this.#run, { ...range, documents: 0, runs: [] })
    const source = sources.plain[range.source]
    const isWhole = formats[source.format.name].isFileEach
    const records = recordNumbers(range, before)
    const { offsets, lengths } = placesIn(range)
    for (let from = 0, to = 0; from < range.documents; from = to) {
      to = this.#partEnd(lengths, from)
      const offset = offsets.slice(from, to)
      const length = lengths.slice(from, to)
      const names = Array.from(records.subarray(from, to), record =>
        isWhole ? (source.id ?? source.path) : `${source.path}:${record}`,
      )
      yield { names, task: { kind: 'sign', source, offset, length } }
    }
  }

  /** The end of the part that starts at document `from`. */
  #partEnd(lengths: Uint32Array, from: number): number {
    const most = Math.min(from + this.#documentsPerTask, lengths.length)
    let to = from
    for (let bytes = 0; to < most && bytes < bytesPerTask; to++) bytes += lengths[to]
    return to
  }

  *#linesOf(names: readonly string[], { ids, signatures }: SignedTexts): Generator<string> {
    const { documents, settings, readBytes, totalBytes } = this.#run
    let characters = 1
    for (let i = 0; i < names.length; i++) {
      const given = ids[i]
      if (given !== null) this.ids.add(given, names[i])
      const id = idJson(given ?? names[i])
      const signature = signatures[i]
      if (signature !== null) this.signatures++
      const line = `{"id":${id},"signature":${JSON.stringify(signature)}}\n`
      characters += line.length
      yield line
    }
    const wanted = Math.floor((charactersPerTask * names.length) / characters)
    this.#documentsPerTask = Math.max(1, Math.min(mostDocuments, wanted))
    const progress = {
      documents: documents.records.count,
      bytes: readBytes,
      totalBytes: Math.max(readBytes, totalBytes),
    }
    settings.events.progress({ stage: 'scan', ...progress })
  }
}

/** Record numbers, within the source, of the documents; bad records and those without a text lie between. */
function recordNumbers(range: RangeResult, before: number): Float64Array {
  const numbers = new Float64Array(range.documents)
  let index = 0
  let document = 0
  const fillTo = (end: number) => {
    while (index < end && document < numbers.length) numbers[document++] = before + ++index
  }
  for (const gap of gapsOf(range)) {
    fillTo(gap.index)
    index = gap.index + gap.count
  }
  fillTo(Number.POSITIVE_INFINITY)
  return numbers
}
