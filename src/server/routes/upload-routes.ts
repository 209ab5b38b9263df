/** Routes of uploads: the files of a person, and what a run would take them for. */
import { Readable } from 'node:stream'
import Type from 'typebox'
import { previewFile } from '../../files/preview/preview.ts'
import { options, required, text } from '../../ground/options/declare.ts'
import { type GivenInputOptions, inputOptions } from '../../ground/options/input-options.ts'
import { bodyPieces, waitingFor } from '../bodies/line-streams.ts'
import { addFileBodies, bodyCut, bodyMissing } from '../bodies/request-body.ts'
import type { RunPlace } from '../runs/run-place.ts'
import { checkRoom, fileNameOf } from '../runs/uploads.ts'
import { schemaOfOptions } from '../schemas/option-schema.ts'
import { answers, json, parameters } from '../schemas/route-schema.ts'
import { PreviewSchema, UploadSchema } from '../schemas/run-schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'

const tags = ['runs']
const params = parameters({ upload: Type.String({ description: 'Id of the upload' }) })

const uploadOptions = options({
  name: required(
    text({ placeholder: 'name', default: '', doc: 'name of the file; its end shows the format' }),
  ),
})

const { text: textFields, id, inputFormat, delimiter, quote, encoding, sheet } = inputOptions
const previewOptions = options({
  ...{ inputFormat, delimiter, quote, encoding, sheet },
  id: { ...id, fallback: () => undefined, defaultText: 'the field `id`, else one that names the records' },
  text: {
    ...text({ placeholder: 'fields', default: undefined, doc: textFields.doc }),
    defaultText: 'as the records show',
  },
})

const uploadSchema = {
  tags,
  operationId: 'upload',
  summary: 'Bring a file for a run',
  description:
    'Seen by the key that brings it, and by admin keys. Deleted after 30 days. The limits `uploadBytes` for one file ' +
    'and `storedBytes` for all uploads and runs together are 2 GiB and 10 GiB by default.',
  querystring: schemaOfOptions(uploadOptions),
  body: { content: { 'application/octet-stream': { schema: Type.Unsafe({}) } } },
  response: answers({ 201: json('The upload', UploadSchema) }, ['body', 'KEY_SCOPE', 'OPTION_VALUE']),
}

const previewSchema = {
  tags,
  operationId: 'preview',
  summary: 'What a run takes an upload for: format, columns, first rows, and options that suit them',
  params,
  querystring: schemaOfOptions(previewOptions),
  response: answers({ 200: json('The preview', PreviewSchema) }, [
    ...(['UPLOAD_NOT_FOUND', 'OPTION_VALUE', 'INPUT_FORMAT_UNKNOWN'] as const),
  ]),
}

const deleteSchema = {
  tags,
  operationId: 'deleteUpload',
  summary: 'Delete an upload; its runs stay',
  params,
  response: answers({ 204: { description: 'Deleted' } }, ['body', 'KEY_SCOPE', 'UPLOAD_NOT_FOUND']),
}

export function addUploadRoutes(app: App, context: ServerContext, { uploads, stored }: RunPlace): void {
  const { limits, closing, connections } = context
  app.register(async (scope: App) => {
    addFileBodies(scope)
    scope.post('/v1/uploads', {
      schema: uploadSchema,
      handler: async ({ query, body, headers, viewer }, reply) => {
        if (!(body instanceof Readable))
          throw bodyMissing('a file', 'send its bytes as application/octet-stream')
        try {
          const name = fileNameOf(query.name as string)
          checkRoom(Number(headers['content-length'] ?? 0), stored(), limits)
          let bytes = 0
          const pieces = waitingFor(
            bodyPieces(body, limits.bodyTimeoutMs, closing),
            isWaiting => connections.awaitClient(body, isWaiting),
            more => {
              bytes += more
              checkRoom(bytes, stored(), limits)
            },
          )
          const { owner: _, ...upload } = await uploads.add(name, whole(pieces, body), viewer)
          return reply.code(201).send(upload)
        } catch (error) {
          // The rest of the body is of no use.
          reply.header('connection', 'close')
          throw error
        }
      },
    })
  })

  app.get('/v1/uploads/:upload/preview', {
    schema: previewSchema,
    handler: async ({ params, query, viewer }) => {
      const upload = uploads.get(params.upload, viewer)
      return previewFile(uploads.pathOf(upload), upload.name, query as GivenInputOptions)
    },
  })

  app.delete('/v1/uploads/:upload', {
    schema: deleteSchema,
    handler: async ({ params, viewer }, reply) => {
      await uploads.drop(uploads.get(params.upload, viewer).id)
      return reply.code(204).send()
    },
  })
}

/** @throws NearsameError REQUEST_SYNTAX for a body that was cut off */
async function* whole(pieces: AsyncIterable<Buffer>, body: Readable): AsyncGenerator<Buffer> {
  yield* pieces
  if (!body.readableEnded) throw bodyCut('the end of the connection')
}
