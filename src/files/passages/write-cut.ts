/**
 * Writes documents without their passages: records that lose nothing byte for byte, as `dedupe` does, the others cut by
 * threads; and the list of what was cut.
 */
import { writeFile } from 'node:fs/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ArrayWriter, type ElementWriter, LineWriter } from '../formats/element-line.ts'
import { isWide, WideWriter } from '../formats/encodings.ts'
import { isFileEach } from '../formats/formats.ts'
import { asBuffer } from '../formats/record-format.ts'
import { formatOfName } from '../io/file-name.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { pathsInOutput } from '../io/inputs/resolve-inputs.ts'
import { finishOutput, type OutputFile, openOutput } from '../io/output.ts'
import { checkUnchanged } from '../outputs/check-inputs.ts'
import { headerPiece, piecesAround } from '../outputs/kept-pieces.ts'
import { isShards, writeKept } from '../outputs/kept-records.ts'
import { encodingOfSources, progress, writePieces } from '../outputs/write-kept.ts'
import { copyDocument, writeDirectory } from '../outputs/write-kept-files.ts'
import { placesOf } from '../run/documents/places.ts'
import { Identities, idJson } from '../run/identities.ts'
import { answersInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import type { CutRecords } from '../tasks/cut-records.ts'
import type { Fates } from './passage-fates.ts'

/** Documents cut by one task. */
const taskDocuments = 128

type Cut = CutRecords[number] & { readonly document: number }

/** Refuses what cannot be written with cuts. @throws NearsameError OUTPUT_FORMAT */
export function checkCuttable({ format }: InputSet, html: boolean): void {
  if (format !== 'parquet' && !html) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'records whose text can be cut in place',
    got: html ? 'a text without the tags of its HTML' : 'Parquet',
    fix: 'choose `cut` none, which only drops documents, or leave out `kept` and cut by the places in the output',
  })
}

/** @returns bytes written */
export async function writeWithoutPassages(
  run: Run,
  set: InputSet,
  path: string,
  { isDropped, cutsOf }: Fates,
): Promise<number> {
  const isKept = (document: number) => document < isDropped.length && isDropped[document] === 0
  const isCut = (document: number) => cutsOf(document).length > 0
  const cut = [...isDropped.keys()].filter(document => isKept(document) && isCut(document))
  if (cut.length === 0) return writeKept(run, set, path, isKept)
  const writer = new CutWriter(run, set, { isKept, isCut }, cutDocuments(run, cut, cutsOf))
  return writer.write(path)
}

async function* cutDocuments(
  run: Run,
  documents: readonly number[],
  cutsOf: Fates['cutsOf'],
): AsyncGenerator<Cut> {
  const parts = function* () {
    for (let at = 0; at < documents.length; at += taskDocuments)
      yield Int32Array.from(documents.slice(at, at + taskDocuments))
  }
  const cut = async (numbers: Int32Array) => {
    const cuts = Array.from(numbers, cutsOf)
    const counts = Uint32Array.from(cuts, ({ length }) => length)
    const runs = new Uint32Array(counts.reduce((sum, count) => sum + count, 0))
    let end = 0
    for (const each of cuts) {
      runs.set(each, end)
      end += each.length
    }
    const records = await run.run({ kind: 'cut', places: placesOf(run.documents, numbers), runs, counts })
    return records.map((record, i) => ({ ...record, document: numbers[i] }))
  }
  for await (const records of answersInOrder(parts(), 4 * run.threads, cut)) yield* records
}

/** Lines of what is cut, and of the documents dropped, in the order of documents. */
export async function* removedParts(run: Run, { isDropped, cutsOf }: Fates): AsyncGenerator<string> {
  const identities = new Identities(run)
  const nameOf = (document: number) =>
    `"id":${idJson(identities.id(document))},"at":${JSON.stringify(identities.at(document))}`
  const isCut = (document: number) => isDropped[document] === 0 && cutsOf(document).length > 0
  const cut = cutDocuments(run, [...isDropped.keys()].filter(isCut), cutsOf)
  for (let document = 0; document < isDropped.length; document++) {
    if (isDropped[document] === 1) yield `{${nameOf(document)},"dropped":true}\n`
    if (!isCut(document)) continue
    const { value } = await cut.next()
    const name = nameOf(document)
    for (const { from, to, fromByte, toByte, text } of (value as Cut).cuts)
      yield `{${name},"from":${from},"to":${to},"fromByte":${fromByte},"toByte":${toByte},` +
        `"text":${JSON.stringify(text)}}\n`
  }
}

