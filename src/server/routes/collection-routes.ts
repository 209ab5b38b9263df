/** Routes of collections: create, list, show, delete. */
import type { FastifyReply } from 'fastify'
import type Type from 'typebox'
import { Refusal } from '../../ground/options/declare.ts'
import { refusedValue } from '../../ground/options/resolve.ts'
import { pageOptions } from '../../online/index/calls/pages.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import { checkConditions, names } from '../guards/preconditions.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { CollectionOptionsSchema } from '../schemas/request-schemas.ts'
import { answers, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import { CollectionInfoSchema, pageOf } from '../schemas/schemas.ts'
import { unlessAbsent } from '../state/collection-faults.ts'
import type { Collection } from '../state/collections.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['collections']
const params = parameters(nameParameter)
const CollectionList = pageOf(CollectionInfoSchema, 'Collections')
const etag = { ETag: { type: 'string', description: 'Entity tag of the options' } }
const conditional = {
  type: 'object',
  properties: {
    'if-match': { type: 'string', description: 'Entity tag of the options, or `*`' },
    'if-none-match': { type: 'string', description: 'Entity tag of the options, or `*`' },
  },
} as const

const one = (description: string) => ({ ...json(description, CollectionInfoSchema), headers: etag })

const createCollectionSchema = {
  tags,
  operationId: 'createCollection',
  summary: 'Create a collection, or check that it exists with these options',
  params,
  headers: conditional,
  body: { content: { 'application/json': { schema: CollectionOptionsSchema } } },
  // 404: deleted before it could be shown.
  response: answers({ 200: one('It exists with these options'), 201: one('Created') }, [
    ...(['collection', 'body', 'KEY_SCOPE', 'OPTION_VALUE', 'BANDS_UNREACHABLE'] as const),
    ...(['OPTIONS_MISMATCH', 'PRECONDITION_FAILED'] as const),
  ]),
}

const listCollectionsSchema = {
  tags,
  operationId: 'listCollections',
  summary: 'All collections, by name',
  querystring: schemaOfOptions(pageOptions),
  response: answers({ 200: json('A page of the list', CollectionList) }, ['OPTION_VALUE']),
}

const getCollectionSchema = {
  tags,
  operationId: 'getCollection',
  summary: 'One collection',
  params,
  headers: conditional,
  response: answers(
    {
      200: one('The collection'),
      304: { description: 'The options are still those of If-None-Match' },
    },
    ['collection', 'PRECONDITION_FAILED'],
  ),
}

const deleteCollectionSchema = {
  tags,
  operationId: 'deleteCollection',
  summary: 'Delete a collection with all of its documents',
  params,
  headers: conditional,
  response: answers({ 204: { description: 'Deleted' } }, [
    'collection',
    'body',
    'KEY_SCOPE',
    'PRECONDITION_FAILED',
  ]),
}

export function addCollectionRoutes(app: App, context: ServerContext): void {
  const { collections } = context
  const shown = async (name: string) => infoOf(await collections.get(name))

  app.put('/v1/collections/:name', {
    schema: createCollectionSchema,
    handler: async (request, reply) => {
      const given = optionsIn(request.body)
      const { collection, isNew } = await collections.create(request.params.name, given, existing =>
        checkConditions(request.headers, existing?.etag),
      )
      if (isNew) reply.header('location', `/v1/collections/${collection.name}`)
      return show(reply.code(isNew ? 201 : 200), collection)
    },
  })

  app.get('/v1/collections', {
    schema: listCollectionsSchema,
    handler: async ({ query: { after = '', limit = 100 } }) => {
      const all = await collections.names()
      const behind = all.filter(name => name > after)
      const items = await Promise.all(behind.slice(0, limit).map(name => unlessAbsent(shown(name))))
      return { items: items.flat(), next: behind.length > limit ? behind[limit - 1] : null }
    },
  })

  app.get('/v1/collections/:name', {
    schema: getCollectionSchema,
    handler: async (request, reply) => {
      const collection = await collections.get(request.params.name)
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
      checkConditions({ 'if-match': ifMatch }, collection.etag)
      const isKnown = ifNoneMatch !== undefined && names(ifNoneMatch, collection.etag)
      if (isKnown) return reply.code(304).header('etag', collection.etag).send()
      return show(reply, collection)
    },
  })

  app.delete('/v1/collections/:name', {
    schema: deleteCollectionSchema,
    handler: async (request, reply) => {
      await collections.remove(request.params.name, existing =>
        checkConditions(request.headers, existing?.etag),
      )
      return reply.code(204).send()
    },
  })
}

function optionsIn(body: unknown): IndexOptions {
  if (body === undefined) return {}
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) {
    const fix = 'send {} for the defaults'
    throw refusedValue('the body', body, new Refusal('an object with the options of the collection', fix))
  }
  const { params = {} } = body as { params?: unknown }
  if (typeof params !== 'object' || Array.isArray(params))
    throw refusedValue('`params`', params, new Refusal('an object with parameters of the method'))
  for (const [name, value] of Object.entries(body)) {
    if (value === null) throw refusedValue(`\`${name}\``, null, new Refusal('a value'))
  }
  return body
}

async function show(reply: FastifyReply, collection: Collection): Promise<FastifyReply> {
  return reply.header('etag', collection.etag).send(await infoOf(collection))
}

async function infoOf({
  name,
  createdAt,
  index,
}: Collection): Promise<Type.Static<typeof CollectionInfoSchema>> {
  const { options, documents, clusters, storedBytes, model } = await index.stats()
  return {
    name,
    options,
    documents,
    clusters,
    createdAt: new Date(createdAt).toISOString(),
    ...(storedBytes !== null && { storedBytes }),
    ...(model !== undefined && { model }),
  }
}
