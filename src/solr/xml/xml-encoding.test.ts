/** Encodings of XML; each document was sent to a real Solr 9.10, whose answer is the one here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeXml, encodingOfXml, XmlDecoder } from './xml-encoding.ts'

function declared(name: string, content: string): string {
  return `<?xml version="1.0" encoding="${name}"?><a>${content}</a>`
}

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16()
}

test('the encoding of the declaration', () => {
  const latin = Buffer.from(declared('ISO-8859-1', 'J\u00f8rgen \u0080'), 'latin1')
  assert.equal(decodeXml(latin), declared('ISO-8859-1', 'J\u00f8rgen \u0080'))
  const windows = Buffer.from(declared('windows-1252', '\u00f8 \u0080'), 'latin1')
  assert.equal(decodeXml(windows), declared('windows-1252', '\u00f8 \u20ac'))
  const koi = Buffer.from(declared('koi8-r', '\u00c0'), 'latin1')
  assert.equal(decodeXml(koi), declared('koi8-r', '\u044e'))
  const long = Buffer.concat([latin, Buffer.alloc(100_000, 0xf8)])
  assert.equal(decodeXml(long).at(-1), '\u00f8')
})

test('UTF-8 and UTF-16, with and without a byte order mark', () => {
  for (const name of ['UTF-8', 'UTF-16', 'ISO-8859-1']) {
    const text = declared(name, '\u00f8\u4e2d\u{1f600}')
    assert.equal(decodeXml(Buffer.from(`\ufeff${text}`)), text)
    assert.equal(decodeXml(Buffer.from(`\ufeff${text}`, 'utf16le')), text)
    assert.equal(decodeXml(utf16be(`\ufeff${text}`)), text)
    assert.equal(decodeXml(Buffer.from(text, 'utf16le')), text)
    assert.equal(decodeXml(utf16be(text)), text)
  }
  assert.equal(decodeXml(Buffer.from('<a>\u00f8</a>')), '<a>\u00f8</a>')
})

test('the charset of a transport comes first', () => {
  const of = (charset: string, bytes: Uint8Array) => {
    const decoder = new XmlDecoder(charset)
    return decoder.push(bytes) + decoder.end()
  }
  const text = declared('utf-8', '\u00f8')
  assert.equal(of('iso-8859-1', Buffer.from(text, 'latin1')), text)
  assert.equal(of('UTF-16', utf16be(text)), text)
  assert.equal(of('UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')), text)
  assert.throws(() => of('utf-8', Buffer.from(`\ufeff${text}`, 'utf16le')), /Invalid UTF-8/)
})

test('bytes may be cut anywhere', () => {
  const text = declared('UTF-8', '\u00f8\u4e2d\u{1f600}')
  for (const bytes of [Buffer.from(text), utf16be(text), Buffer.from(`\ufeff${text}`)]) {
    const decoder = new XmlDecoder()
    let found = ''
    for (let at = 0; at < bytes.length; at++) found += decoder.push(bytes.subarray(at, at + 1))
    assert.equal(found + decoder.end(), text)
  }
  assert.equal(new XmlDecoder().end(), '')
})

test('names the encoding of the first bytes', () => {
  assert.equal(encodingOfXml(Buffer.from("<?xml version='1.0' encoding='koi8-r'?>")), 'koi8-r')
  assert.equal(encodingOfXml(Buffer.from('<add encoding="x"/>')), 'utf-8')
  assert.equal(encodingOfXml(Buffer.alloc(0)), 'utf-8')
})

test('refuses bytes that are not in the encoding, and encodings it does not know', () => {
  const refusals: [Uint8Array, string][] = [
    [Buffer.from('<a>\u00f8</a>', 'latin1'), 'Invalid UTF-8 in the XML text'],
    [Buffer.from(declared('US-ASCII', '\u00f8'), 'latin1'), 'Invalid US-ASCII in the XML text'],
    [Buffer.from(declared('zz-8', 'x')), 'Unsupported encoding: zz-8'],
    [Buffer.from(declared('UTF-16', 'x')), "Declared encoding 'UTF-16', but a character has one byte"],
  ]
  for (const [bytes, message] of refusals) assert.throws(() => decodeXml(bytes), { code: 400, message })
})
