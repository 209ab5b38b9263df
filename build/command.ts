/**
 * Joins the modules of the command and of its threads into few files, in place, after the compiler wrote them to
 * `dist/`: Node takes a third of a millisecond for each file. The library's modules stay.
 *
 *     dist/cli/main.js          the command, in a line that loads the next
 *     dist/chunks/often-*.js    all that the main job loads
 *     dist/files/tasks/worker.js  all that its threads load
 *     dist/chunks/*.js          what only other commands and methods load
 *
 * Every file of these stands one folder below `dist/`, so what a module finds beside itself (`import.meta.url`) is
 * found from there, too. Of the dependencies only that of all commands is joined in.
 *
 * Then it runs the main job once, on the sample: what Node compiles for it is kept in `.cache` (`bin/nearsame.js`), and
 * is what the first command to run there leaves to all others.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

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

/**
 * Modules of Node that cost more than what is wanted of them. To import one with a name makes Node load all that it
 * has, which takes 5 ms of `node:util` and 7 of `node:process`; `node:child_process` is never used by the command.
 */
const costlyModules: Plugin = {
  name: 'costly modules',
  transform: {
    filter: { code: /from ['"]node:(util|process|child_process)['"]/ },
    handler: code =>
      code
        .replace(
          /^import \{([^}]+)\} from ['"]node:util['"];?$/m,
          (_, names: string) =>
            `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule('node:util');`,
        )
        .replace(/^import process from ['"]node:process['"];?$/m, '')
        .replace(
          /^import (\w+) from ['"]node:child_process['"];?$/m,
          "const $1 = { spawn: (...call) => process.getBuiltinModule('node:child_process').spawn(...call) };",
        ),
  },
}

/** Joined in with its licence beside it; the other dependencies stay what they are. */
const joined = 'commander'

/** @param often modules that are wanted in one file, with all that they import at once */
async function joinModules(entry: string, often: RegExp): Promise<void> {
  await build({
    input: join(dist, entry),
    platform: 'node',
    external: id => !id.startsWith('.') && !isAbsolute(id) && id !== joined,
    plugins: [ownAddress, costlyModules],
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
const often = /[\\/](cli[\\/](main|commands[\\/]dedupe)|jobs[\\/]dedupe|generated[\\/]wasm-simd)\.js$/
await joinModules('cli/main.js', often)
copyFileSync(join(root, 'node_modules', joined, 'LICENSE'), join(dist, `chunks/LICENSE.${joined}`))
await joinModules('files/tasks/worker.js', /[\\/](tasks[\\/]worker|generated[\\/]wasm-simd)\.js$/)

/** Fills `.cache` anew. What does not end well says so, and leaves it to the first command. */
function keepCompiled(): void {
  const folder = join(root, '.cache')
  const kept = join(folder, 'kept.jsonl')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const job = ['dedupe', join(root, 'examples/sample/docs.jsonl'), '-o', kept, '--threads', '2', '--quiet']
  spawnSync(process.execPath, [join(root, 'bin/nearsame.js'), ...job], { stdio: 'inherit' })
  rmSync(kept, { force: true })
}

keepCompiled()
