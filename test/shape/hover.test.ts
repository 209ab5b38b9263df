/**
 * Hover: an editor shows the meaning and default of every option of a public call. The test builds and installs the
 * package as a user does, and asks the language server of the compiler.
 */
import assert from 'node:assert/strict'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commentOf } from '../../build/option-docs.ts'
import type { Option } from '../../src/ground/options/declare.ts'
import { inputOptions } from '../../src/ground/options/input-options.ts'
import { pairsOptions } from '../../src/ground/options/running-options.ts'
import { resultOptions } from '../../src/methods/options/result-options.ts'
import { profileOptions } from '../../src/methods/solr-nutch/params.ts'
import { serverLimits } from '../../src/server/rules/server-limits.ts'
import { chainOptions } from '../../src/solr/chain/chain-options.ts'
import { builtPackage } from '../runtimes/build.ts'
import { Editor } from './editor.ts'
import { type PublicOption, publicOptions } from './public-options.ts'
import { root } from './sources.ts'

const declared = (option: Option<unknown, unknown>) => [commentOf(option)]

/** Calls with a mark before an option, and its hover. */
const asked: readonly (readonly [call: string, shows: readonly string[]])[] = [
  [
    'deduplicate([], { §threshold: 0.7 })',
    ['GivenResultOptions.threshold', ...declared(resultOptions.threshold)],
  ],
  ['deduplicate([], { §near: false })', declared(resultOptions.near)],
  ["deduplicate([], { shingle: { unit: 'words', §size: 5 } })", ['[1, 64]']],
  ['findPairs([], { §maxPairs: 5 })', ['Maximum number of pairs', 'Default: 1,000,000.']],
  ["dedupeFiles({ inputs: [], §output: 'kept.jsonl' })", ['kept records', 'Default: not written']],
  ["dedupeFiles({ inputs: [], §maxRecord: '1MB' })", declared(inputOptions.maxRecord)],
  ['pairsOfFiles({ inputs: [], §maxPairs: 5 })', declared(pairsOptions.maxPairs)],
  ['dedupeFiles({ inputs: [] }, { §progress() {} })', ['Default: not called.']],
  ['openIndex(memoryStore(), { §storeText: false })', ['keeps documents as given', 'Default: true.']],
  ["index.add({ text: 'a' }, { §onDuplicate: 'skip' })", ['`replace`', 'Default: add.']],
  ["index.add({ text: 'a', §expiresAt: 5 })", ['milliseconds since 1970', 'Default: never.']],
  ["openClient({ url: '', §timeoutMs: 5 })", ['in milliseconds', 'Default: 30,000.']],
  ["new UpdateChain([], { §compatibility: 'safe' })", declared(chainOptions.compatibility)],
  ['openServer({ catalogue, §port: 80 })', ['[0, 65535]', 'Default: 0.']],
  ['openServer({ catalogue, limits: { §bodyBytes: 80 } })', declared(serverLimits.bodyBytes)],
  ['solrTextProfile([], { §quantRate: 0.1 })', declared(profileOptions.quantRate)],
  ['given.§recall', declared(resultOptions.recall)],
]

const imports = `
import { deduplicate, findPairs, type GivenResultOptions } from 'nearsame'
import { dedupeFiles, openServer, pairsOfFiles } from 'nearsame/node'
import { memoryCatalogue, memoryStore, openIndex } from 'nearsame/online'
import { openClient } from 'nearsame/client'
import { solrTextProfile } from 'nearsame/signatures'
import { UpdateChain } from 'nearsame/solr'
declare const given: GivenResultOptions
const catalogue = memoryCatalogue()
const index = await openIndex(memoryStore())
`

let user: string

before(() => {
  user = realpathSync(mkdtempSync(join(tmpdir(), 'nearsame-hover-')))
  const installed = join(user, 'node_modules/nearsame')
  mkdirSync(installed, { recursive: true })
  copyFileSync(join(root, 'package.json'), join(installed, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  symlinkSync(join(root, 'node_modules/@types'), join(user, 'node_modules/@types'))
  cpSync(join(builtPackage(), 'types'), join(installed, 'dist/types'), { recursive: true })
  const compilerOptions = {
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})

after(() => rmSync(user, { recursive: true, force: true }))

test('an editor shows text, unit and default of an option in a call', {
  timeout: 60_000,
}, async () => {
  const path = join(user, 'calls.ts')
  const lines = [...imports.split('\n'), ...asked.map(([call]) => call)]
  const text = lines.join('\n').replaceAll('§', '')
  writeFileSync(path, text)
  const editor = new Editor(join(root, 'node_modules/typescript/bin/tsc'))
  try {
    await editor.open(path, text)
    for (const [call, shows] of asked) {
      const answer = await editor.hover(path, lines.indexOf(call), call.indexOf('§'))
      const shown = answer.replaceAll(/\s+/g, ' ')
      for (const part of shows) assert(shown.includes(part), `${call} shows ${part}, not ${shown}`)
    }
  } finally {
    editor.close()
  }
})

test('every option of every public call has a text, and every optional one its default', () => {
  const options = publicOptions(user, 'nearsame')
  assert(options.length > 400, `the check sees ${options.length} options`)
  const says = ({ isOptional, text }: PublicOption) => (isOptional ? /Default: \S/ : /\S/).test(text)
  const silent = options
    .filter(option => !says(option))
    .map(({ at, name, text }) => `${at}.${name}: ${text}`)
  assert.deepEqual(silent, [])
})
