/** What Windows does otherwise, on a Linux that says it is one. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { placeOfOutput } from './output-place.ts'
import { fileError, openRunDirectory } from './temporaries.ts'

const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor
const pretendWindows = () => Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
afterEach(() => Object.defineProperty(process, 'platform', platform))

test('standard output, which is no file there, is written by its number', async () => {
  pretendWindows()
  for (const [path, descriptor] of [
    ['/dev/stdout', 1],
    ['/dev/stderr', 2],
  ] as const)
    assert.deepEqual(await placeOfOutput(path), { path, isStream: true, descriptor })
})

test('a file that another program has open is said to be so', () => {
  const fixOf = (code: string) => fileError(Object.assign(new Error(code), { code }), 'kept.csv').parts.fix
  assert.equal(fixOf('EPERM'), 'check the path and its permissions')
  pretendWindows()
  for (const code of ['EPERM', 'EBUSY'])
    assert.equal(fixOf(code), 'close the program that has it open, or check the path and its permissions')
})

test('the variable of the folder for temporary files is that of the system', async () => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = '/dev/null/none'
  pretendWindows()
  try {
    await assert.rejects(openRunDirectory(), /set TEMP to an existing, writable directory/)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
})
