/** XML events of a part of a workbook, piece by piece; names without their prefix. */
import { SaxesParser } from 'saxes'
import { type Attributes, localAttributes, localName } from '../../../ground/xml-names.ts'
import { xlsxInvalid } from './xlsx-error.ts'

interface XmlEvents {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const pieceBytes = 2 ** 16

/** Yields after each piece, so that a caller can take what has been found. @throws NearsameError XLSX_INVALID */
export function* readXml(
  bytes: Uint8Array,
  where: string,
  { open, text, close }: XmlEvents,
): Generator<void> {
  const parser: SaxesParser = new SaxesParser({ position: false })
  const refuse = (got: string, cause?: unknown) => {
    throw xlsxInvalid(got, where, { cause })
  }
  parser.on('error', error => refuse('XML that is not well-formed', error))
  parser.on('doctype', () => refuse('a document type declaration'))
  parser.on('opentag', ({ name, attributes }) => open(localName(name), localAttributes(attributes)))
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close !== undefined) parser.on('closetag', ({ name }) => close(localName(name)))
  const decoder = new TextDecoder('utf-8')
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }))
    yield
  }
  parser.close()
}

/** All of a small part. */
export function readWholeXml(bytes: Uint8Array, where: string, events: XmlEvents): void {
  for (const _ of readXml(bytes, where, events));
}
