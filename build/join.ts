/**
 * Joins all modules that the package needs, libraries among them, into entries and the chunks that they share:
 *
 *     dist/<door>.js          a public entry
 *     dist/command.js         the command
 *     dist/threads/<name>.js  what a thread starts with
 *     dist/chunks/*.js        what they share, and what is loaded later; each module in one chunk
 *
 * Node takes a third of a millisecond to load a file, so the modules of the main job are in six chunks: three that
 * pure entries load as well and that must not import Node, one of them with what threads need; one more that threads
 * load, one that `nearsame/node` loads, and the command's own. Rolldown makes all other chunks: the modules that the
 * same entries and `import()`s reach.
 *
 * A user's bundler drops an unused initialiser from such a chunk only if it knows that the initialiser has no side
 * effect. Ours have none, so they are marked as pure (`pure-initialisers.ts`).
 */
import { basename, dirname, join, resolve } from 'node:path'
import { build, type OutputChunk, type Plugin, type PluginContext } from 'rolldown'
import { markPure } from './pure-initialisers.ts'

const root = join(import.meta.dirname, '..')
const source = (path: string) => join(root, 'src', path)
const doors = (names: string) => names.split(' ').map(name => source(`doors/${name}.ts`))

/** Where what is loaded together begins. */
const entriesOf = {
  /** Pure doors that do without the engine. */
  light: doors('client restaurants segmenter signatures solr stemming stop-words types'),
  pure: doors('client restaurants segmenter signatures solr stemming stop-words types index online'),
  node: doors('node'),
  /** What `nearsame dedupe` always loads. */
  job: ['cli/main.ts', 'cli/commands/dedupe.ts', 'files/jobs/dedupe.ts'].map(source),
  thread: [source('files/tasks/worker.ts')],
}

/** Database clients: optional peers, loaded by name from where the package is installed. */
const peers = ['ioredis', 'mariadb', 'pg']

/** Modules and the modules that each imports at once. */
type Imports = ReadonlyMap<string, readonly string[]>

function closureOf(entries: readonly string[], imports: Imports): Set<string> {
  const reached = new Set(entries)
  for (const id of reached) for (const imported of imports.get(id) ?? []) reached.add(imported)
  return reached
}

/** Chunks of the main job; each takes in what it imports and no group before it has. */
function groupsOf(imports: () => Imports) {
  const sets = (['light', 'pure', 'thread', 'node', 'job'] as const).map(
    name => [name, entriesOf[name]] as const,
  )
  let reached: Record<string, Set<string>> | undefined
  const inAll = (names: readonly (keyof typeof entriesOf)[]) => (id: string) => {
    reached ??= Object.fromEntries(sets.map(([name, entries]) => [name, closureOf(entries, imports())]))
    const found = reached
    // What a thread starts with acts when it is loaded, so it shares no file.
    return !entriesOf.thread.includes(id) && names.every(name => found[name].has(id))
  }
  return [
    { name: 'basis', test: inAll(['light', 'job']), priority: 5 },
    { name: 'texts', test: inAll(['pure', 'job', 'thread']), priority: 4 },
    { name: 'engine', test: inAll(['pure', 'job']), priority: 3 },
    { name: 'thread', test: inAll(['thread']), priority: 2 },
    { name: 'job', test: inAll(['job', 'node']), priority: 1 },
    { name: 'command', test: inAll(['job']), priority: 0 },
  ]
}

/** Records what each module imports at once. */
function recordImports(into: Map<string, readonly string[]>): Plugin {
  return {
    name: 'record imports',

    buildEnd() {
      for (const id of this.getModuleIds()) into.set(id, this.getModuleInfo(id)?.importedIds ?? [])
    },
  }
}

/** The command's chunk is the file that the launcher loads, and not behind another one that names it. */
const commandEntry: Plugin = {
  name: 'command entry',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source('cli/main.ts'), preserveSignature: 'allow-extension' })
  },
}

/** A thread's module is an entry of its own, and the address of its source becomes that of the entry. */
const threadEntries: Plugin = {
  name: 'thread entries',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, path) {
      return code.replaceAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (_, entry: string) => {
        const reference = emitThread(this, resolve(dirname(path), entry))
        return `import.meta.ROLLUP_FILE_URL_${reference}`
      })
    },
  },
  resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url)`,
}

function emitThread(context: PluginContext, id: string): string {
  return context.emitFile({ type: 'chunk', id, fileName: `threads/${basename(id, '.ts')}.js` })
}

/**
 * To import a name of a module of Node makes Node read all that the module has, which loads what hides behind getters
 * (WebCrypto of `node:crypto`, terminals of `node:process`): milliseconds. Asked of `process` it is only what is named.
 */
const nodeModules: Plugin = {
  name: 'modules of Node',
  transform: {
    filter: { code: /from ['"]node:/, id: /[\\/]src[\\/].*\.ts$|[\\/]commander[\\/]/ },
    handler: code =>
      code
        .replace(/^import process from 'node:process';$/m, '')
        .replace(
          "import childProcess from 'node:child_process';",
          "const childProcess = { spawn: (...call) => process.getBuiltinModule('node:child_process').spawn(...call) };",
        )
        .replaceAll(
          /^import (\{[^}]+\}|\w+) from ['"](node:[\w/]+)['"];?$/gm,
          (_, names: string, module: string) =>
            `const ${namesOf(names)} = process.getBuiltinModule('${module}')`,
        ),
  },
}

/** Imported names as a declaration takes an object apart, without types. */
const namesOf = (names: string) => names.replaceAll(/\btype \w+( as \w+)?,?/g, '').replaceAll(' as ', ': ')

const pureInitialisers: Plugin = {
  name: 'pure initialisers',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/ },
    // Entries act: they start the command, or listen to messages.
    handler(code, id) {
      return this.getModuleInfo(id)?.isEntry ? code : markPure(code)
    },
  },
}

/** CommonJS of libraries asks for Node's modules by `require`; Rolldown's own would be in a chunk of pure entries. */
const ownRequire: Plugin = {
  name: 'own require',
  renderChunk: code =>
    /\brequire\(/.test(code)
      ? `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${code}`
      : null,
}

/** Writes to `folder`. @returns the chunks that were written */
export async function joinModules(folder: string): Promise<OutputChunk[]> {
  const imports = new Map<string, readonly string[]>()
  const entries = [...entriesOf.pure, source('doors/node.ts')].map(door => [basename(door, '.ts'), door])
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(entries),
    platform: 'node',
    external: peers,
    // A door that names all of a module that is loaded later elsewhere, as `nearsame/node` does, is no mistake.
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      recordImports(imports),
      commandEntry,
      threadEntries,
      nodeModules,
      pureInitialisers,
      ownRequire,
    ],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: ({ name }) => (name === 'command' ? 'command.js' : 'chunks/[name]-[hash].js'),
      comments: { jsdoc: false, annotation: true, legal: true },
      codeSplitting: { groups: groupsOf(() => imports) },
      minifyInternalExports: false,
      polyfillRequire: false,
    },
  })
  return output.filter(part => part.type === 'chunk')
}
