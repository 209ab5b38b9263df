/** Writes rows of Parquet without their passages: the texts cut, every other value as it was. */
import { fromJson } from '../../ground/json/exact-json.ts'
import { fieldValues } from '../../ground/json/field.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import type { NewTexts } from '../io/parquet/parquet-texts.ts'
import type { piecesAround } from '../outputs/kept-pieces.ts'
import { isShards } from '../outputs/kept-records.ts'
import { type TextsOfRows, writeKeptParquet } from '../outputs/write-kept-files.ts'
import { parquetShard, writeShards } from '../outputs/write-kept-shards.ts'
import type { Run } from '../run/run.ts'
import type { CutRecords } from '../work/cut-passages.ts'

/** @param text columns of the text, if they are given @throws NearsameError OUTPUT_FORMAT */
export async function checkColumns({ inputs }: InputSet, text: readonly string[]): Promise<void> {
  const [{ openParquet }, { checkReplaceable }] = await Promise.all([
    import('../io/parquet/parquet-file.ts'),
    import('../io/parquet/parquet-texts.ts'),
  ])
  for (const { path, name, sizeBytes } of inputs)
    if (sizeBytes > 0) checkReplaceable((await openParquet(path)).columns, text, name)
}

/** @param cut the records with cuts, as JSON, in the order of documents @returns bytes */
export async function writeCutParquet(
  run: Run,
  set: InputSet,
  path: string,
  { isKept, isCut }: Parameters<typeof piecesAround>[2],
  cut: AsyncGenerator<CutRecords[number]>,
): Promise<number> {
  const { records } = run.documents
  let document = 0
  const texts: TextsOfRows = async (source, from, to) => {
    const found = new Map<number, ReadonlyMap<string, string>>()
    document = Math.max(document, records.firstDocument(source))
    const end = records.firstDocument(source + 1)
    for (; document < end && records.numberOf(document) - 1 < to; document++) {
      if (!isKept(document) || !isCut(document)) continue
      const { record } = (await cut.next()).value as CutRecords[number]
      found.set(records.numberOf(document) - 1 - from, textsIn(run, source, record))
    }
    return found satisfies NewTexts
  }
  if (!isShards(set.format, path)) return writeKeptParquet(run, set, path, isKept, texts)
  return writeShards(run, set, path, await parquetShard(run, isKept, texts))
}

/** The texts of a record by their columns. */
function textsIn(run: Run, source: number, record: Uint8Array): ReadonlyMap<string, string> {
  const { format } = run.sources.plain[source]
  const value = fromJson(Buffer.from(record).toString()) as object
  const texts = new Map<string, string>()
  for (const name of 'choice' in format ? format.choice.text : []) {
    const [text] = fieldValues(value, name)
    if (typeof text === 'string') texts.set(name, text)
  }
  return texts
}
