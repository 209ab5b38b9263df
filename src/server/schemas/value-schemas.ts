/** Schemas of values in several requests: ids, times; and keywords of our own. */
import Type, { type TSchema } from 'typebox'
import { timeBounds, timePattern } from './patterns.ts'

/** Limits of the server by keyword; the description has their values. */
export const limitsMark = 'x-limits'
/** Keywords for the description only: the code that reads the value has a better message. */
export const describedMark = 'x-described'
export const arrayLimit = { [limitsMark]: { maxItems: 'arrayLength' } }

export const Id = Type.Union([Type.String(), Type.Number()], {
  title: 'DocumentId',
  description: 'Text or number; 7 and "7" are two ids. Whole numbers may have any number of digits.',
})

const described = (description: string | undefined) => (description === undefined ? {} : { description })

export function count(description?: string) {
  return Type.Integer({ minimum: 0, ...described(description) })
}

/** A time in an answer. */
export function dateTime(description?: string) {
  return Type.String({ format: 'date-time', ...described(description) })
}

/** A value or null. */
export function nullable<S extends TSchema>(schema: S, description?: string) {
  return Type.Union([schema, Type.Null()], described(description))
}

/** Types of a time in a request. */
export const timeTypes = [
  Type.String({ [describedMark]: { pattern: timePattern } }),
  Type.Number({ [describedMark]: timeBounds }),
]

/** Numbers and words of the message, for programs. */
export const ErrorValuesSchema = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    description: 'Numbers and words of the message by name, where docs/errors.md lists them',
  }),
)

/** An error of a part of a request; that of the whole is a problem document. */
export const ErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'A code of docs/errors.md' }),
    message: Type.String({ description: 'The whole sentence' }),
    expected: Type.String(),
    got: Type.String(),
    where: Type.Optional(Type.String()),
    fix: Type.String(),
    values: ErrorValuesSchema,
    httpStatus: Type.Integer({ minimum: 400, maximum: 599 }),
  },
  { title: 'ItemError' },
)
