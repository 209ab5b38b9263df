import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { unicodeTablesPath, unicodeTablesSource } from '../../kernels/unicode/generate.ts'
import { skipNaive } from './naive-canonical.ts'

test("the tables of Unicode are the generator's output for the database", { skip: skipNaive }, async () => {
  const isSame = readFileSync(unicodeTablesPath, 'utf8') === (await unicodeTablesSource())
  assert.ok(isSame, 'run kernels/unicode/generate.ts')
})
