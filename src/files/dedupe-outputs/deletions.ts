/**
 * Deletions: the removed records as deletions for the index that their dump came from.
 *
 *     bulk   {"delete":{"_index":"news","_id":"7"}}                  one line per document, for `_bulk`
 *     solr   {"delete":["7","8"]}                                    one JSON message, for `/update`
 *
 * A hit of a search or scroll says what it is called: `_index`, `_id`, `_routing`. Where the dump has the version of a
 * document (`_seq_no` and `_primary_term`, or Solr's `_version_`), the deletion names it, so that a document that has
 * changed since then stays. A removed record whose id is also that of a kept one is the same document, and stays.
 *
 * Source: Elasticsearch Guide, "Bulk API" and "Optimistic concurrency control"; Solr Reference Guide, "JSON Formatted
 * Index Updates" and "Optimistic Concurrency".
 */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { choice, options, outputPath, type Resolved, text } from '../../ground/options/declare.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import type { ParsedRecord } from '../formats/record-format.ts'
import { writeLines } from '../outputs/write-lines.ts'
import type { DeletionCounts } from '../requests.ts'
import type { Run } from '../run/run.ts'
import { readValues } from '../work/thread/record-reader.ts'
import type { DedupeOutput } from './output.ts'

const sameIds = 'as the id of a removed document may be that of an earlier kept one'

const declared = options({
  deletes: choice(['bulk', 'solr'], {
    default: undefined,
    defaultText: '',
    doc: 'write the removed records as deletions for their index, of this search engine',
  }),
  deletesOutput: outputPath({
    holds: 'messages',
    doc: 'the deletions: bulk lines of Elasticsearch, or a message of Solr',
  }),
  deletesIndex: text({
    placeholder: 'index',
    default: undefined,
    doc: 'their index, with bulk; if not given, the field _index of each record',
  }),
})

