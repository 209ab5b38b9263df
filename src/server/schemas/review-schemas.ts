/** Schemas of what the web page asks for: reviews, figures, imports, the session. */
import Type from 'typebox'
import { inputFormats } from '../../ground/options/input-options.ts'
import { addStatuses } from '../../online/index/documents/index-types.ts'
import { ClusterSchema, pageOf } from './schemas.ts'
import { arrayLimit, count, dateTime, ErrorSchema, Id, nullable } from './value-schemas.ts'

const decision = Type.Enum(['same', 'different'])
const survivor = 'Of `same` documents: the one to keep; null: what the keep rules prefer'

const Review = Type.Object(
  {
    id1: Id,
    id2: Id,
    decision,
    survivor: nullable(Id, survivor),
    by: Type.String({ description: 'Name of the key, `-` without keys' }),
    at: dateTime(),
  },
  { title: 'Review', description: 'What a person decided about two documents' },
)

export const ReviewListSchema = pageOf(Review, 'Reviews')

const GivenReview = Type.Object(
  {
    id1: Id,
    id2: Id,
    decision,
    survivor: Type.Optional(nullable(Id, survivor)),
  },
  { title: 'GivenReview', additionalProperties: false },
)

export const DecideBodySchema = Type.Object(
  { reviews: Type.Array(GivenReview, { description: 'Each pair once', ...arrayLimit }) },
  { title: 'DecideRequest', additionalProperties: false },
)

export const DecidedSchema = Type.Object(
  {
    reviews: Type.Array(Review),
    replaced: Type.Array(Review, { description: 'Earlier decisions about these pairs, for undoing' }),
  },
  { title: 'Decided' },
)

export const WithdrawBodySchema = Type.Object(
  {
    pairs: Type.Array(Type.Array(Id, { minItems: 2, maxItems: 2 }), {
      description: 'Two ids each, in either order',
      ...arrayLimit,
    }),
  },
  { title: 'WithdrawRequest', additionalProperties: false },
)

const foundAt = {
  asOf: nullable(dateTime(), 'When they were found; null: they are being found for the first time'),
  documentsSince: count('Documents added or removed since'),
}

export const HistogramSchema = Type.Object(
  {
    measure: Type.String(),
    bins: nullable(
      Type.Array(count(), { minItems: 20, maxItems: 20 }),
      'Pairs by similarity in bins of 0.05, the last with 1; null where the measure is no share',
    ),
    pairs: count(),
    sizes: Type.Array(Type.Array(count(), { minItems: 2, maxItems: 2 }), {
      description: 'Number of clusters of each size from 2 on: `[size, clusters]`',
    }),
    largest: Type.Integer({ minimum: 1, description: 'Documents of the largest cluster' }),
    isCut: Type.Optional(Type.Literal(true, { description: 'There are more pairs than were counted' })),
    ...foundAt,
  },
  { title: 'Histogram' },
)

const rows = Type.Array(count())

export const ReplaySchema = Type.Object(
  {
    threshold: Type.Number({ description: 'All pairs at least this similar are listed' }),
    current: Type.Number({ description: 'Threshold of the collection' }),
    measure: Type.String(),
    cluster: Type.Literal('components'),
    documents: count('Documents of the whole collection'),
    ...foundAt,
    id: Type.Array(Id, {
      description: 'Documents that are not alone in their cluster, in order of insertion',
    }),
    copyOf: {
      ...rows,
      description: 'Of each document: the row of the earliest one of equal text that stands for it',
    },
    left: { ...rows, description: 'Rows of the earlier documents of the pairs' },
    right: { ...rows, description: 'Rows of the later documents' },
    similarities: Type.Array(Type.Number()),
    next: nullable(Type.String(), 'Value for `after`; null at the end'),
  },
  { title: 'Replay' },
)

export const ClusterPageSchema = Type.Object(
  {
    ...pageOf(ClusterSchema, 'Clusters').properties,
    total: Type.Optional(
      count(
        'Number of clusters that pass the filters; absent in a list by number that has no filter but `minDocuments`',
      ),
    ),
  },
  { title: 'Clusters' },
)

export const FoundDocumentsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Id,
        cluster: Type.Integer({ minimum: 1 }),
        documents: Type.Integer({ minimum: 1, description: 'Number of documents in the cluster' }),
      }),
    ),
    next: nullable(Type.String(), 'Value for `after`: there are more texts to search; null at the end'),
    searched: count('Number of texts searched for this page'),
  },
  { title: 'FoundDocuments' },
)

export const SessionSchema = Type.Object(
  {
    keys: Type.Boolean({ description: 'Whether the server asks for API keys' }),
    client: nullable(Type.String(), 'Name of the key'),
    scope: Type.Enum(['read', 'write', 'admin']),
    version: Type.String(),
  },
  { title: 'Session' },
)

export const ImportSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of the file' }),
    format: Type.Enum([...inputFormats]),
    status: Type.Enum(['running', 'done', 'failed', 'cancelled']),
    bytes: count('Bytes read'),
    totalBytes: nullable(count()),
    documents: count('Documents with a result'),
    counts: Type.Object(Object.fromEntries(addStatuses.map(status => [status, count()]))),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'Number of the record in the file, from 1' }),
        ...ErrorSchema.properties,
      }),
      { description: 'The first 1,000' },
    ),
    startedAt: dateTime(),
    endedAt: nullable(dateTime()),
    error: Type.Optional({ ...ErrorSchema, description: 'Why it failed' }),
  },
  { title: 'Import' },
)

export const ImportListSchema = Type.Object(
  {
    items: Type.Array(ImportSchema, {
      description: 'Running ones, and those that ended within the last hour',
    }),
  },
  { title: 'Imports' },
)
