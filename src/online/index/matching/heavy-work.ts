/**
 * Heavy work: calls on long texts, or on all texts of a collection, as plain data that another thread can take, so that
 * the calling thread stays responsive.
 */

import type { Comparison } from '../../../engine/explain/comparison.ts'
import { compareTexts } from '../../../engine/library/explain.ts'
import type { Compared, Measured, OnlineMethod } from '../../../methods/contract/online-method.ts'
import type { RecordColumn } from '../../../methods/contract/record-columns.ts'
import type { Sketch } from '../../../methods/contract/sketch.ts'
import type { StoreHeader } from '../../store/store.ts'
import type { IndexOptions } from '../documents/index-types.ts'
import { resolveIndexOptions } from './index-settings.ts'
import { openMethod } from './open-method.ts'

type MethodCall =
  | { readonly kind: 'sketches'; readonly texts: readonly string[] }
  | { readonly kind: 'shingles'; readonly text: string }
  | { readonly kind: 'measured'; readonly query: Compared; readonly others: readonly Compared[] }
  /** REQUIRES: a method that learns. */
  | {
      readonly kind: 'train'
      readonly texts: readonly string[]
      readonly columns: readonly RecordColumn[] | undefined
    }

/** Compares two texts for an explanation, before any decision. */
interface ComparisonCall {
  readonly kind: 'comparison'
  readonly a: string
  readonly b: string
}

/** A pass over all clusters, which the thread reads by itself from `Store.folder`. */
export interface SurveyCall {
  readonly kind: 'survey'
  readonly of: 'pairs' | 'figures'
  readonly folder: string
}

export type HeavyCall = MethodCall | ComparisonCall | SurveyCall

type HeavyAnswer =
  | Sketch[]
  | BigUint64Array
  | readonly (Measured | undefined)[]
  | Uint8Array
  | Comparison
  /** Columns of a survey. */
  | object

/** Runs a call, usually in another thread. @throws NearsameError WORKER_DIED */
export type HeavyWork = (header: StoreHeader, call: HeavyCall) => Promise<HeavyAnswer>

/** Texts from this length, in UTF-16 units, are heavy: about a quarter of a millisecond of work. */
export const heavyUnits = 64 * 1024

function answered(method: OnlineMethod, call: MethodCall): HeavyAnswer {
  if (call.kind === 'sketches') return method.sketches(call.texts)
  if (call.kind === 'shingles') return method.shingles(call.text)
  if (call.kind === 'measured') return method.measured(call.query, call.others)
  return (method.train as NonNullable<OnlineMethod['train']>)(call.texts, call.columns)
}

type Surveying = (header: StoreHeader, call: SurveyCall) => Promise<object>

/** Asked of stores with a folder only. */
const noSurvey: Surveying = async (_, { folder }) => {
  throw new Error(`no way to read ${folder}`)
}

/**
 * Answers calls for any collection, on the other thread. Each combination of options opens its method once.
 *
 * @param surveyed makes a pass over a collection
 */
export function heavyCalls(surveyed: Surveying = noSurvey): HeavyWork {
  const open = new Map<string, Promise<OnlineMethod>>()
  return async (header, call) => {
    if (call.kind === 'survey') return surveyed(header, call)
    const settings = () => resolveIndexOptions(header.options as IndexOptions)
    if (call.kind === 'comparison') return compareTexts(call.a, call.b, settings().result)
    const key = JSON.stringify(header)
    const opening = open.get(key) ?? openMethod(settings(), undefined)
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
