import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import * as arrow from '@uwdata/flechette'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { rowLines } from '../../../test/ground/spooled-lines.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { arrowColumns, rowsOfArrow } from './arrow/arrow-rows.ts'
import { lz4Frame } from './arrow/buffer-codec.ts'

const folder = resolve(import.meta.dirname, '../../../test/vectors/arrow')
const file = (name: string) => readFileSync(join(folder, name))

/** The lines of a file that arrives in pieces. */
async function linesOf(bytes: Uint8Array, columns?: readonly string[], pieceBytes = 1000): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const rows: Uint8Array[] = []
  for await (const piece of rowsOfArrow(pieces(), { name: 'x.arrow', columns }))
    rows.push(Uint8Array.from(piece))
  return rowLines(Buffer.concat(rows)).toString()
}

const rowsOf = async (name: string) =>
  (await linesOf(file(name)))
    .trimEnd()
    .split('\n')
    .map(row => JSON.parse(row))

test('files and streams of pyarrow and polars have the rows that they were made of, in pieces of any length', async () => {
  const expected = file('rows.jsonl').toString()
  const same = readdirSync(folder).filter(name =>
    /^(utf8|large|view|binary|dictionary|sliced|polars).*\.arrow$/.test(name),
  )
  assert.equal(same.length, 19)
  for (const name of same)
    for (const pieceBytes of [name === 'polars.arrow' ? 1 : 61, 2 ** 20])
      assert.equal(await linesOf(file(name), undefined, pieceBytes), expected, name)
})

test('every type has its form in JSON', async () => {
  const rows = await rowsOf('zoo.arrow')
  assert.deepEqual(await rowsOf('zoo-sliced.arrow'), rows.slice(1))
  const [first, second, third] = rows
  assert.deepEqual(
    [first, second, third].map(row => [
      row.i8,
      row.u16,
      row.u32,
      row.f16,
      row.f32,
      row.f64,
      row.bool,
      row.null,
    ]),
    [
      [1, 65535, 4294967295, 1.5, 0.10000000149011612, 0.1, true, null],
      [-2, 0, 0, -0.0999755859375, null, -1e300, false, null],
      [null, 1, null, null, null, null, null, null],
    ],
  )
  assert.match(
    await linesOf(file('zoo.arrow'), ['i64', 'u64']),
    /^\{"i64":-9223372036854775808,"u64":18446744073709551615\}\n/,
  )
  assert.deepEqual(
    [first.decimal, second.decimal, first.decimal256],
    [-12.5, '12345678901234567890.12', -12.5],
  )
  const { date32, date64, time32, time64, seconds, millis, micros, nanos, duration, interval } = third
  assert.deepEqual(
    [date32, date64, time32, time64],
    ['0001-01-01', '1969-12-31', '00:00:05.000', '00:00:00.000005'],
  )
  assert.deepEqual([seconds, millis], ['1969-12-31T23:59:59.000Z', '1969-12-31T23:59:59.999Z'])
  assert.deepEqual([micros, nanos], ['1969-12-31T23:59:59.999999Z', '2116-02-20T23:53:38.427387904Z'])
  assert.deepEqual([duration, interval], [3, { months: 0, days: 0, nanoseconds: -1 }])
  assert.deepEqual([first.fixed, first.uuid], ['abcd', '00010203-0405-0607-0809-0a0b0c0d0e0f'])
  assert.deepEqual([first.list, second.list, third.list], [[1, 2], null, []])
  assert.deepEqual(
    [third.large_list, third.fixed_list, third.struct],
    [[null, 'b"'], [3, 4], { a: null, b: 'y' }],
  )
  assert.deepEqual(
    [first.map, first.numbers, first.dictionaries],
    [{ k: 1, l: null }, { 5: 1 }, ['a', 'b']],
  )
})

test('dictionaries grow and are replaced between batches', async () => {
  assert.deepEqual(
    (await rowsOf('deltas.arrow')).map(({ text }) => text),
    ['a', 'b', 'c', 'b', 'z', null],
  )
})

