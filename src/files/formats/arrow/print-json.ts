/**
 * Values of columns: a function for each type that writes the value of a row, a text or JSON.
 *
 *     texts, binary     strings, byte for byte           struct, map   objects
 *     whole numbers     all their digits                 lists         lists
 *     fractions         numbers; null if not finite      null          null
 *     decimals          numbers, or strings if a double has fewer digits
 *     times, dates      ISO 8601, with the digits of their unit; durations their count
 *
 * Parquet gives the same values (`io/parquet/`).
 */
import { decimalJson } from '../../../ground/json/decimal.ts'
import { halfFloat } from '../../../ground/json/half-float.ts'
import { storedDate, storedTime, storedTimeOfDay } from '../../../ground/json/stored-times.ts'
import type { RowBytes } from '../table/row-bytes.ts'
import { uuidText } from '../table/uuid-text.ts'
import { ArrowDamage } from './arrow-error.ts'
import { type ArrowColumn, isValid, viewAt } from './batch.ts'
import { JsonParts } from './json-parts.ts'
import type { ArrowField } from './schema.ts'

/** Writes the value at a place of a column. */
type Print = (place: number) => void

/** Gets values: a row, or JSON in which nested ones are in parts. */
type Values = Pick<RowBytes | JsonParts, 'json' | 'text'>

/** The values of a dictionary, which batches may have extended. */
type Dictionaries = ReadonlyMap<number, readonly ArrowColumn[]>

/** The function for the values of a column of rows. */
export function valueWriter(
  field: ArrowField,
  column: ArrowColumn,
  out: RowBytes,
  known: Dictionaries,
): Print {
  if (field.children.length === 0) return printer(field, column, out, known)
  const json = new JsonParts()
  const print = printer(field, column, json, known)
  return place => {
    print(place)
    out.json(json.taken())
  }
}

/** The function for the values of a column, or of one inside. */
function printer(field: ArrowField, column: ArrowColumn, out: Values, known: Dictionaries): Print {
  const print = field.dictionary
    ? indexed(field, column, out, known)
    : valuePrinter(field, column, out, known)
  if (column.valid === undefined) return print
  return place => {
    if (isValid(column, place)) print(place)
    else out.json('null')
  }
}

function indexed(field: ArrowField, column: ArrowColumn, out: Values, known: Dictionaries): Print {
  const { dictionary, ...values } = field
  if (dictionary === undefined) throw new TypeError('no dictionary')
  const parts = known.get(dictionary.id)
  if (parts === undefined) return () => lacking(dictionary.id)
  const prints = parts.map(part => printer({ ...values, dictionary: undefined }, part, out, known))
  const indexOf = integerAt(dictionary.index, column.data)
  return place => {
    let index = Number(indexOf(place))
    if (index < 0) lacking(dictionary.id)
    for (let part = 0; part < parts.length; part++) {
      if (index < parts[part].length) return prints[part](index)
      index -= parts[part].length
    }
    lacking(dictionary.id)
  }
}

export function lacking(id: number): never {
  throw new ArrowDamage(`a value that the dictionary ${id} does not have`)
}

function valuePrinter(field: ArrowField, column: ArrowColumn, out: Values, known: Dictionaries): Print {
  const { data, offsets } = column
  switch (field.type) {
    case 'null':
      return () => out.json('null')
    case 'utf8':
    case 'binary':
    case 'large-utf8':
    case 'large-binary':
      return place => out.text(data, offsets[place], offsets[place + 1])
    case 'utf8-view':
    case 'binary-view':
      return viewPrinter(column, out)
    case 'fixed-binary': {
      if (field.isUuid) return place => out.text(Buffer.from(uuidText(data, 16 * place)), 0, 36)
      return place => out.text(data, place * field.size, (place + 1) * field.size)
    }
    case 'list':
    case 'large-list':
    case 'fixed-list':
      return listPrinter(field, column, out, known)
    case 'map':
      return mapPrinter(field, column, out, known)
    case 'struct':
      return objectPrinter(field.children, column.children, out, known)
    default: {
      const text = scalarText(field, data)
      return place => out.json(text(place))
    }
  }
}

function viewPrinter(column: ArrowColumn, out: Values): Print {
  return place => {
    const { bytes, from, to } = viewAt(column, place)
    out.text(bytes, from, to)
  }
}

