/** Input options: where the text and the id are in a record, and what counts as a record. */
import { isMany } from '../json/field.ts'
import { byteSize } from './byte-size.ts'
import {
  choice,
  flag,
  type Given,
  list,
  type Option,
  options,
  Refusal,
  type Resolved,
  text,
} from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

/** 256 MiB: the largest record that is read as one string. */
const largestRecord = 256 * 2 ** 20

/** Formats of the input: the one list from which all others are derived. */
export const inputFormats = [
  'jsonl',
  'json',
  'csv',
  'tsv',
  'txt',
  'id-text',
  'parquet',
  'arrow',
  'xlsx',
  'warc',
  'whole',
] as const

const encodingDomain =
  'an encoding that browsers know, such as windows-1252, latin1 or utf-16 (not iso-2022-jp)'

export type InputFormat = (typeof inputFormats)[number]

export const inputOptions = options({
  text: list<readonly string[] | undefined, string | readonly string[]>({
    placeholder: 'fields',
    domain: 'field names, such as `title,body.main`',
    default: undefined,
    defaultText: 'text, else the only field of texts',
    doc: 'fields that make up the text, missing ones skipped; `b.c` is a path, `b.*.c` all items of a list',
    parse: parseFields,
  }),
  id: oneValue(
    text({
      placeholder: 'field',
      default: 'id',
      doc: 'field that holds the id; a record without it is named `file:record`',
    }),
  ),
  inputFormat: choice(inputFormats, {
    default: undefined,
    defaultText: 'by the name of each file',
    aliases: { ndjson: 'jsonl' },
    doc: 'format of the input; `json` is an array, `whole` each file one document; standard input needs this option',
  }),
  delimiter: mark({
    aliases: { tab: '\t', '\\t': '\t' },
    domain: 'one character of ASCII that is no letter, digit or quote, or `tab`',
    refused: /[A-Za-z0-9"'\r\n\0]/,
    doc: 'separator of the fields of CSV and TSV',
  }),
  quote: mark({
    aliases: {},
    domain: '`none`, or one character of ASCII that is no letter, digit, comma or white space',
    refused: /[A-Za-z0-9,\s\0]/,
    word: 'none',
    doc: 'quote around fields of CSV and TSV; `none` if quotes are text and every line is a row',
  }),
  encoding: {
    ...text({
      placeholder: 'name',
      default: '',
      doc: 'encoding of JSON lines, CSV, TSV and texts; a byte-order mark decides by itself',
    }),
    domain: encodingDomain,
    defaultText: 'utf-8',
    read: readEncoding,
  },
  sheet: {
    ...text({ placeholder: 'name', default: '', doc: 'sheet of a workbook of Excel' }),
    defaultText: 'the first',
    read: given => (typeof given === 'string' ? given : new Refusal('the name of a sheet')),
  },
  null: choice(['keep', 'drop', 'bad'], {
    default: 'keep',
    doc: 'records without a text (null, absent, only white space): kept without comparing them, dropped, or bad',
  }),
  nullText: list<readonly string[], string | readonly string[]>({
    placeholder: 'text',
    domain: 'texts, such as `\\N`',
    default: Object.freeze([]),
    defaultText: 'none',
    doc: 'a text that counts as null, too, such as `\\N` of database dumps; may be repeated',
    parse: given => {
      const texts = Array.isArray(given) ? [...given] : [given]
      return texts.every(text => typeof text === 'string') ? Object.freeze(texts) : undefined
    },
  }),
  html: flag({ doc: 'strip tags and decode entities before comparing texts' }),
  maxRecord: byteSize({
    from: 1,
    to: largestRecord,
    default: 64 * 2 ** 20,
    doc: 'maximum size of a record; longer ones are skipped and counted as bad',
  }),
})

/** Resolved and frozen; undefined `text` and `inputFormat` are detected; `maxRecord` is in bytes. */
export type InputOptions = Resolved<typeof inputOptions>

export type GivenInputOptions = Given<typeof inputOptions>

/** An option of `match` for the other side, B; undefined if that of A counts. */
function otherSide<T, G>(option: Option<T, G>): Option<T | undefined, G> {
  return { ...option, fallback: () => undefined, defaultText: 'as of A', doc: `${option.doc}, of B` }
}

/** Options in which the two sides of `match` may differ. */
export const againstOptions = options({
  againstText: {
    ...otherSide(inputOptions.text),
    defaultText: 'those of A if B has one of them, else found',
  },
  againstId: otherSide(inputOptions.id),
  againstInputFormat: otherSide(inputOptions.inputFormat),
  againstDelimiter: otherSide(inputOptions.delimiter),
  againstQuote: otherSide(inputOptions.quote),
  againstEncoding: otherSide(inputOptions.encoding),
})

export type GivenAgainstOptions = Given<typeof againstOptions>

/**
 * The input options of B: those given for it, else those of A.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function resolveAgainstOptions(
  input: InputOptions,
  given: GivenAgainstOptions = {},
  voice: Voice = 'library',
): InputOptions {
  const own = resolve(againstOptions, given, voice)
  return Object.freeze({
    ...input,
    text: own.againstText ?? input.text,
    id: own.againstId ?? input.id,
    inputFormat: own.againstInputFormat ?? input.inputFormat,
    delimiter: own.againstDelimiter ?? input.delimiter,
    quote: own.againstQuote ?? input.quote,
    encoding: own.againstEncoding ?? input.encoding,
  })
}

/** Words about the options of B, from words about those of A. @example inAgainst('set `id`') // => 'set `againstId`' */
export function inAgainst(words: string): string {
  return words.replace(/`([a-z])([A-Za-z]*)`/g, (quoted, first: string, rest: string) => {
    const name = `against${first.toUpperCase()}${rest}`
    return Object.hasOwn(againstOptions, name) ? `\`${name}\`` : quoted
  })
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveInputOptions(given: GivenInputOptions = {}, voice: Voice = 'library'): InputOptions {
  return resolve(inputOptions, given, voice)
}

/** Field names from a comma-separated text, or several; undefined if a name is empty, and for anything else. */
export function parseFields(given: unknown): readonly string[] | undefined {
  const items = Array.isArray(given) ? [...given] : [given]
  if (!items.every(item => typeof item === 'string')) return undefined
  const fields = items.flatMap(item => item.split(',').map(field => field.trim()))
  return fields.length > 0 && fields.every(field => field !== '') ? Object.freeze(fields) : undefined
}

/** The name of an encoding by any of its labels: that of latin1 is windows-1252. */
function readEncoding(given: unknown): string | Refusal {
  const refusal = () => new Refusal(encodingDomain)
  if (typeof given !== 'string' || given === '') return refusal()
  try {
    const { encoding } = new TextDecoder(given)
    return encoding === 'iso-2022-jp' ? refusal() : encoding // its letters have the bytes of quotes
  } catch {
    return refusal()
  }
}

/** A field with one value, so without `*` in its path. */
function oneValue(option: Option<string>): Option<string> {
  const domain = 'one field, not all items of a list'
  const read: Option<string>['read'] = (given, fromText) =>
    typeof given === 'string' && isMany(given) ? new Refusal(domain) : option.read(given, fromText)
  return { ...option, read }
}

/** One character of the notation of the files, or the word for none; '' to detect it in the header line. */
function mark(spec: {
  aliases: Readonly<Record<string, string>>
  domain: string
  refused: RegExp
  /** A word that is allowed, too. */
  word?: string
  doc: string
}): Option<string> {
  return {
    ...text({ placeholder: 'character', default: '', doc: spec.doc }),
    domain: spec.domain,
    defaultText: 'by the header line',
    read(given) {
      if (given === spec.word && spec.word !== undefined) return spec.word
      const isAlias = typeof given === 'string' && Object.hasOwn(spec.aliases, given)
      const value = isAlias ? spec.aliases[given] : given
      const isOne = typeof value === 'string' && value.length === 1 && value < '\x7f'
      return isOne && !spec.refused.test(value) ? value : new Refusal(spec.domain)
    },
  }
}
