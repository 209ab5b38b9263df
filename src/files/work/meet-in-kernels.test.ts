import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { chunked } from '../../../test/worlds/chunked.ts'
import { openKernelThread } from '../../../test/worlds/kernel-thread.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { meetingsIn } from './meet-in-kernels.ts'

/** Sets of 100 members each; sketch d differs from sketch e in as many bits as the two numbers. */
function sketchesOf(bits: readonly number[]): Uint32Array {
  const sketches = new Uint32Array(oddSketchWords * bits.length)
  for (const [document, own] of bits.entries()) {
    sketches[oddSketchWords * document] = own
    sketches[oddSketchWords * (document + 1) - 1] = 100
  }
  return sketches
}

test('likely pairs are listed in kernel memory, group by group and document by document', async () => {
  const thread = await openKernelThread()
  const pairsOf = (groups: number[][], agree: number, bits: readonly number[], most = 1e6) => {
    const columns = chunked({ count: groups.length, sketches: sketchesOf(bits) })
    const list = meetingsIn(thread, columns, 'jaccard')
    const lists = list({ ...candidatesOf(groups), agree }, most, 0.95)
    if (lists === undefined) return undefined
    const pairs: [number, number][] = []
    for (const { left, right, length } of lists)
      for (let pair = 0; pair < length; pair++) pairs.push([left[pair], right[pair]])
    return pairs
  }
  const equal = [0, 0, 0, 0]
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 1, equal), [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 2, equal), [[0, 2]])
  // Bounds: (200 - d) / (200 + d) for d differing bits, 0.961 for 4 and 0.942 for 6.
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 1, [0b1111, 0, 0b110000, 0]), [
    [0, 1],
    [1, 2],
  ])
  // 780,625 pairs, far more than one list has.
  const many = Array.from({ length: 5000 }, (_, document) => (document % 4 === 0 ? [1] : [2 + document]))
  const alike = new Array<number>(5000).fill(7)
  assert.equal(pairsOf(many, 1, alike)?.length, (1250 * 1249) / 2)
  assert.equal(pairsOf(many, 1, alike, 1000), undefined)
  const unsketched = meetingsIn(thread, chunked({ count: 1 }), 'jaccard')
  assert.equal(unsketched(candidatesOf([[1]]), 1e6, 0.95), undefined)
  thread.files.close()
})
