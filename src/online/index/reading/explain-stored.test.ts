import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import type { TextExplanation } from '../../../engine/library/explain.ts'
import { explainRecords } from '../../../files/jobs/explain.ts'
import { resolveInputOptions } from '../../../ground/options/input-options.ts'
import { methodNames } from '../../../methods/methods.ts'
import { resolveResultOptions } from '../../../methods/options/result-options.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'

const directory = temporaryFolder()
const file = join(directory, 'docs.jsonl')
const text = 'The quick brown fox jumps over the lazy dog near the river bank today'
const documents = [
  { id: 'a', text },
  { id: 'cat', text: text.replace('dog', 'cat') },
  { id: 'same', text },
  { id: 'case', text: `${text.toUpperCase()}!` },
  { id: 'other', text: 'Something else that has nothing in common with any of these' },
  { id: 'signs', text: '!' },
  { id: 'same signs', text: '!' },
]
writeFileSync(file, documents.map(document => `${JSON.stringify(document)}\n`).join(''))

const asked: readonly (readonly [a: string, b: string])[] = [
  ...['cat', 'same', 'case', 'other', 'signs'].map(id => ['a', id] as const),
  ['signs', 'same signs'],
]

/** The models of a collection and of an input differ in the last digits of the values of `records`. */
function rounded(explanation: TextExplanation): TextExplanation {
  const { decided } = explanation
  if (typeof decided?.value !== 'number') return explanation
  return { ...explanation, decided: { ...decided, value: Number(decided.value.toFixed(6)) } }
}

for (const near of [true, false]) {
  test(`an index explains two documents as the command explains two records, near ${near}`, async () => {
    for (const method of methodNames) {
      const index = await openIndex(memoryStore(), { method, near })
      for (const document of documents) await index.add(document)
      if (method === 'records' && near) await index.retrain()
      for (const ids of asked) {
        const { a: _, b: __, ...stored } = await index.explain(...ids)
        const request = {
          inputs: [file],
          ids,
          result: resolveResultOptions({ method, near }),
          input: resolveInputOptions(),
        }
        // An index has no columns.
        const { a: ___, b: ____, byColumns: _____, ...expected } = await explainRecords(request)
        assert.deepEqual(rounded(stored), rounded(expected), `${method}: ${ids}`)
      }
    }
  })
}
