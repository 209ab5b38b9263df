/**
 * Signature processor: what Solr's SignatureUpdateProcessor does to an added document.
 *
 *     names     = `fields` in the order of their UTF-16 units, or all fields of the document in that order
 *     texts     = name, text of each value, for each name that the document has
 *     signature = signature of the class over the texts, in lower-case hexadecimal digits
 *
 * The signature is added to `signatureField`; with `overwriteDupes` the document replaces all that have it.
 *
 * Solr refuses an atomic update (a value is a map) only if it has one of the names. Otherwise the document gets the
 * signature of nothing, which replaces the stored one.
 *
 * Source: Solr Reference Guide, "De-Duplication"; observed on 8.11 and 9.10, equal but for a space in one message.
 * Ours: `isContentless`, which finds documents that have nothing to compare.
 * Cost: that of the signature; only the list of fields is copied. `isContentless` signs once more.
 */

import { ownValue } from '../../ground/json/field.ts'
import {
  checkArgument,
  checkBoolean,
  checkList,
  checkNamed,
  checkObject,
  checkString,
  checkTexts,
} from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import { JavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { type SolrParams, signatureName, solrSignatures } from '../../methods/solr-nutch/solr-signatures.ts'
import { isSchema, type SolrSchema } from '../fields/schema.ts'
import { doubleText } from '../java/number-text.ts'
import { checkSolrDocument } from '../messages/command-checks.ts'
import type { SolrDocument, SolrValue } from '../messages/messages.ts'
import { parseSolrBoolean } from '../messages/solr-params.ts'
import { emptied, fieldValue, isList, isModifier, mergedFields, valueText } from '../messages/values.ts'

/** The settings of a processor, as Solr has read them. */
export interface SignatureSettings {
  readonly isEnabled: boolean
  readonly overwriteDupes: boolean
  readonly signatureField: string
  /** As written; an unknown class is an error of each document. */
  readonly signatureClass: string
  /** In the order of their UTF-16 units; none means all fields of a document. */
  readonly fields: readonly string[]
  /** First texts of all settings by name; signatures read `quantRate` and `minTokenLen`. */
  readonly params: SolrParams
}

/** One setting: its name, and the text and class of its value; a list has several texts. */
export interface SignatureArgument {
  readonly name: string
  readonly texts: readonly string[]
  /** Java class; Solr refuses `fields` of any class but String. */
  readonly className: string
}

/** Settings given by a program, under their names in `solrconfig.xml`. */
export interface GivenSignatureSettings {
  /** Whether the processor signs. Default: true. */
  readonly enabled?: boolean
  /** Whether a document replaces those with the same signature. Default: true. */
  readonly overwriteDupes?: boolean
  /** Field that holds the signature. Default: signatureField. */
  readonly signatureField?: string
  /** Fields to sign, as comma-separated names or a list of names. Default: all fields of a document. */
  readonly fields?: string | readonly string[]
  /** Java class of the signature. Default: org.apache.solr.update.processor.Lookup3Signature. */
  readonly signatureClass?: string
  /** For TextProfileSignature: counts are rounded down to multiples of this share of the highest. Default: 0.01. */
  readonly quantRate?: number | string
  /** For TextProfileSignature: words of at most this many UTF-16 units are ignored. Default: 2. */
  readonly minTokenLen?: number | string
}

const stringClass = 'java.lang.String'
const defaultClass = 'org.apache.solr.update.processor.Lookup3Signature'

/**
 * The settings of a processor, with Solr's defaults: Lookup3 of all fields in the field `signatureField`, with
 * `overwriteDupes` on.
 *
 * @throws JavaException as Solr does when it loads the core: SolrException 400, ClassCastException for
 * `fields`
 */
export function signatureSettings(given: readonly SignatureArgument[]): SignatureSettings {
  checkList('given', given, 'settings')
  for (const [place, setting] of given.entries()) checkSetting(setting, place)
  const params: Record<string, string> = Object.create(null)
  for (const { name, texts } of given) if (texts.length > 0) params[name] ??= texts[0]
  const flag = (name: string) => (params[name] === undefined ? true : parseSolrBoolean(params[name]))
  const isEnabled = flag('enabled')
  const overwriteDupes = flag('overwriteDupes')
  const fields = given.find(({ name }) => name === 'fields')
  if (fields && fields.className !== stringClass) throw castFailure(fields.className)
  return Object.freeze({
    isEnabled,
    overwriteDupes,
    signatureField: params.signatureField ?? 'signatureField',
    signatureClass: params.signatureClass ?? defaultClass,
    fields: Object.freeze(splitNames(fields?.texts[0] ?? '').sort()),
    params: Object.freeze(params),
  })
}

function checkSetting(setting: SignatureArgument, place: number): void {
  checkNamed(`given[${place}]`, setting)
  checkString('name', setting.name)
  checkTexts(setting.name, setting.texts)
}

/** Types a program may pass for each setting. Solr's checks refuse wrong texts. */
const kindsOfSettings: Readonly<Record<keyof GivenSignatureSettings, readonly string[]>> = {
  enabled: ['boolean', 'string'],
  overwriteDupes: ['boolean', 'string'],
  signatureField: ['string'],
  fields: ['string', 'list of names'],
  signatureClass: ['string'],
  quantRate: ['number', 'string'],
  minTokenLen: ['number', 'string'],
}

/**
 * The settings given by a program.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; JavaException as `signatureSettings`
 * @example givenSettings({ fields: ['name', 'Body'], signatureField: 'sig' }).fields // => ['Body', 'name']
 */
export function givenSettings(given: GivenSignatureSettings): SignatureSettings {
  checkObject('settings', given)
  refuseUnknown(Object.keys(kindsOfSettings), Object.keys(given), 'library')
  const texts = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of texts) {
    const kinds = kindsOfSettings[name as keyof GivenSignatureSettings]
    checkArgument(kinds.includes(kindOf(value)), name, value, `a ${kinds.join(' or a ')}`)
  }
  return signatureSettings(
    texts.map(([name, value]) => ({ name, texts: [settingText(value)], className: stringClass })),
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  const isNames = Array.isArray(value) && [...value].every(name => typeof name === 'string' && name !== '')
  return isNames ? 'list of names' : typeof value
}

const kindsAsRead: Readonly<Record<keyof SignatureSettings, string>> = {
  isEnabled: 'boolean',
  overwriteDupes: 'boolean',
  signatureField: 'string',
  signatureClass: 'string',
  fields: 'list of names',
  params: 'object',
}

/** Checks settings, which a program may have built itself. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkSettings(settings: SignatureSettings): void {
  checkObject('settings', settings)
  refuseUnknown(Object.keys(kindsAsRead), Object.keys(settings), 'library')
  const names = Object.keys(kindsAsRead) as (keyof SignatureSettings)[]
  const isRight = names.every(name => kindOf(settings[name]) === kindsAsRead[name])
  checkArgument(isRight, 'settings', settings, 'settings from givenSettings() or a configuration')
}

function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.map(name => String(name).replace(/[\\,]/g, '\\$&')).join(',')
  return typeof value === 'number' && !Number.isInteger(value) ? doubleText(value) : String(value)
}

function castFailure(className: string): JavaException {
  const base = `class ${className} cannot be cast to class ${stringClass}`
  const isOfJava = className.startsWith('java.')
  const loader = "module java.base of loader 'bootstrap'"
  const where = isOfJava
    ? `${className} and ${stringClass} are in ${loader}`
    : `${className} is in unnamed module of loader 'app'; ${stringClass} is in ${loader}`
  return new JavaException('java.lang.ClassCastException', `${base} (${where})`)
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Splits at commas; a backslash escapes the next character. Blanks stay, empty names are dropped. */
function splitNames(text: string): string[] {
  const names: string[] = []
  let name = ''
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ',') {
      names.push(name)
      name = ''
    } else if (text[i] !== '\\') name += text[i]
    else if (++i < text.length) name += ownValue(escapes, text[i]) ?? text[i]
  }
  return names.concat(name).filter(Boolean)
}

