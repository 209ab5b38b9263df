import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodNames } from '../../../methods/methods.ts'
import type { IndexOptions } from '../documents/index-types.ts'
import { resolveIndexOptions, settingsOf } from './index-settings.ts'

test('opening a collection with another method fails, naming both methods and nothing else', () => {
  for (const method of methodNames) {
    const { header } = resolveIndexOptions({ method })
    assert.deepEqual(settingsOf(header, {}).header, header)
    assert.deepEqual(settingsOf(header, { method }).header, header)
    for (const other of methodNames.filter(name => name !== method)) {
      assert.throws(() => settingsOf(header, { method: other }), {
        code: 'OPTIONS_MISMATCH',
        message: new RegExp(`: method "${method}".*, got method "${other}"`),
      })
    }
  }
})

test('parameters of the same method are compared, and auto is shown as written', () => {
  const { header } = resolveIndexOptions({ method: 'records' })
  assert.throws(() => settingsOf(header, { params: { threshold: 0.5 } }), {
    code: 'OPTIONS_MISMATCH',
    message: /"threshold":"auto",.*\}, got params \{.*"threshold":0\.5,/,
  })
  assert.deepEqual(settingsOf(header, { params: { threshold: 'auto' } }).header, header)
})

test('invalid stored options are a fault of the store', () => {
  const { header } = resolveIndexOptions({})
  for (const options of [{ threshold: 2 }, { colour: 'red' }, { params: { quantRate: null } }]) {
    const stored = { ...header, options: { ...header.options, ...options } }
    assert.throws(() => settingsOf(stored, {}), { code: 'STORE_FORMAT' }, JSON.stringify(options))
  }
})

test('a collection of another format is refused before its options are read, with what to do', () => {
  const { header } = resolveIndexOptions({})
  const fixes = [
    [1, 'add its documents to a new collection, or open it with the version of nearsame that made it'],
    [3, 'use a later version of nearsame'],
  ] as const
  for (const [format, fix] of fixes) {
    assert.throws(() => settingsOf({ ...header, format, options: { rule: 'old' } }, {}), {
      code: 'STORE_FORMAT',
      message: `STORE_FORMAT: expected a collection of format 2, got format ${format}. To fix: ${fix}.`,
    })
  }
})

test('options of a run that collections lack are refused; an undefined option counts as omitted', () => {
  for (const option of [{ cluster: 'star' }, { keep: 'first' }]) {
    assert.throws(() => resolveIndexOptions(option as IndexOptions), { code: 'OPTION_UNKNOWN' })
  }
  assert.deepEqual(
    resolveIndexOptions({ threshold: undefined } as object).header,
    resolveIndexOptions({}).header,
  )
})
