/** Every exported name is defined in one file, so that it means the same in every import. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource, sourceFiles } from './sources.ts'

/** A kernel, its slow reference and the function of a wing that calls it share a name. */
const twiceByDesign = ['bandKeys', 'textProfile']

const definition =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** The exported names of a file; overloads count once, and so do a value and its type of one name. */
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
  assert.equal(several.length, twiceByDesign.length, 'the list of exceptions has no others')
})

test('the check sees definitions of every kind, and no re-exports', () => {
  const source =
    'export const a = 1\nexport async function b() {}\nexport function* c() {}\nexport abstract class D {}\n' +
    "export type E = 1\nexport interface G {}\nexport const E = 2\nexport { f } from './f.ts'\nconst h = 1"
  assert.deepEqual(definedNames(source), ['a', 'b', 'c', 'D', 'E', 'G'])
})
