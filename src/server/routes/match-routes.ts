/** Routes that only read: check, collapse, explain. */
import { Readable } from 'node:stream'
import Type from 'typebox'
import { inPlace } from '../../ground/errors/place.ts'
import { checkEachOptions } from '../../online/index/calls/check.ts'
import type { CollapseRequest } from '../../online/index/calls/collapse.ts'
import { givenText, nameOf } from '../../online/index/documents/given-document.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import { Checking } from '../bodies/checking.ts'
import { checkArray, givenDocumentOf, manyIn } from '../bodies/document-items.ts'
import { asLines, lineResults, type StreamSlots, sendStream } from '../bodies/line-streams.ts'
import { addLineBodies, bodyMissing } from '../bodies/request-body.ts'
import { checkedByRoute, validatorOf } from '../guards/validation.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { CheckRequestSchema, CollapseBodySchema } from '../schemas/request-schemas.ts'
import { answers, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import { CheckAnswerSchema, CheckedSchema, CollapsedSchema } from '../schemas/schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { App, ServerContext } from '../state/server-context.ts'
import { type IdType, idMeant } from './document-ids.ts'

const tags = ['matches']
const params = parameters(nameParameter)

const checkSchema = {
  tags,
  operationId: 'check',
  summary: 'Find what a text matches; stores nothing',
  params,
  querystring: schemaOfOptions(checkEachOptions),
  body: {
    content: {
      'application/json': { schema: { ...CheckRequestSchema, ...checkedByRoute } },
      'application/x-ndjson': { schema: Type.Unsafe({}) },
    },
  },
  response: answers(
    {
      200: {
        description: 'The matches',
        content: {
          'application/json': { schema: CheckAnswerSchema },
          'application/x-ndjson': { schema: CheckedSchema },
        },
      },
    },
    ['collection', 'body', 'OPTION_VALUE', 'TEXT_MISSING', 'RECORD_TOO_LONG'],
  ),
}

const collapseSchema = {
  tags,
  operationId: 'collapse',
  summary: 'Drop near duplicates of better-ranked documents from a ranked list',
  params,
  body: {
    content: {
      'application/json': { schema: { ...CollapseBodySchema, ...checkedByRoute } },
    },
  },
  response: answers({ 200: json('Kept and dropped documents', CollapsedSchema) }, [
    ...(['collection', 'body', 'OPTION_VALUE', 'TEXT_MISSING', 'RECORD_TOO_LONG'] as const),
    'DOCUMENT_NOT_FOUND',
  ]),
}

const idParameter = Type.String({ description: 'Id of a document' })

/** One type for both ids, or one for each, so that 7 and "7" can be explained. */
const idTypesParameter = {
  type: Type.Optional(
    Type.Enum(['string', 'number', 'string,number', 'number,string'], {
      description: 'Type of both ids, or of `a` and `b`. Default: the text, else the number written so',
    }),
  ),
}

const explainSchema = {
  tags,
  operationId: 'explain',
  summary: 'Why two documents do or do not match',
  params,
  querystring: parameters({ a: idParameter, b: idParameter, ...idTypesParameter }),
  response: answers(
    { 200: json('Same as `nearsame explain --json`', Type.Object({}, { additionalProperties: true })) },
    ['collection', 'DOCUMENT_NOT_FOUND', 'OPTION_VALUE'],
  ),
}

export function addMatchRoutes(app: App, context: ServerContext, slots: StreamSlots): void {
  const { collections, limits } = context

  app.register(async (scope: App) => {
    addLineBodies(scope)
    scope.post('/v1/collections/:name/check', {
      config: { scope: 'read' },
      schema: checkSchema,
      handler: async ({ params, query, body }, reply) => {
        const collection = await collections.get(params.name)
        const checking = new Checking(collection, context, query)
        if (body instanceof Readable) {
          const leave = slots.take()
          const results = lineResults(body, checking.oneOfMany, context)
          return sendStream(reply.type('application/x-ndjson'), asLines(results), context, leave)
        }
        const many = manyIn(body, collection.text)
        if (many !== undefined) return { results: await checking.array(many) }
        return checking.one({ value: body })
      },
    })
  })

  app.post('/v1/collections/:name/collapse', {
    config: { scope: 'read' },
    schema: collapseSchema,
    handler: async ({ params, body }) => {
      const collection = await collections.get(params.name)
      const given = collapseRequest(body)
      checkArray(given.ids ?? [], limits, '`ids`')
      checkArray(given.documents ?? [], limits, '`documents`')
      for (const [place, value] of (given.documents ?? []).entries())
        inPlace(`"documents"[${place}]`, () =>
          checkRanked(givenDocumentOf({ value }, collection, limits), collection),
        )
      return collection.index.collapse(given)
    },
  })

  app.get('/v1/collections/:name/explain', {
    schema: explainSchema,
    handler: async ({ params, query }) => {
      const collection = await collections.get(params.name)
      const [ofA, ofB = ofA] = (query.type?.split(',') ?? []) as IdType[]
      const a = await idMeant(collection, query.a, ofA)
      return collection.index.explain(a, await idMeant(collection, query.b, ofB))
    },
  })
}

const checkCollapse = validatorOf(CollapseBodySchema, 'body')

/** Schemas cannot express ids beyond 2^53. @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN */
function collapseRequest(body: unknown): CollapseRequest {
  if (body === undefined) throw bodyMissing('`ids` or `documents`', 'send {"ids": […]} as application/json')
  const { ids } = (body ?? {}) as { ids?: unknown }
  const doubles = Array.isArray(ids) && ids.map(id => (typeof id === 'bigint' ? 0 : id))
  const checked = checkCollapse(doubles === false ? body : { ...(body as object), ids: doubles })
  if ('error' in checked) throw checked.error
  return body as CollapseRequest
}

/** @throws NearsameError OPTION_VALUE, TEXT_MISSING, TEXT_NOT_STRING */
function checkRanked(document: GivenIndexDocument, { settings }: Collection): void {
  if (document.id !== undefined) nameOf(document.id)
  givenText(document, settings)
}
