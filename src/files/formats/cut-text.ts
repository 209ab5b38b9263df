/**
 * Cut text: a record whose text loses parts, every other byte as it was.
 *
 *     {"id": 1, "text": "a b\u00e9 c"}   without bytes [2, 5) of the text  ─▶  {"id": 1, "text": "a  c"}
 *
 * A field is a chain of atoms: the fewest bytes that stand for whole bytes of the text (a character, an escape, a
 * doubled quote), so a cut never falls inside one. Fields follow each other with a line feed between.
 */
import { fieldValues } from '../../ground/json/field.ts'
import { type TextCut, withoutCuts } from '../../texts/passages/text-cuts.ts'
import { csvFieldPlaces } from './csv-format.ts'
import { decodedBytes } from './encodings.ts'
import type { SourceFormat } from './format.ts'
import { cutOf, readerOf } from './formats.ts'
import { locatedValue, StringPlace } from './json-places.ts'
import { asBuffer, contentLength } from './record-format.ts'
import { rowLine } from './table/row-values.ts'

/** A field in a record, and how its bytes stand for those of the text. */
interface Field {
  readonly from: number
  readonly to: number
  /** Sets the sizes of the atom at an offset. */
  readonly measure: (at: number, atom: Atom) => void
}

/** Bytes of the record, and of the text. */
interface Atom {
  raw: number
  text: number
}

/** The record without the cuts of its text; a row of a table as a line of JSON. */
export function cutRecordText(
  record: Uint8Array,
  spec: SourceFormat,
  cuts: readonly TextCut[],
): Uint8Array {
  if ('columns' in spec) {
    const { columns, choice } = spec
    return cutRecordText(rowLine(record, columns), { name: 'jsonl', choice }, cuts)
  }
  if (spec.encoding === undefined) return withoutCuts(record, recordCuts(asBuffer(record), spec, cuts))
  const { encoding, ...plain } = spec
  const decoded = decodedBytes(record, encoding)
  const offsets = rawOffsets(record, encoding)
  return withoutCuts(
    record,
    recordCuts(decoded, plain as SourceFormat, cuts).map(({ fromByte, toByte, isBlank }) => {
      return { fromByte: offsets[fromByte], toByte: offsets[toByte], isBlank }
    }),
  )
}

/** The cuts of a text as cuts of its record. */
function recordCuts(record: Buffer, spec: SourceFormat, cuts: readonly TextCut[]): TextCut[] {
  const found: TextCut[] = []
  const atom: Atom = { raw: 1, text: 1 }
  let text = 0
  let next = 0
  let open = -1
  for (const { from, to, measure } of fieldsOf(record, spec)) {
    for (let at = from; at < to; at += atom.raw) {
      measure(at, atom)
      while (next < cuts.length && cuts[next].toByte <= text) {
        next = close(found, open, at, cuts, next)
        open = -1
      }
      if (open < 0 && next < cuts.length && cuts[next].fromByte <= text) open = at
      text += atom.text
    }
    if (open >= 0) found.push({ fromByte: open, toByte: to, isBlank: false })
    open = -1
    text++
  }
  return 'dialect' in spec ? readableCuts(record, spec.dialect.quote, found) : found
}

/** Ends an open cut. @returns the number of the next one */
function close(found: TextCut[], open: number, at: number, cuts: readonly TextCut[], next: number): number {
  if (open >= 0) found.push({ fromByte: open, toByte: at, isBlank: cuts[next].isBlank })
  return next + 1
}

/** A blank where a row of CSV would read otherwise: before a quote that would begin a field, or for a whole row. */
function readableCuts(record: Buffer, quote: number, cuts: TextCut[]): TextCut[] {
  const left = record.length - cuts.reduce((sum, { fromByte, toByte }) => sum + toByte - fromByte, 0)
  const isEmpty = left === record.length - contentLength(record)
  return cuts.map((cut, i) => ({
    ...cut,
    isBlank:
      cut.isBlank ||
      (record[cut.toByte] === quote && record[cut.fromByte - 1] !== quote) ||
      (isEmpty && i === 0),
  }))
}

function fieldsOf(record: Buffer, spec: SourceFormat): Field[] {
  if ('dialect' in spec) {
    const { quote } = spec.dialect
    return csvFieldPlaces(record, spec).map(({ from, to, isDoubled }) => ({
      ...{ from, to },
      measure: (at, atom) => {
        atom.raw = isDoubled && record[at] === quote ? 2 : characterLength(record[at])
        atom.text = isDoubled && record[at] === quote ? 1 : atom.raw
      },
    }))
  }
  if (!('choice' in spec)) return [plainField(record, spec)]
  const value = locatedValue(record) as object
  const places = spec.choice.text.flatMap(name => fieldValues(value, name))
  const isString = (place: unknown): place is StringPlace => place instanceof StringPlace
  return places.filter(isString).map(({ from, to }) => {
    return { from, to, measure: (at, atom) => measureJson(record, at, atom) }
  })
}

/** The text is the record, or its end. */
function plainField(record: Buffer, spec: SourceFormat): Field {
  const { length } = readerOf(spec).parse(record).text
  const to = cutOf(spec).by === 'whole' ? record.length : contentLength(record)
  const measure: Field['measure'] = (at, atom) => {
    atom.raw = characterLength(record[at])
    atom.text = atom.raw
  }
  return { from: to - length, to, measure }
}

function measureJson(json: Buffer, at: number, atom: Atom): void {
  if (json[at] !== 0x5c) {
    atom.raw = characterLength(json[at])
    atom.text = atom.raw
    return
  }
  atom.raw = 2
  atom.text = 1
  if (json[at + 1] !== 0x75) return
  const unit = (from: number) => Number.parseInt(json.toString('latin1', from + 2, from + 6), 16)
  const code = unit(at)
  const isPair =
    (code & 0xfc00) === 0xd800 &&
    json[at + 6] === 0x5c &&
    json[at + 7] === 0x75 &&
    (unit(at + 6) & 0xfc00) === 0xdc00
  atom.raw = isPair ? 12 : 6
  atom.text = isPair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3
}

const characterLength = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

/** For each byte of the UTF-8 form the offset of its character in the record; behind the last, the length. */
function rawOffsets(record: Uint8Array, encoding: string): Uint32Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const offsets = new Uint32Array(3 * record.length + 5)
  let end = 0
  let start = 0
  for (let at = 0; at < record.length; at++) {
    const bytes = Buffer.byteLength(decoder.decode(record.subarray(at, at + 1), { stream: true }))
    if (bytes === 0) continue
    offsets.fill(start, end, end + bytes)
    end += bytes
    start = at + 1
  }
  offsets[end] = record.length
  return offsets
}
