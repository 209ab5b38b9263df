/** Javabin against bytes that SolrJ 9.10.1 wrote, whole and in pieces of every size. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import type { SolrField, SolrValue, UpdateCommand } from '../messages/messages.ts'
import { isList } from '../messages/values.ts'
import { JavabinUpdates } from './javabin-updates.ts'
import { encodeNamedList } from './javabin-writer.ts'

/** Written by JavaBinUpdateRequestCodec. */
const bytes: Readonly<Record<'types' | 'full' | 'children' | 'iterator' | 'commit', string>> = {
  types:
    '02c3e026706172616d73c0e02664656c42795100e027646f63734d61700e131023083f800000e02269642131e0266e61' +
    '6d655f73294cc3a46d70f09f9880e0236e5f6947e0246e325f6906fffffff9e0246e335f695c12e0256269675f6c75c3' +
    '83f7ef02e0246c305f6c65e0256e65675f6c07fffffffffffffffbe023665f66083f8ccccde023645f64053ff8000000' +
    '000000e023625f6201e0246e6f5f6202e0236e756c00e0277768656e5f6474090000018f4cbb3823e022736804fffde0' +
    '2262790309e0266361745f73738221782179e0236172728221702171e0216d0a01e023736574217ae021753f146a6176' +
    '612e7574696c2e555549443a30313233343536372d383961622d636465662d303132332d343536373839616263646566' +
    'e0226264396a6176612e6d6174682e426967446563696d616c3a312e3530e02262693f146a6176612e6d6174682e4269' +
    '67496e74656765723a313233343536373839303132333435363738393031323334353637383930e024696e73743f0b6a' +
    '6176612e74696d652e496e7374616e743a323032342d30352d30365430373a30383a30392e3132335ae0226c643e6a61' +
    '76612e74696d652e4c6f63616c446174653a323032342d30352d3036e022616943e022616c63e02562797465730d0301' +
    '0203e02262620d03010203e024696e74731506020000000100000002f782227331227332e0226368356a6176612e6c61' +
    '6e672e4368617261637465723a63e0227362227362e0246c6f6e652561efbfbd62e02263732473627566e02265661243' +
    '257468726565000f',
  full:
    '02c4e026706172616d73a5e02c7570646174652e636861696e226c33e026636f6d6d69742474727565e02a736f667443' +
    '6f6d6d69742566616c7365e02c7761697453656172636865722474727565e02c636f6d6d697457697468696e583ee02a' +
    '64656c427949644d61700a03e0213900e021380a01e02376657265e021370a01e0275f726f7574655f227274e0266465' +
    '6c4279518123613a62e027646f63734d61700e131001083f800000e0226964213100131002083f800000ef2132e0266e' +
    '616d655f7321620a01e0226f77020f',
  children:
    '02c3e026706172616d73c0e02664656c42795100e027646f63734d61700e131004083f800000e02269642131e0236b69' +
    '641001083f800000e4223163e0246b696473821001083f800000e42231631001083f800000e42231631001083f800000' +
    'e4223163000f',
  iterator:
    '02c3e026706172616d73c0e02664656c42795100e024646f63730e1001083f800000e022696421301001083f800000e4' +
    '21311001083f800000e421320f',
  commit:
    '02c3e026706172616d73a3e026636f6d6d69742474727565e02a736f6674436f6d6d69742566616c7365e02c77616974' +
    '53656172636865722474727565e02664656c42795100e024646f637300',
}

function read(hex: string, pieceBytes = 1e6): UpdateCommand[] {
  const all = Buffer.from(hex, 'hex')
  const updates = new JavabinUpdates()
  const commands: UpdateCommand[] = []
  for (let at = 0; at < all.length; at += pieceBytes) {
    commands.push(...updates.push(all.subarray(at, at + pieceBytes)))
  }
  return [...commands, ...updates.end()]
}

/** A value as its signed text; lists as lists, maps and documents as objects. */
function shown(value: SolrValue): unknown {
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(shown)
  if (value.type === 'MAP') return object(value.entries)
  return value.type === 'DOCUMENT' ? object(value.document.fields) : `${value.type} ${value.text}`
}

function object(fields: readonly SolrField[]): unknown {
  return Object.fromEntries(fields.map(({ name, value }) => [name, shown(value)]))
}

test('values keep their Java text', () => {
  const [command] = read(bytes.types)
  assert(command.kind === 'add')
  const fields = object(command.document.fields)
  assert.deepEqual(fields, {
    id: '1',
    name_s: 'L\u00e4mp\u{1f600}',
    n_i: 'LONG 7',
    n2_i: 'LONG -7',
    n3_i: 'LONG 300',
    big_l: 'LONG 12345678901',
    l0_l: 'LONG 5',
    neg_l: 'LONG -5',
    f_f: 'DOUBLE 1.1',
    d_d: 'DOUBLE 1.5',
    b_b: true,
    no_b: false,
    nul: null,
    when_dt: 'DATE Mon May 06 07:08:09 UTC 2024',
    sh: 'LONG -3',
    by: 'LONG 9',
    cat_ss: ['x', 'y'],
    arr: ['p', 'q'],
    m: { set: 'z' },
    u: 'java.util.UUID:01234567-89ab-cdef-0123-456789abcdef',
    bd: 'java.math.BigDecimal:1.50',
    bi: 'java.math.BigInteger:123456789012345678901234567890',
    inst: 'java.time.Instant:2024-05-06T07:08:09.123Z',
    ld: 'java.time.LocalDate:2024-05-06',
    ai: 'LONG 3',
    al: 'LONG 3',
    bytes: 'AQID',
    bb: 'AQID',
    ints: ['LONG 1', 'LONG 2'],
    set: ['s1', 's2'],
    ch: 'java.lang.Character:c',
    sb: 'sb',
    lone: 'a\ufffdb',
    cs: 'sbuf',
    ef: 'three',
  })
})

