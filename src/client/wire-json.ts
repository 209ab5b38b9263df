/** JSON of what callers give the client to send. */
import { toJson } from '../json/exact-json.ts'
import type { AnyIndexDocument } from '../online/index-types.ts'
import { written } from '../online/stored-body.ts'

export type Many<T> = Iterable<T> | AsyncIterable<T>

/** Texts as documents that have nothing else. */
export async function* documentsOf(
  given: Many<string | AnyIndexDocument>,
): AsyncGenerator<AnyIndexDocument> {
  for await (const one of given) yield typeof one === 'string' ? { text: one } : one
}

/** @throws NearsameError RECORD_NOT_OBJECT for a document that has no JSON */
export function givenJson(value: unknown): string {
  return written(() => toJson(value))
}
