/** The declarations that public entries reach; a user's compiler reads no others. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The paths of entries, and of all declarations that they reach. */
export function reachableDeclarations(entries: readonly string[]): string[] {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g,
    )) {
      reached.add(join(dirname(file), `${path}.d.ts`))
    }
  }
  return [...reached]
}

/** @throws Error with the compiler's output */
export function writeDeclarations(folder: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--outDir', folder],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the declarations failed:\n${stdout}`)
  const needed = new Set(reachableDeclarations(globSync(join(folder, 'doors/*.d.ts'))))
  for (const file of globSync(join(folder, '**/*.d.ts'))) if (!needed.has(file)) rmSync(file)
}
