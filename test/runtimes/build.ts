/** The published package, built from this checkout. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/**
 * Builds `dist` unless it is up to date, so any test may call this. The test command has built it before all tests and
 * says so with NEARSAME_BUILT.
 *
 * @returns its path
 */
export function builtPackage(): string {
  if (process.env.NEARSAME_BUILT !== undefined) return join(root, 'dist')
  const build = spawnSync(process.execPath, [join(root, 'build/build.ts')], { cwd: root, encoding: 'utf8' })
  if (build.status !== 0) throw new Error(`the build failed:\n${build.stdout}${build.stderr}`)
  process.env.NEARSAME_BUILT = 'yes'
  return join(root, 'dist')
}

/** The command of the built package, for child processes: its sources take four times as long to start. */
export function launcher(): string {
  return join(builtPackage(), '../bin/nearsame.js')
}

/** A public entry: `nearsame/online` is built from `src/doors/online.ts`. */
export interface Door {
  readonly name: string
  readonly source: string
  readonly built: string
  readonly types: string
}

export function publicDoors(): Door[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries<string | { types: string; default: string }>(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const { default: built, types } = target
    const source = built.replace('./dist/', 'src/doors/').replace(/\.js$/, '.ts')
    return { name: entry.replace('.', 'nearsame'), source, built, types }
  })
}
