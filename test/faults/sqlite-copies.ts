/** Copies of a SQLite collection, for tests that damage them. */
import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { folderName } from '../../src/online/sqlite/directory/folder.ts'
import type { Store, StoreProblem } from '../../src/online/store/store.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { loadCollection, loadHeader, prepareLoad, Steps } from './sqlite-load.ts'

export const root = temporaryFolder()

/** A collection with newer documents and one sealed segment, from which some documents were removed later. */
export const whole = join(root, 'whole')
export const steps = new Steps(3)
before(async () => {
  await prepareLoad(whole)
  await opened(whole, async store => {
    while (steps.taken < 60) await store.write(writer => writer.apply(steps.next()))
  })
  assert.equal(snapshots(whole).length, 1)
})

let copies = 0
export function copyOf(path: string): string {
  const copy = join(root, `copy-${++copies}`)
  cpSync(path, copy, { recursive: true })
  return copy
}

export function folderOf(path: string): string {
  return join(path, folderName(loadCollection))
}

export function snapshots(path: string): string[] {
  const names = readdirSync(folderOf(path)).filter(name => name.endsWith('.snapshot'))
  return names.map(name => join(folderOf(path), name))
}

export async function opened(
  path: string,
  use: (store: Store, told: StoreProblem[]) => Promise<void>,
): Promise<void> {
  const told: StoreProblem[] = []
  const catalogue = await openDataDirectory(path, { report: (_, problem) => told.push(problem) })
  try {
    const store = catalogue.store(loadCollection)
    await store.open(loadHeader)
    await use(store, told)
  } finally {
    await catalogue.close()
  }
}

export async function problemsOf(store: Store): Promise<StoreProblem[]> {
  const found: StoreProblem[] = []
  for await (const problem of store.problems()) found.push(problem)
  return found
}

/** Checks that a document reads as it was given, or is refused. */
export async function assertRightOrRefused(store: Store): Promise<void> {
  for (const [number, { name, sketch, body, addedAt, expiresAt }] of steps.model.documents) {
    try {
      const [document] = await store.documents([number], { body: true })
      assert.deepEqual({ ...document?.sketch }, sketch)
      assert(Buffer.from(document?.body ?? []).equals(body))
      assert.deepEqual([document?.name, document?.addedAt, document?.expiresAt], [name, addedAt, expiresAt])
    } catch (error) {
      if (!isNearsameError(error) || error.code !== 'STORE_CORRUPT') throw error
    }
  }
}
