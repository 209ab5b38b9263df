/**
 * HACKING's checklist "A method", applied to a copy of the sources: the folder, the one list and the page that it
 * names, with the code that it shows. Then types, the library, the command, an index and the tests of all methods must
 * know the new method.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const copy = temporaryFolder()

const [, section] = /^### A method\n(.*?)^### /ms.exec(readFileSync(join(root, 'HACKING.md'), 'utf8')) ?? []
assert(section !== undefined, 'HACKING has no section "A method"')
/** A step: the file that it names first, and the block below it. */
const steps = section
  .split(/^\d\. /m)
  .slice(1)
  .map(step => {
    const [, file = ''] = /`([^`]+)`/.exec(step) ?? []
    const [, code = ''] = /^```\w+\n(.*?)^```/ms.exec(step) ?? []
    return { file, code }
  })
const [, name = ''] = /name: '([^']+)'/.exec(steps[0]?.code ?? '') ?? []

const texts = ['Old bridge, 12 arches', 'old BRIDGE; 13 arches!', 'new bridge', 'old bridge 12 arches']

// With this variable, Node's test runner would not print text.
const { NODE_TEST_CONTEXT: _, ...env } = process.env

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' })
}

const load = (file: string) => import(pathToFileURL(join(copy, file)).href)

before(() => {
  for (const part of ['src', 'docs', 'test/docs', 'README.md', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const [folder, list, page] = steps.map(({ file, code }) => ({
    path: join(copy, file.replace('<name>', name)),
    code,
  }))
  for (const { path, code } of [folder, page]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  const [imported, line] = list.code.trimEnd().split('\n')
  const source = readFileSync(list.path, 'utf8')
  const extended = `${imported}\n${source}`.replace('\n] as const', () => `\n${line}\n] as const`)
  assert(extended.includes(`${line}\n] as const`))
  writeFileSync(list.path, extended)
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = { compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
})

test('the page has three steps, each with a file and its contents', () => {
  assert.deepEqual(
    steps.map(({ file }) => file),
    ['src/methods/<name>/method.ts', 'src/methods/methods.ts', 'docs/methods/<name>.md'],
  )
})

test('the copy type-checks', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  assert.equal(run(tsc, '-p', 'tsconfig.json'), '')
})

test('the library finds duplicates with it, with its parameter and with the default', async () => {
  const { deduplicate } = await load('src/doors/index.ts')
  const kept = async (params: object) => (await deduplicate(texts, { method: name, params })).kept
  assert.deepEqual([...(await kept({}))], [0, 2])
  assert.deepEqual([...(await kept({ digits: 'on' }))], [0, 1, 2])
  await assert.rejects(kept({ digit: true }), {
    code: 'OPTION_UNKNOWN',
    message: /write digits, if that was meant/,
  })
})

test('an index looks its signatures up', async () => {
  const { memoryStore, openIndex } = await load('src/doors/online.ts')
  const index = await openIndex(memoryStore(), { method: name })
  await index.add({ id: 7, text: texts[0] })
  const matches = await index.check({ text: texts[1] })
  assert.deepEqual(
    matches.map((match: { id: unknown }) => match.id),
    [7],
  )
  await index.close()
})

test('the command shows it and removes duplicates with it', () => {
  assert.match(run('src/cli/main.ts', 'methods', name), /--param digits +false +whether digits count, too/)
  writeFileSync(join(copy, 'in.jsonl'), texts.map(text => `${JSON.stringify({ text })}\n`).join(''))
  run(
    'src/cli/main.ts',
    'dedupe',
    'in.jsonl',
    '-o',
    'kept.jsonl',
    '--method',
    name,
    '--param',
    'digits=true',
  )
  const kept = readFileSync(join(copy, 'kept.jsonl'), 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    kept.map(line => JSON.parse(line).text),
    texts.slice(0, 3),
  )
})

test('the tests of all methods pass for it', () => {
  const files = ['src/methods/methods', 'src/online/index/matching/open-method', 'test/docs/method-tables']
  const all = run('--test', '--test-isolation=none', ...files.map(file => `${file}.test.ts`))
  assert.match(all, new RegExp(`${name}, near true: an index measures like a run`))
})
