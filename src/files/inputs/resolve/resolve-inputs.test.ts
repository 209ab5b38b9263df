import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { inputError } from '../../io/input-errors.ts'
import { pathsInOutput, resolveInputs } from './resolve-inputs.ts'

const directory = mkdtempSync(join(tmpdir(), 'nearsame-test-'))
const at = (path: string) => join(directory, path)
const names = async (args: string[], inputFormat?: 'jsonl' | 'whole') => {
  const set = await resolveInputs(args, { inputFormat })
  return set.inputs.map(({ name, id = name }) => id.replace(`${directory}/`, ''))
}

before(() => {
  for (const folder of ['docs/sub', 'parts', 'mixed', 'empty', '.hidden'])
    mkdirSync(at(folder), { recursive: true })
  const files = ['docs/b.md', 'docs/a.txt', 'docs/sub/c.txt.gz', 'docs/B.md', 'docs/.dot', 'parts/2.jsonl']
  files.push(
    'parts/1.ndjson.gz',
    'mixed/a.jsonl',
    'mixed/b.csv',
    'one.JSONL',
    'x.json',
    'y.parquet.gz',
    'a[1].txt',
  )
  for (const file of files) writeFileSync(at(file), 'text\n')
  symlinkSync(at('docs'), at('docs/loop'))
  symlinkSync(at('one.JSONL'), at('docs/link.md'))
})
after(() => rmSync(directory, { recursive: true }))

test('standard input may be named only once: a second read would find nothing', async () => {
  await assert.rejects(resolveInputs(['-', at('one.JSONL'), '-'], { inputFormat: 'jsonl' }), {
    message:
      'OPTION_VALUE: expected standard input at most once, got - 2 times. To fix: name it once, or put the others into files.',
  })
})

test('in a directory, each file is one document, sorted by code unit, named by relative path', async () => {
  assert.deepEqual(await names([at('docs')]), ['B.md', 'a.txt', 'b.md', 'link.md', 'sub/c.txt.gz'])
  assert.deepEqual((await names([at('docs'), at('docs/b.md')])).slice(0, 2), ['docs/B.md', 'docs/a.txt'])
})

test('the record files of a directory are records, and `inputFormat` decides over them', async () => {
  for (const inputFormat of [undefined, 'jsonl'] as const) {
    const set = await resolveInputs([at('parts')], { inputFormat })
    assert.equal(set.format, 'jsonl')
    assert.deepEqual(
      set.inputs.map(input => [input.path, input.compression]),
      [
        [at('parts/1.ndjson.gz'), 'gz'],
        [at('parts/2.jsonl'), 'none'],
      ],
    )
  }
  assert.equal((await resolveInputs([at('parts')], { inputFormat: 'whole' })).format, 'whole')
  const formatsOf = async (...names: string[]) =>
    (await resolveInputs(names.map(at))).inputs.map(({ format }) => format)
  assert.deepEqual(await formatsOf('mixed'), ['jsonl', 'csv'])
  assert.deepEqual(await formatsOf('mixed/b.csv', 'one.JSONL'), ['csv', 'jsonl'])
  const mixed = await resolveInputs([at('mixed')], { inputFormat: 'csv' })
  assert.deepEqual(
    mixed.inputs.map(({ path }) => path),
    [at('mixed/b.csv')],
  )
  assert.deepEqual(mixed.ignoredFiles, [{ path: at('mixed/a.jsonl'), reason: 'other' }])
  assert.deepEqual(await names([at('mixed')], 'whole'), ['a.jsonl', 'b.csv'])
})

test('beside wanted records, files of another format are called that, and what is in no known one binary', async () => {
  mkdirSync(at('binaries'))
  writeFileSync(at('binaries/a.csv'), 'id,text\n1,a\n')
  writeFileSync(at('binaries/b.arrow'), 'ARROW1\0\0\0\0')
  writeFileSync(at('binaries/c.parquet'), 'PAR1\0\0\0\0')
  writeFileSync(at('binaries/d.png'), '\x89PNG\0\0\0\0')
  const { ignoredFiles } = await resolveInputs([at('binaries')], { inputFormat: 'csv' })
  assert.deepEqual(
    ignoredFiles.map(({ path, reason }) => `${basename(path)} ${reason}`),
    ['b.arrow other', 'c.parquet other', 'd.png binary'],
  )
})

test('expands globs in code unit order and keeps the order of the arguments', async () => {
  assert.deepEqual(await names([at('docs/*.md')]), ['docs/B.md', 'docs/b.md', 'docs/link.md'])
  assert.deepEqual(await names([at('parts/2*'), at('parts/*')]), ['parts/2.jsonl', 'parts/1.ndjson.gz'])
})