test('only wanted columns are read; those without a form in JSON are refused by name', async () => {
  assert.equal(await linesOf(file('others.arrow'), ['text', 'id']), '{"text":"a b c"}\n{"text":"d e f"}\n')
  const refused = (name: string, columns: string[] | undefined, got: string) =>
    assert.rejects(linesOf(file(name), columns), {
      message: `ARROW_SCHEMA: expected Arrow columns with a form in JSON, got ${got}, at x.arrow. To fix: leave this column out, or convert it first.`,
    })
  await refused('others.arrow', undefined, 'the type run-end-encoded of the column "ends"')
  await refused('others.arrow', ['views.a'], 'the type list-view of the column "views"')
  await refused('union.arrow', ['text'], 'the type union of the column "union"')
  async function* whole() {
    yield file('zoo.arrow')
  }
  const columns = new Map(await arrowColumns(whole(), 'x.arrow'))
  assert.deepEqual([columns.get('text'), columns.get('i8')], ['', null])
  assert.ok(Object.keys(columns.get('struct') as object).length > 0)
})

/** A message with a schema that has no columns, in big-endian order. */
const bigEndian = Buffer.from(
  'ffffffff3000000010000000' +
    '0a000c00000008000400' +
    '00000c000000100000000100000006000800040000000800000001000000' +
    '00000000',
  'hex',
)

test('big-endian files and columns of one name are refused', async () => {
  await assert.rejects(
    linesOf(bigEndian),
    /ARROW_SCHEMA: .* got numbers in big-endian order, at x\.arrow\./,
  )
  const one = arrow.columnFromArray([1], arrow.int8())
  const twice = arrow.tableToIPC(
    arrow.tableFromColumns([
      ['b', one],
      ['b', one],
    ]),
    { format: 'stream' },
  ) as Uint8Array
  await assert.rejects(linesOf(twice), /got two columns "b", at x\.arrow\. To fix: rename one of them/)
  const struct = arrow.struct([arrow.field('b', arrow.int8()), arrow.field('b', arrow.int8())])
  const inside = arrow.tableToIPC(
    arrow.tableFromColumns([
      ['a', one],
      ['s', arrow.columnFromArray([{ b: 1 }], struct)],
    ]),
    { format: 'stream' },
  ) as Uint8Array
  await assert.rejects(linesOf(inside), /got two columns "b", at x\.arrow\. To fix: rename one of them/)
  assert.equal(await linesOf(inside, ['a']), '{"a":1}\n')
})

const value = fc.option(fc.string({ unit: 'binary', maxLength: 20 }).filter(text => text.isWellFormed()))
const tables = fc
  .record({
    text: fc.array(value, { minLength: 1, maxLength: 20 }),
    type: fc.constantFrom(arrow.utf8(), arrow.largeUtf8(), arrow.dictionary(arrow.utf8(), arrow.int32())),
    format: fc.constantFrom('stream', 'file'),
  })
  .map(({ text, type, format }) => {
    const columns = {
      text: arrow.columnFromArray(text, type),
      n: arrow.columnFromArray(
        text.map((_, i) => (i % 3 === 0 ? null : i - 2)),
        arrow.int16(),
      ),
      list: arrow.columnFromArray(
        text.map((one, i) => (i % 4 === 0 ? null : [one, 'x'])),
        arrow.list(arrow.utf8()),
      ),
    }
    return arrow.tableToIPC(arrow.tableFromColumns(columns), { format: format as 'stream' }) as Uint8Array
  })

test('rows are those that flechette reads', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async bytes => {
      const rows = (await linesOf(bytes))
        .trimEnd()
        .split('\n')
        .map(row => JSON.parse(row))
      assert.deepEqual(rows, JSON.parse(JSON.stringify(arrow.tableFromIPC(bytes).toArray())))
    }),
    { numRuns: runs(200) },
  )
})