class CutWriter {
  readonly #run: Run
  readonly #set: InputSet
  readonly #fates: Parameters<typeof piecesAround>[2]
  readonly #cut: AsyncGenerator<Cut>

  constructor(
    run: Run,
    set: InputSet,
    fates: Parameters<typeof piecesAround>[2],
    cut: AsyncGenerator<Cut>,
  ) {
    this.#run = run
    this.#set = set
    this.#fates = fates
    this.#cut = cut
  }

  async write(path: string): Promise<number> {
    const { format, inputs, emptyInputs = [] } = this.#set
    const run = this.#run
    if (isFileEach(format)) return this.#writeFiles(path)
    if (!isShards(format, path)) {
      return finishOutput(path, run.publication, async output => {
        const written = await this.#writeSources(output, this.#elementsOf(path), [...inputs.keys()], true)
        checkUnchanged(inputs)
        return written
      })
    }
    const names = pathsInOutput([...inputs, ...emptyInputs])
    const { signal, threads } = run.publication
    return writeDirectory(run, path, async place => {
      let bytes = 0
      for (const [source, name] of names.entries()) {
        const input = source < inputs.length && inputs[source].sizeBytes > 0 ? inputs[source] : undefined
        const { compression = 'none' } = input ?? {}
        const output = await openOutput(await place(name), { signal, threads, compression })
        try {
          const elements = this.#elementsOf('', source)
          if (input !== undefined) bytes += await this.#writeSources(output, elements, [source], false)
          await output.commit()
        } finally {
          await output.abort()
        }
      }
      checkUnchanged(inputs)
      return bytes
    })
  }

  /** How elements are written. @param source the one of a shard */
  #elementsOf(path: string, source?: number): ElementWriter | undefined {
    const { format, inputs } = this.#set
    if (format === 'json' && source === undefined && formatOfName(path).format === 'jsonl')
      return new LineWriter()
    if (format === 'json') return new ArrayWriter()
    const encoding =
      source === undefined
        ? encodingOfSources(this.#run, inputs.length)
        : this.#run.sources.plain[source].written
    return isWide(encoding) ? new WideWriter(encoding) : undefined
  }

  async #writeSources(
    output: OutputFile,
    elements: ElementWriter | undefined,
    sources: readonly number[],
    isJoined: boolean,
  ): Promise<number> {
    const run = this.#run
    let written = 0
    let isOpen = false
    const write = async (bytes: Uint8Array) => {
      const shown = elements?.write(asBuffer(bytes)) ?? bytes
      await output.write(shown)
      written += shown.length
    }
    const copy = async (piece: Parameters<typeof writePieces>[1] extends Iterable<infer P> ? P : never) => {
      const whole = { ...piece, isOpen: false }
      const shown = elements && {
        write: (bytes: Buffer) => elements.write(bytes),
        end: () => new Uint8Array(0),
      }
      written += await writePieces(run, [whole], output, { elements: shown, onBytes: () => {} })
    }
    const head = isJoined ? headerPiece(run, sources.length) : undefined
    if (head !== undefined) await copy(head)
    isOpen = head?.isOpen ?? false
    for (const source of sources) {
      const { start } = run.sources.plain[source]
      if (!isJoined && start > 0)
        await copy({ source, slices: Float64Array.of(0, start), bytes: start, isOpen: false })
      for (const piece of piecesAround(run, source, this.#fates)) {
        if (isOpen) await write(Buffer.from('\n'))
        if ('document' in piece) await write((await this.#next()).record)
        else await copy(piece)
        isOpen = piece.isOpen
        progress(run, written, Math.max(written, run.readBytes))
      }
    }
    if (elements !== undefined) await output.write(elements.end())
    return written
  }

  async #next(): Promise<Cut> {
    const { value } = await this.#cut.next()
    return value as Cut
  }

  #writeFiles(path: string): Promise<number> {
    const run = this.#run
    const { isKept, isCut } = this.#fates
    const names = pathsInOutput(this.#set.inputs)
    return writeDirectory(run, path, async place => {
      let bytes = 0
      for (let document = 0; document < run.documents.count; document++) {
        if (!isKept(document)) continue
        const source = run.documents.records.sourceOf(document)
        await run.rest()
        const to = await place(names[source])
        if (isCut(document)) await writeFile(to, (await this.#next()).record)
        else await copyDocument(run, source, to)
        bytes += run.documents.placeOf(document).length
      }
      checkUnchanged(this.#set.inputs)
      return bytes
    })
  }
}
