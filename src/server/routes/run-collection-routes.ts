/** Route of a collection made from a run: its options, and its kept records as an import. */
import { readFile } from 'node:fs/promises'
import Type from 'typebox'
import type { DedupeReport } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { Adding } from '../bodies/adding.ts'
import { addRecords } from '../bodies/file-import.ts'
import { collectionOptionsOf, keptDocument, keptRecords, nullTextsOf } from '../runs/run-documents.ts'
import type { Runs } from '../runs/runs.ts'
import { ImportSchema } from '../schemas/review-schemas.ts'
import { answers, json, parameters } from '../schemas/route-schema.ts'
import { MakeCollectionSchema } from '../schemas/run-schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { App, ServerContext } from '../state/server-context.ts'
import type { Intake } from './import-routes.ts'

const location = { Location: { type: 'string', description: 'Path of the collection' } }

const schema = {
  tags: ['runs'],
  operationId: 'makeCollection',
  summary: 'Make a collection of the records that a run keeps; answers when all are added',
  description:
    'The collection has the method, the options and the text fields of the run, and compares all of its documents. ' +
    'Documents have the ids of the records; one without is called by its place in the kept file, `file:record`. ' +
    'The adding is an import of the collection: another request may ask how far it is, or cancel it, and what was ' +
    'added stays.',
  params: parameters({ id: Type.String({ description: 'Id of the run' }) }),
  body: { content: { 'application/json': { schema: MakeCollectionSchema } } },
  response: answers({ 201: { ...json('The import, ended', ImportSchema), headers: location } }, [
    ...(['body', 'KEY_SCOPE', 'OPTION_VALUE', 'BANDS_UNREACHABLE'] as const),
    ...(['RUN_NOT_FOUND', 'RUN_OUTPUT'] as const),
  ]),
}

export function addRunCollectionRoute(
  app: App,
  context: ServerContext,
  runs: Runs,
  { slots, imports }: Intake,
): void {
  app.post('/v1/runs/:id/collection', {
    schema,
    handler: async ({ params, body, viewer }, reply) => {
      const run = runs.get(params.id, viewer)
      const kept = await runs.output(run, 'kept')
      const { path } = await runs.output(run, 'summary')
      const options = collectionOptionsOf(run, JSON.parse(await readFile(path, 'utf8')) as DedupeReport)
      const leave = slots.take()
      try {
        const { name } = body as { readonly name: string }
        const { collection } = await context.collections.create(name, options, refuseExisting)
        const given = { id: crypto.randomUUID(), name: kept.file, format: run.format, totalBytes: null }
        const running = imports.start(name, given)
        const adding = new Adding(collection, context, {})
        const signal = AbortSignal.any([context.closing, running.signal])
        const place = { collection, adding, context, nullTexts: nullTextsOf(run) }
        const work = addRecords(keptRecords(run, kept, signal), running, place, record => {
          running.state.bytes += record.length
          return keptDocument(record, collection.text)
        })
        await running.follow(work)
        return reply.code(201).header('location', `/v1/collections/${name}`).send(running.state)
      } finally {
        leave()
      }
    },
  })
}

function refuseExisting(existing: Collection | undefined): void {
  if (existing === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: '`name` to be that of a new collection',
    got: JSON.stringify(existing.name),
    fix: 'take another name, or delete that collection first',
  })
}
