/**
 * Schema of an Arrow file: its columns, each with a type and those inside it.
 *
 * Source: Apache Arrow, Schema.fbs, whose numbers of fields and of types these are.
 */
import { ArrowDamage } from './arrow-error.ts'
import type { FlatTable } from './flatbuffer.ts'

/** How values are stored. The order is that of the numbers of the types. */
const typeNames = [
  'none', 'null', 'int', 'float', 'binary', 'utf8', 'bool', 'decimal', 'date', 'time', 'timestamp', 'interval', 'list',
  'struct', 'union', 'fixed-binary', 'fixed-list', 'map', 'duration', 'large-binary', 'large-utf8', 'large-list',
  'run-end-encoded', 'binary-view', 'utf8-view', 'list-view', 'large-list-view',
] as const // biome-ignore format: a row of the specification

export interface ArrowField {
  readonly name: string
  readonly type: (typeof typeNames)[number]
  /** Bytes of a value of fixed width; values in one of a list of fixed length. */
  readonly size: number
  readonly isSigned: boolean
  /** Of times: units per second, or 0 for days; of intervals: 0, 1 or 2. */
  readonly unit: number
  /** Digits behind the point of a decimal. */
  readonly scale: number
  readonly isUuid: boolean
  /** What else two columns of one type have in common: nulls, digits, time zone, kind of extension. */
  readonly traits: string
  readonly children: readonly ArrowField[]
  /** Its dictionary, and the index into it. */
  readonly dictionary: { readonly id: number; readonly index: ArrowField } | undefined
}

/** What bounds a hostile schema. */
const mostFields = 100_000
const mostDepth = 64

/** @throws RangeError if it is damaged */
export function fieldsOfSchema(schema: FlatTable): readonly ArrowField[] {
  let count = 0
  const read = (field: FlatTable, depth: number): ArrowField => {
    if (++count > mostFields || depth > mostDepth) throw new ArrowDamage('a schema of too many fields')
    const type = typeNames[field.byte(2)] ?? 'none'
    const parameters = field.table(3)
    const children = field.tables(5).map(child => read(child, depth + 1))
    const encoding = field.table(4)
    const dictionary = encoding && { id: encoding.long(0), index: indexField(encoding.table(1)) }
    const isUuid =
      type === 'fixed-binary' && field.tables(6).some(entry => entry.string(1) === 'arrow.uuid')
    const own = parametersOf(type, parameters)
    checkShape(type, own.size ?? 0, children.length)
    const traits = traitsOf(field, type)
    return { ...plain, ...own, name: field.string(0), type, children, dictionary, isUuid, traits }
  }
  return schema.tables(1).map(field => read(field, 0))
}

function traitsOf(field: FlatTable, type: ArrowField['type']): string {
  const parameters = field.table(3)
  const extensions = field.tables(6).flatMap(entry => {
    const key = entry.string(0)
    return key.startsWith('ARROW:extension:') ? [`${key}=${entry.string(1)}`] : []
  })
  const digits = type === 'decimal' ? parameters?.int(0) : 0
  const zone = type === 'timestamp' ? parameters?.string(1) : ''
  const isOrdered = [field.table(4)?.byte(2), type === 'map' && parameters?.byte(0)]
  return JSON.stringify([field.byte(1), digits, zone, ...isOrdered, ...extensions.sort()])
}

const plain = { size: 0, isSigned: false, unit: 0, scale: 0, isUuid: false, traits: '' }

function indexField(type: FlatTable | undefined): ArrowField {
  const own = type === undefined ? { size: 4, isSigned: true } : parametersOf('int', type)
  checkShape('int', own.size ?? 0, 0)
  return { ...plain, ...own, name: '', type: 'int', children: [], dictionary: undefined }
}

const unitsPerSecond = [1, 1000, 1_000_000, 1_000_000_000]

function parametersOf(type: ArrowField['type'], given: FlatTable | undefined): Partial<ArrowField> {
  const units = (unless: number) => unitsPerSecond[given?.short(0, unless) ?? unless] ?? 1
  const bytes = (field: number, unless: number) => (given?.int(field, unless) ?? unless) / 8
  switch (type) {
    case 'int':
      return { size: bytes(0, 0), isSigned: given?.byte(1) === 1 }
    case 'float':
      return { size: [2, 4, 8][given?.short(0) ?? 0] ?? 0 }
    case 'decimal':
      return { size: bytes(2, 128), scale: given?.int(1) ?? 0 }
    case 'date':
      return (given?.short(0, 1) ?? 1) === 0 ? { size: 4, unit: 0 } : { size: 8, unit: 1000 }
    case 'time':
      return { size: bytes(1, 32), unit: units(1) }
    case 'timestamp':
      return { size: 8, unit: units(0) }
    case 'duration':
      return { size: 8, unit: units(1) }
    case 'interval': {
      const unit = given?.short(0) ?? 0
      return { size: [4, 8, 16][unit] ?? 0, unit }
    }
    case 'fixed-binary':
    case 'fixed-list':
      return { size: given?.int(0) ?? 0 }
    default:
      return {}
  }
}

const widths: { readonly [type in ArrowField['type']]?: readonly number[] } = {
  int: [1, 2, 4, 8],
  float: [2, 4, 8],
  decimal: [4, 8, 16, 32],
  time: [4, 8],
  interval: [4, 8, 16],
}
const childCounts: { readonly [type in ArrowField['type']]?: number } = {
  list: 1,
  'large-list': 1,
  'fixed-list': 1,
  map: 1,
  'run-end-encoded': 2,
  'list-view': 1,
  'large-list-view': 1,
}

/** @throws ArrowDamage for sizes and numbers of children that the type cannot have */
function checkShape(type: ArrowField['type'], size: number, children: number): void {
  const isSized = widths[type]?.includes(size) ?? size >= 0
  const isNested = type === 'struct' || type === 'union' || children === (childCounts[type] ?? 0)
  if (!isSized || !isNested || type === 'none') throw new ArrowDamage(`a column of an unknown type`)
}
