import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposalWarnings } from './proposal-warnings.ts'
import type { SettingReport } from './setting.ts'

const setting = (threshold: number, textsWithMatch: number) =>
  ({ threshold, estimated: { matchingPairs: 0, candidatePairs: 0, textsWithMatch } }) as SettingReport

test('warns if most texts have a match, and of a low threshold', () => {
  const asked = setting(0.8, 30)
  const texts = 1000
  assert.deepEqual(proposalWarnings(setting(0.6, 500), asked, texts), [])
  assert.deepEqual(proposalWarnings(setting(0.6, 501), asked, texts), [
    'most texts (about 501 of 1000, with your options 30) have a match: they may share a template, so read pairs of ' +
      '`pairs` just above the threshold first',
  ])
  assert.deepEqual(proposalWarnings(setting(0.21, 440), asked, texts), [
    'texts as different as 0.21 often say different things: read pairs of `pairs` just above the threshold first',
  ])
  assert.equal(proposalWarnings(setting(0.21, 900), asked, texts).length, 2)
  assert.deepEqual(proposalWarnings(setting(0.4, 100), setting(0.3, 200), texts), [])
})
