import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunked } from '../../../test/worlds/chunked.ts'
import type { Verifier } from '../cluster/candidates.ts'
import type { Columns } from './columns.ts'
import { measureBeside, signatureOutcome, signatureRepresentatives } from './equal-signatures.ts'

/** Documents of one letter for each of: raw text, tokens (a capital has none), signature. */
function columnsOf(...documents: readonly string[]): Columns {
  const words = (place: number) =>
    Uint32Array.from(documents.flatMap(document => [0, 1, 2, document.charCodeAt(place)]))
  return chunked({
    count: documents.length,
    exact: words(0),
    tokens: words(1),
    tokenCount: Uint32Array.from(documents, ([, tokens]) => (tokens === tokens.toUpperCase() ? 0 : 3)),
    bands: 4,
    keys: words(2),
  })
}

/** Records the pairs it has measured. */
function verifierAnswering(value: number): Verifier & { readonly asked: number[][] } {
  const asked: number[][] = []
  return {
    asked,
    measure: async (left, right) => {
      asked.push(...Array.from(left, (document, pair) => [document, right[pair]]))
      return new Float64Array(left.length).fill(value)
    },
  }
}

test('documents of equal signature join the one visited first', () => {
  const columns = columnsOf('aax', 'bby', 'ccx', 'ddx')
  assert.deepEqual([...signatureRepresentatives(columns)], [0, 1, 0, 0])
  assert.deepEqual([...signatureRepresentatives(columns, Int32Array.of(3, 2, 1, 0))], [3, 1, 3, 3])
})

test('kinds say what else is equal, and only pairs with nothing else equal are measured', async () => {
  const columns = columnsOf('aax', 'aax', 'bax', 'ccx', 'dDx', 'eey')
  const verifier = verifierAnswering(0.25)
  const outcome = await signatureOutcome(columns, signatureRepresentatives(columns), verifier)
  assert.deepEqual([...outcome.survivor], [0, 0, 0, 0, 0, 5])
  assert.deepEqual([...outcome.kind], [0, 1, 2, 3, 3, 0])
  assert.deepEqual([...outcome.similarity], [1, 1, 1, 1, 1, 1])
  // A text without tokens shares no shingle with anything.
  assert.deepEqual([...(outcome.jaccard ?? [])], [1, 1, 1, 0.25, 0, 1])
  assert.deepEqual(verifier.asked, [[3, 0]])
})

test('equal token sequences have similarity 1 only if there are tokens', async () => {
  const columns = columnsOf('aTx', 'bTx', 'ctx', 'dtx')
  const pairs = [Int32Array.of(0, 2, 0), Int32Array.of(1, 3, 0)] as const
  assert.deepEqual([...(await measureBeside(columns, ...pairs, verifierAnswering(0.5)))], [0, 1, 1])
})
