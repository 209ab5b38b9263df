/**
 * Requests that the description allows are refused only for what a schema cannot say: the state of the collection, and
 * conditions between several values. The counterpart of schemathesis, which needs Python and the network.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../ground/runs.ts'
import { type Operation, operationsOf } from './described-operations.ts'
import { type Components, valuesOf } from './schema-values.ts'
import { fox, openWorld } from './server-world.ts'

const { ask } = await openWorld()
await ask('PUT', '/v1/collections/news')
await ask('POST', '/v1/collections/news/documents', {
  body: [
    { id: 'a', text: fox },
    { id: 7, text: fox },
  ],
})
const api = (await ask('GET', '/openapi.json')).body
const components: Components = api.components.schemas

/** What may be refused, and why no schema can say it. */
const refusals: Readonly<Record<string, RegExp>> = {
  // Of several options together.
  createCollection:
    /BANDS_UNREACHABLE|agree of repeated-trials to be at most trials|hashCount \* bucketCount|storeText to be true|correct the name in `column`/,
  // Of the state of the collection.
  check: /not below that of the collection|a collection made with `passages`/,
  collapse: /DOCUMENT_NOT_FOUND|every document its own id|has its place/,
  listChanges: /beyond the last change/,
  listClusters: /is not one of the order/,
  explain: /DOCUMENT_NOT_FOUND/,
  replay: /of pairs that were found again/,
  decide:
    /DOCUMENT_NOT_FOUND|another document than|one of the two documents|left out where|DECISIONS_CONFLICT/,
}

const operations = operationsOf(api)

/** Documents with a text: which fields have it is the collection's matter. */
function withText(operationId: string, body: unknown): unknown {
  const texts = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, text: fox } : value
  if (operationId === 'check' || operationId === 'addDocuments') return texts(body)
  if (operationId !== 'collapse') return body
  // One of both, as its description says.
  const { documents, ids = [], ...rest } = body as { documents?: unknown[]; ids?: unknown[] }
  return documents === undefined ? { ...rest, ids } : { ...rest, documents: documents.map(texts) }
}

const isOurs = ({ path, operationId }: Operation) =>
  path.startsWith('/v1/') &&
  !/^(deleteCollection|getDocument|deleteDocument|compact|retrain|getImport|cancelImport|importFile)$/.test(
    operationId,
  )

let made = 0

for (const { method, path, operationId, parameters = [], requestBody } of operations.filter(isOurs)) {
  test(`${operationId}: what the description allows is not refused`, { timeout: 120_000 }, async () => {
    const query = fc.record(
      Object.fromEntries(
        parameters
          .filter(parameter => parameter.in === 'query' && parameter.name !== 'events')
          .map(({ name, schema }) => [name, valuesOf(schema, components)]),
      ),
      {
        requiredKeys: parameters
          .filter(each => each.in === 'query' && each.required)
          .map(({ name }) => name),
      },
    )
    const json = requestBody?.content['application/json']
    const body = json === undefined ? fc.constant(undefined) : valuesOf(json.schema, components)
    await fc.assert(
      fc.asyncProperty(query, body, async (asked, given) => {
        const name = operationId === 'createCollection' ? `c${++made}` : 'news'
        const search = new URLSearchParams(asked as Record<string, string>).toString()
        const url = `${path.replace('{name}', name)}${search && `?${search}`}`
        const sent = given === undefined ? {} : { body: withText(operationId, given) }
        const { status, body: answer } = await ask(method, url, sent)
        const isExpected = status < 400 || refusals[operationId]?.test(answer.detail)
        assert(isExpected, `${status} ${answer?.detail} for ${url} ${JSON.stringify(sent)}`)
        if (operationId === 'createCollection') await ask('DELETE', `/v1/collections/${name}`)
      }),
      { numRuns: runs(100), seed: 9 },
    )
  })
}
