/**
 * Schemas of answers, as they appear in `/openapi.json`.
 *
 * A schema with a title becomes a component of that name.
 */

import Type, { type Static } from 'typebox'
import type { LearntModel } from '../../methods/contract/record-columns.ts'
import { addStatuses, memberKinds, memberRules } from '../../online/index/documents/index-types.ts'
import { DocumentSchema } from './request-schemas.ts'
import { count, dateTime, ErrorSchema, ErrorValuesSchema, Id, nullable } from './value-schemas.ts'

const cluster = Type.Integer({
  minimum: 1,
  description: 'Never reused, and unchanged by unrelated documents',
})
const similarity = Type.Number({ description: 'By the measure in `measure`' })
const measure = Type.String({ description: 'For example jaccard, containment or signature' })
const jaccard = Type.Optional(Type.Number({ description: 'Exact, given beside an equal signature' }))

const Match = Type.Object(
  { id: Id, similarity, measure, jaccard, cluster },
  { title: 'Match', description: 'A document of the collection that a text matches' },
)

const bounds = {
  from: count('UTF-16 units, half-open'),
  to: count(),
  fromByte: count('Bytes of UTF-8, half-open'),
  toByte: count(),
}

const Span = Type.Object(
  {
    ...bounds,
    tokens: Type.Integer({ minimum: 1 }),
    period: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Tokens after which it repeats itself; then `where` has the part that is repeated',
      }),
    ),
    places: Type.Integer({
      minimum: 1,
      description: 'Number of documents that have it; those not in `where` are counted by hashes',
    }),
    where: Type.Array(Type.Object({ id: Id, ...bounds }, { title: 'StoredPlace' }), {
      description: 'Its first place in each document, by insertion; at most `maxPlaces`',
    }),
  },
  { title: 'StoredPassage', description: 'A span of the checked text that stands in stored documents' },
)

const passages = Type.Optional(
  Type.Object(
    {
      tokens: count('Of the text'),
      repeated: count('Those of them that stand in a span'),
      unique: nullable(
        Type.Number({ minimum: 0, maximum: 1 }),
        'Share of the tokens that stand in no span; null for a text shorter than a passage',
      ),
      spans: Type.Array(Span, { description: 'In the order of the text; they may overlap' }),
      spansCut: Type.Optional(
        Type.Literal(true, {
          description:
            'Parts of the text stand in too many documents to read them all: more spans may exist',
        }),
      ),
    },
    { title: 'CheckedPassages', description: 'Only of a collection with `passages`' },
  ),
)

/** The error of one of many documents, beside the usual fields. */
const fault = {
  error: Type.Optional(ErrorSchema),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of a bad line, from 1' })),
}

export const CheckedSchema = Type.Object(
  { matches: Type.Array(Match, { description: 'Best first, ties by insertion' }), passages, ...fault },
  { title: 'Checked', description: 'Matches of one of many texts, or `error`' },
)

export const CheckAnswerSchema = Type.Object(
  {
    matches: Type.Optional(
      Type.Array(Match, { description: 'Of one text, best first, ties by insertion' }),
    ),
    passages,
    results: Type.Optional(
      Type.Array(CheckedSchema, {
        description: 'The matches of each of many documents, or `error`, in order',
      }),
    ),
  },
  { title: 'CheckAnswer', description: '`matches` of one text, or `results` of many' },
)

const AddStatus = Type.Enum([...addStatuses], {
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

const LearntModelSchema = Type.Object(
  {
    records: count('Different records that it was learnt from'),
    decidedBy: Type.Union([Type.Literal('columns'), Type.Literal('text')], {
      description: 'What decides: the text fields one by one, or the similarity of the whole texts',
    }),
    threshold: Type.Number({ description: 'Minimum similarity, or probability, of a match' }),
    prior: Type.Optional(
      Type.Number({ description: 'If columns decide: the share of matches among candidates' }),
    ),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.String({ description: 'What its values are' }),
        filled: count('Records with a value'),
        weights: Type.Optional(
          Type.Array(Type.Number(), { description: 'Of the levels, from no agreement to equality' }),
        ),
        ignored: Type.Optional(Type.String({ description: 'Why it does not count' })),
      }),
    ),
    nullWords: Type.Array(Type.String(), { description: 'Values that are read as missing' }),
  },
  { description: 'What the method `records` has learnt, frozen until it learns again' },
)

