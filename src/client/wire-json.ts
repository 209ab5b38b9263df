/**
 * JSON of requests and answers, in which ids keep their digits: a whole number beyond 2^53 is a bigint.
 *
 * Cost: that of `JSON.stringify` and `JSON.parse`, unless there is such a number.
 */
import { written } from '../online/stored-body.ts'
import { bigintOf, keepDigits } from '../options/whole-digits.ts'

interface RawJson {
  rawJSON?(text: string): unknown
}

const { rawJSON } = JSON as RawJson

/**
 * @throws NearsameError RECORD_NOT_OBJECT for a document that has no JSON
 * @example toJson({ id: 12345678901234567890n }) // => '{"id":12345678901234567890}'
 */
export function toJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null'
  } catch {
    return written(() => JSON.stringify(value, withBigInts, indent)) ?? 'null'
  }
}

function withBigInts(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return rawJSON === undefined ? String(value) : rawJSON(String(value))
}

/** A run of digits that a double may not hold. */
const longDigits = /[[:,\s-]\d{16}/

/** Fields that hold an id, or a list of ids. */
const idFields = new Set(['id', 'id1', 'id2', 'twin', 'kept', 'members'])

/** @example fromJson('{"id":12345678901234567890}') // => { id: 12345678901234567890n } */
export function fromJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return longDigits.test(text) ? withBigIds(value, JSON.parse(text, keepDigits)) : value
}

/** A value with the ids of another reading of the same text; what stands under other names stays a double. */
function withBigIds(value: unknown, exact: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, i) => withBigIds(item, (exact as unknown[])[i]))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const other = (exact as Record<string, unknown>)[name]
    // What a document holds is the caller's own.
    const given = name === 'document' ? field : withBigIds(field, other)
    return [name, idFields.has(name) ? idsOf(other) : given]
  })
  return Object.fromEntries(fields)
}

function idsOf(exact: unknown): unknown {
  if (Array.isArray(exact)) return exact.map(idsOf)
  return bigintOf(exact)
}
