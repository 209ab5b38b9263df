/** Routes of paged lists (clusters, pairs, changes) and of expiry, which shortens them. */
import type Type from 'typebox'
import type { ClusterPageOptions } from '../../online/index/documents/index-types.ts'
import { checkedByRoute, validatorOf } from '../guards/validation.ts'
import { clusterParameters } from '../schemas/cluster-parameters.ts'
import { cursors } from '../schemas/patterns.ts'
import { ExpireBodySchema } from '../schemas/request-schemas.ts'
import { answers, json, nameParameter, pageParameters, parameters } from '../schemas/route-schema.ts'
import { ChangesSchema, ClusterSchema, PairSchema, pageOf, RemovedSchema } from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['lists']
const params = parameters(nameParameter)

const listClustersSchema = {
  tags,
  operationId: 'listClusters',
  summary: 'Clusters, all or those that pass filters, by their number or in another order',
  description:
    'Filters and orders but `minDocuments` go by figures of all clusters, which may be 30 s old where several ' +
    'servers write to one store. Those by similarity, kind, source and rule list clusters of two or more documents.',
  params,
  querystring: parameters({ ...pageParameters(cursors.clusters), ...clusterParameters }),
  response: answers({ 200: json('A page of the list', pageOf(ClusterSchema, 'Clusters')) }, [
    'collection',
    'OPTION_VALUE',
  ]),
}

const listPairsSchema = {
  tags,
  operationId: 'listPairs',
  summary: 'All matching pairs of documents, in order of insertion',
  params,
  querystring: parameters(pageParameters(cursors.pairs)),
  response: answers({ 200: json('A page of the list', pageOf(PairSchema, 'Pairs')) }, [
    'collection',
    'OPTION_VALUE',
  ]),
}

const listChangesSchema = {
  tags,
  operationId: 'listChanges',
  summary: 'Changes of clusters since a cursor',
  description: 'Use `cursor` to ask again later; `next` is null at the end of the list.',
  params,
  querystring: parameters(pageParameters(cursors.changes)),
  response: answers({ 200: json('A page of the list', ChangesSchema) }, ['collection', 'OPTION_VALUE']),
}

const expireSchema = {
  tags,
  operationId: 'expire',
  summary: 'Remove expired documents',
  params,
  body: { content: { 'application/json': { schema: { ...ExpireBodySchema, ...checkedByRoute } } } },
  response: answers({ 200: json('The number of removed documents', RemovedSchema) }, [
    'collection',
    'body',
    'KEY_SCOPE',
    'OPTION_VALUE',
  ]),
}

/** Validated here, because the schema of the route sees an empty body as null. */
const checkExpire = validatorOf(ExpireBodySchema, 'body')

export function addListRoutes(app: App, { collections, cut }: ServerContext): void {
  app.get('/v1/collections/:name/clusters', {
    schema: listClustersSchema,
    handler: async ({ params, query }) => {
      const { index } = await collections.get(params.name)
      return index.clusters(query as ClusterPageOptions, { signal: cut })
    },
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
