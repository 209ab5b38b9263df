/**
 * Mistaken inputs: texts that are not what their format says, by their first bytes: a web page or an error of a server
 * saved under the name of the data, and lines that end in CR alone, which would be one record.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'

/** @param start the first bytes, unpacked @throws NearsameError INPUT_FORMAT_UNKNOWN */
export function refuseMistaken(start: Buffer, format: InputFormat, name: string): void {
  const { hasIds, isConverted, isFileEach } = formats[format]
  if (hasIds) refusePage(start, format, name) // where only a text is a record, a page is one, too
  if (isConverted || isFileEach || start.includes(10)) return
  const at = start.indexOf(13)
  if (at >= 0 && at + 1 < start.length) throw bareReturns(name)
}

function refusePage(start: Buffer, format: InputFormat, name: string): void {
  const text = start.toString('utf8').replace(/^\ufeff?\s*/, '')
  const found = /^<(?:!doctype html|html[\s>]|\?xml\s|Error>)/i.exec(text)
  if (found === null) return
  const code = /<Error>.*?<Code>([A-Za-z]{1,40})<\/Code>/s.exec(text)?.[1]
  throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: `data of the format ${format}`,
    got: code === undefined ? 'a web page or XML' : `the error ${code} of a server, as XML`,
    where: name,
    fix: 'transfer the file again, and look at what the server answers',
  })
}

/** The error of lines that end in CR alone. */
export function bareReturns(where: string): NearsameError {
  return new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: 'lines that end in LF or CR LF',
    got: 'lines that end in CR (U+000D) alone',
    where,
    fix: "convert the line ends first, as with `tr '\\r' '\\n'`",
  })
}
