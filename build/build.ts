/**
 * Builds the package into `dist/`, unless it is already built from the same files:
 *
 *     src ─ Rolldown ─▶ entries and chunks (`join.ts`) ─▶ licences and list of libraries (`libraries.ts`)
 *      └─── compiler ─▶ declarations (`declarations.ts`) ─▶ texts of options in them (`option-docs.ts`)
 *     web ─ Vite ─▶ the web page (`web.ts`)
 *
 * Tests call it, too, each in its own process: one builds, the others wait for it.
 *
 * Then it runs the main job once, on the sample, which fills Node's compile cache in `.cache` (`bin/nearsame.js`), as
 * the first command of a user does.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { writeDeclarations } from './declarations.ts'
import { joinModules } from './join.ts'
import { librariesIn, writeLibraries } from './libraries.ts'
import { writeOptionDocs } from './option-docs.ts'
import { buildWeb } from './web.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Not below `node_modules`, which `npm ci` empties. */
const place = join(root, '.build')
const stamp = join(place, 'stamp')
const lock = join(place, 'lock')

const hashOf = (patterns: string[]) => {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root, exclude: name => name.endsWith('.test.ts') }).sort())
    if (/\.\w+$/.test(file)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** The state of the sources and of the built files. */
const state = () =>
  `${hashOf(['src/**/*.ts', 'web/**/*', 'build/**/*', 'package*.json', 'tsconfig*.json'])} ${hashOf(['dist/**/*'])}`

function isFresh(): boolean {
  try {
    return readFileSync(stamp, 'utf8') === state()
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits for a running build. The lock of a dead process does not count. */
async function takeLock(): Promise<void> {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch {
      const holder = Number(readFileSync(lock, { encoding: 'utf8', flag: 'a+' }))
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
      await setTimeout(50)
    }
  }
}

async function buildPackage(): Promise<void> {
  const fresh = join(place, 'dist')
  rmSync(fresh, { recursive: true, force: true })
  const chunks = await joinModules(fresh)
  const page = await buildWeb(join(fresh, 'web'))
  writeLibraries(fresh, librariesIn([...chunks, ...page]))
  writeDeclarations(join(fresh, 'types'))
  await writeOptionDocs(join(fresh, 'types'))
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
  const named = page.map(({ fileName, moduleIds }) => ({ fileName: `web/page/${fileName}`, moduleIds }))
  const modules = [...chunks.map(({ fileName, moduleIds }) => ({ fileName, moduleIds })), ...named]
  writeFileSync(join(place, 'modules.json'), JSON.stringify(modules))
}

/** Fills `.cache` again. If it fails, Node prints the reason, and the first command fills it. */
function keepCompiled(): void {
  const folder = join(root, '.cache')
  const kept = join(folder, 'kept.jsonl')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const job = ['dedupe', join(root, 'examples/sample/docs.jsonl'), '-o', kept, '--threads', '2', '--quiet']
  spawnSync(process.execPath, [join(root, 'bin/nearsame.js'), ...job], { stdio: 'inherit' })
  rmSync(kept, { force: true })
}

mkdirSync(place, { recursive: true })
await takeLock()
try {
  if (!isFresh()) {
    await buildPackage()
    keepCompiled()
    rmSync(stamp, { force: true })
    writeFileSync(stamp, state())
  }
} finally {
  rmSync(lock, { force: true })
}
