/** Tar file: what `tar` reads in its headers. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { tarHeader } from './tar-file.ts'

test('tar reads names as long as those of collections, and sizes beyond eleven octal digits', () => {
  const folder = `c-${'+a'.repeat(64)}`
  for (const size of [0, 8 ** 11 - 1, 8 ** 11, 12_345_678_901_234]) {
    const input = tarHeader({ folder, name: 'store.sqlite', size, seconds: 1_900_000_000 })
    const { stdout } = spawnSync('tar', ['--list', '--verbose', '--utc'], { input, encoding: 'utf8' })
    assert.equal(
      stdout.trim().replaceAll(/ +/g, ' '),
      `-rw------- 0/0 ${size} 2030-03-17 17:46 ${folder}/store.sqlite`,
    )
  }
})
