import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareValues, doubtfulOrder } from './value-order.ts'

const largest = (values: readonly unknown[]) => {
  const compare = compareValues(values, -1)
  return values[values.map((_, i) => i).sort(compare)[0]]
}
const doubt = (values: readonly unknown[]) => doubtfulOrder({ rule: 'max', field: 'v' }, values)

test('ISO times are compared by instant', () => {
  assert.equal(
    largest(['2026-01-01T06:00:00+00:00', '2025-12-31T23:30:00-08:00', '2026-01-01T09:00:00+05:30']),
    '2025-12-31T23:30:00-08:00',
  )
  assert.equal(
    largest(['20260101T100000Z', '2026-01-01T10:00:00.25Z', '2026-01-01T10:00:00,3Z']),
    '2026-01-01T10:00:00,3Z',
  )
  assert.equal(largest(['2026-01-01', '2026-01-01 00:00:01']), '2026-01-01 00:00:01')
  assert.equal(largest(['2024-02-29', '2024-02']), '2024-02-29')
})

test('the instant is that of the runtime', () => {
  const times = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  const zones = fc.integer({ min: -14 * 60, max: 14 * 60 })
  const written = fc.tuple(times, zones).map(([time, ahead]) => {
    const local = new Date(time.getTime() + ahead * 60_000).toISOString().slice(0, -1)
    const [hours, minutes] = [Math.trunc(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
    const zone = `${ahead < 0 ? '-' : '+'}${`${hours}`.padStart(2, '0')}:${`${minutes}`.padStart(2, '0')}`
    return { time: time.getTime(), text: local + zone }
  })
  fc.assert(
    fc.property(fc.tuple(written, written), ([a, b]) => {
      if (a.text.length !== 29 || b.text.length !== 29) return
      assert.equal(Math.sign(compareValues([a.text, b.text], 1)(0, 1)), Math.sign(a.time - b.time))
    }),
  )
})

test('values of one form are no doubt', () => {
  const sure = [
    [1, '2.5', '1e3', null, undefined, '', ' '],
    ['2025-12-31', '2026-01-01'],
    ['2025-12-31T23:30:00-08:00', '2026-01-01T06:00Z', '2026-01-01 06:00:00.5+0100'],
    ['2025-12', '2026-01'],
    [],
  ]
  for (const values of sure) assert.equal(doubt(values), undefined, String(values))
  assert.equal(doubtfulOrder({ rule: 'prefer', field: 'v', value: 'a' }, ['a', 'b']), undefined)
})

test('values of several forms, or of none that is known, are named with an example', () => {
  const doubtful: readonly (readonly [readonly unknown[], string])[] = [
    [['12/31/2025', '01/02/2026'], '"12/31/2025" beside "01/02/2026"'],
    [['9,000', '10,000'], '"9,000" beside "10,000"'],
    [[12, '$9', '$10'], '"$9" beside 12'],
    [['Wed, 31 Dec 2025 10:00:00 GMT', null], '"Wed, 31 Dec 2025 10:00:00 GMT"'],
    [['2025-12-31', '2025-12-31T10:00:00Z'], '"2025-12-31T10:00:00Z" beside "2025-12-31"'],
    [['2025-12-31T10:00', '2025-12-31T10:00Z'], '"2025-12-31T10:00Z" beside "2025-12-31T10:00"'],
    [[7, 'unknown'], '"unknown" beside 7'],
    [[true, 7], 'true beside 7'],
    [['2025-02-30'], '"2025-02-30"'],
    [[`${'x'.repeat(50)}`], `"${'x'.repeat(40)}…"`],
  ]
  for (const [values, example] of doubtful)
    assert.ok(doubt(values)?.includes(`such as ${example}, so`), doubt(values))
})
