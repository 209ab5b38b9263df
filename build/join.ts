/**
 * Joins all modules of the package, including libraries, into entries and shared chunks:
 *
 *     dist/<door>.js          a public entry
 *     dist/command.js         the command
 *     dist/threads/<name>.js  the entry of a thread
 *     dist/chunks/*.js        shared modules, and those loaded later; each module in one chunk
 *
 * Node takes a third of a millisecond to load a file, so the modules of the main job are in seven chunks: three for
 * pure entries as well, which must not import Node, one of them with the modules that threads need; one that pure
 * entries load later; one more for threads, one for `nearsame/node`, and the command's own. Rolldown makes all other
 * chunks, each of the modules that the same entries and `import()`s reach.
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

/** The entries of modules that are loaded together. */
const entriesOf = {
  /** Pure doors without the engine. */
  light: doors('client restaurants segmenter signatures solr stemming stop-words types'),
  pure: doors('client restaurants segmenter signatures solr stemming stop-words types index online'),
  node: doors('node'),
  /** What `nearsame dedupe` always loads. */
  job: ['cli/main.ts', 'cli/commands/dedupe.ts', 'files/jobs/dedupe.ts'].map(source),
  thread: [source('files/work/worker.ts')],
}

/** Optional peers, loaded by name from the user's installation: clients of databases and of S3, and DuckDB. */
const peers = ['@aws-sdk/client-s3', '@duckdb/node-api', 'pg']

/** The imports of each module: static ones, and those by `import()`. */
type Imports = Map<string, { readonly now: readonly string[]; readonly later: readonly string[] }>

function closureOf(entries: readonly string[], imports: Imports, withLater = false): Set<string> {
  const reached = new Set(entries)
  for (const id of reached) {
    const { now, later } = imports.get(id) ?? { now: [], later: [] }
    for (const imported of withLater ? [...now, ...later] : now) reached.add(imported)
  }
  return reached
}

/** Chunks of the main job; each includes the modules that it imports and no earlier group has. */
function groupsOf(imports: () => Imports) {
  const closures = (): Record<string, Set<string>> => {
    const atOnce = Object.entries(entriesOf).map(([name, entries]) => [name, closureOf(entries, imports())])
    return { ...Object.fromEntries(atOnce), browsers: closureOf(entriesOf.pure, imports(), true) }
  }
  let reached: Record<string, Set<string>> | undefined
  const inAll = (names: readonly (keyof typeof entriesOf | 'browsers')[]) => (id: string) => {
    reached ??= closures()
    const found = reached
    // The entry of a thread acts on load, so it shares no file.
    return !entriesOf.thread.includes(id) && names.every(name => found[name].has(id))
  }
  // What a pure entry loads later, and the job at once, shares no chunk with modules that need Node either.
  const isLater = [inAll(['browsers', 'job']), inAll(['browsers', 'thread'])]
  return [
    { name: 'basis', test: inAll(['light', 'job']), priority: 6 },
    { name: 'texts', test: inAll(['pure', 'job', 'thread']), priority: 5 },
    { name: 'engine', test: inAll(['pure', 'job']), priority: 4 },
    { name: 'later', test: (id: string) => isLater.some(test => test(id)), priority: 3 },
    { name: 'thread', test: inAll(['thread']), priority: 2 },
    { name: 'job', test: inAll(['job', 'node']), priority: 1 },
    { name: 'command', test: inAll(['job']), priority: 0 },
  ]
}

/** Records the imports of each module. */
function recordImports(into: Imports): Plugin {
  return {
    name: 'record imports',

    buildEnd() {
      for (const id of this.getModuleIds()) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        into.set(id, { now: importedIds, later: dynamicallyImportedIds })
      }
    },
  }
}

/** Makes the command's chunk the file that the launcher loads, without a file in between. */
const commandEntry: Plugin = {
  name: 'command entry',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source('cli/main.ts'), preserveSignature: 'allow-extension' })
  },
}

/** Makes the module of a thread an entry, and replaces the address of its source by that of the entry. */
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
 * Importing a name from a module of Node makes Node read all of its exports, which loads the ones behind getters
 * (WebCrypto of `node:crypto`, terminals of `node:process`) and takes milliseconds. Through `process` Node reads only
 * the named ones.
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

/** Imported names as a destructuring declaration, without types. */
const namesOf = (names: string) => names.replaceAll(/\btype \w+( as \w+)?,?/g, '').replaceAll(' as ', ': ')

const pureInitialisers: Plugin = {
  name: 'pure initialisers',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/ },
    // Entries have effects: they start the command, or listen to messages.
    handler(code, id) {
      return this.getModuleInfo(id)?.isEntry ? code : markPure(code)
    },
  },
}

/** CommonJS libraries load Node's modules by `require`; Rolldown's own would be in a chunk of pure entries. */
const ownRequire: Plugin = {
  name: 'own require',
  renderChunk: code =>
    /\brequire\(/.test(code)
      ? `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${code}`
      : null,
}

/** Writes to `folder`. @returns the written chunks */
export async function joinModules(folder: string): Promise<OutputChunk[]> {
  const imports: Imports = new Map()
  const entries = [...entriesOf.pure, source('doors/node.ts')].map(door => [basename(door, '.ts'), door])
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(entries),
    platform: 'node',
    external: peers,
    // A door may import a module that is loaded later elsewhere, as `nearsame/node` does.
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