const sequence = fc.record({
  literals: fc.uint8Array({ maxLength: 600 }),
  distance: fc.integer({ min: 1, max: 65535 }),
  more: fc.integer({ min: 0, max: 600 }),
})

test('an LZ4 frame is what its literals and matches say, through blocks that refer to each other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(sequence, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
      fc.uint8Array(),
      (blocks, raw) => {
        const out: number[] = []
        const parts: Buffer[] = [Buffer.from('04224d18', 'hex'), Buffer.from([0x40, 0x40, 0])]
        const put = (bytes: readonly number[], flag: number) => {
          const size = Buffer.alloc(4)
          size.writeUInt32LE(bytes.length + flag)
          parts.push(size, Buffer.from(bytes))
        }
        const lengths = (length: number) =>
          length < 15 ? [] : [...Array(Math.floor((length - 15) / 255)).fill(255), (length - 15) % 255]
        for (const sequences of blocks) {
          const bytes: number[] = []
          for (const { literals, distance, more } of sequences) {
            out.push(...literals)
            const reached = Math.min(distance, out.length)
            if (reached === 0) continue
            bytes.push(
              (Math.min(15, literals.length) << 4) | Math.min(15, more),
              ...lengths(literals.length),
              ...literals,
            )
            bytes.push(reached & 255, reached >> 8, ...lengths(more))
            for (let i = 0; i < more + 4; i++) out.push(out[out.length - reached])
          }
          const last = [1, 2, 3]
          bytes.push(last.length << 4, ...last)
          out.push(...last)
          put(bytes, 0)
        }
        if (raw.length > 0) put([...raw], 2 ** 31)
        out.push(...raw)
        const frame = Buffer.concat([...parts, Buffer.alloc(4)])
        assert.deepEqual([...lz4Frame(frame, out.length)], out)
        if (out.length > 0) assert.throws(() => lz4Frame(frame, out.length - 1), RangeError)
      },
    ),
    { numRuns: runs(300) },
  )
})

test('a file that is cut anywhere is refused with its place', async () => {
  for (const name of ['utf8-lz4.arrow', 'view-plain.arrow', 'polars.arrow']) {
    const bytes = file(name)
    for (let length = 1; length < bytes.length; length += length < 300 ? 3 : 29)
      await assert.rejects(linesOf(bytes.subarray(0, length)), { code: 'ARROW_INVALID' }, `${length}`)
  }
  await assert.rejects(linesOf(file('utf8-plain.arrow').subarray(0, 1500)), {
    message:
      'ARROW_INVALID: expected a complete Arrow file or stream, got the end of the file inside a message behind batch 1, at x.arrow. To fix: transfer or write the file again.',
  })
})

test('an end mark in front of the schema, or of more bytes, is damage: neither is taken for the end of the rows', async () => {
  const stream = file('large-lz4.arrow')
  const end = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0])
  const refused = (bytes: Buffer, got: string) =>
    assert.rejects(linesOf(bytes), ({ message }: Error) => message.includes(`got ${got}, at x.arrow`))
  for (const bytes of [end, Buffer.concat([end, stream])])
    await refused(bytes, 'the end mark of messages in its schema')
  await refused(Buffer.concat([stream, stream]), 'bytes after the end mark behind batch 3')
  assert.equal(
    await linesOf(stream.subarray(0, -8)),
    await linesOf(stream),
    'a stream may lack its end mark',
  )
})

test('whatever bytes are wrong, the answer is lines or an error of the file', async () => {
  const names = readdirSync(folder).filter(name => name.endsWith('.arrow'))
  const change = fc.record({
    at: fc.nat(),
    byte: fc.oneof(fc.constantFrom(0, 1, 127, 255), fc.nat({ max: 255 })),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (name, changes) => {
        const bytes = file(name)
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte
        try {
          await linesOf(bytes)
        } catch (error) {
          assert.ok(isNearsameError(error), String(error))
          assert.match(error.code, /^ARROW_/)
        }
      },
    ),
    { numRuns: runs(2000) },
  )
})
