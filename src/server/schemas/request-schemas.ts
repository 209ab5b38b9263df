/**
 * Schemas of requests: they validate requests, or only describe them where the code that reads a value has a better
 * message.
 */
import Type from 'typebox'
import { options } from '../../ground/options/declare.ts'
import { methodNames } from '../../methods/methods.ts'
import { passageOptions } from '../../methods/options/passage-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import { checkEachOptions, checkOptions } from '../../online/index/calls/check.ts'
import { collapseOptions } from '../../online/index/calls/collapse.ts'
import { collectionOptions } from '../../online/index/matching/index-settings.ts'
import { checkedByRoute } from '../guards/validation.ts'
import { paramsByMethod, propertiesOf, schemaOfOption } from './option-schema.ts'
import { shinglePattern } from './patterns.ts'
import { arrayLimit, describedMark, Id, timeTypes } from './value-schemas.ts'

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

/** Of a body that is one document, or has `documents`: generators of clients understand one object, no choice. */
const manyDocuments = Type.Optional(
  Type.Array(Type.Unknown(), {
    [describedMark]: { items: DocumentSchema },
    description: 'Many documents, each with a result of its own; then alone in the body',
    ...arrayLimit,
  }),
)

export const AddRequestSchema = Type.Object(
  { ...DocumentSchema.properties, documents: manyDocuments },
  {
    title: 'AddRequest',
    additionalProperties: true,
    description:
      'One document, or `{"documents": […]}`; a bad one among many does not stop the others. An array of documents ' +
      'is accepted as well.',
  },
)

/** Beside a document to check; a field of the collection's text with such a name is a text instead. */
export const checkOneOptions = options({ ...checkOptions, ...checkEachOptions })

export const CheckRequestSchema = Type.Unsafe({
  title: 'CheckRequest',
  type: 'object',
  properties: { ...propertiesOf(checkOneOptions), documents: manyDocuments },
  additionalProperties: true,
  description:
    '`{"text": …}`, or a document with the fields of the collection, and options beside them; `except` is the id of ' +
    'a document to leave out. Or `{"documents": […]}`, with options in the query; an array is accepted as well.',
})

/** Schemas that say more than the declaration of their option, or stand for one. */
const ownSchemas = {
  method: { enum: methodNames, default: 'minhash' },
  params: {
    type: 'object',
    description: 'Parameters of the method; `x-params` has the schema of each',
  },
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
  'x-params': paramsByMethod(),
  ...checkedByRoute,
})

/** Any object; the index reads its fields, with better messages. */
const DescribedDocument = Type.Object({}, { [describedMark]: DocumentSchema })

export const CollapseBodySchema = Type.Unsafe({
  title: 'CollapseRequest',
  type: 'object',
  description: 'Either `ids` or `documents`',
  properties: {
    ids: Type.Array(Id, { description: 'Documents of the collection, better-ranked first', ...arrayLimit }),
    documents: Type.Array(DescribedDocument, {
      description: 'Instead of `ids`: documents, better-ranked first',
      ...arrayLimit,
    }),
    ...propertiesOf(collapseOptions),
  },
  additionalProperties: false,
})
