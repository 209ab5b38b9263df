/**
 * Joins the modules of the command and of its threads into few files, in place, after the compiler wrote them to
 * `dist/`: loading 160 modules takes 50 ms longer than loading the same code from 50. The library's modules stay.
 *
 *     dist/cli/main.js, dist/tasks/worker.js    the entries, joined with what they import
 *     dist/chunks/*.js                          what several of them import, or only some commands
 *
 * Every file of these stands one folder below `dist/`, so what a module finds beside itself (`import.meta.url`) is
 * found from there, too. Dependencies are not joined in.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'

const dist = join(import.meta.dirname, '../dist')

/** Modules keep the address that they had on their own. */
const ownAddress: Plugin = {
  name: 'own address',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.url')) return undefined
      const place = `../${relative(dist, path).split(sep).join('/')}`
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`
      return { contents: source.replaceAll('import.meta.url', address) }
    })
  },
}

/** The entry with all that it imports; what it imports later on comes in files of its own. */
async function joinModules(entry: string): Promise<void> {
  await build({
    entryPoints: [join(dist, entry)],
    outbase: dist,
    outdir: dist,
    allowOverwrite: true,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    plugins: [ownAddress],
    logLevel: 'warning',
  })
}

rmSync(join(dist, 'chunks'), { recursive: true, force: true })
// A thread shares no module with its parent, so the two are joined apart, each into fewer files.
for (const entry of ['cli/main.js', 'tasks/worker.js']) await joinModules(entry)
