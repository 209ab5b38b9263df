/** JSON of the values that a caller sends. */
import { toJson } from '../../ground/json/exact-json.ts'
import type { AnyIndexDocument } from '../../online/index/documents/index-types.ts'
import { bodyWritten } from '../../online/index/documents/stored-body.ts'
import { type Many, valuesUntil } from './values-until.ts'

/** Wraps texts as documents without other fields. @throws as `valuesUntil` */
export async function* documentsOf(
  given: Many<string | AnyIndexDocument>,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnyIndexDocument> {
  for await (const one of valuesUntil(given, signal)) yield typeof one === 'string' ? { text: one } : one
}

/** @throws NearsameError RECORD_NOT_OBJECT for a document without JSON */
export function givenJson(value: unknown): string {
  return bodyWritten(() => toJson(value))
}
