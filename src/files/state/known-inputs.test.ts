import assert from 'node:assert/strict'
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { knownFile, sameFile } from './known-inputs.ts'

const folder = temporaryFolder()
const path = join(folder, 'a.jsonl')
const isChanged = (error: unknown) => isNearsameError(error) && error.code === 'INPUT_CHANGED'

test('a file just written is known by its checksums until its times are old', async () => {
  writeFileSync(path, 'one\n')
  const known = await knownFile(path)
  assert.deepEqual([known.sizeBytes, known.checksums.length, known.isSettled], [4, 1, false])
  assert.deepEqual(await sameFile(known), known)
  const { atime, mtime } = statSync(path)
  writeFileSync(path, 'two\n')
  utimesSync(path, atime, mtime)
  await assert.rejects(sameFile(known), isChanged)
})

test('a settled file is the same while its stat is; a changed one with the old time has another ctime', async () => {
  writeFileSync(path, 'one\n')
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(path, old, old)
  const settled = { ...(await knownFile(path)), isSettled: true }
  assert.equal(await sameFile(settled), settled)
  assert.equal(
    await sameFile({ ...settled, checksums: [7] }).then(same => same.checksums[0]),
    7,
    'not read',
  )
  await setTimeout(50) // longer than a tick of the clock of file times
  writeFileSync(path, 'two\n')
  utimesSync(path, old, old)
  await assert.rejects(sameFile(settled), isChanged)
  writeFileSync(path, 'one\n')
  assert.notEqual((await sameFile(settled)).stat, settled.stat)
})

test('a file of no byte has no checksum; a missing one is reported', async () => {
  writeFileSync(path, '')
  const known = await knownFile(path)
  assert.deepEqual(known.checksums, [])
  await sameFile(known)
  renameSync(path, `${path}.moved`)
  await assert.rejects(
    sameFile(known),
    (error: unknown) => isNearsameError(error) && error.code === 'INPUT_MISSING',
  )
})
