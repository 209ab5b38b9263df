/**
 * Bulk lines: the actions and sources of a bulk body.
 *
 *     body   = { action "\n" [ source "\n" ] }
 *     action = {"index" | "create" | "update" | "delete": {"_index"?, "_id"?, ...}}     a delete has no source
 *
 * Source: Elasticsearch Guide, "Bulk API".
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { readDocument } from '../json/json-documents.ts'
import { documentToJson } from '../json/json-writer.ts'
import { EOF, Noggit, OBJECT_START } from '../json/noggit.ts'
import { type SolrDocument, type SolrField, solrErrorOf } from '../messages/messages.ts'
import { isModifier } from '../messages/values.ts'

export interface BulkLine {
  readonly text: string
  /** Line number, from 1. */
  readonly number: number
}

export interface BulkAction {
  readonly kind: ActionKind
  /** What the action says of its document, such as `_id`. */
  readonly fields: readonly SolrField[]
}

const actions = ['index', 'create', 'update', 'delete'] as const
type ActionKind = (typeof actions)[number]

/** @throws NearsameError BULK_FORMAT */
export function readAction(line: BulkLine): BulkAction {
  const { fields } = readObject(line)
  const [{ name, value }] = fields.length === 1 ? fields : [{ name: '', value: null }]
  const kind = actions.find(known => known === name)
  if (kind !== undefined && isModifier(value)) return { kind, fields: value.entries }
  throw refuseLine(`an object with one of ${actions.join(', ')}`, shown(line), line)
}

/** Parses a line as an object; names keep their order and repetitions. @throws NearsameError BULK_FORMAT */
export function readObject(line: BulkLine): SolrDocument {
  const parser = new Noggit()
  // Only the first line of a file can begin with a byte-order mark.
  parser.append(line.text.replace(/^\ufeff/, ''))
  parser.isComplete = true
  try {
    if (parser.next() !== OBJECT_START) throw refuseLine('a JSON object', shown(line), line)
    const document = readDocument(parser, undefined)
    if (parser.next() === EOF) return document
  } catch (error) {
    const problem = isJavaException(error) ? error : solrErrorOf(error)
    throw problem === undefined ? error : refuseLine('a JSON object', problem.message, line)
  }
  throw refuseLine('one JSON object', 'more text after it', line)
}

function shown({ text }: BulkLine): string {
  return text.slice(0, 60)
}

export function refuseLine(
  expected: string,
  got: string,
  { number }: BulkLine,
  fix = 'send lines of actions and sources in the format of the bulk API',
): NearsameError {
  return new NearsameError('BULK_FORMAT', { expected, got, where: `line ${number}`, fix })
}

/** @param line the action */
export function noSource(line: BulkLine): NearsameError {
  return refuseLine('a source after the action', 'none', line)
}

/** The line of an action. */
export function actionLine(kind: ActionKind, fields: readonly SolrField[]): string {
  return documentToJson({ fields: [{ name: kind, value: { type: 'MAP', entries: fields } }], children: [] })
}
