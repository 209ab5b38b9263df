import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJobCommand } from '../../src/cli/command/job-command.ts'
import { printInterrupted } from '../../src/cli/failure.ts'
import { printCount, printDuration, printMeasure, printShare } from '../../src/cli/terminal/figures.ts'
import { planView } from '../../src/cli/terminal/plan-view.ts'
import { progressLine, startProgress } from '../../src/cli/terminal/progress.ts'
import { summary } from '../../src/cli/terminal/summary.ts'
import { processTerminal } from '../../src/cli/terminal/terminal.ts'
import type { DedupeReport } from '../../src/files/requests.ts'
import { resolveRunningOptions } from '../../src/ground/options/running-options.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { unreadHint } from '../../src/methods/options/unread-options.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { recordingTerminal } from './recording-terminal.ts'

const report: DedupeReport = {
  versions: { nearsame: '0.1.0', node: '24.0.0', unicode: '17.0.0' },
  inputs: [{ path: 'a.jsonl', format: 'jsonl', bytes: 5_000_000, records: 12_000 }],
  options: resolveResultOptions({ keep: ['max:score', 'longest'] }),
  counts: { read: 12_000, bad: 5, exact: 1200, normalised: 4, near: 300, kept: 10_491, bytes: 5_000_000 },
  badRecords: [1, 2, 3, 4, 5].map(record => ({
    at: `a.jsonl:${record}`,
    code: 'JSON_SYNTAX',
    message: `JSON_SYNTAX: expected JSON, got "{", at a.jsonl:${record}. To fix: correct the line.`,
  })),
  hints: [],
  histogram: Array(20).fill(0),
  bands: {
    agree: 1,
    bands: 21,
    rows: 6,
    curve: [
      { jaccard: 0.8, probability: 0.99827 },
      { jaccard: 0.5, probability: 0.2822 },
    ],
  },
  stages: [
    { name: 'scan', seconds: 1.5, bytes: 5_000_000 },
    { name: 'write', seconds: 0.5, bytes: 4_000_000 },
  ],
  peakMemoryBytes: 2 ** 27,
  digest: 'abc123',
}

test('a terminal that cannot redraw a line gets no progress line', () => {
  const { TERM } = process.env
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  for (const [term, isDrawn] of [
    ['xterm', true],
    ['dumb', false],
  ] as const) {
    process.env.TERM = term
    assert.equal(processTerminal(() => {}).isErrTerminal, isDrawn)
  }
  process.stderr.isTTY = isTTY
  if (TERM === undefined) delete process.env.TERM
  else process.env.TERM = TERM
})

test('each stream has the width of its own terminal, and 80 if unknown', () => {
  const { stdout, stderr } = process
  const before = [stdout.columns, stderr.columns]
  const widths = ({ columns, errColumns } = processTerminal(() => {})) => [columns, errColumns]
  Object.assign(stdout, { columns: undefined })
  stderr.columns = 40
  assert.deepEqual(widths(), [80, 40])
  const terminal = processTerminal(() => {})
  stderr.columns = 30 // the user narrows the window
  assert.equal(terminal.errColumns, 30)
  stdout.columns = 0
  stderr.columns = 0
  assert.deepEqual(widths(), [80, 80])
  Object.assign(stdout, { columns: before[0] })
  Object.assign(stderr, { columns: before[1] })
})

test('shows control characters of names as U+FFFD', () => {
  const path = 'a\x1b[31m\n.jsonl'
  const inputs = [{ ...report.inputs[0], path }]
  const badRecords = [{ at: `${path}:1`, code: 'NUL_BYTE', message: 'NUL_BYTE: expected a' }]
  for (const view of [
    summary('dedupe', { ...report, inputs, badRecords }),
    planView('dedupe', { ...report, inputs }),
  ]) {
    assert(view.includes('a\ufffd[31m\ufffd.jsonl'))
    assert(!view.includes('\x1b'))
  }
})

