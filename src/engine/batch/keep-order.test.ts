/** Order by keep rules: how values of fields compare. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeepRule } from '../../ground/options/keep-rule.ts'
import { decidingRules, keepOrder } from './keep-order.ts'

/** Values of the one field that the rule reads, in its order of preference. */
function preferred(rule: KeepRule, values: readonly unknown[]): unknown[] {
  const order = keepOrder([rule], {
    count: values.length,
    textBytes: new Uint32Array(values.length),
    fields: [values],
  })
  return Array.from(order ?? [], document => values[document])
}

const prefer = (value: string): KeepRule => ({ rule: 'prefer', field: 'f', value })

test('a wanted value is a text, number or boolean with that spelling', () => {
  const values = [undefined, null, ['wiki'], { a: 1 }, 'wiki', 1, true, 12345678901234567890n]
  for (const [written, value] of [
    ['wiki', 'wiki'],
    ['1', 1],
    ['true', true],
    ['12345678901234567890', 12345678901234567890n],
  ] as const) {
    assert.equal(preferred(prefer(written), values)[0], value)
  }
  for (const written of ['undefined', 'null', '[object Object]', 'Wiki']) {
    assert.deepEqual(preferred(prefer(written), values), values)
  }
})

test('numbers in decimal notation come first, then other texts, then values without an order', () => {
  const values = ['1e400', '0x10', 'Infinity', ' 7 ', '-.5', '', null, 3, '1e2']
  assert.deepEqual(preferred({ rule: 'max', field: 'f' }, values), [
    '1e2',
    ' 7 ',
    3,
    '-.5',
    'Infinity',
    '1e400',
    '0x10',
    '',
    null,
  ])
})

test('numbers are compared in all their digits, however they are written', () => {
  const ascending = [
    -(10n ** 400n),
    '-900719925474099.202',
    '-900719925474099.201',
    '1e-999999999',
    '900719925474099.2',
    '900719925474099.201',
    '900719925474099.202',
    9007199254740992,
    '9007199254740992.5',
    9007199254740993n,
    '9007199254740994',
    10n ** 400n,
    Number.POSITIVE_INFINITY,
  ]
  assert.deepEqual(preferred({ rule: 'min', field: 'f' }, ascending.toReversed()), ascending)
  assert.deepEqual(preferred({ rule: 'max', field: 'f' }, ascending), ascending.toReversed())
  const equal = [900719925474099.2, '900719925474099.20', '9.007199254740992e14', 1n, '1.0', 1, ' 1 ']
  assert.deepEqual(preferred({ rule: 'max', field: 'f' }, equal), equal)
})

test('values of very many digits are compared in time linear in their length', () => {
  const digits = '1'.repeat(300_000)
  const zeros = `1${'0'.repeat(300_000)}1`
  const values = [`${digits}x`, `0.${zeros}`, `0.${zeros}1`, `${digits}y`, '7']
  assert.deepEqual(preferred({ rule: 'max', field: 'f' }, values), [
    '7',
    `0.${zeros}1`,
    `0.${zeros}`,
    `${digits}y`,
    `${digits}x`,
  ])
})

test('the first rule that tells two documents apart decides, and the next one only its ties', () => {
  const values = { count: 4, textBytes: Uint32Array.of(9, 5, 9, 5), fields: [] }
  assert.deepEqual([...(keepOrder([{ rule: 'longest' }, { rule: 'last' }], values) ?? [])], [2, 0, 3, 1])
  assert.deepEqual([...(keepOrder([{ rule: 'last' }, { rule: 'longest' }], values) ?? [])], [3, 2, 1, 0])
  assert.deepEqual([...(keepOrder([{ rule: 'shortest' }, { rule: 'last' }], values) ?? [])], [3, 1, 2, 0])
  const ruleOf = decidingRules([{ rule: 'longest' }, { rule: 'last' }], values)
  assert.deepEqual([ruleOf(2, 0), ruleOf(0, 1)], ['last', 'longest'])
})

test('rules are asked in turn: `first` and `last` decide among equal ones, and what follows them is never asked', () => {
  const values = { count: 5, textBytes: Uint32Array.of(3, 7, 3, 7, 3), fields: [] }
  const order = (...rules: KeepRule['rule'][]) => {
    const found = keepOrder(
      rules.map(rule => ({ rule }) as KeepRule),
      values,
    )
    return found && Array.from(found)
  }
  assert.deepEqual(order('longest', 'last'), [3, 1, 4, 2, 0])
  assert.deepEqual(order('longest', 'first'), [1, 3, 0, 2, 4])
  assert.deepEqual(order('shortest', 'last'), [4, 2, 0, 3, 1])
  assert.deepEqual(order('last', 'shortest'), [4, 3, 2, 1, 0])
})

test('a field that no document has is refused if there is a document', () => {
  const rules: readonly KeepRule[] = [{ rule: 'min', field: 'f' }]
  const one = { textBytes: Uint32Array.of(1), fields: [[undefined]] }
  assert.throws(() => keepOrder(rules, { ...one, count: 1 }), { code: 'OPTION_VALUE' })
  assert.doesNotThrow(() => keepOrder(rules, { ...one, count: 0, fields: [[]] }))
})
