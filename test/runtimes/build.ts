/** The published JavaScript, built from this checkout into a folder of its own. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Builds into `folder`; what stands in `dist` may be older than the sources. */
export function buildInto(folder: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--outDir', folder],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
}
