/** The helps of all commands, their examples, which are run, and their errors as JSON. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { examplesOf, guideOf } from '../../src/cli/command/guides.ts'
import { runCommandLine } from '../../src/cli/program.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { nearsame, recordingTerminal } from './recording-terminal.ts'

const root = join(import.meta.dirname, '../..')
const place = new Workshop()

/** Names of the commands in a help. */
async function commandsIn(...names: readonly string[]): Promise<string[]> {
  const { out } = await nearsame(...names, '--help')
  const [, list = ''] = out.split('\nCommands:\n')
  return Array.from(list.split('\n\n')[0].matchAll(/^ {2}([a-z-]+)(?: |$)/gm), ([, name]) => name).filter(
    name => name !== 'help',
  )
}

/** All commands, such as `index add`. */
const top = await commandsIn()
const commands = [
  ...top,
  ...(await commandsIn('index')).map(name => `index ${name}`),
  ...(await commandsIn('shard')).map(name => `shard ${name}`),
]
assert(commands.length > 38, 'the test sees the commands')

/** Long flags in a help. */
async function flagsIn(command: string, help: '-h' | '--help'): Promise<string[]> {
  const { out } = await nearsame(...command.split(' '), help)
  return Array.from(out.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm), ([, flag]) => flag)
}

test('every `--help` ends with two or three examples of its command', async () => {
  for (const command of commands) {
    const { out } = await nearsame(...command.split(' '), '--help')
    const { examples } = guideOf(command)
    assert(examples.length === 2 || examples.length === 3, command)
    assert(out.endsWith(`\n${examplesOf(command)}\n`), command)
    // Those of a group are of its commands.
    assert(
      examples.every(line => line === command || line.startsWith(`${command} `)),
      command,
    )
  }
})

test('`-h` shows what the users of a command need, and names no option that it lacks', async () => {
  for (const command of commands) {
    const all = await flagsIn(command, '--help')
    const { most } = guideOf(command)
    assert.deepEqual(
      most.filter(flag => !all.includes(flag)),
      [],
      command,
    )
    const short = await flagsIn(command, '-h')
    const expected = most.length === 0 ? all : all.filter(flag => flag === 'help' || most.includes(flag))
    assert.deepEqual(
      short.filter(flag => !expected.includes(flag)).filter(flag => flag !== 'against'),
      [],
      command,
    )
    assert(short.length <= 20, `${command}: ${short.length} options`)
    assert.deepEqual(
      most.filter(flag => !short.includes(flag)),
      [],
      command,
    )
  }
  const passages = await flagsIn('passages', '-h')
  for (const flag of ['least', 'against', 'kept']) assert(passages.includes(flag), flag)
  assert.match(
    (await nearsame('passages', '-h')).out,
    /\n\d+ more options, examples: nearsame passages --help\n$/,
  )
})

const sentence =
  'bridge over the river is closed for repairs until Monday, the town council said on its page in the'
const documents = [
  { id: 'a', text: `The old stone ${sentence} morning.` },
  { id: 'b', text: `The old stone ${sentence} evening.` },
  { id: 'c', text: 'A new library opens in the town hall next week.' },
  { id: 'd', text: 'A new library opens in the town hall next week.' },
]
const more = [
  { id: 'e', text: 'A new library opens in the town hall next week.' },
  { id: 'f', text: `The young wooden ${sentence} afternoon.` },
]
const people = [
  'Ada Abel,1 Mill Lane',
  'Ben Bauer,7 High Street',
  'Cleo Coe,9 Park Road',
  'ADA ABEL,1 mill lane',
]
const tableOf = (name: string) => `id,${name},street\n${people.map((row, i) => `${i},${row}\n`).join('')}`

const chainConfig = `<config><updateRequestProcessorChain name="dedupe" default="true">
  <processor class="solr.processor.SignatureUpdateProcessorFactory">
    <bool name="enabled">true</bool><str name="signatureField">signature</str><str name="fields">text</str>
    <bool name="overwriteDupes">true</bool><str name="signatureClass">solr.processor.Lookup3Signature</str>
  </processor>
  <processor class="solr.RunUpdateProcessorFactory"/>
</updateRequestProcessorChain></config>`

async function prepare(): Promise<void> {
  place.write('docs.jsonl', jsonLines(...documents))
  place.write('more.jsonl', jsonLines(...more))
  place.write('people.csv', tableOf('name'))
  place.write('customers.csv', tableOf('full_name'))
  place.write('ids.jsonl', '"b"\n')
  place.write('pairs.csv', 'id1,id2,measure,similarity\na,b,jaccard,0.9\n')
  place.write('truth.csv', 'id1,id2\na,b\nc,d\n')
  place.write('bulk.ndjson', readFileSync(join(root, 'examples/sample/bulk.ndjson')))
  place.write('solrconfig.xml', chainConfig)
  const made = [
    'index add news docs.jsonl --quiet',
    'index create people --method records --text name,street',
    'index add people people.csv --quiet --text name,street',
    'shard run docs.jsonl more.jsonl -o kept.jsonl --job job --quiet',
  ]
  for (const line of made) {
    const { status, err } = await place.run(line)
    assert.equal(status, 0, `${line}: ${err}`)
  }
}

