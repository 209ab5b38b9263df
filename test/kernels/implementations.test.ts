/**
 * The implementations have the same kernels, and each of them is tested: `wasm.ts` declares the type of the WebAssembly
 * modules, which does not prove what they export.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { all, names } from './implementations.ts'

const functionsOf = (kernels: object): string[] =>
  Object.entries(kernels)
    .flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    .sort()

const [reference, ...compiled] = all
const defined = functionsOf(reference)

test('the kernels that run have the requested name', () => {
  assert.deepEqual(
    all.map(({ name }) => name),
    names,
  )
})

test('every implementation has each kernel of the reference, and no other', () => {
  assert.ok(defined.includes('describe') && defined.length > 20, 'the check sees kernels')
  for (const kernels of compiled) assert.deepEqual(functionsOf(kernels), defined, kernels.name)
})

test('every kernel is called by the tests of kernels', () => {
  const tests = globSync('*.ts', { cwd: import.meta.dirname })
    .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  assert.deepEqual(
    defined.filter(name => !tests.includes(`.${name}(`)),
    [],
  )
})