test('ends a run with its counts, first bad records, speed and digest', () => {
  assert.equal(
    summary('dedupe', report),
    `nearsame dedupe: 12,000 records, 4.77 MiB, a.jsonl

  exact        1,200   10.0 %  the same text, letter for letter
  normalised       4  < 0.1 %  the same words
  near           300    2.5 %  jaccard of at least 0.8
  kept        10,491   87.4 %
  bad              5  < 0.1 %  skipped

  a.jsonl:1  JSON_SYNTAX: expected JSON, got "{"
  a.jsonl:2  JSON_SYNTAX: expected JSON, got "{"
  a.jsonl:3  JSON_SYNTAX: expected JSON, got "{"
  and 2 more

  2.0 s, 2.38 MiB/s, peak memory 128 MiB
  digest abc123
`,
  )
})

test('does not mention bad records if there are none', () => {
  const clean = { ...report, counts: { ...report.counts, bad: 0 }, badRecords: [] }
  assert(!summary('dedupe', clean).includes('bad'))
})

test('names given options that decide nothing', () => {
  const said = (given: Parameters<typeof resolveResultOptions>[0]) => {
    const options = resolveResultOptions(given)
    const hints = [unreadHint(options)].filter(hint => hint !== undefined)
    const lines = [
      summary('dedupe', { ...report, options, hints }),
      planView('dedupe', { ...report, options, hints }),
    ].map(text => text.split('\n').filter(line => line.includes('ignored')))
    assert.deepEqual(lines[0], lines[1])
    return lines[0]
  }
  const all = { threshold: 0.5, recall: 0.9, shingle: 'chars:4', measure: 'containment', seed: 2 } as const
  assert.deepEqual(said({ ...all, cluster: 'complete' }), [])
  assert.deepEqual(said({ method: 'records', threshold: 0.8 }), [])
  assert.deepEqual(said({ ...all, method: 'records' }), [
    '  hint: ignored by records: --shingle, --measure, --threshold, --recall, --seed',
  ])
  assert.deepEqual(said({ ...all, method: 'repeated-trials', signatureLength: 64 }), [
    '  hint: ignored by repeated-trials: --shingle, --measure, --threshold, --recall, --signature-length',
  ])
  assert.deepEqual(said({ ...all, method: 'solr-md5' }), [
    '  hint: ignored by solr-md5: --measure, --recall, --seed',
  ])
  assert.deepEqual(said({ near: false, threshold: 0.5, cluster: 'complete' }), [
    '  hint: ignored with --near off: --threshold, --cluster',
  ])
})

test('shows no rows for kinds that are not looked for', () => {
  const text = summary('dedupe', { ...report, options: resolveResultOptions({ near: false }) })
  assert.match(text, /exact +1,200/)
  assert.doesNotMatch(text, /normalised|near {2}/)
})

test('shows a plan with its inputs, bands, their curve and the memory', () => {
  assert.equal(
    planView('dedupe', report),
    `plan of nearsame dedupe: 1 file, 4.77 MiB

  a.jsonl  jsonl  4.77 MiB

  a match    jaccard of words:5 at least 0.8
  clusters   star, kept by max:score, then longest
  signature  128 values, seed 1
  bands      21 of 6 rows
  memory     about 128 MiB

  Jaccard  found with probability
      0.8                  0.9983  the threshold
      0.5                  0.2822
`,
  )
})

test('plans only the rules that the command and the measure use', async () => {
  const shop = new Workshop()
  shop.write('in.jsonl', jsonLines({ id: 1, text: 'one two three' }))
  const plan = async (command: string, ...args: readonly string[]) => {
    const { out, err } = await shop.run(command, 'in.jsonl', '-o', 'out.jsonl', '--plan', ...args)
    assert.equal(err, '')
    return out
  }
  const match = await plan('match', '--against', 'in.jsonl')
  assert.doesNotMatch(match, /clusters|kept/)
  assert.match(match, /\n +0\.8 +0\.9959 {2}the threshold\n/)
  assert.doesNotMatch(await plan('pairs'), /clusters/)
  assert.match(
    await plan('sign'),
    /\n {2}signature {2}128 values, seed 1, of words:5\n {2}memory [^\n]+\n$/,
  )

  const containment = await plan('dedupe', '--measure', 'containment')
  assert.match(containment, /\n +0\.3636 +\S+ {2}containment 0\.8, one text twice as long as the other\n/)
  assert.doesNotMatch(containment, /the threshold/)

  const trials = await plan('dedupe', '--method', 'repeated-trials')
  assert.match(trials, /a match +2 of 6 trials of 14 hashes agree\n/)
  assert.doesNotMatch(trials, /the threshold/)
  const signed = await plan('dedupe', '--method', 'solr-md5')
  assert.match(signed, /a match +equal signatures of solr-md5\n/)
  assert.doesNotMatch(signed, /Jaccard|bands/)
})

