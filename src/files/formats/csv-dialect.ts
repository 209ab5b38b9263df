/**
 * CSV dialect: the separator and the quote of a file, found from its header line unless the caller gives them.
 *
 * - A first line `sep=;` names the separator, as spreadsheets write it; the header follows.
 * - The quote is that of the option, where `none` means that every line is a row; else it is `'` if a field of the
 *   header is enclosed in it and none in `"`.
 * - The separator is the one of `,` `;` tab `|` that divides the header. If several do, it is the one that gives most
 *   of the wanted columns; if that is not one, the file is refused. If none does, it is that of the format.
 *
 * So a header is one column only if none of the four is in it, nor another mark that its rows have as often. Two files
 * of a run may have different dialects only if their records are not written into one file.
 *
 * Error: CSV_HEADER if several separators are possible, or one that is none of the four.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { csvFields } from './csv-format.ts'
import { type Dialect, noQuote, quoteName } from './cut-csv.ts'
import { recordEndOf, rowCut } from './cuts.ts'
import { decodedBytes } from './encodings.ts'

type DialectOptions = Pick<InputOptions, 'text' | 'id' | 'delimiter' | 'quote' | 'encoding'>

/** Bytes of a file from which its dialect is found; a longer header is judged by its beginning. */
export const dialectBytes = 64 * 1024

const comma = 0x2c
const tab = 0x09
const separators = [comma, 0x3b, tab, 0x7c]
/** Marks that divide fields elsewhere; each is a separator only if the caller says so. */
const otherMarks = [':', '^', '~', '#', '\x01', '\x1f']
/** Number of rows in which such a mark is looked for. */
const fewRows = 10
const doubleQuote = 0x22
const singleQuote = 0x27

/** Whether a dialect is found from these first bytes alone, whatever follows, unless their header goes on. */
export function showsDialect(start: Buffer): boolean {
  let lines = 0
  for (let at = start.indexOf(10); at >= 0; at = start.indexOf(10, at + 1)) lines++
  return lines > fewRows + 1 || start.length >= dialectBytes + 3 // `sep=` and a byte-order mark come before
}

/**
 * @param start the first bytes of a file, after a byte-order mark
 * @param usual the dialect of its format
 * @returns its own, and the bytes of the lines before its header
 * @throws NearsameError CSV_HEADER
 */
export function findDialect(start: Buffer, usual: Dialect, options: DialectOptions, where: string) {
  const named = /^(?:sep=([\t -~])|"sep=([\t -~])")\r?(?:\n|$)/i.exec(start.toString('latin1', 0, 9))
  const preamble = named === null ? 0 : named[0].length
  const rest = start.subarray(preamble)
  const given = options.delimiter || named?.[1] || named?.[2]
  const isQuoteGiven = options.quote !== ''
  const quote = isQuoteGiven ? givenQuote(options.quote) : quoteOf(rest)
  const separator = given?.charCodeAt(0) ?? separatorOf(rest, quote, usual, options, where)
  return { dialect: { separator, quote, ...(isQuoteGiven && { isQuoteGiven }) }, preamble }
}

function givenQuote(quote: string): number {
  return quote === 'none' ? noQuote : quote.charCodeAt(0)
}

function quoteOf(start: Buffer): number {
  const [line] = start.toString('latin1').split('\n', 1)
  const isSingle = /(?:^|[,;|\t])'[^']*'(?:[,;|\t\r]|$)/.test(line)
  return isSingle && !/(?:^|[,;|\t])"/.test(line) ? singleQuote : doubleQuote
}

function separatorOf(
  start: Buffer,
  quote: number,
  usual: Dialect,
  { text, id, encoding }: DialectOptions,
  where: string,
): number {
  const wanted = new Set([...(text ?? ['text']), id])
  const possible = separators.flatMap(separator => {
    const columns = headerColumns(start, { separator, quote }, encoding)
    return columns.length > 1 ? [{ separator, found: columns.filter(name => wanted.has(name)).length }] : []
  })
  if (possible.length === 0) {
    refuseOtherMark(start, usual, where)
    return usual.separator
  }
  const most = Math.max(...possible.map(({ found }) => found))
  const best = possible.filter(({ found }) => found === most)
  if (best.length === 1) return best[0].separator
  throw new NearsameError('CSV_HEADER', {
    expected: 'a first line with one separator',
    got: `${possible.map(({ separator }) => separatorName(separator)).join(' and ')} in it`,
    where,
    fix: 'name the separator with `delimiter`',
  })
}

/**
 * A header without a separator probably has several columns if another mark is in it as often as in every row.
 *
 * @throws NearsameError CSV_HEADER
 */
function refuseOtherMark(start: Buffer, usual: Dialect, where: string): void {
  const lines = start.toString('latin1').split(/\r?\n/, fewRows + 1)
  const rows = lines.slice(1).filter(line => line !== '')
  const countIn = (line: string, mark: string) => line.split(mark).length - 1
  const mark = otherMarks.find(
    each =>
      countIn(lines[0], each) > 0 && rows.every(row => countIn(row, each) === countIn(lines[0], each)),
  )
  if (mark === undefined || rows.length === 0) return
  throw new NearsameError('CSV_HEADER', {
    expected: 'a first line with the separator , ; tab or |',
    got: `${JSON.stringify(mark)} in it, as often as in the rows`,
    where,
    fix:
      `name the separator with \`delimiter\`: ${typed(mark)}, ` +
      `or ${usual.separator === comma ? '","' : 'tab'} if it is one column`,
  })
}

/** A mark as a shell takes it. */
function typed(mark: string): string {
  const code = mark.charCodeAt(0).toString(16).padStart(2, '0')
  return mark < ' ' ? `$'\\x${code}' in a shell` : JSON.stringify(mark)
}

/** The columns under a dialect; none if the header cannot be read so. */
function headerColumns(start: Buffer, dialect: Dialect, encoding: string): string[] {
  try {
    const row = start.subarray(0, recordEndOf(rowCut(dialect))(start, 0, start.length, true))
    return csvFields(decodedBytes(row, encoding || undefined), dialect)
  } catch {
    return [] // the reader of the header says what is wrong with it
  }
}

/** A dialect in messages. */
export function dialectName({ separator, quote }: Dialect): string {
  return `separator ${separatorName(separator)} and quote ${quoteName(quote)}`
}

/** A separator in messages. */
function separatorName(separator: number): string {
  return separator === tab ? 'tab' : `"${String.fromCharCode(separator)}"`
}

export function sameDialect(a: Dialect, b: Dialect): boolean {
  return a.separator === b.separator && a.quote === b.quote
}

/** A dialect in the report of an input; nothing if it is the usual one of its format. */
export function reportedDialect(
  dialect: Dialect,
  usual: Dialect | undefined,
): { readonly dialect?: { readonly delimiter: string; readonly quote: string } } {
  if (usual !== undefined && sameDialect(dialect, usual)) return {}
  const { separator, quote } = dialect
  return { dialect: { delimiter: String.fromCharCode(separator), quote: quoteName(quote) } }
}
