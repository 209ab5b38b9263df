/** Every exported name is defined in one file, so that a name means one thing wherever it is imported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource, sourceFiles } from './sources.ts'

/** The reference of a kernel has the name of the kernel; so has the function of a wing that calls it. */
const twiceByDesign = ['bandKeys', 'textProfile']

const definition =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** A function with overloads, and a type beside its value, are one name of their file. */
function definedNames(source: string): string[] {
  return [...new Set(Array.from(source.matchAll(definition), ([, name]) => name))]
}

test('every exported name is defined once', () => {
  const filesOf = new Map<string, string[]>()
  for (const file of sourceFiles()) {
    for (const name of definedNames(readSource(file))) {
      filesOf.set(name, [...(filesOf.get(name) ?? []), file])
    }
  }
  assert(filesOf.size > 1000, 'the check sees definitions')
  const several = [...filesOf].filter(([, files]) => files.length > 1)
  const unexpected = several.filter(([name]) => !twiceByDesign.includes(name))
  assert.deepEqual(unexpected, [])
  assert.equal(several.length, twiceByDesign.length, 'the list of exceptions names no other')
})

test('the check sees definitions of every kind, and no re-exports', () => {
  const source =
    'export const a = 1\nexport async function b() {}\nexport function* c() {}\nexport abstract class D {}\n' +
    "export type E = 1\nexport interface G {}\nexport const E = 2\nexport { f } from './f.ts'\nconst h = 1"
  assert.deepEqual(definedNames(source), ['a', 'b', 'c', 'D', 'E', 'G'])
})
