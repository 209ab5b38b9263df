/**
 * Heavy work: what a method does with long texts, or with all texts of a collection, as plain data that may be sent to
 * another thread, so that the calling one can answer others meanwhile.
 */

import type { Sketch, StoreHeader } from '../store/store.ts'
import { resolveIndexOptions } from './index-settings.ts'
import type { IndexOptions } from './index-types.ts'
import type { Compared, Measured, OnlineMethod } from './methods/online-method.ts'
import { openMethod } from './open-method.ts'

export type MethodCall =
  | { readonly kind: 'sketches'; readonly texts: readonly string[] }
  | { readonly kind: 'shingles'; readonly text: string }
  | { readonly kind: 'measured'; readonly query: Compared; readonly others: readonly Compared[] }
  /** REQUIRES: a method that learns. */
  | { readonly kind: 'train'; readonly texts: readonly string[] }

export type MethodAnswer = Sketch[] | BigUint64Array | readonly (Measured | undefined)[] | Uint8Array

/** Does a call elsewhere. @throws NearsameError WORKER_DIED */
export type HeavyWork = (header: StoreHeader, call: MethodCall) => Promise<MethodAnswer>

/** A text from which on, in UTF-16 units, work is heavy: about a quarter of a millisecond. */
export const heavyUnits = 64 * 1024

function answered(method: OnlineMethod, call: MethodCall): MethodAnswer {
  if (call.kind === 'sketches') return method.sketches(call.texts)
  if (call.kind === 'shingles') return method.shingles(call.text)
  if (call.kind === 'measured') return method.measured(call.query, call.others)
  return (method.train as NonNullable<OnlineMethod['train']>)(call.texts)
}

/** Answers calls for any collection: what the other thread runs. Methods are opened once for each kind of options. */
export function methodCalls(): (header: StoreHeader, call: MethodCall) => Promise<MethodAnswer> {
  const open = new Map<string, Promise<OnlineMethod>>()
  return async (header, call) => {
    const key = JSON.stringify(header)
    const opening =
      open.get(key) ?? openMethod(resolveIndexOptions(header.options as IndexOptions), undefined)
    open.set(key, opening)
    return answered(await opening, call)
  }
}

/** Whether these texts together are heavy. */
export function isHeavy(texts: readonly (string | undefined)[]): boolean {
  let units = 0
  for (const text of texts) units += text?.length ?? 0
  return units >= heavyUnits
}