export const CollectionInfoSchema = Type.Object(
  {
    name: Type.String(),
    options: Type.Object(
      {},
      {
        title: 'ResolvedOptions', // named apart from `CollectionOptions`, which generators would make of this property
        additionalProperties: true,
        description: 'As resolved, defaults included',
      },
    ),
    documents: count(),
    clusters: count(),
    createdAt: dateTime('When it was created'),
    storedBytes: Type.Optional(count('Only where the store reports it')),
    model: Type.Optional(nullable(Type.Unsafe<LearntModel>(LearntModelSchema))),
  },
  { title: 'Collection' },
)

export const StoredDocumentSchema = Type.Object(
  {
    id: Id,
    cluster,
    addedAt: dateTime('When it was added'),
    expiresAt: nullable(dateTime('From when on it may be removed')),
    document: DocumentSchema,
  },
  { title: 'StoredDocument' },
)

export const PairSchema = Type.Object(
  { id1: Id, id2: Id, measure, similarity, jaccard },
  { title: 'Pair', description: '`id1` was inserted first' },
)

const ClusterMember = Type.Object(
  {
    kind: Type.Enum([...memberKinds], {
      description: '`kept`: the survivor, which a person named, or else the first',
    }),
    similarity: Type.Optional(
      Type.Number({ description: 'With the survivor; absent where the two do not match' }),
    ),
    source: Type.Optional(Type.String({ description: 'The field `source`, if it is a text' })),
    rule: Type.Optional(Type.Enum([...memberRules])),
  },
  { title: 'ClusterMember', description: 'What a member of a cluster is to its survivor' },
)

export const ClusterSchema = Type.Object(
  {
    cluster,
    documents: Type.Integer({ minimum: 1 }),
    members: Type.Array(Id, {
      description: 'In order of insertion; the first 1,000. The rest of cluster 7: `after=7.1000`',
    }),
    details: Type.Optional(
      Type.Array(ClusterMember, { description: 'Parallel to `members`; present if `details` was set' }),
    ),
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
    at: dateTime('When'),
  },
  { title: 'Change' },
)

export const CollapsedSchema = Type.Object(
  {
    kept: Type.Array(Id),
    dropped: Type.Array(Type.Object({ id: Id, twin: Id, similarity })),
    unknown: Type.Optional(Type.Array(Id, { description: 'Kept ids that no document has' })),
  },
  { title: 'Collapsed' },
)

export const RemovedSchema = Type.Object({ removed: count() }, { title: 'Removed' })

export const CompactedSchema = Type.Object({ freedBytes: count() }, { title: 'Compacted' })

export const RetrainedSchema = Type.Object({ documents: count() }, { title: 'Retrained' })

export const HealthSchema = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' })

export const ReadinessSchema = Type.Object(
  {
    status: Type.Literal('ready'),
    collections: count(),
    documents: count(),
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
    values: ErrorValuesSchema,
    instance: Type.String({ description: 'The id of the request' }),
  },
  { title: 'Problem', description: 'RFC 9457' },
)

export const ChangesSchema = Type.Object(
  {
    items: Type.Array(Change),
    next: nullable(Type.String(), 'Value for `after`; null at the end, for now'),
    cursor: Type.String({ description: 'Value for `after`, later: the position after these changes' }),
  },
  { title: 'Changes' },
)

/** A page of a list. */
export function pageOf<T extends Type.TSchema>(item: T, title: string) {
  const next = nullable(Type.String(), 'Value for `after`; null at the end')
  return Type.Object({ items: Type.Array(item), next }, { title })
}

export type AddedInfo = Static<typeof AddedSchema>
