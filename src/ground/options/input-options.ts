/** Input options: where the text and the id are in a record, and what counts as a record. */
import { parseByteSize } from './byte-size.ts'
import {
  choice,
  flag,
  type Given,
  list,
  type Option,
  options,
  parsed,
  Refusal,
  type Resolved,
  text,
} from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

/** 256 MB: the largest record that is read as one string. */
const largestRecord = 256 * 2 ** 20

/** Formats of the input: the one list from which all others are derived. */
export const inputFormats = ['jsonl', 'csv', 'tsv', 'txt', 'id-text', 'parquet', 'whole'] as const

export type InputFormat = (typeof inputFormats)[number]

export const inputOptions = options({
  text: list<readonly string[] | undefined, string | readonly string[]>({
    placeholder: 'fields',
    domain: 'field names, such as `title,body.main`',
    default: undefined,
    defaultText: 'text, else the only field of texts',
    doc: 'fields that make up the text, missing ones skipped; `b.c` is a path',
    parse: parseFields,
  }),
  id: text({
    placeholder: 'field',
    default: 'id',
    doc: 'field that holds the id; a record without it is named `file:record`',
  }),
  inputFormat: choice(inputFormats, {
    default: undefined,
    defaultText: 'by the name of each file',
    aliases: { ndjson: 'jsonl' },
    doc: 'format of the input; `whole` takes each file as one document; standard input needs this option',
  }),
  delimiter: mark({
    aliases: { tab: '\t', '\\t': '\t' },
    domain: 'one character of ASCII that is no letter, digit or quote, or `tab`',
    refused: /[A-Za-z0-9"'\r\n\0]/,
    doc: 'separator of the fields of CSV and TSV',
  }),
  quote: mark({
    aliases: {},
    domain: 'one character of ASCII that is no letter, digit, comma or white space',
    refused: /[A-Za-z0-9,\s\0]/,
    doc: 'quote around fields of CSV and TSV',
  }),
  null: choice(['keep', 'drop', 'bad'], {
    default: 'keep',
    doc: 'records without a text (null, absent, a blank line): kept without comparing them, dropped, or bad',
  }),
  html: flag({ doc: 'strip tags and decode entities before comparing texts' }),
  maxRecord: parsed<number, number | string>({
    placeholder: 'size',
    domain: 'a size from 1 to 256MB, in bytes or with the unit KB, MB or GB',
    default: 64 * 2 ** 20,
    defaultText: '64MB',
    doc: 'maximum size of a record; longer ones are skipped and counted as bad',
    parse: given => {
      const bytes = parseByteSize(given)
      return bytes !== undefined && bytes <= largestRecord ? bytes : undefined
    },
  }),
})

/** Resolved and frozen; undefined `text` and `inputFormat` are detected; `maxRecord` is in bytes. */
export type InputOptions = Resolved<typeof inputOptions>

export type GivenInputOptions = Given<typeof inputOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveInputOptions(given: GivenInputOptions = {}, voice: Voice = 'library'): InputOptions {
  return resolve(inputOptions, given, voice)
}

/** Field names from an array, or from comma-separated texts. */
/** Field names from a text with commas, or several; undefined for an empty one. */
export function parseFields(given: unknown): readonly string[] | undefined {
  const items = Array.isArray(given) ? [...given] : [given]
  if (!items.every(item => typeof item === 'string')) return undefined
  const fields = items.flatMap(item => item.split(',').map(field => field.trim()))
  return fields.length > 0 && fields.every(field => field !== '') ? Object.freeze(fields) : undefined
}

/** One character of the files' own notation; '' if the header line shows it. */
function mark(spec: {
  aliases: Readonly<Record<string, string>>
  domain: string
  refused: RegExp
  doc: string
}): Option<string> {
  return {
    ...text({ placeholder: 'character', default: '', doc: spec.doc }),
    domain: spec.domain,
    defaultText: 'by the header line',
    read(given) {
      const isAlias = typeof given === 'string' && Object.hasOwn(spec.aliases, given)
      const value = isAlias ? spec.aliases[given] : given
      const isOne = typeof value === 'string' && value.length === 1 && value < '\x7f'
      return isOne && !spec.refused.test(value) ? value : new Refusal(spec.domain)
    },
  }
}
