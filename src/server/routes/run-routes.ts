/** Routes of runs: `dedupe` of uploads, its progress, its decisions and its outputs. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { unpackError } from '../../ground/errors/packed-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { checkArray } from '../bodies/document-items.ts'
import { problemOf } from '../rules/problem.ts'
import { type AskedRun, newRun } from '../runs/new-run.ts'
import { expiryOf, type RunDecision, type RunEntry } from '../runs/run-entry.ts'
import { type OutputName, outputNames } from '../runs/run-outputs.ts'
import type { RunPlace } from '../runs/run-place.ts'
import { commandOf } from '../runs/run-request.ts'
import { bytesFreed, type RunOutput } from '../runs/runs.ts'
import { checkRoom } from '../runs/uploads.ts'
import { answers, json, parameters } from '../schemas/route-schema.ts'
import {
  DecideRunSchema,
  KeepRunSchema,
  RunListSchema,
  RunSchema,
  StartedRunSchema,
  StartRunSchema,
} from '../schemas/run-schemas.ts'
import type { App, ServerContext } from '../state/server-context.ts'
import type { Intake } from './import-routes.ts'
import { addRunCollectionRoute } from './run-collection-routes.ts'
import { addUploadRoutes } from './upload-routes.ts'

const tags = ['runs']
const id = Type.String({ description: 'Id of the run' })
const params = parameters({ id })

const startSchema = {
  tags,
  operationId: 'startRun',
  summary: 'Remove duplicates from uploads, as the command `dedupe` does',
  description:
    'One run at a time, others wait. It goes on after the server is stopped or killed. Deleted 30 days after its end ' +
    'unless it is kept.',
  body: { content: { 'application/json': { schema: StartRunSchema } } },
  response: answers({ 202: json('The run, which waits for its turn', StartedRunSchema) }, [
    ...(['body', 'KEY_SCOPE', 'OPTION_VALUE', 'UPLOAD_NOT_FOUND', 'RUN_NOT_FOUND'] as const),
    'INPUT_FORMAT_UNKNOWN',
  ]),
}

const listSchema = {
  tags,
  operationId: 'listRuns',
  summary: 'The runs that the key may see',
  response: answers({ 200: json('The runs', RunListSchema) }),
}

const getSchema = {
  tags,
  operationId: 'getRun',
  summary: 'A run: its state, its report, its outputs',
  params,
  response: answers({ 200: json('The run', RunSchema) }, ['RUN_NOT_FOUND']),
}

const decideSchema = {
  tags,
  operationId: 'decideRun',
  summary: 'Run it again with what people decided about pairs',
  description: 'The outputs of before stay until the new ones are complete.',
  params,
  body: { content: { 'application/json': { schema: DecideRunSchema } } },
  response: answers({ 202: json('The run, which waits for its turn', StartedRunSchema) }, [
    ...(['body', 'KEY_SCOPE', 'OPTION_VALUE', 'RUN_NOT_FOUND'] as const),
  ]),
}

const keepSchema = {
  tags,
  operationId: 'keepRun',
  summary: 'Keep a run for more than 30 days, or no longer',
  params,
  body: { content: { 'application/json': { schema: KeepRunSchema } } },
  response: answers({ 200: json('The run', RunSchema) }, [
    'body',
    'KEY_SCOPE',
    'OPTION_VALUE',
    'RUN_NOT_FOUND',
  ]),
}

const deleteSchema = {
  tags,
  operationId: 'deleteRun',
  summary: 'Delete a run, its outputs, and its uploads that no other run has',
  params,
  response: answers({ 204: { description: 'Deleted' } }, ['body', 'KEY_SCOPE', 'RUN_NOT_FOUND']),
}

const outputSchema = {
  tags,
  operationId: 'runOutput',
  summary: 'An output of a run, as a file',
  params: parameters({ id, output: Type.Enum([...outputNames]) }),
  querystring: parameters({
    as: Type.Optional(
      Type.Enum(['file', 'json'], { description: 'json: of the report, the data of its page' }),
    ),
  }),
  response: answers(
    {
      200: {
        description: 'The file, in the format of the inputs, as CSV, JSON or HTML',
        content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({}) } },
      },
    },
    ['RUN_NOT_FOUND', 'RUN_OUTPUT', 'OPTION_VALUE'],
  ),
}

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.html': 'text/html; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The routes of uploads and runs. */
export function addPlaceRoutes(
  app: App,
  context: ServerContext,
  place: RunPlace,
  intake: Intake,
  now: () => number,
): void {
  addUploadRoutes(app, context, place)
  addReadingRoutes(app, place)
  addChangingRoutes(app, context, place, now)
  addRunCollectionRoute(app, context, place.runs, intake)
}

