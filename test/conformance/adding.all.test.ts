/**
 * HACKING's checklists "A method", "An output" and "A call", applied to a copy of the sources: the files,
 * lists and pages that they name, with the code that they show. Then types, the library, the command, an index, a server,
 * its client and the tests of all methods must know what is new.
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

const hacking = readFileSync(join(root, 'HACKING.md'), 'utf8')

/** A step of a checklist: the file that it names first, and the block below it. */
interface Step {
  readonly file: string
  readonly code: string
}

function stepsOf(title: string): readonly Step[] {
  const [, section] = new RegExp(`^### ${title}\\n(.*?)^### `, 'ms').exec(hacking) ?? []
  assert(section !== undefined, `HACKING has no section "${title}"`)
  const steps = section.split(/^\d\. /m).slice(1)
  return steps.map(step => {
    const [, file = ''] = /`([^`]+\/[^`]+)`/.exec(step) ?? []
    const [, code = ''] = /^```\w+\n(.*?)^```/ms.exec(step) ?? []
    return { file, code }
  })
}

const steps = stepsOf('A method')
const outputSteps = stepsOf('An output')
const [callStep] = stepsOf('A call')
const [, name = ''] = /name: '([^']+)'/.exec(steps[0]?.code ?? '') ?? []

const texts = ['Old bridge, 12 arches', 'old BRIDGE; 13 arches!', 'new bridge', 'old bridge 12 arches']

// With this variable, Node's test runner would not print text.
const { NODE_TEST_CONTEXT: _, ...env } = process.env

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' })
}

const load = (file: string) => import(pathToFileURL(join(copy, file)).href)

