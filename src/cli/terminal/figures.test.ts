import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunReport } from '../../files/requests.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import { printCounted } from './figures.ts'
import { planView } from './plan-view.ts'
import { progressLine } from './progress.ts'
import { summary } from './summary.ts'

/** A report of a run that took a second. */
function reportOf(records: number, bytes: number): RunReport {
  return {
    versions: { nearsame: '0.1.0', node: '24.0.0', unicode: '17.0.0' },
    inputs: [{ path: 'a.jsonl', format: 'jsonl', bytes, records }],
    options: resolveResultOptions({
      method: 'repeated-trials',
      params: { trials: 1, agree: 1, hashes: 1 },
    }),
    counts: { read: records, bad: 0, bytes },
    badRecords: [],
    hints: [],
    bands: { bands: 1, rows: 1, agree: 1, curve: [] },
    stages: [{ name: 'scan', seconds: 1, bytes }],
    peakMemoryBytes: 0,
  }
}

test('one is singular; zero and several are plural', () => {
  assert.deepEqual(
    [0, 1, 2, 1000].map(count => printCounted(count, 'record')),
    ['0 records', '1 record', '2 records', '1,000 records'],
  )
  assert.equal(printCounted(2, 'hash', 'hashes'), '2 hashes')
})

test('views count one record, document, trial and hash', () => {
  const one = reportOf(1, 40)
  assert.match(summary('dedupe', one), /^nearsame dedupe: 1 record, 40 B, a\.jsonl\n/)
  assert.match(planView('dedupe', one), /a match +1 of 1 trial of 1 hash agree\n/)
  const progress = { stage: 'scan', documents: 1, bytes: 0, totalBytes: 0 } as const
  assert.equal(progressLine(progress, 0), 'scan  1 document')
})

test('speeds are whole numbers of their unit', () => {
  const speeds = [1, 1016, 1015 * 1024].map(
    bytes => /, (.+\/s)\n/.exec(summary('dedupe', reportOf(3, bytes)))?.[1],
  )
  assert.deepEqual(speeds, ['1 B/s', '1016 B/s', '1015 KiB/s'])
})
