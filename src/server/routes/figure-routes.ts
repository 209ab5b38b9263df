/** Routes of figures of a whole collection, and of a search in its texts: what the web page shows. */
import { type DocumentSearch, replayOptions, searchOptions } from '../../online/index/calls/pages.ts'
import { cursors } from '../schemas/patterns.ts'
import { FoundDocumentsSchema, HistogramSchema, ReplaySchema } from '../schemas/review-schemas.ts'
import { answers, json, listQuery, nameParameter, parameters } from '../schemas/route-schema.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['lists']
const params = parameters(nameParameter)

const histogramSchema = {
  tags,
  operationId: 'histogram',
  summary: 'How similar the matching pairs are, and how large the clusters',
  description:
    'Answers at once with the figures found last, and finds them again in the background, at most once a minute. ' +
    'Until they were found once, `asOf` is null and there are none.',
  params,
  response: answers({ 200: json('The figures', HistogramSchema) }, ['collection']),
}

const replaySchema = {
  tags,
  operationId: 'replay',
  summary: 'All matching pairs, to be clustered again at higher thresholds',
  description: [
    'Where a similarity of at least a threshold decides; at most 400,000 pairs. Answers at once with those found',
    'last, and finds them again in the background, at most once a minute. Until they were found once, `asOf` is',
    'null and the lists are empty. The pages are of the same pairs: joined, their lists are all of them.',
  ].join(' '),
  params,
  querystring: listQuery(replayOptions, cursors.replay),
  response: answers({ 200: json('The pairs', ReplaySchema) }, [
    ...(['collection', 'OPTION_VALUE', 'REQUEST_TOO_LARGE'] as const),
  ]),
}

const searchSchema = {
  tags,
  operationId: 'searchDocuments',
  summary: 'Documents whose text or id contains something, in any case',
  description: 'Searches for about a second; `next` says that there are more texts.',
  params,
  querystring: listQuery(searchOptions, cursors.changes),
  response: answers({ 200: json('The documents found', FoundDocumentsSchema) }, [
    'collection',
    'OPTION_VALUE',
  ]),
}

export function addFigureRoutes(app: App, { collections, cut }: ServerContext): void {
  app.get('/v1/collections/:name/histogram', {
    schema: histogramSchema,
    handler: async ({ params }) =>
      (await collections.get(params.name)).index.lastHistogram({ signal: cut }),
  })

  app.get('/v1/collections/:name/replay', {
    schema: replaySchema,
    handler: async ({ params, query }) =>
      (await collections.get(params.name)).index.lastReplay(query, { signal: cut }),
  })

  app.get('/v1/collections/:name/documents', {
    schema: searchSchema,
    handler: async ({ params, query }) =>
      (await collections.get(params.name)).index.search(query as DocumentSearch),
  })
}
