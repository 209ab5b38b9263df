/**
 * Messages name options in the notation of the caller: flags on the command line, properties in the library, fields
 * over HTTP.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inFlags } from '../../src/cli/terminal/flag-words.ts'
import { deduplicate, findPairs } from '../../src/doors/index.ts'
import { dedupeFiles, pairsOfFiles } from '../../src/doors/node.ts'
import { inputOptions } from '../../src/ground/options/input-options.ts'
import { runningOptions } from '../../src/ground/options/running-options.ts'
import { speedOptions } from '../../src/ground/options/speed-options.ts'
import { resultOptions } from '../../src/methods/options/result-options.ts'
import { Workshop } from '../cli/command.ts'
import { nearsame } from '../cli/recording-terminal.ts'
import { openWorld } from '../server/server-world.ts'
import { readSource, sourceFiles } from '../shape/sources.ts'

const shop = new Workshop()
const declared = Object.keys({ ...resultOptions, ...inputOptions, ...speedOptions, ...runningOptions })

/** Texts of `expected`, `fix` and `throw refuse(...)` in a source file. */
function messagesIn(source: string): string[] {
  return [
    ...source.matchAll(/\b(?:expected|fix)\s*[:=]\s*((?:\s*(?:'[^'\n]*'|`(?:\\.|[^`\\])*`)\s*\+?)+)/g),
  ].map(([, text]) => text)
}

test('no message outside the command names a flag, and all together are many', () => {
  let messages = 0
  for (const path of sourceFiles()) {
    if (path.startsWith('src/cli/')) continue
    for (const message of messagesIn(readSource(path))) {
      messages++
      const own = message.replaceAll(/xmllint[^`]*/g, '')
      assert.doesNotMatch(own, /(^|[\s`('"])--[a-z]/, path)
    }
  }
  assert.ok(messages > 300, `${messages}`)
})

test('the flag that stands for an option in messages exists', async () => {
  const { out } = await nearsame('completion', 'bash')
  const flags = new Set(out.match(/--[a-z-]+/g))
  for (const name of declared) {
    const said = inFlags(`\`${name}\``, []).replaceAll('`', '')
    assert.ok(flags.has(said), `${name}: ${said}`)
  }
})

/** A caller of each world with a wrong value, and how it must name the option. */
const wrong: readonly (readonly [option: string, value: unknown, flag: string, text: string])[] = [
  ['threshold', 7, '--threshold', '7'],
  ['shingle', 'lines:2', '--shingle', 'lines:2'],
  ['signatureLength', 0, '--signature-length', '0'],
  ['recall', 2, '--recall', '2'],
  ['method', 'simhash', '--method', 'simhash'],
  ['measure', 'cosine', '--measure', 'cosine'],
]

test('a wrong value is named as the caller wrote it, in the command, the library and over HTTP', async () => {
  shop.write('a.jsonl', '{"text":"a b c d e f"}\n')
  const { ask } = await openWorld()
  for (const [option, value, flag, text] of wrong) {
    const command = await shop.run('pairs', 'a.jsonl', '-o', 'p.csv', flag, text)
    assert.match(command.err, new RegExp(`^nearsame: OPTION_VALUE: expected ${flag} to be `))
    if (/[A-Z]/.test(option)) assert.ok(!command.err.includes(option), command.err)
    for (const call of [
      () => findPairs([], { [option]: value }),
      () => deduplicate([], { [option]: value }),
      () => pairsOfFiles({ inputs: ['a.jsonl'], output: 'p.csv', [option]: value }),
    ]) {
      await assert.rejects(call, (error: Error) => {
        assert.match(error.message, new RegExp(`^OPTION_VALUE: expected ${option} to be `))
        assert.doesNotMatch(error.message, /--[a-z]/)
        return true
      })
    }
    const { status, body } = await ask('PUT', `/v1/collections/${option}`, { body: { [option]: value } })
    assert.equal(status, 400)
    assert.match(body.detail, new RegExp(`^OPTION_VALUE: expected \`${option}\` to be `))
    assert.doesNotMatch(body.detail, /--[a-z]/)
  }
})

test('a bad record and a refused run name the limit as the caller does', async () => {
  writeFileSync(join(shop.path, 'long.jsonl'), `{"text":"a b c"}\n{"text":"${'x'.repeat(3000)}"}\n`)
  const job = { inputs: ['long.jsonl'], maxRecord: 1000, output: 'k.jsonl', bad: 'bad.jsonl', force: true }
  const bad = () => readFileSync(join(shop.path, 'bad.jsonl'), 'utf8')
  const { badRecords } = await dedupeFiles({ ...job, maxBad: 0.9 })
  assert.match(badRecords[0].message, /To fix: raise `maxRecord` /)
  assert.match(bad(), /To fix: raise `maxRecord` /)
  await assert.rejects(dedupeFiles(job), /TOO_MANY_BAD: .* allow more with `maxBad`/)
  const command = [
    'dedupe',
    'long.jsonl',
    '--max-record',
    '1000',
    '-o',
    'k.jsonl',
    '--bad',
    'bad.jsonl',
    '--force',
  ]
  const refused = await shop.run(...command)
  assert.match(refused.err, /TOO_MANY_BAD: .* allow more with `--max-bad`/)
  assert.doesNotMatch(refused.err, /maxBad|maxRecord/)
  assert.match(bad(), /To fix: raise `--max-record` /)
  const json = await shop.run(...command, '--max-bad', '0.9', '--json')
  assert.match(JSON.parse(json.out).badRecords[0].message, /To fix: raise `--max-record` /)
})
