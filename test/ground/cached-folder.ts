/** Folders created once and kept in `node_modules/.cache/`: by one process, completely or not at all. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache')
const patienceMs = 600_000

/**
 * The folder with this name.
 *
 * @param name changes with the content of the folder, so that no outdated one is used
 * @param fill fills an empty folder, which is renamed afterwards
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    const draft = mkdtempSync(`${folder}-`)
    try {
      await fill(draft)
      renameSync(draft, folder)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  })
  return folder
}

/** Runs `work` while this process alone holds the lock, a file with its process id. */
async function withLock(path: string, work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + patienceMs; !takeLock(path); await sleep(200)) {
    if (Date.now() > until) throw new Error(`${path} is still held by another process`)
  }
  try {
    await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function takeLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, `${process.pid}\n`)
    closeSync(file)
    return true
  } catch {
    if (isAbandoned(path)) rmSync(path, { force: true })
    return false
  }
}

/** Whether the process that took the lock has ended. A lock without an id is still being written. */
function isAbandoned(path: string): boolean {
  const holder = Number(existsSync(path) ? readFileSync(path, 'utf8') : 0)
  if (!(holder > 0)) return false
  try {
    process.kill(holder, 0)
    return false
  } catch {
    return true
  }
}
