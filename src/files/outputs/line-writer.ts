/** Line writer: how records become the lines of an output: elements of JSON, texts in UTF-16, rows for spreadsheets. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ArrayWriter, type ElementWriter, LineWriter } from '../formats/element-line.ts'
import { isWide, WideWriter } from '../formats/encodings.ts'
import { asBuffer } from '../formats/record-format.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { formatOfName } from '../io/file-name.ts'
import type { Run } from '../run/run.ts'
import { SpreadsheetWriter } from './spreadsheet-writer.ts'

/** How records go into a file that are no lines of UTF-8. @param path an array of JSON, unless the name is of lines */
export function elementWriter(
  format: InputSet['format'],
  encoding: string | undefined,
  path = '',
): ElementWriter | undefined {
  if (format === 'json') return formatOfName(path).format === 'jsonl' ? new LineWriter() : new ArrayWriter()
  return isWide(encoding) ? new WideWriter(encoding) : undefined
}

/** The encoding of the sources [from, end). @throws NearsameError INPUT_FORMATS_MIXED if they have several */
export function encodingOfSources({ sources }: Run, end: number, from = 0): string {
  const used = sources.plain.slice(from, end).filter((_, at) => sources.sizes[from + at] > 0)
  const encodings = used.map(({ format, written }) => written ?? format.encoding ?? 'utf-8')
  const [first = 'utf-8'] = encodings
  const other = encodings.findIndex(encoding => encoding !== first)
  if (other < 0) return first
  throw new NearsameError('INPUT_FORMATS_MIXED', {
    expected: 'inputs in one encoding, which kept records keep',
    got: `${first} (${used[0].path}) and ${encodings[other]} (${used[other].path})`,
    fix: 'run them separately, or convert them to UTF-8',
  })
}

/** How lines are written: rows that spreadsheets open first become safe, if the caller wants that. */
export function lineWriter(run: Run, elements: ElementWriter | undefined): ElementWriter {
  const format = run.sources.head?.format
  const isSafe = run.settings.running.spreadsheetSafe && format !== undefined && 'dialect' in format
  const writers = [
    ...(isSafe ? [new SpreadsheetWriter(format.dialect)] : []),
    ...(elements ? [elements] : []),
  ]
  const written = (bytes: Buffer, from = 0) =>
    writers.slice(from).reduce<Buffer>((piece, writer) => asBuffer(writer.write(piece)), bytes)
  return {
    write: piece => written(piece),
    end: () => Buffer.concat(writers.map((writer, i) => written(asBuffer(writer.end()), i + 1))),
  }
}
