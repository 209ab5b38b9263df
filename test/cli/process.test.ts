/** The command as a process: streams, pipes, signals, and the launcher on an old Node. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, launcher, root } from '../runtimes/build.ts'

const sources = join(root, 'src/cli/main.ts')
const main = launcher()
const fullDisk =
  'DISK_FULL: expected room on the disk, got a full disk, at standard output. ' +
  'To fix: check where standard output goes, and the free space there.'

test('writes results to standard output and nothing to standard error', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'odds'], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /21 x 6/)
})

test('exits with the status of a refused command line', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'odds', '--recall', '2'], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout], [2, ''])
  assert.match(stderr, /^nearsame: OPTION_VALUE: expected --recall [^\n]+\n$/)
})

test('is silent when the reader of its output goes away', async () => {
  const child = spawn(process.execPath, [main, 'odds', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', chunk => {
    err += chunk
  })
  const status = await new Promise(done => child.on('close', done))
  assert.deepEqual([status, err], [0, ''])
})

test('caches the code that Node compiled beside the package, and works without the cache or with a damaged one', () => {
  const copy = temporaryFolder()
  cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true })
  cpSync(builtPackage(), join(copy, 'dist'), { recursive: true })
  const sample = join(root, 'examples/sample/docs.jsonl')
  const run = () =>
    spawnSync(
      process.execPath,
      [
        join(copy, 'bin/nearsame.js'),
        'dedupe',
        sample,
        '--dry-run',
        '-o',
        join(copy, 'k'),
        '--threads',
        '2',
      ],
      // A cache of the tests would take its place.
      { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: undefined } },
    )
  const kept = () =>
    readdirSync(join(copy, '.cache'), { recursive: true, withFileTypes: true }).filter(at => at.isFile())
  const digest = /digest [0-9a-f]{64}/
  const first = run()
  const files = kept()
  assert(files.length >= 2, 'the command and its threads')
  for (const { parentPath, name } of files) writeFileSync(join(parentPath, name), 'damaged')
  const second = run()
  rmSync(join(copy, '.cache'), { recursive: true })
  writeFileSync(join(copy, '.cache'), 'no folder')
  for (const { status, stderr } of [first, second, run()]) {
    assert.equal(status, 0, stderr)
    assert.equal(digest.exec(stderr)?.[0], digest.exec(first.stderr)?.[0])
    assert.doesNotMatch(stderr, /warning|cache/i)
  }
})

const shell = (command: string, ...args: readonly string[]) =>
  spawnSync('sh', ['-c', command, 'sh', process.execPath, main, ...args], { encoding: 'utf8' })

test('a full disk at standard output gives a one-line error, whatever the command writes there', {
  skip: existsSync('/dev/full') ? false : 'the system has no /dev/full',
}, () => {
  const pairs = join(root, 'test/golden/restaurant/truth.csv')
  const sample = join(root, 'examples/sample/docs.jsonl')
  const commands = [
    ['odds', '--json'],
    ['methods'],
    ['evaluate', pairs, pairs],
    ['dedupe', sample, '--plan'],
    ['--help'],
    ['--version'],
  ]
  for (const command of commands) {
    const { status, stderr } = shell('"$@" > /dev/full', ...command)
    assert.deepEqual([status, stderr], [1, `nearsame: ${fullDisk}\n`], command.join(' '))
  }
})

test('a removed current directory is reported before anything begins', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'd=$(mktemp -d) && cd "$d" && rmdir "$d" && "$@"', 'sh', process.execPath, main, 'odds'],
    { encoding: 'utf8' },
  )
  const says =
    'USAGE: expected a current directory, got one that was removed. To fix: change to an existing directory.'
  assert.deepEqual([status, stderr], [2, `nearsame: ${says}\n`])
})

test('a full disk at standard error changes nothing', { skip: !existsSync('/dev/full') }, () => {
  const { status, stdout } = shell('"$@" 2> /dev/full', 'odds', '--json')
  assert.equal(status, 0)
  assert.doesNotThrow(() => JSON.parse(stdout))
  assert.equal(shell('"$@" 2> /dev/full', 'odds', '--recall', '2').status, 2)
})

/** Runs the launcher as another version of Node would. */
function launchIn(version: string): { status: number | undefined; err: string } {
  const state: { status: number | undefined; err: string } = { status: undefined, err: '' }
  const stopped = new Error('exit')
  const source = readFileSync(main, 'utf8').replace(/^#!.*/, '')
  const process = {
    version: `v${version}`,
    versions: { node: version },
    env: {},
    stderr: { write: (text: string) => (state.err += text) },
    exit(status: number) {
      state.status = status
      throw stopped
    },
  }
  try {
    vm.runInNewContext(source, {
      process,
      require: () => ({ enableCompileCache() {}, join: () => '' }),
      __dirname: '',
    })
  } catch (error) {
    if (error !== stopped) throw error
  }
  return state
}

test('refuses an old Node with one line and status 2, and starts on a new one', () => {
  for (const version of ['12.22.12', '20.20.2', '22.17.9']) {
    assert.deepEqual(launchIn(version), {
      status: 2,
      err: `nearsame needs Node >= 22.18, this is v${version}; install a newer Node.\n`,
    })
  }
  for (const version of ['22.18.0', '24.0.0', '26.1.0-nightly']) {
    assert.deepEqual(launchIn(version), { status: undefined, err: '' })
  }
})

test('a command whose promise never settles fails, and leaves nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-waits-'))
  const waits = 'data:text/javascript,WebAssembly.compile = () => new Promise(() => {})'
  const sample = join(root, 'examples/sample/docs.jsonl')
  for (const program of [sources, main]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', waits, program, 'dedupe', sample, '-o', 'kept.jsonl', '--threads', '1', '--quiet'],
      { cwd: folder, encoding: 'utf8' },
    )
    assert.equal(status, 1)
    assert.match(stderr, /^nearsame: BUG: expected the command to finish, got a promise/)
    assert.deepEqual(readdirSync(folder), [])
  }
  rmSync(folder, { recursive: true })
})

test('contradictory colour settings give no warning, not even from threads', () => {
  const sample = join(root, 'examples/sample/docs.jsonl')
  const commands = [['--version'], ['methods'], ['dedupe', sample, '--plan', '--threads', '2']]
  for (const off of ['NO_COLOR', 'NODE_DISABLE_COLORS']) {
    for (const command of commands) {
      const env = { ...process.env, FORCE_COLOR: '1', [off]: '1' }
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...command], {
        encoding: 'utf8',
        env,
      })
      assert.deepEqual([status, stderr], [0, ''], `${off} ${command.join(' ')}`)
      assert(!stdout.includes('\x1b'))
    }
  }
})

test('the launcher uses only syntax that Node 12 can parse', () => {
  const source = readFileSync(main, 'utf8')
  assert.doesNotMatch(source, /\?\.|\?\?|\|\|=|&&=|^import |^export |await /m)
})
