/**
 * Update messages: documents and commands as Solr receives them, independent of their format.
 *
 *     message  = { command }
 *     command  = add | delete | commit | optimize | rollback
 *     add      = document, overwrite?, commitWithin?
 *     document = { field }, { child document }
 *
 * Nothing that affects a signature is lost: fields keep their order and repetitions, and a number keeps its spelling
 * beside its Java text. Boosts, which Solr ignores, are dropped. Readers make these objects, the writer turns them
 * back into JSON.
 *
 * Where Solr itself would refuse, a `NearsameError` is thrown with Solr's answer as its cause.
 */
import { type ErrorParts, isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isJavaException, type JavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { parseSolrBoolean, parseSolrInt } from './solr-params.ts'

/** Solr's type of a JSON number, or of a value that a program put in a document. */
export type SolrNumberType = 'LONG' | 'DOUBLE' | 'BIGNUMBER'

/**
 * A number: `literal` is its JSON spelling, `text` its Java `String.valueOf`, from which signatures are made:
 * literal `1e3`, text `1000.0`. `text` may be computed on access.
 */
export interface SolrNumber {
  readonly type: SolrNumberType
  readonly literal: string
  readonly text: string
}

/** An instant that a program put in a document: `literal` is a JSON string, `text` Java's `Date.toString` in UTC. */
export interface SolrDate {
  readonly type: 'DATE'
  readonly literal: string
  readonly text: string
}

/** An object as a value: the modifiers of an atomic update, such as `{"set": "x"}`, in their original order. */
export interface SolrMap {
  readonly type: 'MAP'
  readonly entries: readonly SolrField[]
}

/** A child document as the value of a field. */
export interface SolrChild {
  readonly type: 'DOCUMENT'
  readonly document: SolrDocument
}

export type SolrValue =
  | string
  | boolean
  | null
  | SolrNumber
  | SolrDate
  | SolrMap
  | SolrChild
  | readonly SolrValue[]

export interface SolrField {
  readonly name: string
  readonly value: SolrValue
}

/** The JSON name of a document's children. */
export const childDocuments = '_childDocuments_'

/** Fields in their original order. A repeated name occurs repeatedly; Solr appends the values. */
export interface SolrDocument {
  readonly fields: readonly SolrField[]
  /** Documents under `_childDocuments_` or in an unnamed `doc` element. */
  readonly children: readonly SolrDocument[]
}

export interface AddCommand {
  readonly kind: 'add'
  readonly document: SolrDocument
  /** As written with the command; `undefined` leaves it to the request. */
  readonly overwrite: boolean | undefined
  /** Milliseconds, as written with the command. */
  readonly commitWithin: number | undefined
}

/** An add that leaves everything else to the request. */
export function addOf(document: SolrDocument): AddCommand {
  return { kind: 'add', document, overwrite: undefined, commitWithin: undefined }
}

/** One id to delete; `version` and `route` as written, for optimistic concurrency and routing. */
export interface DeletedId {
  readonly id: string
  readonly version: string | undefined
  readonly route: string | undefined
}

/** Deletes the ids first, then the documents that match the queries. */
export interface DeleteCommand {
  readonly kind: 'delete'
  readonly ids: readonly DeletedId[]
  readonly queries: readonly string[]
  readonly commitWithin: number | undefined
}

/** `params` are the options as written: `waitSearcher`, `softCommit`, `expungeDeletes`, `maxSegments` … */
export interface IndexCommand {
  readonly kind: 'commit' | 'optimize' | 'rollback'
  readonly params: readonly SolrField[]
}

export type UpdateCommand = AddCommand | DeleteCommand | IndexCommand

const commitFlags = ['openSearcher', 'waitSearcher', 'softCommit', 'expungeDeletes', 'prepareCommit']
const maxSegments = 'maxSegments'

/** @throws JavaException SolrException 400 for an unknown option of a commit or optimize */
export function checkCommitParams(params: ReadonlyMap<string, string | undefined>): void {
  for (const name of params.keys()) {
    if (name !== maxSegments && !commitFlags.includes(name)) {
      throw newSolrException(400, `Unknown commit parameter '${name}'`)
    }
  }
  // Solr reads them in this order, the number before the last flag.
  for (const name of commitFlags) {
    const [count, flag] = [params.get(maxSegments), params.get(name)]
    if (name === 'prepareCommit' && count !== undefined) parseSolrInt(count)
    if (flag !== undefined) parseSolrBoolean(flag)
  }
}

/** Solr's answer to something it refuses. */
export interface SolrError {
  /** HTTP status, also `error.code` of the answer. */
  readonly code: number
  /** `error.msg` of the answer. */
  readonly message: string
}

/**
 * Solr's answer, if the error is one that Solr itself would make.
 *
 * @example solrErrorOf(refuseUpdate(newSolrException(400, 'Unknown command'), 'line 1')) // => { code: 400, message: 'Unknown command' }
 * @example solrErrorOf(new Error('disk full')) // => undefined
 */
export function solrErrorOf(error: unknown): SolrError | undefined {
  const cause = isNearsameError(error) ? error.parts.cause : error
  // Any other exception is an internal error of the server.
  return isJavaException(cause) ? { code: cause.code ?? 500, message: cause.message } : undefined
}

/** An update that Solr refuses with `cause`; `where` is a place in the input. */
export function refuseUpdate(cause: JavaException, where?: string): NearsameError {
  // Solr loads the class of a signature with the first update that needs it.
  const isClass = /Error loading class|cannot be cast to class/.test(cause.message)
  const fix = isClass ? 'correct the class in the configuration' : 'correct the update'
  return refuse('SOLR_UPDATE', 'an update that Solr accepts', cause, { where, fix })
}

/** As `refuseUpdate`, with a new SolrException. */
export function refuseUpdateAs(code: number, message: string, where?: string): NearsameError {
  return refuseUpdate(newSolrException(code, message), where)
}

/** A configuration with which Solr cannot load its core. */
export function refuseConfig(
  cause: JavaException,
  where?: string,
  fix = 'correct the configuration',
): NearsameError {
  return refuse('SOLR_CONFIG', 'a configuration with which Solr starts', cause, { where, fix })
}

/** As `refuseConfig`, with a new SolrException. */
export function refuseConfigAs(code: number, message: string, where?: string): NearsameError {
  return refuseConfig(newSolrException(code, message), where)
}

function refuse(
  code: 'SOLR_UPDATE' | 'SOLR_CONFIG',
  expected: string,
  cause: JavaException,
  { where, fix }: { where: string | undefined; fix: string },
): NearsameError {
  const parts: ErrorParts = { expected, got: cause.message.trim(), fix, cause }
  return new NearsameError(code, where === undefined ? parts : { ...parts, where })
}

/** Runs what Solr would: its exceptions become refusals. */
export function refusing<T>(refuse: (cause: JavaException) => NearsameError, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw isJavaException(error) ? refuse(error) : error
  }
}
