/**
 * Imports point one way. A folder may import itself and folders of a lower rank, types included; the
 * folders of one rank do not know each other, but for the exceptions named here.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localImports, openProgram, sourceFiles } from './sources.ts'

const ranks: Readonly<Record<string, number>> = {
  'version.ts': 0,
  errors: 0,
  java: 0,
  hash: 0,
  kernels: 0,
  'java-split': 1,
  similarity: 1,
  cluster: 1,
  options: 1,
  text: 2,
  sketch: 2,
  lucene: 2,
  lsh: 3,
  search: 3,
  postings: 3,
  restaurants: 3.5,
  records: 3.5,
  'record-model': 3.7,
  method: 4,
  store: 4,
  explain: 4,
  evaluate: 4,
  batch: 4.5,
  pairs: 4.7,
  engine: 5,
  solr: 5,
  tune: 5,
  online: 5.5,
  javabin: 6,
  client: 6,
  redis: 6,
  sql: 6,
  sqlite: 6,
  formats: 6,
  io: 6,
  workers: 6,
  adapters: 6,
  sources: 7,
  'index.ts': 7,
  'signatures.ts': 7,
  'solr.ts': 7,
  'online.ts': 7,
  'client.ts': 7,
  thread: 7.5,
  tasks: 8,
  run: 9,
  outputs: 10,
  jobs: 11,
  proxy: 12,
  terminal: 12,
  server: 13,
  cli: 14,
  'node.ts': 14,
}

/** Within one rank: what may be imported from where, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  hash: ['java'], // texts are hashed as Java encodes them
  kernels: ['errors', 'hash', 'java'], // loading a kernel can fail; references are written with plain hashes
  similarity: ['options'], // arguments are refused in the words of options
  'online.ts': ['store'],
  'node.ts': ['index.ts', 'online.ts'], // everything of the pure API, and more
}

/** `src/batch/star.ts` is of `batch`, `src/index.ts` of itself. */
function folderOf(file: string): string {
  return file.split('/')[1]
}

const program = openProgram()
const imports = new Map(sourceFiles().map(file => [file, localImports(file, program.tree(file))]))

test('every folder of src has a rank', () => {
  const unranked = [...imports.keys()].filter(file => ranks[folderOf(file)] === undefined)
  assert.deepEqual(unranked, [])
})

test('no file imports a folder of its own or a higher rank', () => {
  const wrong: string[] = []
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)]
      const isAllowed = from === to || ranks[to] < ranks[from] || exceptions[from]?.includes(to)
      if (target.startsWith('src/') && !isAllowed) wrong.push(`${file} imports ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('no import leaves src', () => {
  const outside = [...imports].flatMap(([file, targets]) =>
    targets.filter(target => !target.startsWith('src/')).map(target => `${file} imports ${target}`),
  )
  assert.deepEqual(outside, [])
})

test('no file imports itself by way of others, types included', () => {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of imports.keys()) visit(file, [])
  assert.deepEqual(cycles, [])
})

test('only the entries re-export', () => {
  const barrels = sourceFiles().filter(file => {
    const isEntry = file.split('/').length === 2
    return !isEntry && /^export (type )?(\*|\{[^}]*\}) from /m.test(program.tree(file).text)
  })
  assert.deepEqual(barrels, [])
})
