/** Writes the tables beside KEPT: removed records, clusters, pairs, skipped records. Formats: docs/formats. */

import { membersOfClusters } from '../../engine/batch/clusters.ts'
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { kindNames } from '../../engine/batch/digest.ts'
import { decidingRules } from '../../engine/batch/keep-order.ts'
import { csvField } from '../../ground/csv-field.ts'
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
import { type Cell, cellJson, isCsvName, tableLines, tableWriter } from './table-lines.ts'

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

/** Columns of the removed records; with an exact Jaccard there is one more. */
export const removedNames = ['id', 'at', 'survivor', 'survivorAt', 'kind', 'measure', 'similarity', 'kept']
const withJaccard = (names: readonly string[]) =>
  names.toSpliced(names.indexOf('similarity') + 1, 0, 'jaccard')

/** A line for each removed record: CSV if `path` says so, else JSON lines. */
export function removedLines(run: Run, path: string, outcome: Outcome): Generator<string> {
  const names = outcome.jaccard === undefined ? removedNames : withJaccard(removedNames)
  return tableLines(path, names, removedRows(run, outcome))
}

function* removedRows(run: Run, outcome: Outcome): Generator<Cell[]> {
  const identities = new Identities(run)
  const ruleOf = decidingRules(run.settings.result.keep, run.documents)
  const nameOf = (document: number): Cell[] => [identities.id(document), identities.at(document)]
  for (let document = 0; document < run.documents.count; document++) {
    if (outcome.kind[document] === kinds.kept) continue
    const survivor = outcome.survivor[document]
    const rule = outcome.judged?.[document] === 1 ? 'decision' : ruleOf(survivor, document)
    const kind = kindNames[outcome.kind[document]]
    yield [
      ...nameOf(document),
      ...nameOf(survivor),
      kind,
      run.measure,
      ...similarityOf(outcome, document),
      rule,
    ]
  }
}

/**
 * A document's similarity to its survivor, with the exact Jaccard if a signature decided. NaN if the two are only
 * linked through others, in a method that finds pairs itself.
 */
function similarityOf({ similarity, jaccard }: Outcome, document: number): number[] {
  return jaccard === undefined ? [similarity[document]] : [similarity[document], jaccard[document]]
}

const memberNames = ['cluster', 'survivor', 'id', 'similarity', 'diameter']

/** Figures of a cluster, by its survivor; each is asked for once a cluster, in the order of the file. */
interface ClusterFigures {
  readonly numberOf: (survivor: number) => number
  readonly diameterOf: (survivor: number) => number | null
}

/**
 * Clusters of at least two, in the order of their first member: a row of CSV for each member, or a line of JSON for
 * each cluster.
 */
export function clusterLines(
  run: Run,
  path: string,
  outcome: Outcome,
  figures: ClusterFigures,
): Generator<string> {
  if (!isCsvName(path)) return clusterObjects(run, outcome, figures)
  const names = outcome.jaccard === undefined ? memberNames : withJaccard(memberNames)
  return tableLines(path, names, memberRows(run, outcome, figures))
}

function* memberRows(
  run: Run,
  outcome: Outcome,
  { numberOf, diameterOf }: ClusterFigures,
): Generator<Cell[]> {
  const identities = new Identities(run)
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    const [id, diameter] = [identities.id(survivor), diameterOf(survivor)]
    const number = numberOf(survivor)
    for (const member of members)
      yield [number, id, identities.id(member), ...similarityOf(outcome, member), diameter]
  }
}

/** In pieces: no string holds millions of members. */
function* clusterObjects(
  run: Run,
  outcome: Outcome,
  { numberOf, diameterOf }: ClusterFigures,
): Generator<string> {
  const identities = new Identities(run)
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    let before = `{"cluster":${numberOf(survivor)},"survivor":${idJson(identities.id(survivor))},"members":[`
    for (const member of members) {
      const [similarity, jaccard] = similarityOf(outcome, member)
      const beside = jaccard === undefined ? '' : `,"jaccard":${jaccard}`
      const id = idJson(identities.id(member))
      yield `${before}{"id":${id},"similarity":${cellJson(similarity)}${beside}}`
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
  const shown: (cell: Cell) => string = isJson ? cellJson : csvField
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
  const { header, lineOf } = tableWriter(['at', 'code', 'message', 'record'], isCsvName(path))
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
