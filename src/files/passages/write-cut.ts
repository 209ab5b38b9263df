/**
 * Writes documents without their passages: records that lose nothing byte for byte, as `dedupe` does, the others cut by
 * threads; and the list of what was cut.
 */
import { writeFile } from 'node:fs/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { headerPiece, type Piece, piecesAround, startPiece } from '../outputs/kept-pieces.ts'
import { isShards, writeKept } from '../outputs/kept-records.ts'
import { elementWriter, encodingOfSources } from '../outputs/line-writer.ts'
import { type OtherRecord, writeInOrder } from '../outputs/write-kept.ts'
import { copyDocument, writeKeptDirectory } from '../outputs/write-kept-files.ts'
import { lineShard, writeShards } from '../outputs/write-kept-shards.ts'
import { placesOf } from '../run/documents/document-places.ts'
import { idJson, idOfDocument } from '../run/identities.ts'
import { answersInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import type { CutRecords, CutTask } from '../work/cut-passages.ts'
import type { Fates } from './passage-fates.ts'
import { checkColumns, writeCutParquet } from './write-cut-parquet.ts'

/** Documents cut by one task. */
const taskDocuments = 128

/** Refuses what cannot be written with cuts. @throws NearsameError OUTPUT_FORMAT */
export async function checkCuttable(set: InputSet, { html, text = [] }: InputOptions): Promise<void> {
  if (set.format === 'parquet') await checkColumns(set, text)
  if (!html) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'records whose text can be cut in place',
    got: 'a text without the tags of its HTML',
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
  return writeAround(run, set, path, { isKept, isCut }, cutDocuments(run, cut, cutsOf, 'records'))
}

async function* cutDocuments(
  run: Run,
  documents: readonly number[],
  cutsOf: Fates['cutsOf'],
  wanted: CutTask['wanted'],
): AsyncGenerator<CutRecords[number]> {
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
    return run.run({ kind: 'cut', places: placesOf(run.documents, numbers), runs, counts, wanted })
  }
  for await (const records of answersInOrder(parts(), 4 * run.threads, cut)) yield* records
}

/** Lines of what is cut, and of the documents dropped, in the order of documents. */
export async function* removedParts(run: Run, { isDropped, cutsOf }: Fates): AsyncGenerator<string> {
  const nameOf = (document: number) =>
    `"id":${idJson(idOfDocument(run, document))},"at":${JSON.stringify(run.documents.at(document))}`
  const isCut = (document: number) => isDropped[document] === 0 && cutsOf(document).length > 0
  const cut = cutDocuments(run, [...isDropped.keys()].filter(isCut), cutsOf, 'parts')
  for (let document = 0; document < isDropped.length; document++) {
    if (isDropped[document] === 1) yield `{${nameOf(document)},"dropped":true}\n`
    if (!isCut(document)) continue
    const { value } = await cut.next()
    const name = nameOf(document)
    for (const { from, to, fromByte, toByte, text } of (value as CutRecords[number]).parts)
      yield `{${name},"from":${from},"to":${to},"fromByte":${fromByte},"toByte":${toByte},` +
        `"text":${JSON.stringify(text)}}\n`
  }
}

/** Writes the kept records, those with cuts as they come. */
async function writeAround(
  run: Run,
  set: InputSet,
  path: string,
  fates: Parameters<typeof piecesAround>[2],
  cut: AsyncGenerator<CutRecords[number]>,
): Promise<number> {
  const { format, inputs } = set
  if (format === 'parquet') return writeCutParquet(run, set, path, fates, cut)
  const nextRecord = async () => ((await cut.next()).value as CutRecords[number]).record
  async function* around(source: number): AsyncGenerator<Piece | OtherRecord> {
    for (const piece of piecesAround(run, source, fates))
      yield 'document' in piece ? { record: await nextRecord(), isOpen: piece.isOpen } : piece
  }
  if (formats[format].isFileEach) {
    const { isKept, isCut } = fates
    return writeKeptDirectory(run, set, path, isKept, async (document, source, to) =>
      isCut(document) ? writeFile(to, await nextRecord()) : copyDocument(run, source, to),
    )
  }
  if (isShards(format, path)) {
    const pieces = async function* (source: number) {
      const start = startPiece(run, source)
      if (start !== undefined) yield start
      yield* around(source)
    }
    return writeShards(run, set, path, lineShard(run, format, pieces))
  }
  const all = async function* () {
    const header = headerPiece(run, inputs.length)
    if (header !== undefined) yield header
    for (const source of inputs.keys()) yield* around(source)
  }
  const elements = elementWriter(format, encodingOfSources(run, inputs.length), path)
  return writeInOrder(run, path, all(), elements, written => Math.max(written, run.readBytes))
}
