/** Values of another realm, such as a frame's: classes of the same name that `instanceof` does not know. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import * as nearsame from '../../src/doors/index.ts'
import { memoryStore, openIndex } from '../../src/doors/online.ts'
import { guideAddresses, restaurantReport } from '../../src/doors/restaurants.ts'
import * as signatures from '../../src/doors/signatures.ts'
import { documentOf } from '../../src/doors/solr.ts'
import { inputError } from '../../src/files/io/input-errors.ts'
import { isError } from '../../src/ground/errors/is-error.ts'

// biome-ignore lint/suspicious/noExplicitAny: no type says of which realm a value is
const there = (expression: string): any => runInNewContext(`(${expression})`)
const bytes: Uint8Array = there('Uint8Array.of(97, 98, 99)')
const words: Uint32Array = there('Uint32Array.of(1, 2, 3, 4)')

test('signatures take bytes and words', () => {
  const { md5Hex, murmur3Hex128, lowBits, estimateJaccardOfBits, nutchMd5, TrialKeys } = signatures
  assert.equal(bytes instanceof Uint8Array, false)
  assert.equal(md5Hex(bytes), '900150983cd24fb0d6963f7d28e17f72')
  assert.equal(nutchMd5({ url: '', content: bytes }), nutchMd5('abc'))
  assert.equal(murmur3Hex128(words), '00000002000000010000000400000003')
  assert.equal(signatures.agreedTrials(words, Uint32Array.of(1, 9, 3, 9)), 2)
  assert.deepEqual(
    signatures.minHashTokenHex(words),
    signatures.minHashTokenHex(Uint32Array.of(1, 2, 3, 4)),
  )
  assert.equal(lowBits(words, 8).join(), '1,2,3,4')
  assert.equal(estimateJaccardOfBits(there('Uint8Array.of(1)'), Uint8Array.of(1), 2, 4), 1)
  const [own, others] = [Uint32Array.of(1, 2, 3, 4), there('new Uint32Array(4)')]
  const trials = new TrialKeys({ trials: 4, hashes: 1, seed: 1 })
  trials.write(words, others)
  trials.write(Uint32Array.of(1, 2, 3, 4), own)
  assert.deepEqual([...others], [...own])
})

test('the library takes hashes and signatures', async () => {
  const { simHash, signatureToHex, minHash } = nearsame
  assert.equal(await simHash(there('BigUint64Array.of(5n)')), await simHash(BigUint64Array.of(5n)))
  const signature = await minHash('one two three four five six')
  assert.ok(signature)
  const values = there('values => Uint32Array.from(values)')(signature.values)
  assert.equal(signatureToHex({ ...signature, values }), signatureToHex(signature))
})

test('an index takes marks, the restaurant search pairs and patterns', async () => {
  const index = await openIndex(memoryStore())
  const mark = { bytes: there('new Uint8Array(16)'), keptMs: 1000 }
  assert.equal((await index.add({ id: 1, text: 'one two' }, { mark })).status, 'added')
  const found = { left: there('Int32Array.of(0)'), right: [1], distance: [2], contents: ['a', 'b'] }
  assert.doesNotThrow(() => restaurantReport(found as never, String))
  assert.deepEqual(guideAddresses([{ lines: 'Deli 818-762', telephone: there('/\\d/') }]), ['Deli'])
})

test('documents of the update chain take dates and objects', () => {
  const document = there('{ date: new Date(0), map: { set: 1 } }')
  assert.deepEqual(documentOf(document), documentOf({ date: new Date(0), map: { set: 1 } }))
  class Odd {
    readonly odd = 1
  }
  assert.throws(() => documentOf({ odd: new Odd() }), /plain objects as values, got \[object Object\]/)
  assert.throws(() => documentOf({ map: new Map() }), /plain objects as values, got \[object Map\]/)
})

test('errors are told by what they are, as of the file system under Jest', () => {
  assert.equal(there('new RangeError()') instanceof Error, false)
  assert(isError(there('new RangeError()')) && isError(new TypeError()))
  assert.equal(isError({ name: 'Error', message: 'none' }), false)
  const missing = there("Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'stat' })")
  assert.equal(inputError(missing, 'a.jsonl').code, 'INPUT_MISSING')
  const copy = there("Object.assign(new Error('BUG'), { name: 'NearsameError', code: 'BUG', parts: {} })")
  assert(nearsame.isNearsameError(copy))
})
