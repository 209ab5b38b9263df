/** Maintenance routes, for a person or a timer: reclaim space, and learn again. */

import { answers, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import { CompactedSchema, RetrainedSchema } from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['collections']
const params = parameters(nameParameter)

const compactSchema = {
  tags,
  operationId: 'compact',
  summary: 'Reclaim the space of removed documents',
  description: 'The server answers reads meanwhile; writes wait. Needs no body.',
  params,
  response: answers({ 200: json('The reclaimed space', CompactedSchema) }, [
    'collection',
    'body',
    'KEY_SCOPE',
  ]),
}

const retrainSchema = {
  tags,
  operationId: 'retrain',
  summary: 'Learn weights and threshold again',
  description:
    'For the method `records`, which otherwise keeps what it learnt; clusters follow. Changes nothing for other ' +
    'methods. Takes long for many documents. Needs no body.',
  params,
  response: answers({ 200: json('The number of documents learnt from', RetrainedSchema) }, [
    'collection',
    'body',
    'KEY_SCOPE',
  ]),
}

export function addUpkeepRoutes(app: App, { collections, cut }: ServerContext): void {
  app.post('/v1/collections/:name/compact', {
    schema: compactSchema,
    handler: async ({ params }) => {
      const { index } = await collections.get(params.name)
      return { freedBytes: await index.compact() }
    },
  })

  app.post('/v1/collections/:name/retrain', {
    schema: retrainSchema,
    handler: async ({ params }) => {
      const { index } = await collections.get(params.name)
      await index.retrain({ signal: cut })
      return { documents: (await index.stats()).documents }
    },
  })
}
