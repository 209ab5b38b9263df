/** The text of a record that is one stays where it is, and is what its reader parses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { openKernelThread } from '../../../../test/worlds/kernel-thread.ts'
import { isNearsameError } from '../../../ground/errors/nearsame-error.ts'
import { readerOf } from '../../formats/formats.ts'
import { Extractor } from './extract.ts'
import { WantedKeys } from './wanted-keys.ts'

const { space } = await openKernelThread()
const piece = fc.constantFrom(
  'a',
  'word ',
  'é',
  '漢字',
  '😀',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\xff',
  '\xc3',
  '\xed\xa0\x80',
)
// A character up to U+00FF is a byte: some are not UTF-8 by themselves.
const isByte = (text: string) => /^[\0-\xff]*$/.test(text) && text !== 'é'
const bytesOf = (text: string) => Buffer.from(text, isByte(text) ? 'latin1' : 'utf8')
const record = fc.array(piece, { maxLength: 40 }).map(pieces => Buffer.concat(pieces.map(bytesOf)))

for (const name of ['txt', 'whole'] as const) {
  test(`${name}: a text is where its record is, without what ends a line, or has the error of its reader`, () => {
    const extractor = new Extractor(space, new WantedKeys(space, []), { name })
    fc.assert(
      fc.property(record, fc.nat({ max: 70 }), (bytes, shift) => {
        const from = space.free + shift
        space.reserve(from + 2 * bytes.length + 256)
        space.bytes.fill(0xff, from, from + bytes.length + 128) // what comes behind a record is not its text
        space.bytes.set(bytes, from)
        const range = { from: 0, to: 0, free: 0 }
        const error = extractor.text(from, from + bytes.length, from + bytes.length + 64, range)
        try {
          const { text } = readerOf({ name }).parse(bytes)
          const isBlank = /^\s*$/u.test(text.toString())
          assert.equal(error?.code, isBlank ? 'TEXT_MISSING' : undefined)
          assert.deepEqual([...space.bytes.subarray(range.from, range.to)], [...text])
          assert.equal(range.from, from)
        } catch (expected) {
          if (!isNearsameError(expected)) throw expected
          assert.equal(error?.code, expected.code)
        }
      }),
      { numRuns: runs(200) },
    )
  })
}
