/** Data directories with a collection filled through the library. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openIndex, type TextIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { threshold } from './workload.ts'

/** An empty folder below `out`; the caller removes it. */
export function dataFolder(out: string): string {
  return mkdtempSync(join(out, 'online-data-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Opens a collection of a data directory while `work` runs. */
export async function withIndex<T>(
  data: string,
  collection: string,
  work: (index: TextIndex) => Promise<T>,
): Promise<T> {
  const catalogue = await openDataDirectory(data)
  try {
    const index = await openIndex(catalogue.store(collection), { threshold })
    try {
      return await work(index)
    } finally {
      await index.close()
    }
  } finally {
    await catalogue.close()
  }
}

/** Adds documents; each must be accepted. */
export async function fill(
  index: TextIndex,
  documents: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<number> {
  let count = 0
  for await (const result of index.addEach(documents)) {
    if (result.status !== 'added') throw new Error(`document ${count}: ${JSON.stringify(result)}`)
    count++
  }
  return count
}
