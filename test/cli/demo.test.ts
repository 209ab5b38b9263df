/** `nearsame demo`: the command lines of the demo, and the files behind it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../runtimes/build.ts'
import { Workshop } from './command.ts'

const shop = new Workshop()

test('the demo runs two commands, shows one removed record, and leaves nothing behind', async () => {
  const { status, out, err } = await shop.run('demo')
  assert.equal(status, 0, err)
  assert.deepEqual(
    [...out.matchAll(/^\$ (.+)$/gm)].map(([, line]) => line),
    [
      'nearsame dedupe sample/docs.jsonl -o kept.jsonl --removed removed.jsonl',
      'nearsame explain sample/docs.jsonl --ids 68895,73218',
    ],
  )
  assert.match(out, /\n {2}\{"id":73218,.+"survivor":68895,.+\}\n/)
  assert.match(out, /\nThey match: Jaccard 0\.8636, threshold 0\.8\.\n/)
  assert.match(err, /\n {2}near {8}188 {2}19\.8 % /)
  assert.deepEqual(shop.names(), [])
})

test('--copy writes the files of the demo with their licences, and never over others', async () => {
  const { status, err } = await shop.run('demo --copy sample')
  assert.deepEqual([status, err], [0, 'nearsame demo: the sample is in sample\n'])
  assert.deepEqual(shop.names('sample'), [
    'NOTICE.md',
    'bulk.ndjson',
    'docs.jsonl',
    'people.csv',
    'solrconfig.xml',
  ])
  assert.deepEqual(shop.bytes('sample/docs.jsonl'), readFileSync(join(root, 'examples/sample/docs.jsonl')))
  const again = await shop.run('demo --copy sample')
  assert.match(
    again.err,
    /^nearsame: OUTPUT_EXISTS: expected a new directory, or an empty one, got sample, /,
  )
  const nowhere = await shop.run('demo --copy no/where')
  assert.match(nowhere.err, /^nearsame: OUTPUT_DIRECTORY: /)
})
