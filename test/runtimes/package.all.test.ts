/**
 * The package as a stranger gets it: packed, installed into an empty folder and run by every supported Node, with one
 * digest and an empty standard error; an older Node prints one line with the needed version. Needs the network.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { root } from './build.ts'

const releases = [22, 24, 26]
const isRequired = process.env.NEARSAME_REQUIRE === 'all'
const folder = temporaryFolder()

const sample = join(root, 'examples/sample/docs.jsonl')

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What npm said of the installation of a project. */
const said = new Map<string, string>()

/** An empty project with one package in it. @returns its folder */
function projectWith(name: string, specifier: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  // npm 11 runs install scripts only of named packages; the one of `node` installs the binary.
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ private: true, type: 'module', allowScripts: { node: true } }),
  )
  const { stdout, stderr } = spawnSync('npm', ['install', specifier, '--no-audit', '--no-fund'], {
    cwd: project,
    encoding: 'utf8',
  })
  said.set(name, `${stdout}${stderr}`)
  return project
}

interface Found {
  readonly digest: string
  /** SHA-256 of the kept records. */
  readonly kept: string
  /** Results of the library, in memory and on files. */
  readonly library: string
}

/** Runs the installed package with a Node. */
function runBy(node: string, project: string): Found {
  const run = (args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(node, args, { cwd: project, encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], args.join(' '))
    return stdout
  }
  const command = join(project, 'node_modules/nearsame/bin/nearsame.js')
  const output = join(project, 'kept.jsonl')
  const printed = run([command, 'dedupe', sample, '-o', output, '--force', '--json'])
  writeFileSync(join(project, 'program.js'), program)
  const library = run(['program.js', sample])
  return {
    digest: JSON.parse(printed).digest,
    kept: createHash('sha256').update(readFileSync(output)).digest('hex'),
    library: library.trim(),
  }
}

const program = `
  import { readFileSync } from 'node:fs'
  import { deduplicate } from 'nearsame'
  import { dedupeFiles } from 'nearsame/node'
  import { stopWords } from 'nearsame/stop-words'
  const sample = process.argv[2]
  const lines = readFileSync(sample, 'utf8').trim().split('\\n')
  const { digest } = await deduplicate(lines.map(line => JSON.parse(line)))
  const report = await dedupeFiles({ inputs: [sample], dryRun: true })
  console.log(digest === report.digest && stopWords('en').has('the') ? digest : 'not the same')`

npm(['pack', '--pack-destination', folder], root)
const [tarball] = globSync('*.tgz', { cwd: folder })
const project = projectWith('project', join(folder, tarball))
const first: { found?: Found } = {}

for (const release of releases) {
  test(`the installed package runs on Node ${release}, with the same results and no warning`, () => {
    const node = join(projectWith(`node-${release}`, `node@${release}`), 'node_modules/.bin/node')
    assert.match(execFileSync(node, ['--version'], { encoding: 'utf8' }), new RegExp(`^v${release}\\.`))
    const found = runBy(node, project)
    assert.match(found.digest, /^[0-9a-f]{64}$/)
    assert.equal(found.library, found.digest)
    first.found ??= found
    assert.deepEqual(found, first.found)
  })
}

test('npm adds one package of at most 12 MB beside the sample, and warns of nothing', () => {
  assert.match(said.get('project') ?? '', /^\n?added 1 package in \w+\n?$/)
  const names = readdirSync(join(project, 'node_modules')).filter(name => !name.startsWith('.'))
  assert.deepEqual(names, ['nearsame'])
  const installed = join(project, 'node_modules/nearsame')
  const files = globSync('**/*', { cwd: installed, withFileTypes: true }).filter(
    file => file.isFile() && !file.parentPath.endsWith('examples/sample'),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  assert(bytes <= 12e6, `${bytes} bytes`)
  assert(statSync(join(installed, 'examples/sample/docs.jsonl')).size <= 2e6)
})

test('the installed package serves, logs and stems without another package', () => {
  const libraries = `
    import { memoryCatalogue, openServer } from 'nearsame/node'
    import { stemming } from 'nearsame/stemming'
    const logged = []
    const destination = { write: line => logged.push(line) }
    const server = await openServer({ catalogue: memoryCatalogue(), logger: { destination } })
    await server.ready
    const { status } = await fetch(server.url + '/readyz')
    await server.close()
    const [stem] = (await stemming('english'))(['connected'])
    console.log(JSON.stringify([status, stem, logged.length > 0]))`
  writeFileSync(join(project, 'libraries.js'), libraries)
  const { stdout, stderr } = spawnSync(process.execPath, ['libraries.js'], {
    cwd: project,
    encoding: 'utf8',
  })
  assert.deepEqual([stdout.trim(), stderr], ['[200,"connect",true]', ''])
})

test('the installed package has its command, and no files for developers only', () => {
  assert(existsSync(join(project, 'node_modules/.bin/nearsame')))
  const names = globSync('**/*', { cwd: join(project, 'node_modules/nearsame') })
  assert.deepEqual(
    names.filter(name => /\.test\.|^(src|test|bench|kernels)\//.test(name)),
    [],
  )
})

/** A Node below 22.18 on this machine. */
function oldNode(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const isOld = (node: string) => {
    if (!existsSync(node)) return false
    const [, major, minor] =
      /^v(\d+)\.(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })) ?? []
    return Number(major) < 22 || (Number(major) === 22 && Number(minor) < 18)
  }
  return places.map(place => join(place, 'node')).find(isOld)
}

const old = oldNode()
const skip = old !== undefined || isRequired ? false : 'no Node below 22.18 on this machine'

test('on an older Node the command prints one line with the needed version and exits with 2', {
  skip,
}, () => {
  assert(old !== undefined, 'NEARSAME_REQUIRE=all wants a Node below 22.18')
  const command = join(project, 'node_modules/nearsame/bin/nearsame.js')
  const { status, stdout, stderr } = spawnSync(old, [command, 'dedupe'], { encoding: 'utf8' })
  assert.deepEqual([status, stdout], [2, ''])
  assert.match(stderr, /^nearsame needs Node >= 22\.18, this is v\d+\.\d+\.\d+; install a newer Node\.\n$/)
})