test('writes the summary to standard error, JSON and plans to standard output, nothing if quiet', async () => {
  const written = async (given: object) => {
    const terminal = recordingTerminal()
    const context = { terminal, signal: new AbortController().signal }
    const running = resolveRunningOptions(given)
    await runJobCommand('dedupe', { running }, { always: [], unlessDry: [] }, context, async () => report)
    return terminal.written
  }
  const plain = await written({})
  assert.deepEqual([plain.out, plain.err], ['', summary('dedupe', report)])
  assert.deepEqual(await written({ quiet: true }), { out: '', err: '' })
  const json = await written({ json: true })
  assert.deepEqual([JSON.parse(json.out), json.err], [report, ''])
  assert.deepEqual(await written({ plan: true }), { out: planView('dedupe', report), err: '' })
})

const progress = { stage: 'scan', documents: 1234, bytes: 25_000_000, totalBytes: 100_000_000 } as const

test('shows stage, documents, share, speed and time left on the progress line', () => {
  assert.equal(progressLine(progress, 1), 'scan  1,234 documents  25 %  23.8 MiB/s  3.0 s left')
  assert.equal(progressLine(progress, 0), 'scan  1,234 documents  25 %')
  assert.equal(progressLine({ ...progress, totalBytes: 0, bytes: 0 }, 9), 'scan  1,234 documents')
  const pairs = { ...progress, stage: 'verify', unit: 'pair', totalBytes: 0, bytes: 0 } as const
  assert.equal(progressLine(pairs, 9), 'verify  1,234 pairs')
})

test('draws progress only on a terminal, in place, and not too often', () => {
  const elsewhere = recordingTerminal()
  startProgress(elsewhere, true).show(progress)
  assert.equal(elsewhere.written.err, '')

  const terminal = recordingTerminal({ isErrTerminal: true, errColumns: 20 })
  let time = 0
  const line = startProgress(terminal, true, () => time)
  line.clear()
  for (; time < 250; time += 10) line.show(progress)
  line.clear()
  const drawn = terminal.written.err.split('\r\x1b[2K').slice(1)
  assert.deepEqual(drawn, [...Array(3).fill('scan  1,234 documen'), ''])
})

test('ending a command that cannot end itself removes its progress line', () => {
  const terminal = recordingTerminal({ isErrTerminal: true })
  const stop = new AbortController()
  startProgress(terminal, true).show(progress)
  stop.abort()
  const context = { terminal, signal: stop.signal }
  assert.deepEqual([printInterrupted(context), printInterrupted(context)], [130, 130])
  assert(terminal.written.err.endsWith('25 %\r\x1b[2Knearsame: interrupted\n'))
})

test('prints figures that never overstate', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(printCount), ['0', '999', '1,000', '1,234,567'])
  const shares = [
    printShare(0, 9),
    printShare(1, 5000),
    printShare(4999, 5000),
    printShare(5, 5),
    printShare(1, 0),
  ]
  assert.deepEqual(shares, ['0.0 %', '< 0.1 %', '> 99.9 %', '100.0 %', ''])
  assert.deepEqual([0.04, 9.96, 61, 3725].map(printDuration), ['0.0 s', '10.0 s', '1 min 1 s', '1 h 2 min'])
  assert.deepEqual([1e-9, 0.99999, 1, 0.5].map(printMeasure), ['< 0.0001', '> 0.9999', '1', '0.5'])
})