const unsafeInCloud =
  "Can't use overwriteDupes safely in SolrCloud when signatureField is not the uniqueKeyField"

/**
 * The checks Solr makes when it loads the core.
 *
 * @throws JavaException SolrException of code 500
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function checkSignatureField(
  settings: SignatureSettings,
  schema: SolrSchema,
  isCloud = false,
): void {
  checkSettings(settings)
  checkArgument(isSchema(schema), 'schema', schema, 'a schema')
  checkBoolean('isCloud', isCloud)
  const { signatureField, overwriteDupes } = settings
  const field = schema.field(signatureField)
  const problem =
    field === undefined
      ? `Can't use signatureField which does not exist in schema: ${signatureField}`
      : overwriteDupes && !field.isIndexed
        ? `Can't set overwriteDupes when signatureField is not indexed: ${signatureField}`
        : overwriteDupes && isCloud && signatureField !== schema.uniqueKey
          ? `${unsafeInCloud}: ${schema.uniqueKey}`
          : undefined
  if (problem !== undefined) throw newSolrException(500, problem)
}

/** Whether an add is an atomic update: the merged value of some field is a map. */
export function isAtomicUpdate({ fields }: SolrDocument): boolean {
  if (!fields.some(({ value }) => isModifier(value))) return false
  return [...mergedFields(fields).values()].some(isModifier)
}

