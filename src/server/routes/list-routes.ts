/** Routes of lists that are read page by page, and the one that shortens them: clusters, pairs, changes, expire. */
import Type from 'typebox'
import { checkedByRoute, validatorOf } from '../guards/validation.ts'
import { answers, json, nameParameter, pageParameters, parameters } from '../schemas/route-schema.ts'
import {
  ChangesSchema,
  ClusterSchema,
  ExpireBodySchema,
  PairSchema,
  pageOf,
  RemovedSchema,
} from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['lists']
const params = parameters(nameParameter)

const page = parameters(pageParameters)

const listClustersSchema = {
  tags,
  operationId: 'listClusters',
  summary: 'Clusters, by their number',
  params,
  querystring: parameters({
    ...pageParameters,
    minDocuments: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 31,
        description: 'Only clusters of so many; 1 unless given',
      }),
    ),
  }),
  response: answers({ 200: json('A part of the list', pageOf(ClusterSchema, 'Clusters')) }, ['collection']),
}

const listPairsSchema = {
  tags,
  operationId: 'listPairs',
  summary: 'All pairs of documents that match, by insertion',
  params,
  querystring: page,
  response: answers({ 200: json('A part of the list', pageOf(PairSchema, 'Pairs')) }, ['collection']),
}

const listChangesSchema = {
  tags,
  operationId: 'listChanges',
  summary: 'What became of clusters since a cursor',
  description: 'Ask again later with `cursor`; `next` is null at the end of the list.',
  params,
  querystring: page,
  response: answers({ 200: json('A part of the list', ChangesSchema) }, ['collection']),
}

const expireSchema = {
  tags,
  operationId: 'expire',
  summary: 'Drop documents that are past their time',
  params,
  body: { content: { 'application/json': { schema: { ...ExpireBodySchema, ...checkedByRoute } } } },
  response: answers({ 200: json('How many went', RemovedSchema) }, ['collection', 'body']),
}

/** Not by the schema of the route, for which an empty body is null. */
const checkExpire = validatorOf(ExpireBodySchema, 'body')

export function addListRoutes(app: App, { collections }: ServerContext): void {
  app.get('/v1/collections/:name/clusters', {
    schema: listClustersSchema,
    handler: async ({ params, query }) => (await collections.get(params.name)).index.clusters(query),
  })

  app.get('/v1/collections/:name/pairs', {
    schema: listPairsSchema,
    handler: async ({ params, query }) => (await collections.get(params.name)).index.pairs(query),
  })

  app.get('/v1/collections/:name/changes', {
    schema: listChangesSchema,
    handler: async ({ params, query }) => (await collections.get(params.name)).index.changes(query),
  })

  app.post('/v1/collections/:name/expire', {
    schema: expireSchema,
    handler: async ({ params, body }) => {
      const { index } = await collections.get(params.name)
      const checked = checkExpire(body === undefined ? {} : body)
      if ('error' in checked) throw checked.error
      const { before } = checked.value as Type.Static<typeof ExpireBodySchema>
      return { removed: await index.expire(before === undefined ? {} : { before }) }
    },
  })
}
