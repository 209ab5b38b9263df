import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf } from './calendar-date.ts'
import { columnKindOf } from './column-kinds.ts'

test('the values show what a column is', () => {
  const kinds = [
    ['words', ['Anna', 'Jürgen', 'Marie Luise']],
    ['date', ['1962-03-17', '17.3.1962', '3/17/1962', '19620317', 'spring']],
    ['number', ['1.50', '12', '3']],
    ['code', ['5374979', '4670859', '810997']],
    ['code', ['MC939LL/A', 'N430GT', 'GUB211']],
    ['phone', ['212-319-1660', '+44 1968 142850', '404/ 237-2700']],
    ['phone', ['tel. 030 1234567', '555-0142 x12', '(0211) 44 55 66']],
    ['phone', ['0501234567', '0583335185', '+966 583335185', '0044 1543 277195']],
    ['number', ['114000', '88000', '7500', '116561']],
    ['code', ['AB-123456', 'AB-123457', 'CX-200118']],
    ['code', ['4711-0815-22', '4711-0816-22', '3902-1177-05']],
    ['postcode', ['M27 8ED', 'S16 5EH', 'L3 1AJ']],
    ['email', ['k.saarka@post.example', 'u@inbox.example']],
    ['text', ['a b c d e f g h i j k l m', 'n o p q r s t u v w x y z']],
    ['constant', ['Vienna']],
  ] as const
  for (const [kind, values] of kinds) assert.equal(columnKindOf(values, values.length), kind)
  assert.equal(columnKindOf(['red', 'blue'], 100), 'category')
})

test('dates are read as they are usually written', () => {
  assert.deepEqual(dateOf('1962-03-17'), [1962, 3, 17])
  assert.deepEqual(dateOf('17.3.1962'), [1962, 3, 17])
  assert.deepEqual(dateOf('3/17/1962'), [1962, 3, 17])
  assert.deepEqual(dateOf('17/3/1962'), [1962, 3, 17])
  assert.deepEqual(dateOf('1962-03-17T12:00:00Z'), [1962, 3, 17])
  assert.equal(dateOf('1962-13-17'), undefined)
  assert.equal(dateOf('12345678'), undefined)
})