function addReadingRoutes(app: App, place: RunPlace): void {
  const { runs } = place

  app.get('/v1/runs', {
    schema: listSchema,
    handler: async ({ viewer }) => ({
      runs: runs.list(viewer).map(run => ({
        ...listedRun(run, place),
        ...(run.counts && { summary: { counts: run.counts } }),
      })),
    }),
  })

  app.get('/v1/runs/:id', {
    schema: getSchema,
    handler: async ({ params, viewer }) => shownRun(runs.get(params.id, viewer), place),
  })

  app.get('/v1/runs/:id/outputs/:output', {
    schema: outputSchema,
    handler: async ({ params, query, viewer }, reply) => {
      const run = runs.get(params.id, viewer)
      const name = params.output as OutputName
      const output = await runs.output(run, name)
      if (query.as !== 'json') return sendFile(reply, output)
      if (name === 'report') return reply.type('application/json').send(await reportData(output.path))
      throw new NearsameError('OPTION_VALUE', {
        expected: '`as` json only of the output report',
        got: name,
        fix: 'leave `as` out',
      })
    },
  })
}

function addChangingRoutes(app: App, { limits }: ServerContext, place: RunPlace, now: () => number): void {
  const { runs, uploads, stored } = place

  app.post('/v1/runs', {
    schema: startSchema,
    handler: async ({ body, viewer }, reply) => {
      checkRoom(0, stored(), limits)
      const asker = { viewer, at: new Date(now()).toISOString() }
      const { id, state } = await runs.add(await newRun(place, body as AskedRun, asker))
      return reply.code(202).send({ id, state })
    },
  })

  app.put('/v1/runs/:id/decisions', {
    schema: decideSchema,
    handler: async ({ params, body, viewer }, reply) => {
      const { decisions } = body as { readonly decisions: readonly RunDecision[] }
      checkArray(decisions, limits, '`decisions`')
      const run = runs.get(params.id, viewer)
      await runs.decide(run, decisions, viewer.name)
      return reply.code(202).send({ id: run.id, state: 'queued' })
    },
  })

  app.patch('/v1/runs/:id', {
    schema: keepSchema,
    handler: async ({ params, body, viewer }) => {
      const { id } = runs.get(params.id, viewer)
      await runs.keep(id, (body as { readonly isKept: boolean }).isKept)
      return shownRun(runs.get(id, viewer), place)
    },
  })

  app.delete('/v1/runs/:id', {
    schema: deleteSchema,
    handler: async ({ params, viewer }, reply) => {
      const run = runs.get(params.id, viewer)
      await runs.drop(run.id)
      for (const upload of run.uploads) if (!runs.hasUpload(upload)) await uploads.drop(upload)
      return reply.code(204).send()
    },
  })
}

function listedRun(run: RunEntry, { uploads }: RunPlace) {
  const { id, name, state, created, changed, isKept } = run
  const expiry = expiryOf(run)
  const expires = expiry === null ? null : new Date(expiry).toISOString()
  const bytes = bytesFreed(run, upload => uploads.has(upload))
  return { id, name, state, created, changed, expires, bytes, isKept }
}

async function shownRun(run: RunEntry, place: RunPlace) {
  const { runs } = place
  const { error, uploads, inputs, format, options, decisions } = run
  const progress = runs.progressOf(run.id)
  const found = await Promise.all(outputNames.map(name => runs.find(run, name)))
  const outputs = found.filter(output => output !== undefined)
  // The files are there a moment before the run has ended.
  const report = run.counts && outputs.find(({ name }) => name === 'summary')
  const summary = report && JSON.parse(await readFile(report.path, 'utf8'))
  return {
    ...listedRun(run, place),
    ...{ uploads, inputs, format, options, decisions },
    outputs: outputs.map(({ name, file, bytes }) => ({ name, file, bytes })),
    ...(progress && {
      progress: { phase: progress.stage, done: progress.bytes, total: progress.totalBytes },
    }),
    ...(summary && { summary }),
    ...(error && { error: problemOf(unpackError(error), run.id) }),
    command: commandOf(run),
  }
}

function sendFile(reply: FastifyReply, { path, file, bytes }: RunOutput): FastifyReply {
  const plain = file.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return reply
    .type(ownValue(types, extname(file).toLowerCase()) ?? 'application/octet-stream')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded(file)}`)
    .send(createReadStream(path))
}

/** As RFC 8187 writes it. */
function encoded(file: string): string {
  return encodeURIComponent(file).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The data of a report page, from the page. */
async function reportData(path: string): Promise<Buffer> {
  const page = await readFile(path)
  const start = '<script type="application/json" id="data">'
  const from = page.indexOf(start) + start.length
  return page.subarray(from, page.indexOf('</script>', from))
}
