import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Boundary } from '../evaluate/boundary.ts'
import { proposalWarnings } from './proposal-warnings.ts'
import type { SettingReport } from './setting.ts'

const texts = 1000
const asked = setting(0.8, 30)

function setting(threshold: number, textsWithMatch: number, matches = 1): SettingReport {
  const estimated = {
    matchingPairs: (matches * textsWithMatch) / 2,
    candidatePairs: 0,
    textsWithMatch,
    removed: 0,
  }
  return { threshold, shingle: 'words:5', estimated } as SettingReport
}

function warnings(proposal: SettingReport, precision = 1): string[] {
  const boundary: Boundary = { threshold: proposal.threshold, depth: 1, near: 9, precision }
  return proposalWarnings({ proposal, boundary }, asked, texts)
}

test('warns if most texts match, of siblings, low precision and a low threshold', () => {
  assert.deepEqual(warnings(setting(0.6, 500)), [])
  assert.deepEqual(warnings(setting(0.6, 501)), [
    'most texts (about 501 of 1000, with your options 30) have a match',
  ])
  assert.deepEqual(warnings(setting(0.6, 100, 6)), [])
  assert.deepEqual(warnings(setting(0.6, 100, 31)), [
    'a text with a match has 31 on average, as pages of one template have',
  ])
  assert.deepEqual(warnings(setting(0.6, 100), 0.8), [])
  assert.deepEqual(warnings(setting(0.6, 100), 0.74), [
    'the estimated precision is 0.74: the valley is shallow, so texts that are not copies may be among those near another',
  ])
  assert.deepEqual(warnings(setting(0.21, 440)), ['texts as different as 0.21 often say different things'])
  assert.equal(warnings(setting(0.21, 900, 20), 0.1).length, 4)
})

test('says why a valley was not proposed', () => {
  assert.deepEqual(proposalWarnings({}, asked, texts), [])
  assert.deepEqual(proposalWarnings({ rejected: setting(0.3, 950, 200) }, asked, texts), [
    'no proposal: the valley at 0.3 of words:5 separates no copies; above it about 950 of 1000 texts have a match, ' +
      '200 on average, as pages of one template have',
  ])
})

test('of short texts no precision is estimated, and a valley with most texts above it is not proposed', () => {
  const boundary: Boundary = { threshold: 0.6, depth: 1, near: 9, precision: 0.7 }
  assert.deepEqual(
    proposalWarnings({ proposal: setting(0.6, 100), boundary, isShort: true }, asked, texts),
    [
      'no precision is estimated: in texts of fewer than 20 different words, look-alikes may be as near as copies, so read the pairs',
    ],
  )
  assert.deepEqual(proposalWarnings({ rejected: setting(0.4, 620, 2) }, asked, texts), [
    'no proposal: above the valley at 0.4 of words:5 most of these short texts (about 620 of 1000) have a match, so it ' +
      'does not tell copies from look-alikes',
  ])
})
