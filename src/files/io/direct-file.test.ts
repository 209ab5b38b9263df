import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { DirectFile, pageAligned, pageBytes } from './direct-file.ts'

const longest = 6 * pageBytes

/** Writes `bytes` in runs of the given lengths, each from memory aligned as its position requires. */
async function writeRuns(path: string, bytes: Uint8Array, lengths: readonly number[]): Promise<void> {
  const memory = pageAligned(longest + pageBytes)
  const file = new DirectFile(path)
  let position = 0
  for (const length of [...lengths, bytes.length]) {
    const run = bytes.subarray(position, Math.min(bytes.length, position + length))
    const from = position % pageBytes
    memory.set(run, from)
    // As copies do: shared pages separately, whole pages at once.
    const firstPage = Math.min(from + run.length, from === 0 ? 0 : pageBytes)
    await file.write(memory, from, firstPage, position)
    if (from + run.length > firstPage) {
      const at = Math.max(from, firstPage)
      const whole = at + Math.floor((from + run.length - at) / pageBytes) * pageBytes
      await file.write(memory, at, whole, position + (at - from))
      await file.write(memory, whole, from + run.length, position + (whole - from))
    }
    position += run.length
  }
  file.close()
}

test('runs of any length at any place make up the file', async () => {
  const directory = temporaryFolder()
  const path = join(directory, 'output')
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: longest, size: 'max' }),
      fc.array(fc.integer({ min: 0, max: 2 * pageBytes }), { maxLength: 5 }),
      async (bytes, lengths) => {
        closeSync(openSync(path, 'w'))
        await writeRuns(path, bytes, lengths)
        assert(readFileSync(path).equals(bytes))
      },
    ),
    { numRuns: runs(60) },
  )
})

test('writes that cannot be direct go through the cache', async () => {
  const directory = temporaryFolder()
  const path = join(directory, 'output')
  writeFileSync(path, 'x'.repeat(2 * pageBytes))
  const file = new DirectFile(path)
  // Unaligned memory: the system returns EINVAL, or accepts it.
  const memory = new Uint8Array(new ArrayBuffer(3 * pageBytes), 1).fill(65)
  await file.write(memory, 0, pageBytes, pageBytes)
  await file.write(memory, 0, 3, 1)
  file.close()
  assert.equal(readFileSync(path, 'latin1'), `xAAA${'x'.repeat(pageBytes - 4)}${'A'.repeat(pageBytes)}`)
})

test('a closed file leaves nothing open', { skip: platform() !== 'linux' && 'needs /proc' }, () => {
  const directory = temporaryFolder()
  const path = join(directory, 'output')
  const left = () => readdirSync('/proc/self/fd').filter(number => targetOf(number) === path)
  writeFileSync(path, '')
  const file = new DirectFile(path)
  assert(left().length > 0)
  file.close()
  assert.deepEqual(left(), [])
})

/** Undefined for the descriptor that listed the others. */
function targetOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return undefined
  }
}

test('opening a missing file throws the error of the system', () => {
  assert.throws(() => new DirectFile(join(tmpdir(), 'nearsame-no-such-file')), { code: 'ENOENT' })
})
