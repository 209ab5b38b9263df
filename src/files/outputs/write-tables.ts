/** Writes the tables beside KEPT: removed records, clusters, pairs, skipped records. Formats: docs/formats. */

import { membersOfClusters } from '../../engine/batch/clusters.ts'
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { kindNames } from '../../engine/batch/digest.ts'
import { decidingRules } from '../../engine/batch/keep-order.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { readableBytes } from '../formats/encodings.ts'
import { formatOfName } from '../io/file-name.ts'
import { finishOutput } from '../io/output.ts'
import type { Publication } from '../io/publication.ts'
import { Identities, idJson } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { readBad } from '../thread/record-reader.ts'

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

export function* removedLines(run: Run, outcome: Outcome): Generator<string> {
  const identities = new Identities(run)
  const { measure } = run
  const ruleOf = decidingRules(run.settings.result.keep, run.documents)
  for (let document = 0; document < run.documents.count; document++) {
    if (outcome.kind[document] === kinds.kept) continue
    const survivor = outcome.survivor[document]
    const rule = outcome.judged?.[document] === 1 ? 'decision' : ruleOf(survivor, document)
    yield `{"id":${idJson(identities.id(document))},"at":${JSON.stringify(identities.at(document))},` +
      `"survivor":${idJson(identities.id(survivor))},"survivorAt":${JSON.stringify(identities.at(survivor))},` +
      `"kind":"${kindNames[outcome.kind[document]]}","measure":"${measure}",` +
      `${similarityOf(outcome, document)},"kept":${JSON.stringify(rule)}}\n`
  }
}

/**
 * A document's similarity to its survivor, with the exact Jaccard if a signature decided. Null if the two are only
 * linked through others, in a method that finds pairs itself.
 */
function similarityOf({ similarity, jaccard }: Outcome, document: number): string {
  const value = similarity[document]
  const shown = `"similarity":${Number.isNaN(value) ? null : value}`
  return jaccard === undefined ? shown : `${shown},"jaccard":${jaccard[document]}`
}

/**
 * Clusters of at least two, in the order of their first member, each in pieces: no string holds millions of members.
 * `diameterOf` gets the survivor of each.
 */
export function* clusterLines(
  run: Run,
  outcome: Outcome,
  diameterOf: (survivor: number) => number | null,
): Generator<string> {
  const identities = new Identities(run)
  let number = 0
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    let before = `{"cluster":${++number},"survivor":${idJson(identities.id(survivor))},"members":[`
    for (const member of members) {
      yield `${before}{"id":${idJson(identities.id(member))},${similarityOf(outcome, member)}}`
      before = ','
    }
    yield `],"diameter":${diameterOf(survivor)}}\n`
  }
}

/** Lines of a pairs file, CSV unless `path` says otherwise. */
export async function* pairLines(
  run: Run,
  path: string,
  batches: Iterable<PairRows> | AsyncIterable<PairRows>,
): AsyncGenerator<string> {
  const isJson = formatOfName(path).format === 'jsonl'
  if (!isJson) yield `id1,id2,measure,similarity${run.decision === 'signature' ? ',jaccard' : ''}\n`
  for await (const rows of batches) yield* inLargerPieces(rowLines(run, rows, isJson))
}

function* rowLines(
  run: Run,
  { left, right, similarity, jaccard }: PairRows,
  isJson: boolean,
): Generator<string> {
  const identities = new Identities(run)
  const { measure } = run
  for (let row = 0; row < left.length; row++) {
    const id1 = identities.id(left[row])
    const id2 = identities.id(right[row])
    const value = valueText(similarity[row], isJson)
    const line = isJson
      ? `{"id1":${idJson(id1)},"id2":${idJson(id2)},"measure":"${measure}","similarity":${value}`
      : `${csvField(id1)},${csvField(id2)},${measure},${value}`
    const beside = jaccard === undefined ? '' : isJson ? `,"jaccard":${jaccard[row]}` : `,${jaccard[row]}`
    yield `${line}${beside}${isJson ? '}' : ''}\n`
  }
}

/** A person may pair documents for which the method has no value. */
function valueText(value: number, isJson: boolean): string {
  if (Number.isNaN(value)) return isJson ? 'null' : ''
  return String(value)
}

function csvField(id: DocumentId): string {
  const text = String(id)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The skipped records unchanged, each with its error: JSONL `{"at","code","message","record"}`. */
export async function* badLines(run: Run): AsyncGenerator<string> {
  const { worded } = run.settings.events
  for (const { at, ...place } of run.documents.bad.places()) {
    await run.rest()
    const { error, bytes } = readBad(run.thread, place, run.settings.input.maxRecord)
    const { code, message } = withoutStacks(() => {
      const placed = new NearsameError(error.code, { ...error.parts, where: at })
      return worded?.(placed) ?? placed
    })
    const record = readableBytes(bytes, place.source.format.encoding)
    yield `${JSON.stringify({ at, code, message, record })}\n`
  }
}