test('a file that several arguments name is read once, unless it may be repeated', async () => {
  const args = [at('docs'), at('docs/b.md'), at('docs/../docs/b*'), at('docs/link.md')]
  const found = await names(args)
  assert.deepEqual(found, ['docs/B.md', 'docs/a.txt', 'docs/b.md', 'docs/link.md', 'docs/sub/c.txt.gz'])
  const { inputs } = await resolveInputs([at('docs/b.md'), at('docs/b.md')], { isRepeated: true })
  assert.equal(inputs.length, 2)
  const pipe = await resolveInputs(['/dev/stdin', '/dev/stdin'], { inputFormat: 'jsonl' })
  assert.equal(pipe.inputs.length, pipe.inputs[0].isStream ? 2 : 1)
})

test('ignores dangling links, but refuses one that is named', async () => {
  mkdirSync(at('links'))
  writeFileSync(at('links/a.md'), 'text\n')
  symlinkSync(at('links/gone'), at('links/b.md'))
  symlinkSync(at('links/c.md'), at('links/c.md'))
  try {
    assert.deepEqual(await names([at('links')]), ['a.md'])
    assert.deepEqual(await names([at('links/*.md')]), ['links/a.md'])
    await assert.rejects(resolveInputs([at('links/b.md')]), { code: 'INPUT_MISSING' })
  } finally {
    rmSync(at('links'), { recursive: true })
  }
})

test('prefers an existing file over a glob', async () => {
  assert.deepEqual(await names([at('a[1].txt')]), ['a[1].txt'])
})

test('lets --input-format decide over names', async () => {
  const set = await resolveInputs([at('x.json'), at('mixed')], { inputFormat: 'jsonl' })
  assert.deepEqual([set.format, set.inputs.length], ['jsonl', 2])
  assert.deepEqual((await resolveInputs(['-'], { inputFormat: 'csv' })).inputs, [
    { path: '-', name: '-', format: 'csv', compression: 'none', sizeBytes: 0, isStream: true },
  ])
})

test('gives each document a distinct place below the output directory', async () => {
  const { inputs } = await resolveInputs([at('docs/sub'), at('docs/b.md')], { inputFormat: 'whole' })
  assert.deepEqual(pathsInOutput(inputs), ['sub/c.txt.gz', 'b.md'])
  assert.deepEqual(pathsInOutput([]), [])
})

test('explains wrong arguments', async () => {
  await assert.rejects(resolveInputs([]), {
    message:
      'INPUT_NONE: expected at least one input file, got no argument. To fix: name files, globs or directories, or - with `inputFormat`.',
  })
  await assert.rejects(resolveInputs([at('empty')]), { code: 'INPUT_NONE' })
  await assert.rejects(resolveInputs([at('gone.jsonl')]), {
    message: `INPUT_MISSING: expected an existing file, directory or glob, got ${JSON.stringify(at('gone.jsonl'))}. To fix: check the path; quote globs so that the shell leaves them alone.`,
  })
  await assert.rejects(resolveInputs([at('*.nothing')]), { code: 'INPUT_MISSING' })
  await assert.rejects(resolveInputs([at('one.JSONL'), at('docs/b.md')]), {
    message: `INPUT_FORMATS_MIXED: expected inputs of the same format, got jsonl (${at('one.JSONL')}) and whole (${at('docs/b.md')}). To fix: run them separately, or name the format of all with \`inputFormat\`.`,
  })
  await assert.rejects(resolveInputs(['-']), {
    message:
      'INPUT_FORMAT_UNKNOWN: expected `inputFormat` of standard input (Parquet needs a file), got none. To fix: add `inputFormat` jsonl, json, csv, tsv, txt, id-text, arrow, xlsx, warc or whole.',
  })
  await assert.rejects(resolveInputs([at('x.json')]), {
    message: `INPUT_FORMAT_UNKNOWN: expected JSON, CSV, TSV, text, Arrow, Excel, WARC (each also .gz or .zst) or plain Parquet, got ${JSON.stringify(at('x.json'))}. To fix: write one object per line or an array of objects, or name its format with \`inputFormat\`.`,
  })
  await assert.rejects(resolveInputs([at('y.parquet.gz')]), { code: 'INPUT_FORMAT_UNKNOWN' })
})

test('distinguishes an unreadable file from a missing one', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' })
  assert.equal(
    inputError(denied, 'f').message,
    'INPUT_UNREADABLE: expected a readable file, got EACCES, at f. To fix: check its permissions and the disk.',
  )
})
