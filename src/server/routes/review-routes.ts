/** Routes of reviews: what people decided about pairs of a collection. */
import { Readable } from 'node:stream'
import Type from 'typebox'
import type { PairDecision } from '../../engine/decisions/given-decisions.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { pageOptions, reviewsCsvOptions } from '../../online/index/calls/pages.ts'
import { csvPages } from '../../online/index/review/reviews-csv.ts'
import { checkArray } from '../bodies/document-items.ts'
import { bodyMissing } from '../bodies/request-body.ts'
import { checkedByRoute, validatorOf } from '../guards/validation.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { cursors } from '../schemas/patterns.ts'
import {
  DecideBodySchema,
  DecidedSchema,
  ReviewListSchema,
  WithdrawBodySchema,
} from '../schemas/review-schemas.ts'
import { answers, json, listQuery, nameParameter, parameters } from '../schemas/route-schema.ts'
import { RemovedSchema } from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['reviews']
const params = parameters(nameParameter)

const listReviewsSchema = {
  tags,
  operationId: 'listReviews',
  summary: 'What people decided about pairs, by time',
  params,
  querystring: listQuery(pageOptions, cursors.pairs),
  response: answers({ 200: json('A page of the list', ReviewListSchema) }, ['collection', 'OPTION_VALUE']),
}

const exportReviewsSchema = {
  tags,
  operationId: 'exportReviews',
  summary: 'All reviews as CSV, the `decisions` of a run',
  params,
  querystring: schemaOfOptions(reviewsCsvOptions),
  response: answers(
    {
      200: {
        description: 'Rows `id1,id2,decision,survivor,by,at` under this header',
        content: { 'text/csv': { schema: Type.String() } },
      },
    },
    ['collection', 'OPTION_VALUE'],
  ),
}

const decideSchema = {
  tags,
  operationId: 'decide',
  summary: 'Keep decisions about pairs: all or none',
  description:
    'Acknowledged means durable. A pair decided before is decided again. Different documents get two clusters at once.',
  params,
  body: { content: { 'application/json': { schema: { ...DecideBodySchema, ...checkedByRoute } } } },
  response: answers({ 200: json('The decisions', DecidedSchema) }, [
    ...(['collection', 'body', 'KEY_SCOPE', 'OPTION_VALUE'] as const),
    ...(['DOCUMENT_NOT_FOUND', 'DECISIONS_CONFLICT'] as const),
  ]),
}

const withdrawSchema = {
  tags,
  operationId: 'withdraw',
  summary: 'Remove the decisions about pairs',
  params,
  body: { content: { 'application/json': { schema: { ...WithdrawBodySchema, ...checkedByRoute } } } },
  response: answers({ 200: json('The number of removed decisions', RemovedSchema) }, [
    ...(['collection', 'body', 'KEY_SCOPE', 'OPTION_VALUE'] as const),
  ]),
}

export function addReviewRoutes(app: App, { collections, limits }: ServerContext): void {
  app.get('/v1/collections/:name/reviews', {
    schema: listReviewsSchema,
    handler: async ({ params, query }) => (await collections.get(params.name)).index.reviews(query),
  })

  app.get('/v1/collections/:name/reviews.csv', {
    schema: exportReviewsSchema,
    handler: async ({ params, query }, reply) => {
      const collection = await collections.get(params.name)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${collection.name}-decisions.csv"`)
        .send(Readable.from(csvPages(collection.index, query.spreadsheetSafe ?? false)))
    },
  })

  app.put('/v1/collections/:name/reviews', {
    schema: decideSchema,
    handler: async ({ params, body, viewer }) => {
      const { index } = await collections.get(params.name)
      const { reviews } = checkedBody(body, checkDecide, 'send {"reviews": […]} as application/json') as {
        readonly reviews: readonly PairDecision[]
      }
      checkArray(reviews, limits, '`reviews`')
      return index.decide(reviews, viewer.name).catch(inMembers)
    },
  })

  app.delete('/v1/collections/:name/reviews', {
    schema: withdrawSchema,
    handler: async ({ params, body }) => {
      const { index } = await collections.get(params.name)
      const { pairs } = checkedBody(body, checkWithdraw, 'send {"pairs": […]} as application/json') as {
        readonly pairs: readonly (readonly [DocumentId, DocumentId])[]
      }
      checkArray(pairs, limits, '`pairs`')
      return { removed: await index.withdraw(pairs) }
    },
  })
}

const checkDecide = validatorOf(DecideBodySchema, 'body')
const checkWithdraw = validatorOf(WithdrawBodySchema, 'body')

/** Schemas cannot express ids beyond 2^53. @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, REQUEST_SYNTAX */
function checkedBody(body: unknown, check: typeof checkDecide, fix: string): unknown {
  if (body === undefined) throw bodyMissing('decisions', fix)
  const checked = check(withDoubles(body))
  if ('error' in checked) throw checked.error
  return body
}

/** The index speaks of `decisions`, which are `reviews` in the body. */
function inMembers(error: unknown): never {
  if (!isNearsameError(error)) throw error
  const { expected, got, fix, ...rest } = error.parts
  const named = (text: string) => text.replaceAll('decisions[', 'reviews[')
  throw new NearsameError(error.code, { ...rest, expected: named(expected), got, fix: named(fix) })
}

function withDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return 0
  if (Array.isArray(value)) return value.map(withDoubles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withDoubles(part)]))
}
