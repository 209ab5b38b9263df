/** Writes the tables beside KEPT: removed records, clusters, pairs, skipped records. Formats: docs/formats. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { readableBytes } from '../formats/encodings.ts'
import { formatOfName } from '../io/file-name.ts'
import { finishOutput } from '../io/output.ts'
import type { Publication } from '../io/publication.ts'
import { Identities } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { readBad } from '../thread/record-reader.ts'
import { type Cell, cellJson, csvCells, isCsvName, tableWriter } from './table-lines.ts'

/** Characters up to which short texts are joined. */
const textLength = 1 << 16

/** The same texts in fewer pieces, which need not be whole lines. */
export function* inLargerPieces(texts: Iterable<string>): Generator<string> {
  let waiting = ''
  for (const text of texts) {
    waiting += text
    if (waiting.length < textLength) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}

/** Writes lines, or pieces of them, as they come; the file gets its name with the others of its run. */
export async function writeLines(
  path: string,
  publication: Publication,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await finishOutput(path, publication, async output => {
    const pieces = Symbol.iterator in texts ? inLargerPieces(texts) : texts
    for await (const text of pieces) await output.write(Buffer.from(text))
  })
}

/** Lines of a pairs file, CSV unless `path` says otherwise. */
export async function* pairLines(
  run: Run,
  path: string,
  batches: Iterable<PairRows> | AsyncIterable<PairRows>,
): AsyncGenerator<string> {
  const isJson = formatOfName(path).format === 'jsonl'
  if (!isJson) yield `id1,id2,measure,similarity${run.decision.kind === 'signature' ? ',jaccard' : ''}\n`
  for await (const rows of batches) yield* inLargerPieces(rowLines(run, rows, isJson))
}

function* rowLines(
  run: Run,
  { left, right, similarity, jaccard }: PairRows,
  isJson: boolean,
): Generator<string> {
  const identities = new Identities(run)
  const { measure } = run.decision
  const shown: (cell: Cell) => string = isJson ? cellJson : csvCells(run)
  for (let row = 0; row < left.length; row++) {
    const id1 = shown(identities.id(left[row]))
    const id2 = shown(identities.id(right[row]))
    const value = shown(similarity[row]) // a person may pair documents for which the method has none
    const line = isJson
      ? `{"id1":${id1},"id2":${id2},"measure":"${measure}","similarity":${value}`
      : `${id1},${id2},${measure},${value}`
    const beside = jaccard === undefined ? '' : isJson ? `,"jaccard":${jaccard[row]}` : `,${jaccard[row]}`
    yield `${line}${beside}${isJson ? '}' : ''}\n`
  }
}

/** The skipped records unchanged, each with its error: `at`, `code`, `message`, `record`. */
export async function* badLines(run: Run, path: string): AsyncGenerator<string> {
  const { worded } = run.settings.events
  const { header, lineOf } = tableWriter(run, ['at', 'code', 'message', 'record'], isCsvName(path))
  yield header
  for (const { at, ...place } of run.documents.bad.places()) {
    await run.rest()
    const { error, bytes } = readBad(run.thread, place, run.settings.input.maxRecord)
    const { code, message } = withoutStacks(() => {
      const placed = new NearsameError(error.code, { ...error.parts, where: at })
      return worded?.(placed) ?? placed
    })
    const record = readableBytes(bytes, place.source.format.encoding)
    yield lineOf([at, code, message, record])
  }
}
