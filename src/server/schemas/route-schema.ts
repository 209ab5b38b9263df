/**
 * Schemas of routes: what the document of the API says of each of them, put together from parts.
 *
 * Statuses that any route can answer are listed here once; a route adds its own.
 */
import Type, { type TSchema } from 'typebox'
import { collectionName } from '../../online/store/catalogue.ts'
import { ProblemSchema } from './schemas.ts'

const texts: Readonly<Record<number, string>> = {
  400: 'The request cannot be understood: a wrong value, an unknown name, no JSON',
  401: 'An API key is needed',
  403: 'The key may not do this, or the request comes from a page of another origin',
  404: 'There is no such collection or document',
  408: 'The body took too long',
  409: 'It is there already, with something else in it',
  412: 'If-Match or If-None-Match does not hold',
  413: 'More than a limit allows, which is named',
  415: 'The type of the body is not read here',
  422: 'The Idempotency-Key came with another request before',
  429: 'More requests than the limit allows, see Retry-After',
  500: 'A fault of the server',
  503: 'The store is away or the server closes; come again',
  507: 'The disk is full',
}

// A collection that is opened for a request may find the disk full, also where nothing is to be written.
const anyRoute = [400, 401, 403, 429, 500, 503, 507]

/** What kinds of route can answer beyond that. */
const kinds = { body: [408, 413, 415], collection: [404] } as const

interface Answer {
  readonly description: string
  /** By content type; none: no body. */
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>
  readonly headers?: Readonly<Record<string, unknown>>
}

/** An answer in JSON. */
export function json(description: string, schema: TSchema): Answer {
  return { description, content: { 'application/json': { schema } } }
}

const problemContent = { 'application/problem+json': { schema: ProblemSchema } }

/** All answers of a route: its own, those of its kinds, and those of every route. */
export function answers(
  own: Readonly<Record<number, Answer>>,
  of: readonly (keyof typeof kinds | number)[] = [],
): Record<string, unknown> {
  const problems = [...anyRoute, ...of.flatMap(kind => (typeof kind === 'number' ? kind : kinds[kind]))]
  const all: Record<string, unknown> = {}
  for (const status of [...new Set(problems)].sort()) {
    all[status] = { description: texts[status], content: problemContent }
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
    pattern: collectionName.source,
    description: 'Of the collection: 1 to 64 letters, digits, `_`, `-` and `.`, a letter or digit first',
  }),
}

/** Parts of longer lists. */
export const pageParameters = {
  after: Type.Optional(Type.String({ description: '`next` of the page before' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Items of a page; 100 unless given' }),
  ),
}

export const idTypeParameter = {
  type: Type.Optional(
    Type.Enum(['string', 'number'], {
      description: 'Of the id. Unless given: the text, else the number that is written so',
    }),
  ),
}
