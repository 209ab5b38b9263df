/** Schemas of uploads and runs. */
import Type from 'typebox'
import { inputFormats } from '../../ground/options/input-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import { columnKinds } from '../../methods/records/values/column-kinds.ts'
import { runOptions } from '../runs/run-options.ts'
import { outputNames } from '../runs/run-outputs.ts'
import { propertiesOf } from './option-schema.ts'
import { shinglePattern } from './patterns.ts'
import { nameParameter } from './route-schema.ts'
import { ProblemSchema } from './schemas.ts'
import { arrayLimit, count, dateTime, describedMark, nullable } from './value-schemas.ts'

const format = Type.Enum([...inputFormats])

export const UploadSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'As it is kept: without a path and signs of special meaning' }),
    bytes: count(),
    created: dateTime(),
  },
  { title: 'Upload' },
)

const PreviewColumn = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum([...columnKinds]),
    isUsed: Type.Boolean({ description: 'Whether the proposed run compares it' }),
    why: Type.String(),
  },
  { title: 'PreviewColumn' },
)

const texts = (description: string) => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  description,
})

/** Schemas that say more than the declaration of their option. */
const ownSchemas = {
  params: { type: 'object', description: 'Parameters of the method' },
  text: texts('Fields that make up the text. Default: as the records show'),
  nullText: texts('Texts that count as none, such as `\\N` of database dumps. Default: none'),
  keep: { type: 'string', minLength: 1, default: 'first', description: resultOptions.keep.doc },
  shingle: {
    type: 'string',
    pattern: shinglePattern,
    default: 'words:5',
    description: resultOptions.shingle.doc,
  },
}

const RunOptionsSchema = Type.Unsafe<object>({
  title: 'RunOptions',
  type: 'object',
  additionalProperties: false,
  description: 'The options of the command `dedupe`, by the names of the library; all are optional.',
  properties: { ...propertiesOf(runOptions), ...ownSchemas },
})

export const PreviewSchema = Type.Object(
  {
    name: Type.String(),
    format,
    encoding: Type.String(),
    delimiter: Type.Optional(Type.String({ description: 'Of rows' })),
    quote: Type.Optional(Type.String()),
    hasHeader: Type.Optional(Type.Boolean()),
    sheets: Type.Optional(Type.Array(Type.String(), { description: 'Of a workbook' })),
    sheet: Type.Optional(Type.String({ description: 'The one that was read' })),
    records: count('Number of records that were looked at, the first ones'),
    isAll: Type.Boolean({ description: 'Whether the file has no more' }),
    columns: Type.Array(PreviewColumn),
    rows: Type.Array(Type.Array(nullable(Type.String())), {
      description: 'At most 20 records: a cell for each column, null where it has no value',
    }),
    id: nullable(Type.String(), 'The column that names the records'),
    proposed: Type.Object({ options: RunOptionsSchema, sentence: Type.String(), why: Type.String() }),
  },
  { title: 'Preview', description: 'What a run takes a file for' },
)

const decision = Type.Object(
  {
    id1: Type.String({ description: 'As the outputs name the record: its id, else `file:record`' }),
    id2: Type.String(),
    decision: Type.Enum(['same', 'different', 'unsure']),
  },
  { title: 'RunDecision', additionalProperties: false },
)

export const StartRunSchema = Type.Object(
  {
    uploads: Type.Array(Type.String(), {
      description: 'Ids of uploads with the same columns',
      minItems: 1,
      maxItems: 100,
    }),
    options: Type.Optional(Type.Object({}, { [describedMark]: RunOptionsSchema })),
    like: Type.Optional(
      Type.String({
        description: 'A run whose options and decisions count here, too; `options` come before them',
      }),
    ),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Default: that of the first file' }),
    ),
  },
  { title: 'StartRun', additionalProperties: false },
)

export const DecideRunSchema = Type.Object(
  {
    decisions: Type.Array(decision, {
      description: 'All of them; those of before are forgotten',
      ...arrayLimit,
    }),
  },
  { title: 'DecideRun', additionalProperties: false },
)

export const KeepRunSchema = Type.Object(
  { isKept: Type.Boolean({ description: 'Whether it stays for more than 30 days' }) },
  { title: 'KeepRun', additionalProperties: false },
)

export const MakeCollectionSchema = Type.Object(
  { name: nameParameter.name },
  { title: 'MakeCollection', additionalProperties: false },
)

const state = Type.Enum(['queued', 'running', 'done', 'failed'])

export const StartedRunSchema = Type.Object({ id: Type.String(), state }, { title: 'StartedRun' })

const listed = {
  id: Type.String(),
  name: Type.String(),
  state,
  created: dateTime(),
  changed: dateTime('Time of its last start or end'),
  expires: nullable(dateTime(), 'When it is deleted; null if it is kept or has not ended'),
  bytes: count('Bytes that go when it is deleted'),
  isKept: Type.Boolean(),
}

const summary = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'The report of `dedupe --json`, of the last end that was one',
  },
)

export const RunListSchema = Type.Object(
  {
    runs: Type.Array(Type.Object({ ...listed, summary: Type.Optional(summary) }, { title: 'ListedRun' }), {
      description: 'The latest first',
    }),
  },
  { title: 'Runs' },
)

export const RunSchema = Type.Object(
  {
    ...listed,
    uploads: Type.Array(Type.String()),
    inputs: Type.Array(Type.Object({ name: Type.String(), bytes: count() })),
    format,
    options: RunOptionsSchema,
    decisions: count('Number of decisions of people'),
    progress: Type.Optional(
      Type.Object({
        phase: Type.Enum(['scan', 'group', 'verify', 'cluster', 'write']),
        done: count('Bytes of work of the phase'),
        total: Type.Optional(count()),
      }),
    ),
    summary: Type.Optional(summary),
    error: Type.Optional(ProblemSchema),
    outputs: Type.Array(
      Type.Object({ name: Type.Enum([...outputNames]), file: Type.String(), bytes: count() }),
      { description: 'Those that can be read now' },
    ),
    command: Type.String({ description: 'The command that writes the same bytes' }),
  },
  { title: 'Run' },
)
