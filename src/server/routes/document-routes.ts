/** Routes of documents: add one, many or a stream; show and delete one. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { choice, options } from '../../ground/options/declare.ts'
import { addOneOptions } from '../../online/index/calls/add.ts'
import { shownDocument } from '../../online/index/reading/shown-document.ts'
import { Adding } from '../bodies/adding.ts'
import { manyIn } from '../bodies/document-items.ts'
import { importEvents } from '../bodies/import-events.ts'
import { asLines, lineResults, type StreamSlots, sendStream } from '../bodies/line-streams.ts'
import { addLineBodies, bodyMissing } from '../bodies/request-body.ts'
import { checkedByRoute } from '../guards/validation.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { AddRequestSchema } from '../schemas/request-schemas.ts'
import { answers, idTypeParameter, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import { AddedSchema, ResultsSchema, StoredDocumentSchema } from '../schemas/schemas.ts'
import type { Collection } from '../state/collections.ts'
import { marksOf } from '../state/idempotency.ts'
import type { App, ServerContext } from '../state/server-context.ts'
import { documentNotFound, type IdType, idsOf } from './document-ids.ts'

const tags = ['documents']
const allBodies = 'a document, an array of documents, or lines of NDJSON'
const jsonType = 'application/json; charset=utf-8'

const events = choice(['0', '1'], { default: '0', doc: '1: answer a stream with server-sent events' })

const addSchema = {
  tags,
  operationId: 'addDocuments',
  summary: 'Add documents; acknowledged means durable',
  description:
    'One document: an error in it sets the status of the answer. Many or a stream: a result for each document, ' +
    'in order; a bad one has the status `bad`.',
  params: parameters(nameParameter),
  querystring: schemaOfOptions(options({ ...addOneOptions, events })),
  headers: {
    type: 'object',
    properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 256 } },
  },
  body: {
    content: {
      'application/json': { schema: { ...AddRequestSchema, ...checkedByRoute } },
      'application/x-ndjson': { schema: Type.Unsafe({}) },
    },
  },
  response: answers(
    {
      200: {
        description: 'A result for each document, in order',
        content: {
          'application/json': { schema: ResultsSchema },
          'application/x-ndjson': { schema: AddedSchema },
          'text/event-stream': { schema: Type.String() },
        },
      },
    },
    [
      ...(['collection', 'body', 'KEY_SCOPE', 'OPTION_VALUE', 'TEXT_MISSING'] as const),
      ...(['RECORD_TOO_LONG', 'IDEMPOTENCY_KEY'] as const),
    ],
  ),
}

const oneSchema = {
  tags,
  params: parameters({ ...nameParameter, id: Type.String({ description: 'Id of the document' }) }),
  querystring: parameters(idTypeParameter),
}

const getDocumentSchema = {
  ...oneSchema,
  operationId: 'getDocument',
  summary: 'One document with its cluster',
  response: answers({ 200: json('The document', StoredDocumentSchema) }, [
    'collection',
    'DOCUMENT_NOT_FOUND',
  ]),
}

const deleteDocumentSchema = {
  ...oneSchema,
  operationId: 'deleteDocument',
  summary: 'Delete one document',
  response: answers({ 204: { description: 'Deleted' } }, [
    'collection',
    'DOCUMENT_NOT_FOUND',
    'body',
    'KEY_SCOPE',
  ]),
}

export function addDocumentRoutes(app: App, context: ServerContext, slots: StreamSlots): void {
  const { collections } = context

  app.register(async (scope: App) => {
    addLineBodies(scope)
    scope.post('/v1/collections/:name/documents', {
      schema: addSchema,
      handler: async (request, reply) => {
        const collection = await collections.get(request.params.name)
        const { onDuplicate, events } = request.query
        const key = request.headers['idempotency-key']
        const named = `${request.client}\n${key}\n${digestOf(request)}`
        const marks = key === undefined ? undefined : marksOf(named, context.limits)
        const adding = new Adding(collection, context, { onDuplicate }, marks)
        if (!(request.body instanceof Readable)) return addJson(adding, collection, request, reply)
        refuseKey(request)
        const leave = slots.take()
        const results = lineResults(request.body, adding.oneOfMany, context)
        const isEvents = events === '1' || accepts(request.headers.accept, 'text/event-stream')
        reply.type(isEvents ? 'text/event-stream' : 'application/x-ndjson')
        return sendStream(reply, isEvents ? importEvents(results) : asLines(results), context, leave)
      },
    })
  })

  async function addJson(
    adding: Adding,
    collection: Collection,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { body } = request
    if (body === undefined) throw bodyMissing(allBodies, 'send a body, with its Content-Type')
    const many = manyIn(body, collection.text)
    const work = async () => (many ? await adding.array(many) : [toJson(await adding.one(body))])
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return sendResults(reply, await work())
    const { answer, isReplayed } = await context.idempotency.answer(
      `${collection.createdAt} ${collection.name} ${request.client}\n${key}`,
      digestOf(request),
      async () => resultsJson(await work()),
    )
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return reply.type(jsonType).send(Buffer.from(answer))
  }

  addSingleRoutes(app, context)
}

/** Digest of everything that identifies the request, except its client and its key. */
function digestOf({ url, bodyDigest }: FastifyRequest): string {
  return `${url}\n${bodyDigest}`
}

function resultsJson(results: readonly string[]): string {
  return `{"results":[${results.join(',')}]}`
}

/** A longer answer, in UTF-16 units, is sent in pieces, so that the server can answer others in between. */
const longAnswer = 2 ** 20

function sendResults(reply: FastifyReply, results: readonly string[]): FastifyReply {
  const length = results.reduce((sum, result) => sum + result.length, 0)
  return reply.type(jsonType).send(length < longAnswer ? resultsJson(results) : Readable.from(pieces()))

  function* pieces(): Generator<string> {
    yield '{"results":['
    for (const [i, result] of results.entries()) yield i === 0 ? result : `,${result}`
    yield ']}'
  }
}

function addSingleRoutes(app: App, { collections }: ServerContext): void {
  app.get('/v1/collections/:name/documents/:id', {
    schema: getDocumentSchema,
    handler: async ({ params, query }) => {
      const { index } = await collections.get(params.name)
      for (const id of idsOf(params.id, query.type as IdType | undefined)) {
        const found = await index.get(id)
        if (found !== undefined) return shownDocument(found)
      }
      throw documentNotFound(params.id)
    },
  })

  app.delete('/v1/collections/:name/documents/:id', {
    schema: deleteDocumentSchema,
    handler: async ({ params, query }, reply) => {
      const { index } = await collections.get(params.name)
      for (const id of idsOf(params.id, query.type as IdType | undefined)) {
        if ((await index.remove([id])) > 0) return reply.code(204).send()
      }
      throw documentNotFound(params.id)
    },
  })
}

/** Whether an Accept header names this type with a weight other than 0. */
function accepts(header: string | undefined, type: string): boolean {
  return (header ?? '').split(',').some(range => {
    const [name, ...given] = range.split(';').map(part => part.trim().toLowerCase())
    return name === type && !given.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** A repeatable request must be known as a whole before any of it is executed. */
function refuseKey(request: FastifyRequest): void {
  if (request.headers['idempotency-key'] === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'no Idempotency-Key with NDJSON',
    got: 'one',
    fix: 'give the documents ids, so that none is added twice, or send JSON',
  })
}
