import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { canonicalRoom } from '../../src/texts/kernels/layout/memory-layout.ts'
import { canonicalise } from '../../src/texts/kernels/reference/canonical.ts'
import { validUtf8 } from '../../src/texts/kernels/reference/utf8.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import { runs } from '../ground/runs.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { names } from './implementations.ts'
import { wtf8 } from './naive-canonical.ts'
import { anyText, everyCharacter, marks, starters } from './text-samples.ts'

function reference(source: Uint8Array, rule = 0): Buffer {
  const memory = new Uint8Array(source.length + canonicalRoom(source.length))
  memory.set(source)
  return Buffer.from(
    memory.subarray(source.length, canonicalise(memory, 0, source.length, source.length, rule)),
  )
}

/** Canonical bytes. `shift` moves the text in memory. */
function canonicalBytes(kernels: Kernels, source: Uint8Array, shift = 0, rule = 0): Buffer {
  const from = kernels.base + 64 + shift
  const to = from + source.length
  const out = placeBehind(to) + shift
  const room = canonicalRoom(source.length)
  reserveGuarded(kernels, out + room)
  const bytes = new Uint8Array(kernels.memory.buffer)
  // The bytes after the text continue as if they belonged to it.
  bytes.fill(shift % 2 === 0 ? 0x61 : 0xcc, to, to + 64)
  bytes.set(source, from)
  const target = { at: out, bytes: room, slack: 0 }
  const end = guarded(kernels, [target], () => kernels.canonicalise(from, to, out, rule))
  return Buffer.from(bytes.subarray(out, end))
}

let texts: [string, Buffer][] | undefined

/** Every assigned character alone and with neighbours, and the reference's result; computed once. */
function characterTexts(): [string, Buffer][] {
  texts ??= [...everyCharacter('', ''), ...everyCharacter('Ā', '\u0323'), ...everyCharacter('中', 'x')].map(
    text => [text, reference(wtf8(text))],
  )
  return texts
}

for (const name of names) {
  describe(`canonical text by ${name}`, async () => {
    const kernels = await kernelsNamed(name)
    const same = (text: string, shift = 0, rule = 0): void => {
      const source = wtf8(text)
      const got = canonicalBytes(kernels, source, shift, rule)
      const expected = reference(source, rule)
      if (!got.equals(expected))
        assert.equal(got.toString('latin1'), expected.toString('latin1'), JSON.stringify(text))
    }

    it('has the kernels of this name', () => assert.equal(kernels.name, name))

    // The reference itself is compared with the engine beside its source.
    if (name !== 'reference') {
      it('equals the reference on every assigned character', () => {
        for (const [text, expected] of characterTexts()) {
          assert.ok(canonicalBytes(kernels, wtf8(text)).equals(expected), text.slice(0, 20))
        }
      })
    }

    it('equals the reference on any text, at any address', () => {
      fc.assert(
        fc.property(anyText, fc.nat(63), fc.nat(7), (text, shift, rule) => same(text, shift, rule)),
        { numRuns: runs(2000) },
      )
    })

    it('equals the reference where two characters meet at any offset in a block', () => {
      for (let length = 0; length <= 70; length++) {
        for (const filler of ['a', 'A1-', 'é', '中', ' ', 'я ']) {
          const text = filler.repeat(length).slice(0, length)
          for (const end of [
            '',
            'e',
            'e\u0301',
            '\u0301',
            '中',
            '中\u0338',
            ' ',
            '--',
            'Ж',
            '\ud800',
            '\u{1f600}',
          ]) {
            same(text + end)
            same(`${end}${text}${end}b`)
          }
        }
      }
    })

    it('equals the reference for each pair of hard characters', () => {
      for (const first of starters + marks) {
        for (const second of starters + marks) {
          for (const rule of [0, 3, 7]) same(`a${first}${second}\u0301${second}`, 0, rule)
        }
      }
    })

    it('has no limit of marks and takes linear time', () => {
      for (const count of [63, 64, 65, 66, 1000]) {
        same(`É${'\u0301\u0316'.repeat(count)}\u0327`)
        same('\u0344\u0f73'.repeat(count))
        same(`a${'\u0316'.repeat(count)}\u0334J\u030c${'\u0345\u0344'.repeat(count)}b`)
        same('\u1100\u1161\u11a8\u1161'.repeat(count))
      }
      same(`x${'\u0345\u0301\u0316\u0334'.repeat(50_000)}`)
    })
  })

  describe(`room of a text by ${name}`, async () => {
    const kernels = await kernelsNamed(name)

    it('counts the characters that take much, at any address', () => {
      const expanding = /[\u0edc-\u0edf\u309f\u30bf\u30df\u30ff\u3200-\u33ff\ufb00-\ufdff]/gu
      const property = fc.property(anyText, fc.nat(63), fc.boolean(), (text, shift, much) => {
        const whole = much ? `${text}ﷺ㌖タ${text}か゜ﬁ${text}` : text
        const source = wtf8(whole)
        const from = kernels.base + shift
        kernels.reserve(from + source.length + 64)
        new Uint8Array(kernels.memory.buffer).set(source, from)
        assert.equal(kernels.expanding(from, from + source.length), whole.match(expanding)?.length ?? 0)
      })
      fc.assert(property, { numRuns: runs(300) })
    })
  })

  describe(`valid UTF-8 by ${name}`, async () => {
    const kernels = await kernelsNamed(name)
    const same = (bytes: Uint8Array, shift = 0): void => {
      const from = kernels.base + shift
      kernels.reserve(from + bytes.length + 64)
      const memory = new Uint8Array(kernels.memory.buffer)
      memory.fill(0x80, from + bytes.length, from + bytes.length + 64)
      memory.set(bytes, from)
      const got = kernels.validUtf8(from, from + bytes.length) - from
      assert.equal(got, validUtf8(bytes, 0, bytes.length), Buffer.from(bytes).toString('hex'))
    }

    it('finds the same first fault as the reference', () => {
      const piece = fc.oneof(
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
        { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(wtf8) },
        { weight: 4, arbitrary: fc.nat(70).map(length => new Uint8Array(length).fill(0x61)) },
        { weight: 1, arbitrary: fc.constantFrom(...'\ud800\udfff\u{10ffff}').map(wtf8) },
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(63), (pieces, shift) =>
          same(Buffer.concat(pieces), shift),
        ),
        { numRuns: runs(2000) },
      )
    })

    it('finds a fault at any offset in a block, and text cut at any offset', () => {
      const text = Buffer.from('é中\u{1f600}abc'.repeat(9))
      for (let length = 0; length <= text.length; length++) same(text.subarray(0, length), length % 64)
      for (let at = 0; at < text.length; at++) {
        for (const byte of [0x00, 0x61, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0xf5, 0xff]) {
          const changed = Buffer.from(text)
          changed[at] = byte
          same(changed)
        }
      }
    })
  })
}
