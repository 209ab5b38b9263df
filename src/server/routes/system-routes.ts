/** Routes about the server itself: health, readiness, metrics, the API's own description, the page. */
import Type from 'typebox'
import { pageHeaders } from '../guards/safe-headers.ts'
import { answers, json } from '../schemas/route-schema.ts'
import { HealthSchema, ReadinessSchema as ReadinessShape } from '../schemas/schemas.ts'
import type { Readiness } from '../state/readiness.ts'
import type { App, ServerContext } from '../state/server-context.ts'
import { frontPage, frontPagePolicy } from './front-page.ts'

const tags = ['server']

const healthSchema = {
  tags,
  operationId: 'health',
  summary: 'Whether the process answers; no key needed',
  response: answers({ 200: json('It does', HealthSchema) }),
}

const readinessSchema = {
  tags,
  operationId: 'readiness',
  summary: 'Whether all collections are open and their store answers; 503 until then',
  response: answers({ 200: json('They are', ReadinessShape) }),
}

const metricsSchema = {
  tags,
  operationId: 'metrics',
  summary: 'Figures in the text format of Prometheus',
  response: answers({
    200: { description: 'Figures', content: { 'text/plain': { schema: Type.String() } } },
  }),
}

const describeSchema = {
  tags,
  operationId: 'describe',
  summary: 'This description',
  response: answers({ 200: json('OpenAPI 3.1', Type.Object({}, { additionalProperties: true })) }),
}

const pageSchema = {
  tags,
  operationId: 'page',
  summary: 'A page that says what runs here',
  response: answers({
    200: { description: 'The page', content: { 'text/html': { schema: Type.String() } } },
  }),
}

export function addSystemRoutes(app: App, { metrics }: ServerContext, readiness: Readiness): void {
  app.get('/healthz', {
    // Whoever asks whether the process lives restarts it when it is told to come again later.
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

  app.get('/', {
    schema: pageSchema,
    handler: async (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers(pageHeaders)
        .header('content-security-policy', frontPagePolicy)
        .send(frontPage),
  })
}
