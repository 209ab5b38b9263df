/** The README says of every format of inputs how it is asked for: by the ending of a name, or by its own name. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { inputFormats } from '../../src/options/input-options.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')

test('the README has every format of inputs', () => {
  const [paragraph] = /^Inputs: .*?\n\n/ms.exec(readme) ?? []
  assert.ok(paragraph !== undefined)
  const named = new Set(
    [...paragraph.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.replaceAll('.', '').split(' ')),
  )
  for (const format of inputFormats) assert.ok(named.has(format), format)
})
