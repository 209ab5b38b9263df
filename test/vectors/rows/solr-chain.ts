/**
 * Rows of solr-chain and solr-json-number: from settings and a document to its signature, or to Solr's error and its
 * phase; from a JSON number, or the bits of a double, to the text that is signed.
 */
import { isJavaException } from '../../../src/methods/java/java-exception.ts'
import {
  checkSignatureField,
  type SignatureArgument,
  type SignatureSettings,
  signatureOf,
  signatureSettings,
} from '../../../src/solr/chain/signature-processor.ts'
import type { SolrSchema } from '../../../src/solr/fields/schema.ts'
import { doubleText, floatText } from '../../../src/solr/java/number-text.ts'
import { readScalar } from '../../../src/solr/json/json-documents.ts'
import { eventNames, Noggit } from '../../../src/solr/json/noggit.ts'
import type { SolrDocument, SolrField, SolrValue } from '../../../src/solr/messages/messages.ts'
import {
  dateValue,
  fieldValue,
  isList,
  valueText,
  withSignature,
} from '../../../src/solr/messages/values.ts'
import type { Comparators, Comparison } from '../formats.ts'

type RowSetting = string | boolean | number | { readonly float: string } | readonly string[]

interface RowValue {
  readonly t: string
  readonly v: string | null | Readonly<Record<string, string>>
  readonly javaString?: string
}

interface ChainRow {
  readonly config: readonly (readonly [string, RowSetting])[]
  readonly doc: readonly { name: string; multi: boolean; values: readonly RowValue[] }[]
  readonly settings?: object
  readonly signature?: string
  readonly sigFieldValueCount?: number
  readonly updateTerm?: { readonly field: string; readonly text: string }
  readonly error?: { phase: string; class: string; code?: number; message: string }
}

/** The schema of the rows: all fields are indexed strings, except these two. */
const schema: SolrSchema = {
  uniqueKey: 'id',
  takesChildren: false,
  field: name =>
    name === 'nosuchfield'
      ? undefined
      : {
          name,
          isIndexed: name !== 'sig_unindexed',
          isMultiValued: false,
          className: 'solr.StrField',
          typeName: 'string',
          isTerm: true,
        },
}

function argumentOf([name, value]: readonly [string, RowSetting]): SignatureArgument {
  if (Array.isArray(value))
    return { name, texts: value, className: 'java.util.ImmutableCollections$List12' }
  if (typeof value === 'boolean') return { name, texts: [String(value)], className: 'java.lang.Boolean' }
  if (typeof value === 'number') return { name, texts: [String(value)], className: 'java.lang.Integer' }
  if (typeof value === 'string') return { name, texts: [value], className: 'java.lang.String' }
  return {
    name,
    texts: [floatText(Number((value as { float: string }).float))],
    className: 'java.lang.Float',
  }
}

const word = new DataView(new ArrayBuffer(8))

function doubleOfBits(bits: string): number {
  word.setBigUint64(0, BigInt(`0x${bits}`))
  return word.getFloat64(0)
}

function floatOfBits(bits: string): number {
  word.setUint32(0, Number.parseInt(bits, 16))
  return word.getFloat32(0)
}

/** `new BigDecimal(literal).toString()`. */
function bigDecimalText(literal: string): string {
  const [mantissa, exponent = '0'] = literal.toLowerCase().split('e')
  const [whole, fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = String(BigInt(whole + fraction))
  const scale = fraction.length - Number(exponent)
  const sign = mantissa.startsWith('-') && digits !== '0' ? '-' : ''
  const adjusted = digits.length - 1 - scale
  if (scale < 0 || adjusted < -6) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${sign}${digits[0]}${rest}${adjusted === 0 ? '' : `E${adjusted > 0 ? '+' : ''}${adjusted}`}`
  }
  const padded = digits.padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** The value SolrJ puts in a document; types without JSON are given by their texts, which we compute if we can. */
function valueOfRow({ t, v }: RowValue): SolrValue {
  if (v === null) return null
  if (typeof v === 'object') {
    return { type: 'MAP', entries: Object.entries(v).map(([name, value]) => ({ name, value })) }
  }
  const bits = v.replace('bits:', '')
  if (t === 'double') return doubleText(doubleOfBits(bits))
  if (t === 'float') return floatText(floatOfBits(bits))
  if (t === 'bigdecimal') return bigDecimalText(v)
  return t === 'date' ? dateValue(new Date(Number(v))) : v
}

function documentOfRow({ doc }: ChainRow): SolrDocument {
  const fields = doc.map(({ name, multi, values }): SolrField => {
    return { name, value: multi ? values.map(valueOfRow) : valueOfRow(values[0]) }
  })
  return { fields, children: [] }
}

/** Runs the phases until one fails. */
function sign(row: ChainRow): unknown {
  let phase = 'init'
  try {
    const settings = signatureSettings(row.config.map(argumentOf))
    phase = 'inform'
    checkSignatureField(settings, schema)
    phase = 'add'
    return signed(settings, documentOfRow(row))
  } catch (error) {
    if (!isJavaException(error)) throw error
    const { className, code, message } = error
    return { phase, class: className, code: code ?? null, message }
  }
}

function signed(settings: SignatureSettings, document: SolrDocument): unknown {
  const { isEnabled, overwriteDupes, signatureField, signatureClass, fields } = settings
  const { signature } = isEnabled ? signatureOf(settings, document) : { signature: null }
  const stored = signature === null ? document : withSignature(document, signatureField, signature)
  const value = fieldValue(stored.fields, signatureField) ?? null
  return {
    settings: { enabled: isEnabled, overwriteDupes, signatureField, signatureClass, sigFields: fields },
    signature,
    sigFieldValueCount: value === null ? 0 : isList(value) ? value.length : 1,
    updateTerm: signature !== null && overwriteDupes ? { field: signatureField, text: signature } : null,
  }
}

function compareChain(row: ChainRow): Comparison {
  if (row.error) return { expected: { ...row.error, code: row.error.code ?? null }, got: sign(row) }
  const { signature = null, sigFieldValueCount = 0, updateTerm = null } = row
  const settings = { ...row.settings, sigFields: (row.settings as { sigFields: unknown }).sigFields ?? [] }
  return { expected: { settings, signature, sigFieldValueCount, updateTerm }, got: sign(row) }
}

interface NumberRow {
  readonly bits?: string
  readonly json?: string
  readonly event?: string
  readonly text?: string
  readonly error?: string
}

function readNumber(json: string): unknown {
  const parser = new Noggit()
  parser.append(`[${json}]`)
  parser.isComplete = true
  try {
    parser.next()
    const event = parser.next()
    const text = valueText(readScalar(parser, event) ?? null)
    parser.next()
    return [eventNames[event], text]
  } catch (error) {
    if (!isJavaException(error)) throw error
    return error.message
  }
}

function textOfBits(bits: string): string {
  return bits.length === 8 ? floatText(floatOfBits(bits)) : doubleText(doubleOfBits(bits))
}

function compareNumber({ bits, json, event, text, error }: NumberRow): Comparison {
  if (bits !== undefined) return { expected: text, got: textOfBits(bits) }
  return { expected: error ?? [event, text], got: readNumber(json ?? '') }
}

export const rows: Comparators = { 'solr-chain': compareChain, 'solr-json-number': compareNumber }
