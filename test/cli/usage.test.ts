import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJobCommand } from '../../src/cli/command/job-command.ts'
import { printFailure, printInterrupted } from '../../src/cli/failure.ts'
import { runCommandLine } from '../../src/cli/program.ts'
import type { RunReport } from '../../src/files/requests.ts'
import { NearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { resolveRunningOptions } from '../../src/ground/options/running-options.ts'
import { version } from '../../src/ground/version.ts'
import { nearsame, recordingTerminal } from './recording-terminal.ts'

/** Refused command lines, each with a pattern for its one line on standard error. */
const refused: readonly (readonly [line: string, says: RegExp])[] = [
  ['frobnicate', /USAGE: expected a command, got frobnicate\. To fix: see `nearsame --help`\./],
  ['dedup a.jsonl', /expected a command, got dedup\. To fix: write dedupe, if that was meant\./],
  ['spark a.jsonl', /expected a command, got spark/],
  ['dedupe', /USAGE: expected the argument inputs, got none\. To fix: see `nearsame dedupe --help`\./],
  [
    'dedupe a.jsonl',
    /OPTION_VALUE: expected --output to name the result, got none\. To fix: add `-o NAME`/,
  ],
  [
    'evaluate a b --labelled -',
    /expected --labelled to be the name of a file, got "-"\. To fix: name a file/,
  ],
  ['serve --data -', /expected --data to be the name of a directory, got "-"\. To fix: name a directory/],
  ['serve --data d --solr-config -', /expected --solr-config to be the name of a file, got "-"/],
  ['shard run a.jsonl -o k --job -', /expected --job to be the name of a directory, got "-"/],
  ['shard sign a.jsonl', /expected --output to name the result, got none\. To fix: add `-o KEYS\.parquet`/],
  [
    'match a.jsonl --against b.jsonl -o k --accept -',
    /OPTION_VALUE: expected --accept to be the name of a file/,
  ],
  [
    'dedupe a.jsonl -o k --treshold 0.5',
    /expected an option of this command, got --treshold\. To fix: write --threshold, if/,
  ],
  ['sign a.jsonl -o k --resume', /expected an option of this command, got --resume\./],
  ['dedupe a.jsonl -o k --recall all', /OPTION_VALUE: expected --recall to be a number.*or `exact`/],
  ['dedupe a.jsonl -o k --method simhash', /OPTION_VALUE: expected --method to be/],
  [
    'dedupe a.jsonl -o k --threshold 2',
    /OPTION_VALUE: expected --threshold to be a number in \(0, 1\], got "2"/,
  ],
  ['dedupe a.jsonl -o k --threshold', /expected a value: --threshold <number>, got none\./],
  ['dedupe a.jsonl -o k --shingle words', /OPTION_VALUE: expected --shingle/],
  ['dedupe a.jsonl -o k --max-record 1TB', /OPTION_VALUE: expected --max-record/],
  ['dedupe a.jsonl -o k --on-error panic', /OPTION_VALUE: expected --on-error/],
  ['dedupe a.jsonl -o k --threads 0', /OPTION_VALUE: expected --threads/],
  ['dedupe a.jsonl -o k --param x=1', /OPTION_UNKNOWN: expected a parameter of the method minhash, got x/],
  [
    'pairs a.jsonl -o p --method repeated-trials --param agree=7',
    /OPTION_VALUE: expected the parameter agree of repeated-trials to be at most trials, 6, got 7/,
  ],
  [
    'dedupe a.jsonl -o k --undecided keep',
    /expected `--undecided` only with the method records, got the method minhash\. To fix: leave out `--undecided`/,
  ],
  [
    'pairs a.jsonl -o p --method solr-md5 --column a=date',
    /expected `--column` only with the method records/,
  ],
  ['pairs a.jsonl -o p --keep first', /expected an option of this command, got --keep/],
  ['pairs a.jsonl -o p --max-pairs 0', /OPTION_VALUE: expected --max-pairs/],
  [
    'match a.jsonl -o p',
    /USAGE: expected --against <inputs\.\.\.>, got none\. To fix: see `nearsame match --help`\./,
  ],
  ['explain a.jsonl', /USAGE: expected --ids <a,b>, got none\./],
  ['explain a.jsonl --ids 1', /OPTION_VALUE: expected --ids to be two ids/],
  ['explain a.jsonl --ids 1,2,3', /OPTION_VALUE: expected --ids to be two ids/],
  ['evaluate p.csv', /expected the argument truth, got none/],
  ['evaluate p.csv t.csv x.csv', /USAGE: expected 2 arguments, got 3: p\.csv, t\.csv, x\.csv\. To fix/],
  ['methods simhash', /USAGE: expected name to be one of minhash, [^"]+, got "simhash"\. To fix/],
  ['serve --log loud', /USAGE: expected --log <level> to be one of error, [^"]+, got "loud"\. To fix/],
  [
    'index collapse d --chains x',
    /OPTION_VALUE: expected --chains to be one of all, kept, got "x"\. To fix/,
  ],
]

for (const [line, says] of refused) {
  test(`refuses \`nearsame ${line}\` with status 2 and one line`, async () => {
    const { status, out, err } = await nearsame(...line.split(' '))
    assert.match(err, says)
    assert.match(err, /^nearsame: [^\n]+\n$/)
    assert.deepEqual({ status, out }, { status: 2, out: '' })
  })
}

test('prints its version', async () => {
  assert.deepEqual(await nearsame('--version'), { status: 0, out: `${version}\n`, err: '' })
})

test('prints the help of the program and of every command on standard output', async () => {
  const { status, out } = await nearsame('--help')
  assert.equal(status, 0)
  const commands = [...out.matchAll(/^ {2}([a-z]+) .*\S$/gm)].map(found => found[1])
  assert.deepEqual(
    commands.filter(name => name !== 'help'),
    [
      'dedupe',
      'pairs',
      'match',
      'passages',
      'explain',
      'sign',
      'chain',
      'bulk',
      'shard',
      'index',
      'serve',
    ].concat(['evaluate', 'tune', 'odds', 'methods', 'demo', 'completion']),
  )
  for (const command of commands) {
    const help = await nearsame(command, '--help')
    assert.equal(help.status, 0, command)
    assert.match(help.out, /^Usage: nearsame/, command)
  }
})

test('prints its help as an error without a command', async () => {
  const { status, out, err } = await nearsame()
  assert.equal(status, 2)
  assert.equal(out, '')
  assert.match(err, /^Usage: nearsame/)
})

test('shows every option of dedupe with its default', async () => {
  const { out } = await nearsame('dedupe', '--help')
  for (const flag of [
    '--threshold <number>',
    '--shingle <unit:size>',
    '--near <on|off>',
    '--signature-length <whole>',
    '--param <name=value>',
    '--max-record <size>',
    '--dry-run',
    '--on-error <skip|stop>',
    '--bad <file>',
  ]) {
    assert(out.includes(flag), flag)
  }
  assert.match(out, /default: words:5/)
})

test('shows allowed values that the placeholder does not, and the limit of pairs', async () => {
  const { out } = await nearsame('pairs', '--help')
  const help = out.replace(/\s+/g, ' ')
  assert.match(
    help,
    /--input-format <name> [^(]*; one of jsonl, json, csv, tsv, txt, id-text, parquet, arrow, xlsx, warc, whole \(default/,
  )
  assert.match(help, /--max-pairs <whole> refuse to write more matches than this \(default: 10000000\)/)
  const dedupe = await nearsame('dedupe', '--help')
  assert.match(
    dedupe.out.replace(/\s+/g, ' '),
    /--keep <rules> [^(]*; a list of first, last, [^(]*=VALUE \(default: first/,
  )
})

/** Exit status and standard error for a thrown value. */
function failureOf(
  error: unknown,
  isAborted = false,
  flags: string[] = [],
): { status: number; err: string } {
  const terminal = recordingTerminal()
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal
  return { status: printFailure(error, { terminal, signal }, { flags }), err: terminal.written.err }
}

test('exits with the status in the registry for errors of ours', () => {
  const parts = { expected: 'a', got: 'b', fix: 'c' }
  const { status, err } = failureOf(new NearsameError('PAIRS_FILE', parts))
  assert.equal(err, 'nearsame: PAIRS_FILE: expected a, got b. To fix: c.\n')
  assert.equal(status, 3)
  assert.equal(failureOf(new NearsameError('OPTION_VALUE', parts)).status, 2)
})

test('names options by their flags, whichever part of the program fails', () => {
  const fix = 'raise `maxRecord`, or see `chooseBands`'
  const { err } = failureOf(new NearsameError('RECORD_TOO_LONG', { expected: 'a', got: '`recall`', fix }))
  assert.match(err, /got `recall`. To fix: raise `--max-record`, or see `chooseBands`\./)
})

test('treats a word as an option only if the running command has it', async () => {
  const error = new NearsameError('OPTION_VALUE', {
    expected: 'a',
    got: 'b',
    fix: 'send `index`, or `maxPairs`',
  })
  assert.match(failureOf(error).err, /send `index`, or `maxPairs`\./)
  assert.match(failureOf(error, false, ['index', 'maxPairs']).err, /send `--index`, or `--max-pairs`\./)
})

test('exits with 1 for errors of the system, in its words', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  assert.deepEqual(failureOf(full), {
    status: 1,
    err: 'nearsame: ENOSPC: no space left on device, write\n',
  })
})

test('calls any other error a bug and shows where it happened', () => {
  const { status, err } = failureOf(new TypeError('x is not a function'))
  assert.equal(status, 1)
  assert.match(err, /^nearsame: BUG: expected the operation to succeed, got TypeError: x is not a function/)
  assert.match(err, /usage\.test\.ts/)
})

test('exits with 130 if interrupted, whatever was thrown', () => {
  assert.deepEqual(failureOf(new Error('aborted'), true), { status: 130, err: 'nearsame: interrupted\n' })
})

test('an interrupt after the files of a run are published has no effect', async () => {
  const terminal = recordingTerminal()
  const stop = new AbortController()
  const running = resolveRunningOptions({ json: true })
  const job = async () => {
    stop.abort()
    return { counts: { read: 1, bad: 0, bytes: 2 } } as RunReport
  }
  await runJobCommand(
    'dedupe',
    { running },
    { always: [], unlessDry: [] },
    { terminal, signal: stop.signal },
    job,
  )
  assert.match(terminal.written.out, /^\{\s+"counts": \{\s+"read": 1,/)
  assert.equal(terminal.written.err, '')
})

test('help wraps to the width of the terminal, and names subcommands', async () => {
  for (const columns of [80, 79, 70, 60]) {
    const terminal = recordingTerminal({ columns })
    const signal = new AbortController().signal
    assert.equal(await runCommandLine(['dedupe', '--help'], { terminal, signal }), 0)
    // Examples are lines to copy.
    const [list] = terminal.written.out.split('\nExamples:\n')
    const tooLong = list.split('\n').filter(line => line.length > columns)
    // A word too long for the line stands alone.
    assert(
      tooLong.every(line => /^ +\S+$/.test(line)),
      tooLong.join('\n'),
    )
  }
  for (const columns of [50, 40, 20]) {
    const terminal = recordingTerminal({ columns })
    const signal = new AbortController().signal
    assert.equal(await runCommandLine(['dedupe', '--help'], { terminal, signal }), 0)
    const [out] = terminal.written.out.split('\nExamples:\n')
    assert.match(
      out,
      /\n {2}--seed <whole>\n {6}seed\s+of\s+the\s+hash\s+family\s+\(default:\s+1\)\n {2}--signature-length <whole>\n/,
    )
    const tooLong = out.split('\n').filter(line => line.length > columns)
    assert(
      tooLong.every(line => /^(\S| {2}-| +\S+$)/.test(line)), // a heading, an option with its value, or a word
      tooLong.join('\n'),
    )
  }
  const { status, out } = await nearsame('help', 'index', 'add')
  assert.equal(status, 0)
  assert.equal(out, (await nearsame('index', 'add', '--help')).out)
})

test('a name with control characters does not control the terminal', () => {
  const error = new NearsameError('INPUT_UNREADABLE', {
    expected: 'a',
    got: 'b',
    where: 'x\x1b[31m\n',
    fix: 'c',
  })
  assert.equal(
    failureOf(error).err,
    'nearsame: INPUT_UNREADABLE: expected a, got b, at x\ufffd[31m\ufffd. To fix: c.\n',
  )
})

test('no argument, value or text of a file commands the terminal, in errors and on standard output', async () => {
  const hostile = 'a\x1b[2Jb\x07c\x9b31md\u202ee\u2066f\rg\u2028h'
  const shown = 'a\ufffd[2Jb\ufffdc\ufffd31md\ufffde\ufffdf\ufffdg\ufffdh'
  for (const args of [[hostile], ['dedupe', `--${hostile}`], ['methods', 'minhash', hostile]]) {
    const { status, err } = await nearsame(...args)
    assert.equal(status, 2, JSON.stringify(err))
    assert.match(err, /^nearsame: USAGE: [^\n]+\n$/)
    assert(err.includes(shown), JSON.stringify(err))
  }
  // What no view cleans is cleaned on its way out, and JSON keeps its values.
  const terminal = recordingTerminal()
  terminal.err(`${hostile}\n`)
  assert.equal(terminal.written.err, 'a\ufffd[2Jb\ufffdc\\u009b31md\\u202ee\\u2066f\ufffdg\u2028h\n')
  terminal.out(JSON.stringify({ id: hostile }))
  assert.doesNotMatch(terminal.written.out, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  assert.deepEqual(JSON.parse(terminal.written.out), { id: hostile })
  const own = '\r\x1b[2Kscan\x1b[31mred\x1b[0m\ta\n'
  const plain = recordingTerminal()
  plain.out(own)
  assert.equal(plain.written.out, own)
})

test('an interrupt is reported only once', () => {
  const terminal = recordingTerminal()
  const context = { terminal, signal: AbortSignal.abort() }
  assert.deepEqual([printFailure(new Error('aborted'), context), printInterrupted(context)], [130, 130])
  assert.equal(terminal.written.err, 'nearsame: interrupted\n')
})

test('a command interrupted after its work was done succeeds', async () => {
  const terminal = recordingTerminal()
  assert.equal(await runCommandLine(['methods'], { terminal, signal: AbortSignal.abort() }), 0)
  assert.equal(terminal.written.err, '')
})
