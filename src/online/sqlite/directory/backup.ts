/**
 * Backup of a data directory, also while another process has it open.
 *
 *     DIR/c-NAME/store.sqlite ─ VACUUM INTO ─▶ COPY/.new-…/store.sqlite ─ rename ─▶ COPY/c-NAME
 *
 * `VACUUM INTO` copies one state of a database in a read transaction: neither readers nor writers wait. Each collection
 * is consistent in itself; those of one backup are of slightly different times.
 */
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { busyTimeoutMs, loadSqlite } from '../file/connection.ts'
import { sqliteError } from '../file/errors.ts'
import { databaseFile, missingFile } from '../file/schema.ts'
import { syncDirectory } from '../file/snapshots.ts'
import { makeDataDirectory } from './data-directory.ts'
import { entryFile, folderName, listFolders } from './folder.ts'
import { TarFile } from './tar-file.ts'

/** A collection that was copied. */
interface BackedUp {
  readonly collection: string
  readonly bytes: number
}

/**
 * Copies every collection of a data directory.
 *
 * @param to a directory that becomes a data directory; made if missing
 * @throws NearsameError OUTPUT_DIRECTORY, STORE_CORRUPT, STORE_UNAVAILABLE, DISK_FULL; the collections before it are
 *   complete
 */
export async function* backupDataDirectory(from: string, to: string): AsyncGenerator<BackedUp> {
  await makeDataDirectory(to)
  for (const { name } of await listFolders(from)) {
    const fresh = await mkdtemp(join(to, '.new-'))
    try {
      await copyFolder(join(from, folderName(name)), fresh)
      const { size } = await stat(databaseFile(fresh))
      await rename(fresh, join(to, folderName(name)))
      syncDirectory(to)
      yield { collection: name, bytes: size }
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      throw sqliteError(error, databaseFile(join(from, folderName(name))))
    }
  }
}

/**
 * The same into one tar file, which appears when it is complete. It needs room for the largest collection beside it.
 *
 * @throws NearsameError STORE_CORRUPT, STORE_UNAVAILABLE, DISK_FULL; then there is no file
 */
export async function* backupToFile(from: string, file: string): AsyncGenerator<BackedUp> {
  const fresh = await mkdtemp(join(dirname(file), '.new-')).catch(error => {
    throw sqliteError(error, file)
  })
  try {
    const archive = await TarFile.create(join(fresh, 'tar'))
    try {
      for await (const copied of backupDataDirectory(from, fresh)) {
        const folder = folderName(copied.collection)
        for (const name of [basename(databaseFile('')), entryFile]) await archive.add(fresh, folder, name)
        await rm(join(fresh, folder), { recursive: true })
        yield copied
      }
      await archive.finish()
    } finally {
      await archive.close()
    }
    await rename(join(fresh, 'tar'), file)
    syncDirectory(dirname(file))
  } catch (error) {
    throw sqliteError(error, file)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  const { DatabaseSync } = await loadSqlite()
  const [source, target] = [databaseFile(from), databaseFile(to)]
  if (!existsSync(source)) throw missingFile(source)
  const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  await copyFile(join(from, entryFile), join(to, entryFile))
  for (const file of [target, join(to, entryFile)]) {
    const handle = openSync(file, 'r+')
    fsyncSync(handle)
    closeSync(handle)
  }
  syncDirectory(to)
}
