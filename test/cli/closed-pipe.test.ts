/** A reader that ends early, as `head` does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { launcher } from '../runtimes/build.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const temp = temporaryFolder()
const main = launcher()
// More than a pipe holds, so that a write meets the closed end.
const texts = Array.from({ length: 3000 }, (_, i) => ({ id: i, text: wordsOf(i >> 1) }))
shop.write('many.jsonl', jsonLines(...texts))
shop.write(
  'many.ndjson',
  texts.map(({ id, text }) => `{"index":{"_id":"${id}"}}\n{"text":"${text}"}\n`).join(''),
)
shop.write('rows.csv', `id,text\n${texts.map(({ id, text }) => `${id},${text}\n`).join('')}`)

/** Status and standard error of a command whose output goes to `head -c 10`. */
function intoHead(args: string): { readonly status: number; readonly err: string } {
  const node = JSON.stringify(process.execPath)
  const line = `${node} ${JSON.stringify(main)} ${args}${args.startsWith('bulk') ? '' : ` --temp ${temp}`} | head -c 10 >/dev/null; exit "\${PIPESTATUS[0]}"`
  const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: shop.path, encoding: 'utf8' })
  return { status: status ?? -1, err: stderr }
}

test('a command whose output nothing reads any more ends silently, and has not failed', () => {
  for (const args of [
    'dedupe many.jsonl -o -',
    'dedupe rows.csv -o - --threads 2',
    'dedupe many.jsonl -o - --memory 256MB',
    'dedupe many.jsonl --dry-run -o k.jsonl --removed -',
    'bulk many.ndjson --fields text -o -',
  ]) {
    assert.deepEqual(intoHead(args), { status: 0, err: '' }, args)
    assert.deepEqual(readdirSync(join(temp)), [], args)
  }
})

test('one with another output that does not appear for that says so', () => {
  for (const args of [
    'dedupe many.jsonl -o - --report r.json',
    'dedupe many.jsonl -o - --state state',
    'dedupe many.jsonl -o k.jsonl --removed -',
    'bulk many.ndjson --fields text -o - --unsigned u.jsonl',
  ]) {
    const { status, err } = intoHead(args)
    assert.equal(status, 1, args)
    assert.match(err, /^nearsame: OUTPUT_CLOSED: expected a reader of the pipe, [^\n]+\n$/, args)
  }
})
