/**
 * Schemas of routes: the parts that make up each route's description in the document of the API.
 *
 * Lists once the statuses that any route can answer; a route adds its own.
 */
import Type, { type TSchema } from 'typebox'
import { namePattern } from './patterns.ts'
import { describedMark } from './request-schemas.ts'
import { ProblemSchema } from './schemas.ts'

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
const anyRoute = [400, 401, 403, 429, 500, 503, 507]

/** Further statuses by kind of route. */
const kinds = { body: [408, 413, 415], collection: [404] } as const

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
    pattern: namePattern,
    description:
      'Name of the collection: 1 to 64 letters, digits, `_`, `-` and `.`, a letter or digit first',
  }),
}

/** Parts of longer lists. @param pattern of the cursor; without one, the cursor is any text */
export function pageParameters(pattern?: string) {
  const description = '`next` of the previous page'
  return {
    after: Type.Optional(
      Type.String({ description, ...(pattern !== undefined && { [describedMark]: { pattern } }) }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'Maximum number of items. Default: 100' }),
    ),
  }
}

export const idTypeParameter = {
  type: Type.Optional(
    Type.Enum(['string', 'number'], {
      description: 'Type of the id. Default: the text, else the number written so',
    }),
  ),
}