test('a request gives its documents with their options, then its deletions', () => {
  const [one, two, deletion, ...more] = read(bytes.full)
  assert(one.kind === 'add' && two.kind === 'add')
  assert.deepEqual([one.overwrite, one.commitWithin], [undefined, 1000])
  assert.deepEqual([two.overwrite, two.commitWithin], [false, 1000])
  assert.deepEqual(deletion, {
    kind: 'delete',
    ids: [
      { id: '9', version: undefined, route: undefined },
      { id: '8', version: '5', route: undefined },
      { id: '7', version: undefined, route: 'rt' },
    ],
    queries: ['a:b'],
    commitWithin: 1000,
  })
  assert.deepEqual(more, [])
})

test('children may be unnamed or named, single or in lists', () => {
  const [command] = read(bytes.children)
  assert(command.kind === 'add')
  assert.deepEqual(
    command.document.children.map(child => child.fields),
    [[{ name: 'id', value: '1c' }]],
  )
  const named = command.document.fields.slice(1).map(({ name, value }) => [name, shown(value)])
  assert.deepEqual(named, [
    ['kid', { id: '1c' }],
    ['kids', [{ id: '1c' }, { id: '1c' }]],
  ])
})

test('an iterator of documents is read one by one', () => {
  const ids = read(bytes.iterator).map(
    command => command.kind === 'add' && command.document.fields[0].value,
  )
  assert.deepEqual(ids, ['0', '1', '2'])
})

test('a document may be a map of unknown size', () => {
  const [command, ...more] = read('02c1e024646f637381112269642131226f6b010f')
  assert(command.kind === 'add')
  const fields = [
    { name: 'id', value: '1' },
    { name: 'ok', value: true },
  ]
  assert.deepEqual([command.document.fields, more], [fields, []])
})

test('a request with only parameters gives no command', () => {
  assert.deepEqual(read(bytes.commit), [])
})

test('several requests may follow one another', () => {
  const both = read(bytes.iterator + bytes.full + bytes.iterator)
  assert.equal(both.length, 3 + 3 + 3)
})

test('the commands do not depend on how the bytes are cut', () => {
  const stream = bytes.types + bytes.full + bytes.children + bytes.iterator
  const whole = JSON.stringify(read(stream))
  const property = fc.property(fc.integer({ min: 1, max: 700 }), pieceBytes => {
    assert.equal(JSON.stringify(read(stream, pieceBytes)), whole)
  })
  fc.assert(property, { numRuns: runs(100), seed: 3 })
})

test('refuses a truncated body, after its complete documents', () => {
  const whole = Buffer.from(bytes.iterator, 'hex')
  for (let length = 1; length < whole.length; length++) {
    const updates = new JavabinUpdates()
    const commands = [...updates.push(whole.subarray(0, length))]
    assert.throws(() => [...updates.end()], { code: 400, message: /^javabin ends inside a request/ })
    assert(commands.length <= 3)
  }
})

test('refuses bytes that are not javabin', () => {
  const problem = "Invalid version (expected 2, but 91) or the data in not in 'javabin' format"
  assert.throws(() => read(Buffer.from('[{"id":1}]').toString('hex')), { code: 400, message: problem })
  assert.throws(() => read('0200'), { code: 400, message: 'javabin: expected a named list, got tag 0' })
  assert.throws(() => read(`02c1${'e0'}2161${'16'}`), { code: 400, message: /got tag 22$/ })
  assert.throws(() => read('02c1e0216161e5'), { code: 400 })
  assert.throws(() => read('02c1e5'), { code: 400, message: 'javabin names string 5 before it came' })
})

test('nesting has a limit', () => {
  const nested = `02c1e02161${'81'.repeat(5000)}`
  assert.throws(() => read(nested), { code: 400, message: 'javabin is nested deeper than 200 values' })
})

test('arbitrary bytes are read or refused', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 80 }), random => {
    try {
      read(`02${Buffer.from(random).toString('hex')}`)
    } catch (error) {
      assert.equal((error as { code?: number }).code, 400)
    }
  })
  fc.assert(property, { numRuns: runs(2000), seed: 5 })
})

test('reads a list made by the writer', () => {
  const list = encodeNamedList({ params: { commit: 'true' }, delByQ: 'no list' })
  assert.deepEqual(read(Buffer.from(list).toString('hex')), [])
})
