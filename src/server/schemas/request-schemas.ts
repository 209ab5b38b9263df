/**
 * Schemas of requests: they validate requests, or only describe them where the code that reads a value has a better
 * message.
 */
import Type from 'typebox'
import { methodNames } from '../../methods/methods.ts'
import { passageOptions } from '../../methods/options/passage-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import { mostPlaces } from '../../online/index/documents/call-options.ts'
import { collectionOptions } from '../../online/index/matching/index-settings.ts'
import { checkedByRoute } from '../guards/validation.ts'
import { paramsByMethod, schemaOfOption } from './option-schema.ts'
import { shinglePattern, timeBounds, timePattern } from './patterns.ts'

/** Limits of the server by keyword; the description has their values. */
export const limitsMark = 'x-limits'
/** Keywords for the description only: the code that reads the value has a better message. */
export const describedMark = 'x-described'
export const arrayLimit = { [limitsMark]: { maxItems: 'arrayLength' } }

export const Id = Type.Union([Type.String(), Type.Number()], {
  title: 'DocumentId',
  description: 'Text or number; 7 and "7" are two ids. Whole numbers may have any number of digits.',
})

/** Types of a time in a request. */
const timeTypes = [
  Type.String({ [describedMark]: { pattern: timePattern } }),
  Type.Number({ [describedMark]: timeBounds }),
]

const GivenTime = Type.Union(timeTypes, {
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

/** Only for collections with `passages`. */
export const maxPlacesSchema = Type.Integer({
  minimum: 1,
  maximum: mostPlaces,
  description:
    'Maximum number of documents listed for a span, of a collection with `passages`. Default: 10',
})

/** Beside a document to check; a field of the collection's text with such a name is a text instead. */
export const CheckOneSchema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    threshold: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'At least that of the collection' }),
    ),
    except: Type.Optional(Id),
    maxPlaces: Type.Optional(maxPlacesSchema),
  },
  {
    title: 'CheckOne',
    additionalProperties: true,
    description:
      '`{"text": …}`, or a document with the fields of the collection, and `limit`, `threshold` and `except` (the id ' +
      'of a document to leave out), `maxPlaces`',
  },
)

/** Schemas that say more than the declaration of their option, or stand for one. */
const ownSchemas = {
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
  storeText: { type: 'boolean', default: true, description: 'false: keep shingle sets instead of texts' },
  passages: {
    type: 'object',
    additionalProperties: false,
    properties: { least: schemaOfOption({ ...passageOptions.least, fallback: () => 50 }) },
    description:
      'Also find passages of a checked text in stored documents; needs `storeText`. Default: none',
  },
}

type Declared = Exclude<(typeof collectionOptions)[number], keyof typeof ownSchemas>

const declared = collectionOptions.filter((name): name is Declared => !Object.hasOwn(ownSchemas, name))
const { storeText, passages, ...firstSchemas } = ownSchemas

export const CollectionOptionsSchema = Type.Unsafe({
  title: 'CollectionOptions',
  type: 'object',
  additionalProperties: false,
  description: 'All optional; without a body, the defaults.',
  properties: {
    ...firstSchemas,
    ...Object.fromEntries(declared.map(name => [name, schemaOfOption(resultOptions[name])])),
    storeText,
    passages,
  },
  oneOf: paramsByMethod('minhash'),
  ...checkedByRoute,
})

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
  {
    title: 'CollapseRequest',
    additionalProperties: false,
    [describedMark]: { oneOf: [{ required: ['ids'] }, { required: ['documents'] }] },
  },
)

export const ExpireBodySchema = Type.Object(
  {
    before: Type.Optional(
      Type.Union(timeTypes, {
        description:
          'Remove documents added before it: a time with its zone, a day, or milliseconds since 1970. ' +
          'Default: those past their own `expiresAt`.',
      }),
    ),
  },
  { title: 'ExpireRequest', additionalProperties: false },
)
