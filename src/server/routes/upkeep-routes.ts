/** Routes of upkeep, which a person or a timer asks for: giving back room, and learning anew. */

import { answers, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import { CompactedSchema, RetrainedSchema } from '../schemas/schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['collections']
const params = parameters(nameParameter)

const compactSchema = {
  tags,
  operationId: 'compact',
  summary: 'Give back what removed documents took',
  description: 'Others are answered meanwhile; what is to be written waits. Needs no body.',
  params,
  response: answers({ 200: json('How much was given back', CompactedSchema) }, ['collection', 'body']),
}

const retrainSchema = {
  tags,
  operationId: 'retrain',
  summary: 'Learn weights and threshold anew',
  description:
    'For the method `records`, which keeps what it learnt until it is told to learn again; clusters follow. ' +
    'Nothing is changed for other methods. Takes long for many documents. Needs no body.',
  params,
  response: answers({ 200: json('From how many documents', RetrainedSchema) }, ['collection', 'body']),
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