function listPrinter(
  field: ArrowField,
  { offsets, children }: ArrowColumn,
  out: Values,
  known: Dictionaries,
): Print {
  const print = printer(field.children[0], children[0], out, known)
  const isFixed = field.type === 'fixed-list'
  return place => {
    const from = isFixed ? place * field.size : offsets[place]
    const to = isFixed ? from + field.size : offsets[place + 1]
    out.json('[')
    for (let at = from; at < to; at++) {
      if (at > from) out.json(',')
      print(at)
    }
    out.json(']')
  }
}

/** An object of the columns. */
function objectPrinter(
  fields: readonly ArrowField[],
  columns: readonly ArrowColumn[],
  out: Values,
  known: Dictionaries,
): Print {
  const parts = fields.map(({ name }, i) => ({
    key: Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`).toString('latin1'),
    print: printer(fields[i], columns[i], out, known),
  }))
  return place => {
    out.json('{')
    for (const { key, print } of parts) {
      out.json(key)
      print(place)
    }
    out.json('}')
  }
}

/** An object of the entries. A key that is no text is its JSON in quotes. */
function mapPrinter(
  field: ArrowField,
  { offsets, children }: ArrowColumn,
  out: Values,
  known: Dictionaries,
): Print {
  const [keys, values] = field.children[0].children
  const name = new JsonParts()
  const printKey = printer(keys, children[0].children[0], name, known)
  const printValue = printer(values, children[0].children[1], out, known)
  return place => {
    out.json('{')
    for (let at = offsets[place]; at < offsets[place + 1]; at++) {
      if (at > offsets[place]) out.json(',')
      printKey(at)
      const key = name.taken()
      out.json(`${key.startsWith('"') ? key : JSON.stringify(key)}:`)
      printValue(at)
    }
    out.json('}')
  }
}

/** The text of a value of fixed width. */
function scalarText(field: ArrowField, data: Buffer): (place: number) => string {
  const { type, size, unit, scale } = field
  const integer = integerAt({ ...field, isSigned: field.isSigned || type !== 'int' }, data)
  switch (type) {
    case 'int':
    case 'duration':
      return place => String(integer(place))
    case 'float':
      return floatText(size, data)
    case 'bool':
      return place => ((data[place >> 3] >> (place & 7)) & 1 ? 'true' : 'false')
    case 'decimal':
      return place => decimalJson(wideInteger(data, place * size, size), scale)
    case 'date':
      return place =>
        quoted(
          storedDate(unit === 0 ? Number(integer(place)) : Math.floor(Number(integer(place)) / 86_400_000)),
        )
    case 'time':
      return place => quoted(storedTimeOfDay(BigInt(integer(place)), unit))
    case 'timestamp':
      return place => quoted(storedTime(BigInt(integer(place)), unit))
    default:
      return place => intervalText(data, place * size, unit)
  }
}

export function integerAt(
  { size, isSigned }: ArrowField,
  data: Buffer,
): (place: number) => number | bigint {
  if (size === 8) {
    if (!isSigned) return place => data.readBigUInt64LE(8 * place)
    return place => data.readBigInt64LE(8 * place)
  }
  if (isSigned) return place => data.readIntLE(size * place, size)
  return place => data.readUIntLE(size * place, size)
}

function floatText(size: number, data: Buffer): (place: number) => string {
  const text = (value: number) => (Number.isFinite(value) ? String(value) : 'null')
  if (size === 8) return place => text(data.readDoubleLE(8 * place))
  if (size === 4) return place => text(data.readFloatLE(4 * place))
  return place => text(halfFloat(data.readUInt16LE(2 * place)))
}

function wideInteger(data: Buffer, at: number, size: number): bigint {
  if (size === 4) return BigInt(data.readInt32LE(at))
  let value = data.readBigInt64LE(at + size - 8)
  for (let word = at + size - 16; word >= at; word -= 8) value = (value << 64n) | data.readBigUInt64LE(word)
  return value
}

function intervalText(data: Buffer, at: number, unit: number): string {
  const [first, second] = [data.readInt32LE(at), unit === 0 ? 0 : data.readInt32LE(at + 4)]
  if (unit === 0) return `{"months":${first}}`
  if (unit === 1) return `{"days":${first},"milliseconds":${second}}`
  return `{"months":${first},"days":${second},"nanoseconds":${data.readBigInt64LE(at + 8)}}`
}

/** A time as a string; a count outside of the years as a number. */
function quoted(value: string | number | bigint): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}