function create(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

/** Adds a line after the one that begins so. */
function insert(file: string, start: string, added: string): void {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  const place = lines.findIndex(line => line.startsWith(start))
  assert(place >= 0, `${file} has ${start}`)
  create(file, lines.toSpliced(place + 1, 0, added).join('\n'))
}

/** Adds the import and the line that a step shows to its list. */
function extend({ file, code }: Step): void {
  const [imported, line] = code.trimEnd().split('\n')
  const source = readFileSync(join(copy, file), 'utf8')
  const extended = `${imported}\n${source}`.replace('\n] as const', () => `\n${line}\n] as const`)
  assert(extended.includes(`${line}\n] as const`))
  writeFileSync(join(copy, file), extended)
}

before(() => {
  for (const part of ['src', 'docs', 'test/docs', 'README.md', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const [folder, list, page] = steps
  for (const { file, code } of [folder, page]) create(file.replace('<name>', name), code)
  extend(list)
  insert('docs/guide/which-method.md', '| [`minhash`]', `| \`${name}\` | texts of the same letters | |`)
  create(outputSteps[0].file.replace('<name>', 'sizes'), outputSteps[0].code)
  extend(outputSteps[1])
  const [declared, used] = callStep.code.split('\n')
  insert(callStep.file.replace('<name>', 'check'), 'const matching = options({', declared)
  insert('src/online/index/text-index.ts', '      .filter(({ similarity })', used)
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = { compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
})

test('a method and an output take three steps, each with its file', () => {
  assert.deepEqual(
    [...steps, ...outputSteps].map(({ file }) => file),
    [
      ...['src/methods/<name>/method.ts', 'src/methods/methods.ts', 'docs/methods/<name>.md'],
      ...[
        'src/files/dedupe-outputs/<name>.ts',
        'src/files/dedupe-outputs/outputs.ts',
        'docs/formats/files.md',
      ],
    ],
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

test('the command and the library write the new output, checked like the others', async () => {
  assert.match(
    run('src/cli/main.ts', 'dedupe', '--help'),
    /--sizes <file> +how many documents each cluster has/,
  )
  const lines = texts.map(text => `${JSON.stringify({ text })}\n`).join('')
  writeFileSync(join(copy, 'more.jsonl'), lines)
  const given = [
    'dedupe',
    'more.jsonl',
    '--dry-run',
    '--shingle',
    'words:1',
    '--threshold',
    '0.5',
    '--sizes',
  ]
  run('src/cli/main.ts', ...given, 'sizes.jsonl')
  assert.equal(readFileSync(join(copy, 'sizes.jsonl'), 'utf8'), '{"size":3}\n')
  assert.throws(
    () => run('src/cli/main.ts', ...given, 'sizes.csv'),
    /OUTPUT_FORMAT: expected a name for JSON lines/,
  )
  const { dedupeFiles } = await load('src/doors/node.ts')
  const sizes = join(copy, 'by-library.jsonl')
  await dedupeFiles({ inputs: [join(copy, 'more.jsonl')], dryRun: true, near: false, sizes, threads: 1 })
  assert.equal(readFileSync(sizes, 'utf8'), '')
})

test('an option of a call is in the index, the server with its description, the client and the command', async () => {
  const { memoryCatalogue, memoryStore, openIndex } = await load('src/doors/online.ts')
  const { openServer } = await load('src/doors/node.ts')
  const { openClient } = await load('src/doors/client.ts')
  const [stored, asked] = ['the old stone bridge over the river', 'the old stone bridge over the water']
  const options = { shingle: 'words:1', threshold: 0.5 }
  const said = { message: /OPTION_VALUE: expected digits to be a whole number in \[1, 20\], got 21/ }
  const index = await openIndex(memoryStore(), options)
  await index.add({ text: stored })
  const similarities = async (of: { check: typeof index.check }, given: object) =>
    (await of.check(asked, given)).map(({ similarity }: { similarity: number }) => similarity)
  assert.deepEqual(await similarities(index, {}), [5 / 7])
  assert.deepEqual(await similarities(index, { digits: 2 }), [0.71])
  await assert.rejects(index.check(asked, { digits: 21 }), said)
  const server = await openServer({ catalogue: memoryCatalogue(), port: 0 })
  try {
    await server.ready
    const news = openClient({ url: server.url }).collection('news')
    await news.create(options)
    await news.add({ text: stored })
    assert.deepEqual(await similarities(news, { digits: 3 }), [0.714])
    await assert.rejects(news.check(asked, { digits: 21 }), said)
    const check = `${server.url}/v1/collections/news/check`
    const inBody = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const answer = async (query: string, body: object) =>
      (await fetch(check + query, { ...inBody, body: JSON.stringify(body) })).json()
    assert.equal((await answer('', { text: asked, digits: 1 })).matches[0].similarity, 0.7)
    assert.match((await answer('?digits=0', { text: asked })).detail, /`digits` to be a whole number in/)
    const { paths, components } = await (await fetch(`${server.url}/openapi.json`)).json()
    const { parameters } = paths['/v1/collections/{name}/check'].post
    const described = { type: 'integer', minimum: 1, maximum: 20, description: 'Default: 20' }
    const inQuery = parameters.find((parameter: { name: string }) => parameter.name === 'digits')
    assert.deepEqual(inQuery.schema, described)
    assert.partialDeepStrictEqual(components.schemas.CheckRequest.properties.digits, {
      ...described,
      description: 'Maximum number of decimal places of a similarity. Default: 20',
    })
  } finally {
    await server.close()
  }
  writeFileSync(join(copy, 'stored.jsonl'), `${JSON.stringify({ text: stored })}\n`)
  const made = ['--shingle', 'words:1', '--threshold', '0.5', '--quiet']
  run('src/cli/main.ts', 'index', 'add', 'data', 'stored.jsonl', ...made)
  const shown = run('src/cli/main.ts', 'index', 'check', 'data', '--query', asked, '--digits', '2')
  assert.equal(JSON.parse(shown).matches[0].similarity, 0.71)
})

test('the tests of all methods pass for it', () => {
  const files = ['src/methods/methods', 'src/online/index/matching/open-method', 'test/docs/method-tables']
  const all = run('--test', '--test-isolation=none', ...files.map(file => `${file}.test.ts`))
  assert.match(all, new RegExp(`${name}, near true: an index measures like a run`))
})
