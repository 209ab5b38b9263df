/**
 * Makes each file in the arguments a test, which imports it when the tests of the files before have ended: hooks of a
 * file are then its own, and so is the folder into which it changes.
 */
// Its hook belongs to all files because it is imported before them.
import '../ground/at-end.ts'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { cpuSeconds } from './cpu-seconds.ts'
import type { Message } from './outcomes.ts'

const root = resolve(import.meta.dirname, '../..')

for (const file of process.argv.slice(2)) {
  test(file, async context => {
    const before = cpuSeconds()
    await import(pathToFileURL(join(root, file)).href)
    // Tests run in turn. Without this one, Node would not wait for those that a file adds after some have ended.
    await context.test('end of the file', () => {
      const message: Message = { kind: 'file', cost: { file, cpuSeconds: cpuSeconds() - before } }
      process.send?.(message)
    })
  })
}
