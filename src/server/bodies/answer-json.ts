/**
 * JSON of answers: as `JSON.stringify`, and ids beyond 2^53 with all of their digits.
 *
 * Cost: none beyond that of `JSON.stringify`, unless there is such an id.
 */

interface RawJson {
  rawJSON?(text: string): unknown
}

const { rawJSON } = JSON as RawJson

/** @example toJson({ id: 12345678901234567890n }) // => '{"id":12345678901234567890}' */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, withBigInts)
  }
}

function withBigInts(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return rawJSON === undefined ? String(value) : rawJSON(String(value))
}
