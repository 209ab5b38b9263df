/** The pages name every input format: the README by file extension or by name. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { inputFormats } from '../../src/ground/options/input-options.ts'

const page = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

test('the README has every input format', () => {
  const [paragraph] = /^Inputs: .*?\n\n/ms.exec(page('README.md')) ?? []
  assert.ok(paragraph !== undefined)
  const named = new Set(
    [...paragraph.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.replaceAll('.', '').split(' ')),
  )
  for (const format of inputFormats) assert.ok(named.has(format), format)
})

test('the message about standard input lists every format for it', () => {
  const [, list] = /To fix: add `inputFormat` (.+)\.$/m.exec(page('docs/errors.md')) ?? []
  assert.deepEqual(
    list?.split(/, | or /),
    inputFormats.filter(format => format !== 'parquet'),
  )
})
