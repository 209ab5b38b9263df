/**
 * Clients that generators make of `/openapi.json` compile and work: openapi-generator for TypeScript and Python, and
 * openapi-python-client; that for Java compiles and makes collections. Skipped if a generator cannot be installed, unless NEARSAME_REQUIRE=all.
 */
import assert from 'node:assert/strict'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { methodNames } from '../../src/methods/methods.ts'
import { cachedFolder } from '../ground/cached-folder.ts'
import { outputOf } from '../ground/child-program.ts'
import { makeEnvironment } from '../ground/python.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { openWorld } from './server-world.ts'

const programs = join(import.meta.dirname, 'generated')
const generator = 'openapi-generator-cli-7.17.0'
const installMs = 300_000

/** The generators, and what their clients need, in one folder. */
function install(): Promise<string> {
  return cachedFolder(`nearsame-${generator}-1`, async draft => {
    const maven = (goal: string, ...more: readonly string[]) =>
      outputOf('mvn', ['-B', '-q', '-f', join(programs, 'pom.xml'), goal, ...more], installMs)
    const artifact = `org.openapitools:${generator.replace(/-(?=\d)/, ':')}`
    await maven('dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${draft}`)
    await maven('dependency:copy-dependencies', `-DoutputDirectory=${join(draft, 'jars')}`)
    const packages = ['openapi-python-client==0.29.1', 'pydantic', 'python-dateutil', 'urllib3<3']
    await makeEnvironment(join(draft, 'python'), packages)
    writeFileSync(join(draft, 'package.json'), '{ "private": true }')
    const npm = ['install', '--prefix', draft, '--silent', '--no-audit', '--no-fund', 'typescript@5.9.3']
    await outputOf('npm', [...npm, '@types/node@24.10.1'], installMs)
  })
}

interface Place {
  readonly tools: string
  /** A temporary folder with `openapi.json`. */
  readonly folder: string
}

async function generate({ tools, folder }: Place, name: string, ...options: readonly string[]) {
  const out = join(folder, name)
  const global = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  const args = ['-i', join(folder, 'openapi.json'), '-o', out, '-g', name, '--global-property', global]
  await outputOf('java', ['-jar', join(tools, `${generator}.jar`), 'generate', ...args, ...options])
  return out
}

type Run = (args: readonly string[]) => Promise<string>

/** Each makes a client and compiles its program. */
const clients: Readonly<Record<string, (place: Place) => Promise<Run>>> = {
  async java(place) {
    const source = await generate(place, 'java', '--library', 'native')
    const classes = join(place.folder, 'classes')
    const path = `${join(place.tools, 'jars')}/*`
    const files = globSync('src/main/java/**/*.java', { cwd: source }).map(file => join(source, file))
    writeFileSync(join(place.folder, 'files'), [...files, join(programs, 'Main.java')].join('\n'))
    await outputOf(
      'javac',
      [
        '-encoding',
        'UTF-8',
        '-nowarn',
        '-proc:none',
        '-cp',
        path,
        '-d',
        classes,
        `@${join(place.folder, 'files')}`,
      ],
      installMs,
    )
    return args => outputOf('java', ['-Dfile.encoding=UTF-8', '-cp', `${classes}:${path}`, 'Main', ...args])
  },
  async 'typescript-fetch'(place) {
    const source = await generate(place, 'typescript-fetch')
    const out = join(place.folder, 'compiled')
    mkdirSync(out)
    writeFileSync(join(out, 'package.json'), '{ "type": "commonjs" }')
    const main = join(place.folder, 'main.ts')
    const program = readFileSync(join(programs, 'main.ts'), 'utf8')
    writeFileSync(main, program.replace("'./client'", "'./typescript-fetch'"))
    const types = ['--types', 'node', '--typeRoots', join(place.tools, 'node_modules/@types')]
    const kind = ['--target', 'es2022', '--module', 'commonjs', '--lib', 'es2022,dom', '--strict']
    const compiler = join(place.tools, 'node_modules/typescript/bin/tsc')
    await outputOf(process.execPath, [
      compiler,
      ...kind,
      ...types,
      '--rootDir',
      place.folder,
      '--outDir',
      out,
      main,
    ])
    assert(source.startsWith(place.folder))
    return args => outputOf(process.execPath, [join(out, 'main.js'), ...args])
  },
  async python(place) {
    const source = await generate(place, 'python')
    const main = join(source, 'main.py')
    copyFileSync(join(programs, 'generator_client.py'), main)
    return args => outputOf(join(place.tools, 'python/bin/python3'), [main, ...args])
  },
  async 'openapi-python-client'(place) {
    const out = join(place.folder, 'nearsame_client')
    const args = [
      'generate',
      '--path',
      join(place.folder, 'openapi.json'),
      '--meta',
      'none',
      '--output-path',
      out,
    ]
    // Its script has the path of the folder in which it was installed.
    await outputOf(join(place.tools, 'python/bin/python3'), ['-m', 'openapi_python_client', ...args])
    const main = join(place.folder, 'main.py')
    copyFileSync(join(programs, 'python_client.py'), main)
    return more => outputOf(join(place.tools, 'python/bin/python3'), [main, ...more])
  },
}

const expected = [
  ...methodNames.map(name => `method ${name}`),
  ...['added 1', 'added 2', 'matches 2', 'results 2', 'documents 2', 'reviews 1'],
]

for (const [name, prepare] of Object.entries(clients)) {
  test(`a client made by ${name} works`, { timeout: 600_000 }, async context => {
    let tools: string
    try {
      tools = await install()
    } catch (error) {
      if (process.env.NEARSAME_REQUIRE === 'all') throw error
      context.skip(`no generators: ${error instanceof Error ? error.message : error}`)
      return
    }
    const folder = temporaryFolder()
    const { ask, url } = await openWorld()
    writeFileSync(join(folder, 'openapi.json'), (await ask('GET', '/openapi.json')).text)
    const run = await prepare({ tools, folder })
    const lines = (await run([url, ...methodNames])).trim().split('\n')
    assert.deepEqual(lines, name === 'java' ? expected.slice(0, methodNames.length) : expected)
  })
}
