import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import { binOf, binsInAll } from '../evaluate/similarity-bins.ts'
import { bestRow, reachingBands, type ShingleRow, shingleRow } from './proposal.ts'

const words5 = { unit: 'words', size: 5 } as const
const chars5 = { unit: 'chars', size: 5 } as const

function row(depth: number, near: number, size = 1): ShingleRow {
  return { shingle: { unit: 'words', size }, perText: 10, boundary: { threshold: 0.6, depth, near } }
}

test('a valley counts if it is clear and has enough near texts behind it', () => {
  const counts = (near: number) => {
    const bins = new Float64Array(binsInAll)
    bins[binOf(0.2)] = 1000
    bins[binOf(0.9)] = near
    return bins
  }
  assert.equal(shingleRow(words5, 10, counts(4)).boundary, undefined)
  assert.equal(shingleRow(words5, 10, counts(40)).boundary?.near, 40)
  assert.equal(shingleRow(words5, 10, new Float64Array(binsInAll)).boundary, undefined)
})

test('takes the shingle under which most texts have a near one, if its valley is as deep', () => {
  assert.equal(bestRow([]), undefined)
  const none = { shingle: words5, perText: 10 }
  assert.equal(bestRow([none, { shingle: chars5, perText: 10 }]), undefined)
  const [given, more, shallow] = [row(2, 100, 5), row(2.1, 150, 2), row(0.8, 900, 1)]
  assert.equal(bestRow([none, shallow]), shallow)
  assert.equal(bestRow([given, more, shallow]), more)
  assert.equal(bestRow([given, row(2.5, 101, 3)]), given, 'a slight gain is no reason to change')
})

test('bands reach the recall, with a longer signature if necessary', () => {
  const reached = reachingBands({ measure: 'jaccard', threshold: 0.25, recall: 0.99, signatureLength: 16 })
  assert.deepEqual(reached?.signatureLength, 32)
  assert.ok(reached && agreeingProbability(reached.bands, 0.25) >= 0.99)
  assert.equal(
    reachingBands({ measure: 'jaccard', threshold: 0.0001, recall: 0.999, signatureLength: 128 }),
    undefined,
  )
})