export interface DocumentSignature {
  /** Hexadecimal digits. */
  readonly signature: string
  /** Names of the signed fields, in order. */
  readonly names: readonly string[]
}

/**
 * The signature of an added document.
 *
 * @throws JavaException as Solr answers: SolrException 500 or 400, ClassCastException for a class that is not a
 * signature
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function signatureOf(settings: SignatureSettings, document: SolrDocument): DocumentSignature {
  checkSettings(settings)
  checkSolrDocument(document)
  return documentSignature(settings, document)
}

/** As `signatureOf`, for settings and documents already checked. */
export function documentSignature(settings: SignatureSettings, document: SolrDocument): DocumentSignature {
  const isAtomic = isAtomicUpdate(document)
  if (settings.fields.length === 0 && isAtomic) {
    throw newSolrException(
      500,
      "Can't use SignatureUpdateProcessor with partial updates on signature fields",
    )
  }
  const signature = solrSignatures[signatureName(settings.signatureClass)](settings.params)
  const names: string[] = []
  const add = (name: string, value: SolrValue) => {
    if (isAtomic) {
      const what = 'partial update request containing signature field'
      throw newSolrException(500, `Can't use SignatureUpdateProcessor with ${what}: ${name}`)
    }
    names.push(name)
    signature.add(name)
    if (isList(value)) for (const element of value) signature.add(valueText(element))
    else signature.add(valueText(value))
  }
  if (settings.fields.length === 0) {
    const merged = mergedFields(document.fields)
    for (const name of [...merged.keys()].sort()) add(name, merged.get(name) ?? null)
  } else {
    for (const name of settings.fields) {
      const value = fieldValue(document.fields, name)
      if (value !== undefined) add(name, value)
    }
  }
  return { signature: signature.signature(), names }
}

/** Whether the document with its texts emptied has the same signature: then it has nothing to compare. */
export function isContentless(
  settings: SignatureSettings,
  { fields }: SolrDocument,
  { signature, names }: DocumentSignature,
): boolean {
  const signing = fields.filter(({ name }) => names.includes(name))
  return signature === documentSignature(settings, { fields: emptied(signing), children: [] }).signature
}
