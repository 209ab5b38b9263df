/**
 * Schemas of routes: the parts that make up each route's description in the document of the API.
 *
 * Lists once the statuses that any route can answer; a route adds its own.
 */
import Type, { type TSchema } from 'typebox'
import { registry } from '../../ground/errors/registry.ts'
import type { Declarations, Given } from '../../ground/options/declare.ts'
import type { pageOptions } from '../../online/index/calls/pages.ts'
import { propertiesOf, schemaOfOptions } from './option-schema.ts'
import { namePattern } from './patterns.ts'
import type { DescribedCode } from './problem-examples.ts'
import { ProblemSchema } from './schemas.ts'
import { describedMark } from './value-schemas.ts'

const texts: Readonly<Record<number, string>> = {
  400: 'The request is invalid: a wrong value, an unknown name, no JSON',
  401: 'The route needs an API key',
  403: 'The key does not allow this, or the request comes from a page of another origin',
  404: 'The collection or document does not exist',
  408: 'The body took too long',
  409: 'It exists already, with different content',
  412: 'The condition of If-Match or If-None-Match is false',
  413: 'The request exceeds a limit, which the answer names',
  415: 'The route does not read bodies of this type',
  422: 'Another request used this Idempotency-Key before',
  429: 'More requests than the limit allows, see Retry-After',
  500: 'An error of the server',
  503: 'The store is unavailable or the server is closing; try again later',
  507: 'The disk is full',
}

// Opening a collection for a request may find the disk full, even if the request only reads.
const anyRoute = [
  ...(['REQUEST_SYNTAX', 'OPTION_UNKNOWN', 'KEY_MISSING', 'REQUEST_ORIGIN', 'RATE_LIMIT'] as const),
  ...(['BUG', 'STORE_UNAVAILABLE', 'DISK_FULL'] as const),
]

/** Further errors by kind of route. */
const kinds = {
  body: ['JSON_SYNTAX', 'REQUEST_TIMEOUT', 'REQUEST_TOO_LARGE', 'CONTENT_TYPE'],
  collection: ['COLLECTION_NOT_FOUND'],
} as const

interface Answer {
  readonly description: string
  /** By content type; missing: no body. */
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>
  readonly headers?: Readonly<Record<string, unknown>>
}

/** An answer in JSON. */
export function json(description: string, schema: TSchema): Answer {
  return { description, content: { 'application/json': { schema } } }
}

function problemContent(codes: readonly DescribedCode[]) {
  const examples = codes.map(code => [code, { $ref: `#/components/examples/${code}` }] as const)
  return { 'application/problem+json': { schema: ProblemSchema, examples: Object.fromEntries(examples) } }
}

/** All answers of a route: its own, and the errors of its kinds, of every route, and others named by their code. */
export function answers(
  own: Readonly<Record<number, Answer>>,
  of: readonly (keyof typeof kinds | DescribedCode)[] = [],
): Record<string, unknown> {
  const codes = [
    ...anyRoute,
    ...of.flatMap(kind => (kind in kinds ? kinds[kind as keyof typeof kinds] : kind)),
  ]
  const byStatus = Object.groupBy([...new Set(codes)] as DescribedCode[], code => registry[code].http)
  const all: Record<string, unknown> = Object.create(null)
  for (const [status, named = []] of Object.entries(byStatus)) {
    all[status] = { description: texts[Number(status)], content: problemContent(named) }
  }
  for (const [status, answer] of Object.entries(own)) {
    all[status] = answer.content === undefined ? { ...answer, type: 'null' } : answer
  }
  return all
}

/** Parameters of a path or a query; unknown ones are refused. */
export function parameters<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

export const nameParameter = {
  name: Type.String({
    pattern: namePattern,
    description:
      'Name of the collection: 1 to 64 letters, digits, `_`, `-` and `.`, a letter or digit first',
  }),
}

/** The query of a list, from the options of its call. @param pattern of its cursors */
export function listQuery<D extends Declarations & typeof pageOptions>(declared: D, pattern: string) {
  const schema = schemaOfOptions(declared)
  const after = { ...propertiesOf({ after: declared.after }).after, [describedMark]: { pattern } }
  return Type.Unsafe<Given<D>>({ ...schema, properties: { ...propertiesOf(declared), after } })
}

export const idTypeParameter = {
  type: Type.Optional(
    Type.Enum(['string', 'number'], {
      description: 'Type of the id. Default: the text, else the number written so',
    }),
  ),
}
