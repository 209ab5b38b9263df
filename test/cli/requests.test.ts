import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedupeCommand, dedupeRequest } from '../../src/cli/commands/dedupe.ts'
import { explainRequest } from '../../src/cli/commands/explain.ts'
import { matchRequest } from '../../src/cli/commands/match.ts'
import { pairsRequest } from '../../src/cli/commands/pairs.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { recordingTerminal } from './recording-terminal.ts'

/** The request of `nearsame dedupe …`, through the real argument parser. */
function parsedDedupe(...args: readonly string[]) {
  const context = { terminal: recordingTerminal(), signal: new AbortController().signal }
  const command = dedupeCommand(context).exitOverride()
  command.parseOptions([...args])
  return dedupeRequest(['a.jsonl'], command.opts())
}

test('passes on every option of dedupe', () => {
  const request = parsedDedupe(
    ...['-o', 'kept.jsonl', '--removed', 'r.jsonl', '--clusters', 'c.jsonl', '--pairs', 'p.csv'],
    ...['--deletes', 'bulk', '--deletes-output', 'd.ndjson', '--deletes-index', 'news'],
    ...[
      '--report',
      'report.json',
      '--bad',
      'bad.jsonl',
      '--decisions',
      'd.csv',
      '--state',
      'S',
      '--report-html',
      'r.html',
      '--threshold',
      '0.7',
      '--measure',
      'containment',
    ],
    ...[
      '--shingle',
      'chars:8',
      '--fold',
      'marks',
      '--symbols',
      'keep',
      '--recall',
      '0.95',
      '--cluster',
      'complete',
      '--keep',
      'max:score,longest',
    ],
    ...[
      '--keep',
      'first',
      '--within',
      'lang',
      '--near',
      'off',
      '--seed',
      '7',
      '--threads',
      '3',
      '--temp',
      'scratch',
    ],
    ...['--memory', '4GB', '--resume'],
    ...['--text', 'title,body', '--id', 'key', '--input-format', 'jsonl', '--html', '--max-record', '1MiB'],
    ...['--plan', '--dry-run', '--force', '--on-error', 'stop', '--max-bad', '0.5', '--quiet', '--json'],
  )
  assert.deepEqual(request, {
    inputs: ['a.jsonl'],
    output: 'kept.jsonl',
    removed: 'r.jsonl',
    removedRecords: undefined,
    clusters: 'c.jsonl',
    decisions: 'd.csv',
    state: 'S',
    review: undefined,
    reportHtml: 'r.html',
    annotate: undefined,
    annotated: undefined,
    golden: undefined,
    goldenRule: undefined,
    replayFrom: 0,
    pairs: 'p.csv',
    report: 'report.json',
    bad: 'bad.jsonl',
    deletesOutput: 'd.ndjson',
    deletes: 'bulk',
    deletesIndex: 'news',
    result: {
      threshold: 0.7,
      measure: 'containment',
      shingle: { unit: 'chars', size: 8 },
      fold: 'marks',
      symbols: 'keep',
      recall: 0.95,
      cluster: 'complete',
      keep: [{ rule: 'max', field: 'score' }, { rule: 'longest' }, { rule: 'first' }],
      within: 'lang',
      near: false,
      seed: 7,
      signatureLength: 128,
      method: 'minhash',
      params: {},
    },
    input: {
      text: ['title', 'body'],
      id: 'key',
      inputFormat: 'jsonl',
      html: true,
      maxRecord: 2 ** 20,
      delimiter: '',
      encoding: '',
      quote: '',
      sheet: '',
      null: 'keep',
      nullText: [],
    },
    speed: { threads: 3, temp: 'scratch', memory: 4e9 },
    running: {
      plan: true,
      dryRun: true,
      force: true,
      resume: true,
      acceptRisk: false,
      columns: 'all',
      types: 'strict',
      spreadsheetSafe: false,
      onError: 'stop',
      maxBad: 0.5,
      quiet: true,
      json: true,
    },
  })
})

test('needs an output except for a plan or a dry run', () => {
  assert.throws(() => parsedDedupe(), /OPTION_VALUE: expected --output/)
  assert.equal(parsedDedupe('--plan').output, undefined)
  assert.equal(parsedDedupe('--dry-run').output, undefined)
})

test('gives the other commands their own options', () => {
  const pairs = pairsRequest(['a'], { output: 'p.csv', maxPairs: '1000' })
  assert.equal(pairs.maxPairs, 1000)
  assert.equal(pairsRequest(['a'], { output: 'p.csv' }).maxPairs, 10_000_000)
  const match = matchRequest(['a'], { output: 'p.csv', against: ['b', 'c'], kept: 'k', oneToOne: true })
  assert.deepEqual([match.against, match.kept, match.oneToOne], [['b', 'c'], 'k', true])
  assert.equal(matchRequest(['a'], { output: 'p', against: ['b'] }).oneToOne, false)
  const ofA = { text: 'x', id: 'n', delimiter: ';' }
  const { againstInput } = matchRequest(['a'], { output: 'p', against: ['b'], ...ofA, againstId: 'm' })
  assert.deepEqual([againstInput.text, againstInput.id, againstInput.delimiter], [['x'], 'm', ';'])
})

test('reads two ids from one argument or from two', () => {
  assert.deepEqual(explainRequest(['a'], { ids: ['1,2'] }).ids, ['1', '2'])
  assert.deepEqual(explainRequest(['a'], { ids: ['x,1', 'y'] }).ids, ['x,1', 'y'])
  assert.deepEqual(explainRequest(['a'], { ids: ['1,2'] }).result, resolveResultOptions())
})
