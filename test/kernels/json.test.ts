/** The JSON kernels against their definition: the same return value and the same bytes, for every implementation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { KernelName, Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import {
  jsonFault,
  jsonMaxDepth,
  jsonRecord,
  jsonType,
  unescapeJson,
} from '../../src/texts/kernels/reference/json.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import { runs } from '../ground/runs.ts'
import { blockBytes, guarded, placeBehind, reserveGuarded } from './guards.ts'
import { names } from './implementations.ts'

const wanted = ['id', 'text', 'é😀', ''].map(name => Buffer.from(name))
const sourceBytes = 1 << 14
const outBytes = 1 << 15

/** A kernel to run; the bytes it may write at `out`; the number it has written when it returns `result`. */
interface Job {
  readonly run: (k: Pick<Kernels, 'unescapeJson' | 'jsonRecord'>, from: number, to: number) => number
  readonly target: { readonly bytes: number; readonly slack: number }
  readonly written: (result: number) => number
}

/** Regions of the memory, the same for a kernel and its twin: wanted names, source, target. */
const places = ({ base }: Kernels) => {
  const source = base + 256
  return { keys: base, source, out: placeBehind(source + sourceBytes) }
}

const twin = new Uint8Array(1 << 20)

/** Runs both over equal memories; the bytes `after` the source must not matter. */
function compare(kernels: Kernels, text: Uint8Array, after: number, shift: number, job: Job): number {
  const { keys, source, out } = places(kernels)
  const real = new Uint8Array(kernels.memory.buffer)
  const words = new DataView(kernels.memory.buffer)
  const from = source + shift
  const to = from + text.length
  assert.ok(to <= source + sourceBytes && out + outBytes <= twin.length)
  let at = keys + 8 * wanted.length
  wanted.forEach((name, i) => {
    words.setUint32(keys + 8 * i, at, true)
    words.setUint32(keys + 8 * i + 4, name.length, true)
    real.set(name, at)
    at += name.length
  })
  real.fill(after, source, to + 64).set(text, from)
  real.fill(0xaa, out, out + 64)
  twin.set(real.subarray(keys, to + 64), keys)
  const definition = {
    unescapeJson: (from: number, to: number, out: number) => unescapeJson(twin, from, to, out),
    jsonRecord: (...args: Parameters<Kernels['jsonRecord']>) => jsonRecord(twin, ...args),
  }
  const expected = job.run(definition, from, to)
  const got = guarded(kernels, [{ at: out, ...job.target }], () => job.run(kernels, from, to))
  const size = job.written(expected)
  const isSame = Buffer.compare(real.subarray(out, out + size), twin.subarray(out, out + size)) === 0
  if (got !== expected || !isSame) {
    const shown = `${kernels.name} at ${shift}: ${Buffer.from(text).toString('latin1')}`
    assert.equal(got, expected, shown)
    assert.deepEqual(real.slice(out, out + size), twin.slice(out, out + size), shown)
  }
  return expected
}

function record(kernels: Kernels, text: Uint8Array, after = 0x22, shift = 0): number {
  const { keys, out } = places(kernels)
  const bytes = 12 * wanted.length + 4
  return compare(kernels, text, after, shift, {
    run: (k, from, to) => k.jsonRecord(from, to, keys, wanted.length, out),
    target: { bytes, slack: 0 },
    written: () => bytes,
  })
}

function unescaped(kernels: Kernels, body: Uint8Array, after = 0x5c, shift = 0): void {
  const { out } = places(kernels)
  compare(kernels, body, after, shift, {
    run: (k, from, to) => k.unescapeJson(from, to, out),
    target: { bytes: body.length, slack: blockBytes },
    written: end => end - out,
  })
}

