/** Inputs that change while they are read: the run fails instead of mixing two states. */
import assert from 'node:assert/strict'
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { dedupeRequest } from '../../src/cli/commands/dedupe.ts'
import { dedupe } from '../../src/files/jobs/dedupe.ts'
import type { StageName } from '../../src/files/requests.ts'
import { nearly, Workshop, wordsOf } from '../cli/command.ts'

const shop = new Workshop()
const text = (i: number) => (i % 2 === 0 ? wordsOf(i, 40) : nearly(i - 1, 1, 40))
const records = Array.from({ length: 4000 }, (_, i) => `{"id":${i},"text":"${text(i)}"}\n`).join('')

/** A run in which `change` happens at the first progress of the stage. */
async function runWith(stage: StageName, change: () => void, input = 'in.jsonl') {
  let isDone = false
  const progress = (at: { stage: StageName }) => {
    if (isDone || at.stage !== stage) return
    isDone = true
    change()
  }
  const request = dedupeRequest([input], { output: 'k.jsonl', force: true, quiet: true, threads: '1' })
  return dedupe(request, { progress, signal: new AbortController().signal })
}

test('an input that shrinks while it is scanned, measured or copied', async () => {
  for (const stage of ['scan', 'verify', 'write'] as const) {
    shop.write('in.jsonl', records)
    const shrinking = runWith(stage, () => truncateSync('in.jsonl', 1000))
    await assert.rejects(shrinking, { code: 'INPUT_CHANGED' }, stage)
    assert.deepEqual(shop.names(), ['in.jsonl'])
  }
})

test('an input whose records move while they are measured', async () => {
  shop.write('in.jsonl', records)
  const moved = runWith('verify', () => writeFileSync('in.jsonl', `     ${records}`))
  await assert.rejects(moved, { code: 'INPUT_CHANGED' })
  assert.deepEqual(shop.names(), ['in.jsonl'])
})

test('an input that is appended to', async () => {
  shop.write('in.jsonl', records)
  await assert.rejects(
    runWith('scan', () => appendFileSync('in.jsonl', records)),
    {
      message: `INPUT_CHANGED: expected the input to stay as it is during the run, got ${2 * records.length} bytes instead of ${records.length}, at in.jsonl. To fix: run again while nothing writes to the input.`,
    },
  )
  assert.deepEqual(shop.names(), ['in.jsonl'])
})

test('a document of a directory that goes away', async () => {
  for (let i = 0; i < 3; i++) shop.write(`docs/${i}`, text(2 * i))
  const gone = runWith('scan', () => rmSync('docs/2'), 'docs')
  await assert.rejects(gone, { code: 'INPUT_MISSING' })
  assert.deepEqual(shop.names(), ['docs', 'in.jsonl'])
})
