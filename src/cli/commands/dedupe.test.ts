import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlagValues } from '../command/command-options.ts'
import { dedupeRequest, runsInKernels } from './dedupe.ts'

test('JSON lines and files of columns that the main method reads as they are run in kernels', () => {
  const runs = (inputs: readonly string[], values: FlagValues = {}) =>
    runsInKernels(dedupeRequest(inputs, { output: 'kept', ...values }))
  assert.deepEqual(
    [
      runs(['a.jsonl', 'b.ndjson.gz']),
      runs(['-'], { inputFormat: 'jsonl' }),
      runs(['a.parquet', 'b.arrow', 'c.jsonl']),
      runs(['a.jsonl', 'b.csv']),
      runs(['folder']),
      runs(['a.jsonl'], { html: true }),
      runs(['a.jsonl'], { method: 'lucene-fingerprint' }),
      runs(['a.jsonl'], { memory: '256MB' }),
      runs(['a.jsonl'], { resume: true }),
    ],
    [true, true, true, false, false, false, false, false, false],
  )
})