async function prepared(name: KernelName): Promise<Kernels> {
  const kernels = await kernelsNamed(name)
  assert.equal(kernels.name, name)
  reserveGuarded(kernels, places(kernels).out + outBytes)
  return kernels
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const latinList = (bytes: string) => bytes.split(' ').map(b => Buffer.from(b, 'hex').toString('latin1'))
const specials = [
  ...String.raw`" \ \n \u0041 \u00 \ud83d\ude00 \ud83d`.split(' '),
  ...latinList('00 1f 20 7f 0a c3a9 f09f9880 e282ac c0af e08080 eda080 f4908080 ff c3 e282 f09f98 80'),
  ...latinList('c3a9a9 e282ac80 f09f988080'),
  '',
]
const tails = [0, 1, 2, 3, 13, 15, 16, 17, 47, 48, 64]

for (const name of names) {
  test(`${name}: jsonRecord agrees for every special at every distance from the block boundaries`, async () => {
    const kernels = await prepared(name)
    const codes = new Set<number>()
    for (let before = 0; before <= 67; before++) {
      for (const special of specials) {
        for (const tail of tails) {
          const text = latin(`{"text":"${'a'.repeat(before)}${special}${'b'.repeat(tail)}"}`)
          codes.add(record(kernels, text, tail % 2 ? 0x22 : 0x80, before % 5))
        }
      }
    }
    assert.deepEqual([...codes].sort(), [jsonFault.none, jsonFault.syntax, jsonFault.utf8, jsonFault.nul])
  })

  test(`${name}: jsonRecord agrees for runs of backslashes across the block boundaries`, async () => {
    const kernels = await prepared(name)
    for (let before = 54; before <= 130; before++) {
      for (let run = 0; run <= 5; run++) {
        for (const special of ['"', 'n', 'x', 'u0041', 'u00g1', '\x1f', '\xff', '\xc3\xa9']) {
          for (const tail of [0, 60, 140]) {
            const body = `${'\\n'.repeat(before >> 1)}${'a'.repeat(before & 1)}${'\\'.repeat(run)}${special}`
            record(kernels, latin(`{"text":"${body}${'b'.repeat(tail)}"}`), 0x22, before % 3)
          }
        }
      }
    }
  })

  test(`${name}: jsonRecord agrees when the record ends anywhere, whatever follows`, async () => {
    const kernels = await prepared(name)
    const value = `"é\\u00e9\\n😀${'x'.repeat(40)}"`
    const whole = `{"id":-12.5e+3,"text":${value},"":[true,false,null,{"a":[]},""],"\\u0069d":null} `
    const text = Buffer.from(whole)
    for (let end = 0; end <= text.length; end++) {
      for (const after of ['"', '}', '0', '\\', 'e', ' ', '\0', '\x80', '\xbf']) {
        record(kernels, text.subarray(0, end), after.charCodeAt(0), end % 7)
      }
      // The real continuation of the text must not matter either.
      const { source, keys, out } = places(kernels)
      record(kernels, text)
      const cut = kernels.jsonRecord(source, source + end, keys, wanted.length, out)
      assert.equal(
        cut,
        end >= text.length - 1 ? jsonFault.none : cut === jsonFault.utf8 ? cut : jsonFault.syntax,
      )
    }
  })

  test(`${name}: jsonRecord agrees on keys with escapes: equal, shorter, longer, other`, async () => {
    const kernels = await prepared(name)
    const { out } = places(kernels)
    const type = (i: number) => new DataView(kernels.memory.buffer).getUint32(out + 12 * i, true)
    const escapes = (text: string) =>
      text.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    // The wanted names are adjacent in memory, so "idt" continues as they do.
    for (const key of [
      'é\ud83d',
      'é😀\n',
      ...'id i idt idtext je text texs texté😀 é😀 é é😁'.split(' '),
    ]) {
      for (let cut = 0; cut < key.length; cut++) {
        const spelled = `${key.slice(0, cut)}${escapes(key.slice(cut))}`
        if (!spelled.isWellFormed()) continue
        assert.equal(record(kernels, Buffer.from(`{"${spelled}":null}`)), jsonFault.none)
        wanted.forEach((name, i) => {
          assert.equal(type(i), name.equals(Buffer.from(key)) ? jsonType.null : jsonType.missing, spelled)
        })
      }
    }
  })

  test(`${name}: jsonRecord agrees at the depth limit`, async () => {
    const kernels = await prepared(name)
    const nested = (open: string, close: string, depth: number) =>
      latin(open.repeat(depth) + close.repeat(depth))
    for (const depth of [1, 2, jsonMaxDepth - 1, jsonMaxDepth, jsonMaxDepth + 1, jsonMaxDepth + 30]) {
      assert.equal(
        record(kernels, nested('[', ']', depth)),
        depth > jsonMaxDepth ? jsonFault.tooDeep : jsonFault.notObject,
      )
      const objects = latin(`${'{"id":'.repeat(depth)}0${'}'.repeat(depth)}`)
      assert.equal(record(kernels, objects), depth > jsonMaxDepth ? jsonFault.tooDeep : jsonFault.none)
    }
  })

  const piece = fc.oneof(
    fc.constantFrom(
      ...'{}[]:,"\\ \n\t0123456789-+.eEtrufalsn',
      '"id"',
      '"text":',
      '\\u0069',
      'true',
      'null',
      '1.5e-7',
      '"é😀":',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.json(),
  )
  const soup = fc.array(piece, { maxLength: 30 }).map(parts => Buffer.from(`{"id":"${parts.join('')}`))
  const whole = fc
    .dictionary(
      fc.oneof(fc.constantFrom('id', 'text', 'é😀', ''), fc.string({ unit: 'binary' })),
      fc.jsonValue({ stringUnit: 'binary' }),
    )
    .chain(value => fc.constantFrom(0, 2).map(indent => Buffer.from(JSON.stringify(value, null, indent))))
  const bytes = fc.uint8Array({ maxLength: 90 })
  const spliced = fc
    .tuple(whole, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([text, where, put]) => {
      const at = where % text.length
      return Buffer.concat([text.subarray(0, at), put, text.subarray(at + (where % 3))])
    })

  test(`${name}: jsonRecord agrees for random JSON, JSON with foreign bytes, pieces of JSON and noise`, async () => {
    const kernels = await prepared(name)
    const property = fc.property(
      fc.oneof(whole, spliced, soup, bytes),
      fc.nat(255),
      fc.nat(20),
      (text, after, shift) => {
        fc.pre(text.length < sourceBytes - 128)
        record(kernels, text, after, shift)
      },
    )
    fc.assert(property, { numRuns: runs(3000), seed: 11 })
  })

  test(`${name}: jsonRecord agrees on UTF-8 for every lead with every second byte`, async () => {
    const kernels = await prepared(name)
    for (let lead = 0x7f; lead <= 0xff; lead++) {
      for (
        let second = 0x7f;
        second <= 0xff;
        second += second === 0x7f || (lead >= 0xc0 && second < 0xc0) ? 1 : 16
      ) {
        const text = latin(
          `{"text":"${'a'.repeat((lead + second) % 23)}\xd0\x9f....\x80\x80${'c'.repeat(20)}"}`,
        )
        const at = text.indexOf('....')
        for (const rest of [
          [0x61, 0x61],
          [0x80, 0x61],
          [0x80, 0xbf],
        ]) {
          text.set([lead, second, ...rest], at)
          record(kernels, text)
          const fixed = Buffer.concat([text.subarray(0, at + 4), text.subarray(at + 6)])
          record(kernels, fixed)
        }
      }
    }
  })

  test(`${name}: unescapeJson agrees for every escape at every distance from the block boundaries`, async () => {
    const kernels = await prepared(name)
    const single = String.raw`\n \" \\ \/ \b\f\r\t \u0000 \u00e9 \uABCD \uabcd \uffff`.split(' ')
    const pairs =
      String.raw`\ud83d\ude00 \uD83D \ude00 \ud83d\ud83d\ude00 \ude00\ud83d \ud83d\u0041 \ud83d\n`.split(
        ' ',
      )
    for (let before = 0; before <= 67; before++) {
      for (const some of ['', '\xc3\xa9', ...single, ...pairs]) {
        for (const tail of tails) {
          unescaped(kernels, latin('a'.repeat(before) + some + 'b'.repeat(tail)), 0x5c, before % 3)
          if (tail < 4) unescaped(kernels, latin('a'.repeat(before) + some.repeat(tail)), 0x75)
        }
      }
    }
  })

  test(`${name}: unescapeJson never joins an escape with bytes after the end`, async () => {
    const kernels = await prepared(name)
    const { source, out } = places(kernels)
    const memory = new Uint8Array(kernels.memory.buffer)
    memory.set(latin('\\ud83d\\ude00'), source)
    assert.equal(kernels.unescapeJson(source, source + 6, out), out + 3)
    assert.equal(Buffer.from(memory.subarray(out, out + 3)).toString('hex'), 'eda0bd')
  })

  test(`${name}: unescapeJson agrees for thousands of escapes, dense and far apart`, async () => {
    const kernels = await prepared(name)
    const escapes = String.raw`\n \\ \\\\ \" \u0041 \ud83d\ude00`.split(' ')
    // An escaped backslash before a letter that could end an escape, in blocks without a \u.
    const letters = String.raw`\\n \\\t \\\\r \\f \" \/ \\"`.split(' ')
    for (const some of [escapes, letters]) {
      for (const distance of [0, 1, 5, 63, 64, 65, 200]) {
        for (let shift = 0; shift < 4; shift++) {
          let body = ''
          for (let i = 0; body.length < 12_000; i++) body += some[i % some.length] + 'x'.repeat(distance)
          unescaped(kernels, latin(body), 0x5c, shift)
        }
      }
    }
  })

  test(`${name}: unescapeJson agrees for random Unicode and random escapes`, async () => {
    const kernels = await prepared(name)
    const unit = fc.nat(0xffff).map(n => `\\u${n.toString(16).padStart(4, '0')}`)
    const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map(n => `\\u${n.toString(16)}`)
    const raw = fc.string({ unit: 'binary', maxLength: 50 }).map(text => text.replace(/[\\"]/g, '\\$&'))
    const body = fc.array(fc.oneof(raw, unit, surrogate, fc.constantFrom('\\n', '\\\\')), { maxLength: 40 })
    const property = fc.property(body, fc.nat(255), fc.nat(20), (parts, after, shift) => {
      unescaped(kernels, Buffer.from(parts.join('')), after, shift)
    })
    fc.assert(property, { numRuns: runs(1500), seed: 13 })
  })
}
