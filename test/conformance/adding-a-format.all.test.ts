/**
 * HACKING's checklist "An input format", applied to a copy of the sources: a file, a line in the list, and a name. Then
 * types, runs, kept records, help and an index must know the new format, as nothing else asks for a format by name.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const copy = temporaryFolder()

// With this variable, Node's test runner would not print text.
const { NODE_TEST_CONTEXT: _, ...env } = process.env

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' })
}

/** Inserts text into a source before the first place of a mark. */
function insert(path: string, before: string, text: string): void {
  const source = readFileSync(join(copy, path), 'utf8')
  assert(source.includes(before), `${path} has no ${before}`)
  writeFileSync(join(copy, path), source.replace(before, `${text}${before}`))
}

const records = [
  'a1:The old bridge was closed on Monday\n',
  'b2:the old bridge, was closed on Monday\n',
  'c3:x\n',
]

before(() => {
  for (const part of ['src', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const sample = readFileSync(join(root, 'test/conformance/sample-format.ts'), 'utf8')
  const [folder, list] = ['src/files/formats/', 'src/files/formats/formats.ts']
  writeFileSync(join(copy, folder, 'colon-format.ts'), sample.replaceAll(`../../${folder}`, './'))
  insert(list, 'import type { Format,', "import { colonFormat } from './colon-format.ts'\n")
  insert(list, '  whole: wholeFormat,\n}', '  colon: colonFormat,\n')
  insert('src/ground/options/input-options.ts', "  'whole',\n]", "  'colon',\n")
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = { compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(copy, 'in.colon'), records.join(''))
})

test('the copy type-checks: nothing but these places asks for the name of a format', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  assert.equal(run(tsc, '-p', 'tsconfig.json'), '')
})

test('the command recognises it by its extension, reads ids and texts, and keeps records byte for byte', () => {
  run('src/cli/main.ts', 'dedupe', 'in.colon', '-o', 'kept.colon', '--removed', 'removed.jsonl')
  assert.equal(readFileSync(join(copy, 'kept.colon'), 'utf8'), records[0] + records[2])
  assert.match(readFileSync(join(copy, 'removed.jsonl'), 'utf8'), /^\{"id":"b2","at":"in\.colon:2",/)
})

test('the option selects it, and help names it', () => {
  writeFileSync(join(copy, 'in.data'), records.join(''))
  const out = run('src/cli/main.ts', 'sign', 'in.data', '--input-format', 'colon', '-o', '-')
  const ids = out.trimEnd().split('\n')
  assert.deepEqual(
    ids.map(line => JSON.parse(line).id),
    ['a1', 'b2', 'c3'],
  )
  assert.match(run('src/cli/main.ts', 'dedupe', '--help'), /warc.*colon|colon.*warc/s)
})

test('an index has the same ids and texts', () => {
  run('src/cli/main.ts', 'index', 'add', 'shop', 'in.colon')
  const found = run('src/cli/main.ts', 'index', 'check', 'shop', 'in.colon').trimEnd().split('\n')
  const matched = found.map(line => JSON.parse(line).matches.map(({ id }: { id: string }) => id))
  assert.deepEqual(matched, [['a1', 'b2'], ['a1', 'b2'], ['c3']])
})
