/**
 * Schemas of requests and answers: they validate requests and appear in `/openapi.json` unchanged.
 *
 * A schema with a title becomes a component of that name.
 */
import Type, { type Static } from 'typebox'
import { methodNames } from '../../methods/methods.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import { checkedByRoute } from '../guards/validation.ts'
import { paramsByMethod, schemaOfOption } from './option-schema.ts'
import { shinglePattern, timeBounds, timePattern } from './patterns.ts'

/** Limits of the server by keyword; the description has their values. */
export const limitsMark = 'x-limits'
/** Keywords for the description only: the code that reads the value has a better message. */
export const describedMark = 'x-described'
export const arrayLimit = { [limitsMark]: { maxItems: 'arrayLength' } }

const Id = Type.Union([Type.String(), Type.Number()], {
  title: 'DocumentId',
  description: 'Text or number; 7 and "7" are two ids. Whole numbers may have any number of digits.',
})

const cluster = Type.Integer({
  minimum: 1,
  description: 'Never reused, and unchanged by unrelated documents',
})
const time = (description: string) => Type.String({ format: 'date-time', description })
const similarity = Type.Number({ description: 'By the measure in `measure`' })
const measure = Type.String({ description: 'For example jaccard, containment or signature' })
const jaccard = Type.Optional(Type.Number({ description: 'Exact, given beside an equal signature' }))

/** A time in a request. */
const GivenTime = Type.Union([Type.String({ pattern: timePattern }), Type.Number(timeBounds)], {
  title: 'GivenTime',
  description: 'A time with its zone, a day, or milliseconds since 1970',
})

export const DocumentSchema = Type.Object(
  {
    id: Type.Optional(Id),
    expiresAt: Type.Optional(Type.Union([GivenTime, Type.Null()], { description: 'Default: never' })),
  },
  {
    title: 'Document',
    additionalProperties: true,
    description:
      'Any fields. The server makes an `id` if it is missing. The text fields of the collection (`text` by default) ' +
      'form the text: at least one must be there, and they must be texts.',
  },
)

/** Beside a document to check; a field of the collection's text with such a name is a text instead. */
export const CheckOneSchema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    threshold: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'At least that of the collection' }),
    ),
    except: Type.Optional(Id),
  },
  {
    title: 'CheckOne',
    additionalProperties: true,
    description:
      '`{"text": …}`, or a document with the fields of the collection, and `limit`, `threshold` and `except` (the id ' +
      'of a document to leave out)',
  },
)

const Match = Type.Object(
  { id: Id, similarity, measure, jaccard, cluster },
  { title: 'Match', description: 'A document of the collection that a text matches' },
)

export const MatchesSchema = Type.Object(
  { matches: Type.Array(Match, { description: 'Best first, ties by insertion' }) },
  { title: 'Matches' },
)

/** The error of one of many documents, beside the usual fields. */
const fault = {
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of a bad line, from 1' })),
}

export const CheckedSchema = Type.Object(
  { matches: Type.Array(Match, { description: 'Best first, ties by insertion' }), ...fault },
  { title: 'Checked', description: 'Matches of one of many texts, or `error`' },
)

export const ManyMatchesSchema = Type.Object(
  { results: Type.Array(CheckedSchema) },
  { title: 'ManyMatches', description: 'The matches of each document, or `error`, in order' },
)

const AddStatus = Type.Enum(['added', 'replaced', 'skipped', 'exists', 'rejected', 'bad'], {
  description:
    '`exists`: a document has the id; `rejected`: it matches another one, and `onDuplicate` is `reject`',
})

export const AddedSchema = Type.Object(
  {
    id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
    status: AddStatus,
    matches: Type.Array(Match, { description: 'What it matched before it was added, best first' }),
    matchesCut: Type.Optional(Type.Literal(true, { description: 'More and better matches may exist' })),
    cluster: Type.Optional(cluster),
    ...fault,
  },
  { title: 'Added' },
)

export const ResultsSchema = Type.Object({ results: Type.Array(AddedSchema) }, { title: 'Results' })

export const CollectionInfoSchema = Type.Object(
  {
    name: Type.String(),
    options: Type.Object({}, { additionalProperties: true, description: 'As resolved, defaults included' }),
    documents: Type.Integer({ minimum: 0 }),
    clusters: Type.Integer({ minimum: 0 }),
    createdAt: time('When it was created'),
    storedBytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Only where the store reports it' }),
    ),
  },
  { title: 'Collection' },
)

const declared = [
  'threshold',
  'measure',
  'fold',
  'symbols',
  'recall',
  'near',
  'seed',
  'signatureLength',
] as const

