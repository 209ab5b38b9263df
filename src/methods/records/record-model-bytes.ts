/**
 * Record model as bytes, stored beside the records it was learnt from. Little-endian:
 *
 *     u32 version │ u32 rows │ f64 threshold │ u32 1 with weights, 0 without │ u32 items
 *     f64 threshold of the weights │ f64 ratios [8]                    0 without weights
 *     u32 keys [items], ascending │ u32 frequency [items]
 *     u32 first occurrence [items] │ JSON of the columns                only version 2
 *
 * Version 1: records of one text. Version 2: records of several columns.
 * Cost: 96 bytes, and 8 or 12 for each item of at least two records; the JSON has the words of at least two records.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ColumnModel, type FrozenModel } from './columns/column-model.ts'
import { ItemTable } from './item-table.ts'
import type { RecordModel } from './record-model.ts'

/** Raised whenever keys, weights or the decision by them change. */
export const recordModelVersion = 2
const ofOneText = 1

const headBytes = 24
const ratios = 8
const itemsAt = headBytes + 8 * (1 + ratios)

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function packRecordModel({ table, threshold, weights, byColumns }: RecordModel): Uint8Array {
  const { rows, keys, frequency } = table
  const json = encoder.encode(byColumns === undefined ? '' : JSON.stringify(byColumns.model.frozen))
  const perItem = byColumns === undefined ? 8 : 12
  const bytes = new Uint8Array(itemsAt + perItem * keys.length + json.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, byColumns === undefined ? ofOneText : recordModelVersion, true)
  view.setUint32(4, rows, true)
  view.setFloat64(8, threshold, true)
  view.setUint32(16, weights === undefined ? 0 : 1, true)
  view.setUint32(20, keys.length, true)
  view.setFloat64(headBytes, weights?.threshold ?? 0, true)
  for (let i = 0; i < ratios; i++) view.setFloat64(headBytes + 8 * (i + 1), weights?.ratios[i] ?? 0, true)
  for (let i = 0; i < keys.length; i++) {
    view.setUint32(itemsAt + 4 * i, keys[i], true)
    view.setUint32(itemsAt + 4 * (keys.length + i), frequency[i], true)
    if (byColumns) view.setUint32(itemsAt + 4 * (2 * keys.length + i), byColumns.first[i], true)
  }
  bytes.set(json, bytes.length - json.length)
  return bytes
}

/** @throws NearsameError STORE_FORMAT for another version, STORE_CORRUPT for bytes that are no model */
export function unpackRecordModel(bytes: Uint8Array): RecordModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = bytes.length < 4 ? 0 : view.getUint32(0, true)
  if (version !== ofOneText && version !== recordModelVersion && bytes.length >= 4) {
    throw new NearsameError('STORE_FORMAT', {
      expected: `weights of records of version ${ofOneText} or ${recordModelVersion}`,
      got: `version ${version}`,
      fix: 'retrain the collection, or open it with the version of nearsame that trained it',
    })
  }
  const count = bytes.length < itemsAt ? -1 : view.getUint32(20, true)
  const end = itemsAt + (version === ofOneText ? 8 : 12) * count
  if (version === ofOneText ? bytes.length !== end : bytes.length <= end || count < 0)
    throw corrupt(`${bytes.length} bytes`)
  const numbers = (at: number) =>
    Uint32Array.from({ length: count }, (_, i) => view.getUint32(at + 4 * i, true))
  const keys = numbers(itemsAt)
  if (keys.some((key, i) => i > 0 && key <= keys[i - 1])) throw corrupt('keys out of order')
  const table = new ItemTable(view.getUint32(4, true), keys, numbers(itemsAt + 4 * count))
  const threshold = view.getFloat64(8, true)
  const byColumns =
    version === ofOneText
      ? undefined
      : { first: numbers(itemsAt + 8 * count), model: columnsIn(bytes.subarray(end)) }
  const learnt = { table, threshold, ...(byColumns && { byColumns }) }
  if (view.getUint32(16, true) === 0) return { ...learnt, weights: undefined }
  const [first, ...values] = Array.from({ length: 1 + ratios }, (_, i) =>
    view.getFloat64(headBytes + 8 * i, true),
  )
  return { ...learnt, weights: { threshold: first, ratios: Float64Array.from(values) } }
}

function columnsIn(json: Uint8Array): ColumnModel {
  try {
    return new ColumnModel(JSON.parse(decoder.decode(json)) as FrozenModel)
  } catch {
    throw corrupt('columns that cannot be read')
  }
}

function corrupt(got: string): NearsameError {
  return new NearsameError('STORE_CORRUPT', {
    expected: 'weights of records as they were stored',
    got,
    fix: 'retrain the collection',
  })
}
