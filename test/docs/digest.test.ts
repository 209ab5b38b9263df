/** The worked example of docs/formats: its digest from its lines, and its files from a run on its input. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { dedupeFiles } from '../../src/doors/node.ts'
import { kinds } from '../../src/engine/batch/columns.ts'
import { digestLines } from '../../src/engine/batch/digest.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'

const formats = resolve(import.meta.dirname, '../../docs/formats')
const digestPage = readFileSync(join(formats, 'digest.md'), 'utf8')
const filesPage = readFileSync(join(formats, 'files.md'), 'utf8')

const folder = temporaryFolder()

/** The fenced block of a page, below a heading. */
function block(page: string, heading: string, language: string): string {
  const section = page.slice(page.indexOf(`\n${heading}\n`))
  const found = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)
  assert(found, `${heading} has a block of ${language}`)
  return found[1]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const lines = block(digestPage, '## Example', 'text')
const printed = /^ {4}([0-9a-f]{64})$/m.exec(digestPage)?.[1]

test('the digest on the page belongs to its lines', () => {
  assert.equal(sha256(lines), printed)
  assert(digestPage.includes(`\`${sha256('')}\``), 'the digest of no bytes')
})

test('the lines on the page follow from its decisions', () => {
  const outcome = {
    survivor: Int32Array.of(0, 1, 0, 1, 0),
    kind: Uint8Array.of(kinds.kept, kinds.kept, kinds.exact, kinds.normalised, kinds.near),
    similarity: Float64Array.of(1, 1, 1, 1, 10 / 13),
  }
  const records = [1, 2, 4, 5, 6]
  assert.equal([...digestLines(5, outcome, document => records[document])].join(''), lines)
})

test('a run on the input of the page gives its digest and its files', async () => {
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('in.jsonl'), block(digestPage, '## Example', 'jsonl'))
  const { digest } = await dedupeFiles({
    inputs: [at('in.jsonl')],
    output: at('kept.jsonl'),
    removed: at('removed'),
    removedRecords: at('records.jsonl'),
    clusters: at('clusters'),
    pairs: at('pairs.csv'),
    bad: at('bad'),
    shingle: 'words:3',
    threshold: 0.6,
    maxBad: 1,
    threads: 1,
  })
  assert.equal(digest, printed)
  const written = (name: string): string => readFileSync(at(name), 'utf8').replaceAll(`${folder}/`, '')
  assert.equal(written('removed'), block(filesPage, '## Removed', 'jsonl'))
  assert.equal(written('records.jsonl'), block(filesPage, '## Removed records', 'jsonl'))
  assert.equal(written('clusters'), block(filesPage, '## Clusters', 'jsonl'))
  assert.equal(written('pairs.csv'), block(filesPage, '## Pairs', 'csv'))
  assert.equal(written('bad'), block(filesPage, '## Bad records', 'jsonl'))
  const [first, second] = block(digestPage, '## Example', 'jsonl').split('\n')
  assert.equal(written('kept.jsonl'), `${first}\n${second}\n`)
})
