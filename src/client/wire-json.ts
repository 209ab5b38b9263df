/** JSON of what callers give the client to send. */
import { toJson } from '../json/exact-json.ts'
import { written } from '../online/stored-body.ts'

/** @throws NearsameError RECORD_NOT_OBJECT for a document that has no JSON */
export function givenJson(value: unknown): string {
  return written(() => toJson(value))
}
