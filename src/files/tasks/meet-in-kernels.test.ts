import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { bandsOf, kernelPlanOf } from '../../methods/options/chosen-method.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import { openThread } from '../thread/thread.ts'
import { meetingsIn } from './meet-in-kernels.ts'

const shape = { bits: 3, bands: 3, sketches: false, places: false, textBytes: false, isShared: false }
const result = resolveResultOptions()

test('meetings are listed in kernel memory, group by group and document by document', async () => {
  const thread = await openThread({
    kernels: 'wasm-simd',
    module: undefined,
    plan: kernelPlanOf(result, bandsOf(result), false),
    keys: [],
    stopHashes: [],
    html: false,
    cacheBytes: 2 ** 20,
    signing: undefined,
    rows: { shape, next: new Int32Array(1), isPassing: false },
  })
  const list = meetingsIn(thread)
  const pairsOf = (groups: number[][], agree: number, most = 1e6) => {
    const lists = list({ ...candidatesOf(groups), agree }, most)
    if (lists === undefined) return undefined
    const pairs: [number, number][] = []
    for (const { left, right, length } of lists)
      for (let pair = 0; pair < length; pair++) pairs.push([left[pair], right[pair]])
    return pairs
  }
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 1), [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 2), [[0, 2]])
  // 780,625 pairs, far more than one list has.
  const many = Array.from({ length: 5000 }, (_, document) => (document % 4 === 0 ? [1] : [2 + document]))
  assert.equal(pairsOf(many, 1)?.length, (1250 * 1249) / 2)
  assert.equal(pairsOf(many, 1, 1000), undefined)
  thread.files.close()
})
