/** Files that cannot be replaced: one of them leaves all outputs of a run unchanged. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
shop.write('in.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(1) }))
const files = ['-o', 'a', '--removed', 'b', '--clusters', 'c', '--pairs', 'd', '--report', 'e', '--force']
const old = ['a', 'b', 'd']

async function leavesAll(fixed: string, code: string): Promise<void> {
  const before = shop.names()
  const kept = old.map(name => statSync(name).ino)
  const { status, err } = await shop.run('dedupe', 'in.jsonl', ...files)
  assert.equal(status, 1)
  assert.ok(err.startsWith(`nearsame: OUTPUT_FAILED: expected a writable file, got ${code}, at `), err)
  assert.match(err, new RegExp(`/${fixed}\\. To fix:`))
  assert.deepEqual(shop.names(), before)
  assert.deepEqual(
    old.map(name => [shop.read(name), statSync(name).ino]),
    old.map((name, i) => [`old ${name}`, kept[i]]),
  )
}

test('a mount point as any of the outputs', async t => {
  for (const name of old) shop.write(name, `old ${name}`)
  for (const fixed of old) {
    try {
      execFileSync('mount', ['--bind', fixed, fixed], { stdio: 'ignore' })
    } catch {
      return t.skip('a mount needs root')
    }
    try {
      await leavesAll(fixed, 'EBUSY')
    } finally {
      execFileSync('umount', [fixed])
    }
  }
  const { status } = await shop.run('dedupe', 'in.jsonl', ...files)
  assert.equal(status, 0)
  assert.deepEqual(shop.names(), ['a', 'b', 'c', 'd', 'e', 'in.jsonl'])
})

test('a file of another user in a directory where only owners may rename', {
  skip: process.getuid?.() === 0 ? false : 'other users need root',
}, () => {
  const nobody = 65_534
  chmodSync('.', 0o755)
  mkdirSync('sticky')
  chmodSync('sticky', 0o1777)
  for (const name of ['k', 'r']) shop.write(`sticky/${name}`, 'old')
  chmodSync('sticky/k', 0o666)
  chownSync('sticky/r', nobody, nobody)
  const args = ['in.jsonl', '-o', 'sticky/k', '--removed', 'sticky/r', '--clusters', 'sticky/c', '--force']
  const { status, err } = shop.child(['dedupe', ...args], { uid: nobody })
  assert.deepEqual([status, /OUTPUT_FAILED: [^\n]+ got EPERM, at [^\n]+\/sticky\/k\./.test(err)], [1, true])
  assert.deepEqual(shop.names('sticky'), ['k', 'r'])
  assert.deepEqual([shop.read('sticky/k'), shop.read('sticky/r')], ['old', 'old'])
})
