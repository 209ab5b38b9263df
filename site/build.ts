/**
 * The site: pages of the repository, references made from the code, and the playground, by VitePress.
 *
 *     node site/build.ts          builds; the last line is the folder, which any static server serves
 *     node site/build.ts serve    serves, for writing
 *
 * Its packages are its own, and are installed when it is first built. NEARSAME_DOCS_BASE=/path/ is for a site below a path.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeHttpReference } from './http-reference.ts'
import { root, writePages } from './pages.ts'

const here = import.meta.dirname
const pages = join(here, '.pages')

function run(command: string, args: readonly string[], cwd = here): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const bin = join(here, 'node_modules/.bin')
/** Runs a program of the site's own packages by this Node. */
const runOwn = (name: string, args: readonly string[]) => run(process.execPath, [join(bin, name), ...args])

if (!existsSync(join(bin, 'vitepress'))) run('npm', ['ci', '--no-audit', '--no-fund'])
run(process.execPath, [join(root, 'build/build.ts')])
rmSync(pages, { recursive: true, force: true })
mkdirSync(join(pages, 'public'), { recursive: true })
writePages(pages)
copyFileSync(join(root, 'dist/web/playground.html'), join(pages, 'public/playground.html'))
runOwn('typedoc', ['--options', join(here, 'typedoc.json')])
await writeHttpReference(join(pages, 'reference/http.md'))
if (process.argv[2] === 'serve') runOwn('vitepress', ['dev', here])
else {
  runOwn('vitepress', ['build', here])
  console.log(join(here, '.site'))
}
