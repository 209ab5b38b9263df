/** Values of call options that no other options have: ids, times, cursors, signals. */
import type { DocumentId } from '../../../engine/library/document.ts'
import { type Option, Refusal } from '../../../ground/options/declare.ts'
import { idAskedFix, idDomain, isId, timeDomain, timeIn } from '../documents/given-document.ts'

/** A value that is missing unless it is given; `read` as in `Option`. */
function optional<T, G>(
  spec: { doc: string; placeholder: string; domain: string; defaultText?: string },
  read: (given: unknown, fromText: boolean) => T | Refusal,
): Option<T | undefined, G> {
  return { defaultText: '', ...spec, isList: false, fallback: () => undefined, read }
}

/** The id of a document. */
export function documentId(spec: { doc: string }): Option<DocumentId | undefined, DocumentId> {
  return optional({ ...spec, placeholder: 'id', domain: idDomain }, given =>
    isId(given) ? given : new Refusal(idDomain, idAskedFix),
  )
}

/** A time, read as milliseconds since 1970. */
export function time(spec: {
  doc: string
  defaultText: string
}): Option<number | undefined, string | number> {
  return optional({ ...spec, placeholder: 'time', domain: timeDomain }, (given, fromText) =>
    timeIn(fromText && /^\d+$/.test(String(given)) ? Number(given) : given),
  )
}

/** A text that may be empty. */
export function anyText(spec: {
  doc: string
  placeholder: string
  defaultText?: string
}): Option<string | undefined, string> {
  const domain = 'a text'
  const read = (given: unknown) => (typeof given === 'string' ? given : new Refusal(domain))
  return { ...optional<string, string>({ ...spec, domain }, read), minLength: 0 }
}

/** The used part of an `AbortSignal`, whose type exists only with the types of browsers or Node. */
export interface AbortSignalLike {
  /** As in `AbortSignal`. */
  readonly aborted: boolean
  /** As in `AbortSignal`. Default: undefined. */
  readonly reason?: unknown
  /** As in `AbortSignal`. */
  throwIfAborted(): void
  /** As in `AbortSignal`. */
  addEventListener(type: 'abort', listener: () => void): void
  /** As in `AbortSignal`. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A signal that ends the call. */
export function abortSignal(spec: { doc: string }): Option<AbortSignalLike | undefined, AbortSignalLike> {
  const domain = 'an AbortSignal'
  return optional({ ...spec, placeholder: 'signal', domain }, given =>
    given instanceof AbortSignal ? given : new Refusal(domain),
  )
}
