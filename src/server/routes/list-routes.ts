/** Routes of paged lists (clusters, pairs, changes) and of expiry, which shortens them. */
import { type ExpireOptions, expireOptions } from '../../online/index/calls/expire.ts'
import { clusterOptions, pageOptions, pairPageOptions } from '../../online/index/calls/pages.ts'
import { checkedByRoute, validatorOf } from '../guards/validation.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { cursors } from '../schemas/patterns.ts'
import { ClusterPageSchema } from '../schemas/review-schemas.ts'
import { answers, json, listQuery, nameParameter, parameters } from '../schemas/route-schema.ts'
import { ChangesSchema, PairSchema, pageOf, RemovedSchema } from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['lists']
const params = parameters(nameParameter)

const listClustersSchema = {
  tags,
  operationId: 'listClusters',
  summary: 'Clusters, all or those that pass filters, by their number or in another order',
  description:
    'Filters and orders but `minDocuments` go by figures of all clusters. Where several servers write to one ' +
    'store, they may be 30 s old, or ten times as old as it takes to find them. Those by similarity, kind, source ' +
    'and rule list clusters of two or more documents.',
  params,
  querystring: listQuery(clusterOptions, cursors.clusters),
  response: answers({ 200: json('A page of the list', ClusterPageSchema) }, ['collection', 'OPTION_VALUE']),
}

const listPairsSchema = {
  tags,
  operationId: 'listPairs',
  summary: 'All matching pairs of documents, or those of one cluster, in order of insertion',
  params,
  querystring: listQuery(pairPageOptions, cursors.pairs),
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
  querystring: listQuery(pageOptions, cursors.changes),
  response: answers({ 200: json('A page of the list', ChangesSchema) }, ['collection', 'OPTION_VALUE']),
}

const ExpireBody = schemaOfOptions(expireOptions, 'ExpireRequest')

const expireSchema = {
  tags,
  operationId: 'expire',
  summary: 'Remove expired documents',
  params,
  body: { content: { 'application/json': { schema: { ...ExpireBody, ...checkedByRoute } } } },
  response: answers({ 200: json('The number of removed documents', RemovedSchema) }, [
    'collection',
    'body',
    'KEY_SCOPE',
    'OPTION_VALUE',
  ]),
}

/** Validated here, because the schema of the route sees an empty body as null. */
const checkExpire = validatorOf(ExpireBody, 'body')

export function addListRoutes(app: App, { collections, cut }: ServerContext): void {
  app.get('/v1/collections/:name/clusters', {
    schema: listClustersSchema,
    handler: async ({ params, query }) => {
      const { index } = await collections.get(params.name)
      return index.clusters(query, { signal: cut })
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
      return { removed: await index.expire(checked.value as ExpireOptions) }
    },
  })
}