export const CollectionOptionsSchema = Type.Unsafe({
  title: 'CollectionOptions',
  type: 'object',
  additionalProperties: false,
  description: 'All optional; without a body, the defaults.',
  properties: {
    method: { enum: methodNames, default: 'minhash' },
    params: { type: 'object', description: 'Parameters of the method' },
    text: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      default: ['text'],
      description:
        'Fields of the text, `b.c` for a path, `b.*.c` for all items of a list; joined by a line feed',
    },
    shingle: {
      type: 'string',
      pattern: shinglePattern,
      default: 'words:5',
      description: resultOptions.shingle.domain,
    },
    ...Object.fromEntries(declared.map(name => [name, schemaOfOption(resultOptions[name])])),
    storeText: { type: 'boolean', default: true, description: 'false: keep shingle sets instead of texts' },
  },
  oneOf: paramsByMethod('minhash'),
  ...checkedByRoute,
})

export const StoredDocumentSchema = Type.Object(
  {
    id: Id,
    cluster,
    addedAt: time('When it was added'),
    expiresAt: Type.Union([time('From when on it may be removed'), Type.Null()]),
    document: DocumentSchema,
  },
  { title: 'StoredDocument' },
)

export const PairSchema = Type.Object(
  { id1: Id, id2: Id, measure, similarity, jaccard },
  { title: 'Pair', description: '`id1` was inserted first' },
)

export const ClusterSchema = Type.Object(
  {
    cluster,
    documents: Type.Integer({ minimum: 1 }),
    members: Type.Array(Id, {
      description: 'In order of insertion; the first 1,000. The rest of cluster 7: `after=7.1000`',
    }),
  },
  { title: 'Cluster' },
)

const Change = Type.Object(
  {
    change: Type.Integer({ minimum: 1 }),
    kind: Type.Enum(['made', 'merged', 'split', 'ended']),
    cluster,
    into: Type.Optional(Type.Integer({ description: 'The cluster that it was merged into' })),
    from: Type.Optional(Type.Integer({ description: 'The cluster it came from' })),
    at: time('When'),
  },
  { title: 'Change' },
)

/** Any object; the index reads its fields, with better messages. */
const DescribedDocument = Type.Object({}, { [describedMark]: DocumentSchema })

export const CollapseBodySchema = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Id, { description: 'Documents of the collection, better-ranked first', ...arrayLimit }),
    ),
    documents: Type.Optional(
      Type.Array(DescribedDocument, {
        description: 'Instead of `ids`: documents, better-ranked first',
        ...arrayLimit,
      }),
    ),
    chains: Type.Optional(
      Type.Enum(['all', 'kept'], {
        description: 'Compare with any better-ranked document, the default, or with kept ones only',
      }),
    ),
    unknown: Type.Optional(
      Type.Enum(['refuse', 'keep'], {
        description:
          'Ids that no document has: refuse the list with 404, the default, or keep them uncompared',
      }),
    ),
  },
  { title: 'CollapseRequest', additionalProperties: false },
)

/** The two ways, of which a request has one. */
export const collapseWays = [{ required: ['ids'] }, { required: ['documents'] }]

export const CollapsedSchema = Type.Object(
  {
    kept: Type.Array(Id),
    dropped: Type.Array(Type.Object({ id: Id, twin: Id, similarity })),
    unknown: Type.Optional(Type.Array(Id, { description: 'Kept ids that no document has' })),
  },
  { title: 'Collapsed' },
)

export const ExpireBodySchema = Type.Object(
  {
    before: Type.Optional(
      Type.Union([Type.String({ pattern: timePattern }), Type.Number(timeBounds)], {
        description:
          'Remove documents added before it: a time with its zone, a day, or milliseconds since 1970. ' +
          'Default: those past their own `expiresAt`.',
      }),
    ),
  },
  { title: 'ExpireRequest', additionalProperties: false },
)

export const RemovedSchema = Type.Object({ removed: Type.Integer({ minimum: 0 }) }, { title: 'Removed' })

export const CompactedSchema = Type.Object(
  { freedBytes: Type.Integer({ minimum: 0 }) },
  { title: 'Compacted' },
)

export const RetrainedSchema = Type.Object(
  { documents: Type.Integer({ minimum: 0 }) },
  { title: 'Retrained' },
)

export const HealthSchema = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' })

export const ReadinessSchema = Type.Object(
  {
    status: Type.Literal('ready'),
    collections: Type.Integer({ minimum: 0 }),
    documents: Type.Integer({ minimum: 0 }),
  },
  { title: 'Readiness' },
)

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'urn:nearsame:error:…' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'One of the codes in docs/errors.md' }),
    expected: Type.String(),
    got: Type.String(),
    where: Type.Optional(Type.String()),
    fix: Type.String(),
    instance: Type.String({ description: 'The id of the request' }),
  },
  { title: 'Problem', description: 'RFC 9457' },
)

export const ChangesSchema = Type.Object(
  {
    items: Type.Array(Change),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Value for `after`; null at the end, for now',
    }),
    cursor: Type.String({ description: 'Value for `after`, later: the position after these changes' }),
  },
  { title: 'Changes' },
)

/** A page of a list. */
export function pageOf<T extends Type.TSchema>(item: T, title: string) {
  const next = Type.Union([Type.String(), Type.Null()], {
    description: 'Value for `after`; null at the end',
  })
  return Type.Object({ items: Type.Array(item), next }, { title })
}

export type AddedInfo = Static<typeof AddedSchema>
