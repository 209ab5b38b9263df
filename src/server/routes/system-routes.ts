/** Routes of the server itself: health, readiness, metrics, the description of the API. */
import Type from 'typebox'
import { answers, json } from '../schemas/route-schema.ts'
import { HealthSchema, ReadinessSchema as ReadinessShape } from '../schemas/schemas.ts'
import type { Readiness } from '../state/readiness.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['server']

const healthSchema = {
  tags,
  operationId: 'health',
  summary: 'Whether the process is alive; needs no key',
  response: answers({ 200: json('It is alive', HealthSchema) }),
}

const readinessSchema = {
  tags,
  operationId: 'readiness',
  summary: 'Whether all collections are open and their stores answer; else 503',
  response: answers({ 200: json('They are', ReadinessShape) }, ['NOT_READY']),
}

const metricsSchema = {
  tags,
  operationId: 'metrics',
  summary: 'Metrics in the Prometheus text format',
  response: answers({
    200: { description: 'Metrics', content: { 'text/plain': { schema: Type.String() } } },
  }),
}

const describeSchema = {
  tags,
  operationId: 'describe',
  summary: 'This description',
  response: answers({ 200: json('OpenAPI 3.1', Type.Object({}, { additionalProperties: true })) }),
}

export function addSystemRoutes(app: App, { metrics }: ServerContext, readiness: Readiness): void {
  app.get('/healthz', {
    // A liveness probe would restart a process that answers 429 or 503.
    config: { scope: 'none', rateLimit: false },
    schema: healthSchema,
    handler: async () => ({ status: 'ok' }),
  })

  app.get('/readyz', {
    schema: readinessSchema,
    handler: async () => ({ status: 'ready', ...(await readiness.check()) }),
  })

  app.get('/metrics', {
    schema: metricsSchema,
    handler: async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })

  let description: string | undefined
  app.get('/openapi.json', {
    schema: describeSchema,
    handler: async (_, reply) => {
      description ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(description)
    },
  })
}
