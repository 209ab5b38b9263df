/** SQLite folder: names, creates and removes the folder of a collection. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CollectionEntry, collectionName } from '../../store/catalogue.ts'
import type { StoreHeader } from '../../store/store.ts'
import { loadSqlite } from '../file/connection.ts'
import { createTables, databaseFile } from '../file/schema.ts'
import { syncDirectory } from '../file/snapshots.ts'

export const entryFile = 'collection.json'
const prefix = 'c-'

/**
 * The folder of a collection. Different names have different folders, even on case-insensitive file systems, and no
 * folder has a name that a system reserves.
 *
 * @example folderName('News.2024') // => 'c-+news+02024'
 */
export function folderName(name: string): string {
  return prefix + name.replace(/[A-Z]/g, letter => `+${letter.toLowerCase()}`).replaceAll('.', '+0')
}

/**
 * The collection of a folder; undefined for any other folder.
 *
 * @example nameOfFolder('c-+news+02024') // => 'News.2024'
 */
export function nameOfFolder(folder: string): string | undefined {
  if (!folder.startsWith(prefix)) return undefined
  const name = folder
    .slice(prefix.length)
    .replaceAll('+0', '.')
    .replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return folderName(name) === folder ? name : undefined
}

/** Creates a collection in `root`, atomically. */
export async function makeFolder(
  root: string,
  name: string,
  header: StoreHeader,
  createdAt: number,
): Promise<void> {
  const folder = await mkdtemp(join(root, '.new-'))
  try {
    const { DatabaseSync } = await loadSqlite()
    const database = new DatabaseSync(databaseFile(folder))
    try {
      createTables(database, { id: crypto.getRandomValues(new Uint8Array(16)), createdAt, header })
    } finally {
      database.close()
    }
    writeWhole(join(folder, entryFile), `${JSON.stringify({ name, createdAt })}\n`)
    syncDirectory(folder)
    await rename(folder, join(root, folderName(name)))
    syncDirectory(root)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Removes a collection that is not open. Creates nothing, so that it works on a full disk. */
export async function dropFolder(root: string, name: string): Promise<void> {
  const grave = join(root, `.dropped-${crypto.randomUUID()}`)
  await rename(join(root, folderName(name)), grave)
  syncDirectory(root)
  await rm(grave, { recursive: true, force: true })
}

/** The collections of `root`, by name, without those removed meanwhile. */
export async function listFolders(root: string): Promise<CollectionEntry[]> {
  const entries: CollectionEntry[] = []
  for (const folder of await readdir(root)) {
    const name = nameOfFolder(folder)
    const createdAt = name === undefined ? undefined : await createdAtOf(join(root, folder))
    if (name !== undefined && createdAt !== undefined) entries.push({ name, createdAt })
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The collection with that name in `root`, or undefined. */
export async function findFolder(root: string, name: string): Promise<CollectionEntry | undefined> {
  if (!collectionName.test(name)) return undefined
  const createdAt = await createdAtOf(join(root, folderName(name)))
  if (createdAt !== undefined) return { name, createdAt }
  await stat(root) // throws if `root` itself is missing
  return undefined
}

/** Removes half-made and half-removed folders of a killed program. */
export async function sweepFolders(root: string): Promise<void> {
  for (const entry of await readdir(root)) {
    if (/^\.(new|dropped)-/.test(entry)) await rm(join(root, entry), { recursive: true, force: true })
  }
}

/** Undefined if the folder is gone. */
async function createdAtOf(folder: string): Promise<number | undefined> {
  try {
    const { createdAt } = JSON.parse(await readFile(join(folder, entryFile), 'utf8'))
    if (Number.isFinite(createdAt)) return createdAt
  } catch {
    // A damaged or missing file does not affect the documents; the folder's age serves as well.
  }
  try {
    return Math.round((await stat(folder)).birthtimeMs)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

function writeWhole(path: string, text: string): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
