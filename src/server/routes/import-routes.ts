/** Routes of imports: a file as the body of a request, its progress, its end. */
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import Type from 'typebox'
import { required } from '../../ground/options/declare.ts'
import { Adding } from '../bodies/adding.ts'
import { importFile } from '../bodies/file-import.ts'
import type { StreamSlots } from '../bodies/line-streams.ts'
import { addFileBodies, bodyMissing } from '../bodies/request-body.ts'
import { importOptions } from '../client/request-options.ts'
import { schemaOfOption, schemaOfOptions } from '../schemas/option-schema.ts'
import { ImportListSchema, ImportSchema } from '../schemas/review-schemas.ts'
import { answers, json, nameParameter, parameters } from '../schemas/route-schema.ts'
import type { ImportState, Imports } from '../state/imports.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['imports']
const importId = Type.Unsafe<string>(schemaOfOption(required(importOptions.id)))
const one = parameters({ ...nameParameter, id: importId })

const startSchema = {
  tags,
  operationId: 'importFile',
  summary: 'Add the records of a file; answers when it has ended',
  description:
    'A record that is bad is an error with its number; the others go on. When the connection ends, the import fails, ' +
    'and what it has added stays. The file may be compressed with gzip or Zstandard; one that unpacks to more bytes ' +
    'for each of its own than the limit `importExpansion` (100 by default, after the first MiB) ends with ' +
    'REQUEST_TOO_LARGE. The answer takes as long as the work: a client should wait, or ask for the progress.',
  params: parameters(nameParameter),
  querystring: schemaOfOptions(importOptions),
  body: { content: { 'application/octet-stream': { schema: Type.Unsafe({}) } } },
  response: answers({ 200: json('The import, ended', ImportSchema) }, [
    ...(['collection', 'body', 'KEY_SCOPE', 'OPTION_VALUE'] as const),
  ]),
}

const listSchema = {
  tags,
  operationId: 'listImports',
  summary: 'Imports that run or ended within the last hour, the latest first',
  params: parameters(nameParameter),
  response: answers({ 200: json('The imports', ImportListSchema) }, ['collection']),
}

const getSchema = {
  tags,
  operationId: 'getImport',
  summary: 'The progress of an import',
  params: one,
  response: answers({ 200: json('The import', ImportSchema) }, ['collection', 'IMPORT_NOT_FOUND']),
}

const cancelSchema = {
  tags,
  operationId: 'cancelImport',
  summary: 'Cancel an import that runs, or forget one that has ended; what it has added stays',
  params: one,
  response: answers({ 204: { description: 'Cancelled, or forgotten' } }, [
    ...(['collection', 'body', 'KEY_SCOPE', 'IMPORT_NOT_FOUND'] as const),
  ]),
}

/** What all work that adds files shares. */
export interface Intake {
  readonly slots: StreamSlots
  readonly imports: Imports
}

export function addImportRoutes(app: App, context: ServerContext, intake: Intake): void {
  const { collections } = context
  const { imports } = intake
  addStartRoute(app, context, intake)

  app.get('/v1/collections/:name/imports', {
    schema: listSchema,
    handler: async ({ params }) => ({ items: imports.of((await collections.get(params.name)).name) }),
  })

  app.get('/v1/collections/:name/imports/:id', {
    schema: getSchema,
    handler: async ({ params }) => imports.get((await collections.get(params.name)).name, params.id).state,
  })

  app.delete('/v1/collections/:name/imports/:id', {
    schema: cancelSchema,
    handler: async ({ params }, reply) => {
      imports.remove((await collections.get(params.name)).name, params.id)
      return reply.code(204).send()
    },
  })
}

function addStartRoute(app: App, context: ServerContext, { slots, imports }: Intake): void {
  app.register(async (scope: App) => {
    addFileBodies(scope)
    scope.post('/v1/collections/:name/imports', {
      schema: startSchema,
      handler: async ({ params, query, body, headers }, reply): Promise<ImportState> => {
        const collection = await context.collections.get(params.name)
        const {
          id = crypto.randomUUID(),
          format,
          file: name = 'file',
          source,
          nullText,
          onDuplicate,
        } = query
        if (!(body instanceof Readable))
          throw bodyMissing('a file', 'send its bytes as application/octet-stream')
        const nullTexts = nullText === undefined ? [] : [nullText]
        const leave = slots.take()
        try {
          const given = { id, name, format: format as ImportState['format'], totalBytes: lengthIn(headers) }
          const running = imports.start(collection.name, given)
          const adding = new Adding(collection, context, { onDuplicate })
          const work = importFile(body, running, { collection, adding, context, source, nullTexts })
          await running.follow(work).finally(() => {
            // The rest of the body is of no use.
            if (running.state.status !== 'done') reply.header('connection', 'close')
          })
          return running.state
        } finally {
          leave()
        }
      },
    })
  })
}

/** Null for a body whose length the client does not know. */
function lengthIn(headers: IncomingHttpHeaders): number | null {
  const given = headers['content-length']
  return given === undefined ? null : Number(given)
}
