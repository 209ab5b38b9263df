/**
 * Joins the modules of the command and of its threads into few files, in place, after the compiler wrote them to
 * `dist/`: Node takes a third of a millisecond for each file. The library's modules stay.
 *
 *     dist/cli/main.js          the command, in a line that loads the next
 *     dist/chunks/often-*.js    all that the main job loads
 *     dist/tasks/worker.js      all that its threads load
 *     dist/chunks/*.js          what only other commands and methods load
 *
 * Every file of these stands one folder below `dist/`, so what a module finds beside itself (`import.meta.url`) is
 * found from there, too. Dependencies are not joined in.
 */
import { rmSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'rolldown'

const dist = join(import.meta.dirname, '../dist')

/** Modules keep the address that they had on their own. */
const ownAddress: Plugin = {
  name: 'own address',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, path) {
      const place = `../${relative(dist, path).split(sep).join('/')}`
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`
      return code.replaceAll('import.meta.url', address)
    },
  },
}

/** @param often modules that are wanted in one file, with all that they import at once */
async function joinModules(entry: string, often: RegExp): Promise<void> {
  await build({
    input: join(dist, entry),
    platform: 'node',
    external: id => !id.startsWith('.') && !isAbsolute(id),
    plugins: [ownAddress],
    output: {
      dir: dist,
      format: 'esm',
      entryFileNames: entry,
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'often', test: often }] },
    },
  })
}

rmSync(join(dist, 'chunks'), { recursive: true, force: true })
// A thread shares no module with its parent, so the two are joined apart, each into fewer files.
const job = /[\\/](cli[\\/](main|commands[\\/]dedupe)|jobs[\\/]dedupe|generated[\\/]wasm-simd)\.js$/
await joinModules('cli/main.js', job)
await joinModules('tasks/worker.js', /[\\/](tasks[\\/]worker|generated[\\/]wasm-simd)\.js$/)