export const deletionsOutput = {
  options: declared,
  isResult: true,
  notWithState: { deletes: sameIds, deletesOutput: sameIds },
  requested(values) {
    const deletions = deletionsOf(values)
    if (deletions === undefined) return undefined
    let counts: DeletionCounts | undefined
    return {
      path: values.deletesOutput,
      check: ({ settings: { set } }) => checkDeletions(set.format),
      async write({ run, outcome }, path) {
        counts = await writeDeletions(run, outcome, { ...deletions, path })
      },
      figures: () => (counts === undefined ? {} : { deletions: counts }),
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>

/** Where deletions go, and for whom. */
interface Deletions {
  readonly path: string
  readonly format: 'bulk' | 'solr'
  /** The index of all documents; undefined if each record names its own. */
  readonly index: string | undefined
}

/** What a search engine needs to delete a document. */
interface Target {
  readonly index: string | undefined
  readonly id: string
  readonly record: ParsedRecord
}

/** The search engine and index of the deletions that a request wants. @throws NearsameError OPTION_VALUE */
function deletionsOf({
  deletes: format,
  deletesOutput,
  deletesIndex: index,
}: Resolved<typeof declared>): Omit<Deletions, 'path'> | undefined {
  if ((format === undefined) !== (deletesOutput === undefined)) {
    throw refuse('`deletes` and `deletesOutput` together', 'only one of them')
  }
  if (index !== undefined && format !== 'bulk') {
    throw refuse('`deletesIndex` to be the name of an index, with `deletes` bulk', JSON.stringify(index))
  }
  return format && { format, index }
}

function refuse(expected: string, got: string): NearsameError {
  const fix = 'name the search engine with `deletes` and the file with `deletesOutput`'
  return new NearsameError('OPTION_VALUE', { expected, got, fix })
}

/** Refuses formats without ids, before anything is read. @throws NearsameError DELETION_TARGET */
function checkDeletions(format: InputFormat): void {
  if (formats[format].hasIds) return
  throw unnamed('records with ids', `inputs of the format ${format}, which has none`)
}

async function writeDeletions(run: Run, outcome: Outcome, deletions: Deletions): Promise<DeletionCounts> {
  const { count } = run.documents
  const isKept = (document: number) => outcome.kind[document] === kinds.kept
  const removed = new Map<string, number>()
  for (let document = 0; document < count; document++) {
    if (isKept(document)) continue
    const key = keyOf(targetOf(run, document, deletions))
    if (!removed.has(key)) removed.set(key, document)
  }
  const found = removed.size
  for (let document = 0; document < count && removed.size > 0; document++) {
    const key = isKept(document) ? keptKey(run, document, deletions) : undefined
    if (key !== undefined) removed.delete(key)
  }
  const targets = [...removed.values()]
  const targetAt = (document: number) => targetOf(run, document, deletions)
  const lines = deletions.format === 'bulk' ? bulkLines(targets, targetAt) : solrMessage(targets, targetAt)
  await writeLines(deletions.path, run.publication, lines)
  return { written: targets.length, sameIds: found - targets.length }
}

function keyOf({ index = '', id }: Target): string {
  return JSON.stringify([index, id])
}

const recordOf = ({ documents, thread }: Run, document: number) =>
  readValues(thread, documents.placeOf(document))

/** The key of a kept document; undefined if it has no id, so that no deletion can mean it. */
function keptKey(run: Run, document: number, deletions: Deletions): string | undefined {
  const record = recordOf(run, document)
  const id = idOf(record, deletions.format)
  return id === undefined ? undefined : keyOf({ index: indexOf(record, deletions), id, record })
}

/** @throws NearsameError DELETION_TARGET if the record has no id */
function targetOf(run: Run, document: number, deletions: Deletions): Target {
  const record = recordOf(run, document)
  const id = idOf(record, deletions.format)
  if (id === undefined) throw unnamed('an id in every removed record', 'none', run.documents.at(document))
  return { index: indexOf(record, deletions), id, record }
}

/** Undefined if the record does not name its index: then the address of the request does. */
function indexOf(record: ParsedRecord, { format, index }: Deletions): string | undefined {
  return format === 'solr' ? undefined : (index ?? textOf(record.field('_index')))
}

function unnamed(expected: string, got: string, where?: string): NearsameError {
  const fix = 'name the field that holds the id with `id`'
  return new NearsameError('DELETION_TARGET', { expected, got, fix, ...(where !== undefined && { where }) })
}

/** A hit has its id in `_id`, a name that no field of a document can have. */
function idOf(record: ParsedRecord, format: Deletions['format']): string | undefined {
  const ofHit = format === 'bulk' ? textOf(record.field('_id')) : undefined
  return ofHit ?? (record.id === undefined || record.id === null ? undefined : String(record.id))
}

/** A text that is not empty, or a whole number as text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  return wholeText(value)
}

function wholeText(value: unknown): string | undefined {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : undefined
}

function* bulkLines(
  documents: readonly number[],
  targetAt: (document: number) => Target,
): Generator<string> {
  for (const document of documents) {
    const { index, id, record } = targetAt(document)
    const routing = textOf(record.field('_routing'))
    const [number, term] = [wholeText(record.field('_seq_no')), wholeText(record.field('_primary_term'))]
    const hasVersion = number !== undefined && term !== undefined
    const version = hasVersion && { if_seq_no: BigInt(number), if_primary_term: BigInt(term) }
    yield `${toJson({ delete: { _index: index, _id: id, routing, ...version } })}\n`
  }
}

/** The ids without a version as one list, each of the others as a command of its own. */
function* solrMessage(
  documents: readonly number[],
  targetAt: (document: number) => Target,
): Generator<string> {
  const versionOf = ({ record }: Target) => wholeText(record.field('_version_'))
  let before = '{"delete":['
  for (const document of documents) {
    const target = targetAt(document)
    if (versionOf(target) !== undefined) continue
    yield `${before}${JSON.stringify(target.id)}`
    before = ',\n'
  }
  yield before === ',\n' ? ']' : '{'
  let between = before === ',\n' ? ',\n' : ''
  for (const document of documents) {
    const target = targetAt(document)
    const version = versionOf(target)
    if (version === undefined) continue
    yield `${between}"delete":${toJson({ id: target.id, _version_: BigInt(version) })}`
    between = ',\n'
  }
  yield '}\n'
}