/** The words of a line for a shell, which may be in single quotes. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain)

/** Runs a line; what serves is stopped as soon as it listens. */
async function run(line: string) {
  const stop = new AbortController()
  const terminal = recordingTerminal()
  const err = (text: string) => {
    terminal.written.err += text
    if (text.includes('listening on ')) stop.abort()
  }
  const status = await runCommandLine(wordsOf(line), {
    terminal: { ...terminal, err },
    signal: stop.signal,
  })
  return { status, ...terminal.written }
}

/** Lines that need a server of their own. */
const elsewhere = /postgres:/

test('every example runs', async () => {
  await prepare()
  for (const command of commands) {
    // What is signed already is not signed again.
    if (command === 'shard sign') place.remove('job/keys/00000.parquet', 'job/keys/00001.parquet')
    for (const example of guideOf(command).examples.filter(line => !elsewhere.test(line))) {
      // Each would otherwise find the outputs of another.
      place.remove('kept.jsonl', 'pairs-of-test', 'measures.parquet', 'signatures.jsonl', 'signed.jsonl')
      const line = example.replace('-o pairs.csv', '-o pairs-of-test')
      const { status, out, err } = await run(line)
      assert.equal(status, 0, `${line}: ${err}`)
      assert(out + err !== '' || line.includes('--quiet'), line)
      if (example.startsWith('index drop news') || example.startsWith('index remove news')) {
        place.remove('news')
        await place.run('index add news docs.jsonl --quiet')
      }
    }
    place.remove(
      ...place
        .names()
        .filter(name => /^(kept|cut|new\.|merged|review|removed|leaks|passages|odds|recall)/.test(name)),
    )
  }
})

const helps: readonly (readonly [line: string, says: RegExp])[] = [
  ['help FOO', /expected a command, or the code of an error, got FOO\. To fix: see `nearsame --help`\.\n$/],
  ['help dedup', /got dedup\. To fix: write `nearsame help dedupe`, if that was meant\.\n$/],
  ['help INPUT_MISING', /To fix: write `nearsame help INPUT_MISSING`, if/],
  ['help index ad', /expected a command, got ad\. To fix: write `nearsame help index add`, if/],
  ['help shard frobnicate', /got frobnicate\. To fix: see `nearsame shard --help`\.\n$/],
  ['frobnicate --help', /expected a command, got frobnicate\. To fix: see `nearsame --help`\.\n$/],
  ['index ad -h', /To fix: write `nearsame help index add`, if/],
]

test('a help of nothing says so, and what is near', async () => {
  for (const [line, says] of helps) {
    const { status, out, err } = await nearsame(...line.split(' '))
    assert.deepEqual([status, out], [2, ''], line)
    assert.match(err, says, line)
  }
  for (const line of ['help shard run', 'shard help run', 'shard run --help'])
    assert.match((await nearsame(...line.split(' '))).out, /^Usage: nearsame shard run /, line)
})

/** Words after a command that make it fail behind the parser. */
const failing: Readonly<Record<string, string>> = {
  'index stats': 'nowhere',
  'index explain': 'nowhere --ids a,b',
  evaluate: 'nowhere.csv nowhere.csv',
  explain: 'nowhere.jsonl --ids a,b',
  match: 'nowhere.jsonl --against nowhere.jsonl -o out',
  odds: '--threshold 2',
  methods: 'nowhere',
  chain: '--config nowhere.xml nowhere.json -o out',
  bulk: 'nowhere.ndjson -o out --fields a',
  'shard step': 'nowhere',
  'shard measure': 'nowhere.parquet nowhere.jsonl -o out',
  'shard write': 'nowhere.parquet nowhere.jsonl -o out',
}

test('with --json a failure is an object on standard output, of every command that has it', async () => {
  let count = 0
  for (const command of commands) {
    if (!(await flagsIn(command, '--help')).includes('json')) continue
    count++
    const given = failing[command] ?? 'nowhere.jsonl -o out'
    for (const words of [given, `--no-such-option ${given}`]) {
      const { status, out, err } = await run(`${command} ${words} --json`)
      assert(status > 0, command)
      const { error } = JSON.parse(out)
      assert.equal(err, `nearsame: ${error.message}\n`, command)
      assert.match(error.code, /^[A-Z_]+$/, command)
      for (const part of ['expected', 'got', 'fix']) assert.equal(typeof error[part], 'string', command)
      assert(error.httpStatus >= 400 && error.httpStatus < 600, command)
      if (words !== given) assert.deepEqual([status, error.code], [2, 'USAGE'], command)
    }
    assert.equal((await run(`${command} ${given}`)).out, '', 'without it nothing is there')
  }
  assert(count >= 16, `${count} commands`)
})
