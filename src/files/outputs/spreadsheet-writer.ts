/**
 * Rows of CSV or TSV on their way into a file for spreadsheets: what looks like a formula gets an apostrophe.
 *
 *     7,=1+1,"@SUM(A1)"  ─▶  7,'=1+1,"'@SUM(A1)"
 *
 * Ours: a field begins behind any usual separator and behind a line end, inside quotes, too, since a spreadsheet may
 * split rows otherwise. Pieces may end anywhere: whether a field begins is kept from one to the next, and so are the
 * first bytes of a sign in full width.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Dialect } from '../formats/cut-csv.ts'
import type { ElementWriter } from '../formats/element-line.ts'

/** One of `= + - @`, in full width in UTF-8. */
const wideSign = '\\xef\\xbc[\\x8b\\x8d\\x9d\\xa0]'

const apostrophe = 0x27

export class SpreadsheetWriter implements ElementWriter {
  readonly #formula: RegExp
  readonly #open: RegExp
  /** Whether only quotes and apostrophes stand between the last piece's end and the beginning of a field. */
  #isOpen = true
  #held = ''

  constructor({ separator, quote }: Dialect) {
    if (quote === apostrophe) throw apostropheQuotes()
    const begins = `(^(?:\\xef\\xbb\\xbf)?|[,;|\\t\\r\\n${inClass(separator)}])`
    const quotes = `["${inClass(quote)}]*`
    this.#formula = new RegExp(`${begins}(${quotes})(?='*(?:[=+\\-@]|${wideSign}))`, 'g')
    this.#open = new RegExp(`${begins}${quotes}'*$`)
  }

  write(piece: Buffer): Uint8Array {
    const all = this.#held + piece.toString('latin1')
    const [held] = /\xef?\xbc?$/.exec(all) as RegExpExecArray
    this.#held = held.startsWith('\xef') ? held : ''
    const text = all.slice(0, all.length - this.#held.length)
    const safe = text.replace(this.#formula, (found, before: string) =>
      before.length !== 1 && !this.#isOpen ? found : `${found}'`,
    )
    const open = this.#open.exec(text)
    this.#isOpen = open !== null && (this.#isOpen || open[1].length === 1)
    return Buffer.from(safe, 'latin1')
  }

  end(): Uint8Array {
    return Buffer.from(this.#held, 'latin1')
  }
}

/** @throws NearsameError OPTION_VALUE if the dialect of rows cannot hold an apostrophe */
function apostropheQuotes(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected:
      '`spreadsheetSafe` only for rows whose quote is no apostrophe, which it writes before formulas',
    got: "the quote '",
    fix: 'leave out `spreadsheetSafe`, or convert the input to CSV with double quotes',
  })
}

/** A byte in a class of a regular expression; none for what is no character. */
function inClass(code: number): string {
  return code < 0 ? '' : `\\x${code.toString(16).padStart(2, '0')}`
}
