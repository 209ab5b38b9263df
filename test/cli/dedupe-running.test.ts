/** A run and its environment: what it prints, overwrites and refuses; and that speed options change no result. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { runs } from '../ground/runs.ts'
import { launcher } from '../runtimes/build.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const a = wordsOf(1)
const records = jsonLines({ id: 1, text: a }, { id: 2, text: a }, { id: 3, text: wordsOf(2) })
shop.write('in.jsonl', records)
const noCommandLine = existsSync('/proc/self/cmdline') ? false : 'the system shows no command line'

test('prints a summary on standard error, and nothing on standard output', async () => {
  const { status, out, err } = await shop.run('dedupe', 'in.jsonl', '-o', 'said.jsonl')
  assert.deepEqual([status, out], [0, ''])
  assert.match(
    err,
    /^nearsame dedupe: 3 records[\s\S]*exact +1 [\s\S]*kept +2 [\s\S]*digest [0-9a-f]{64}\n$/,
  )
})

test('--quiet prints nothing, --json prints the report on standard output', async () => {
  const quiet = await shop.run('dedupe', 'in.jsonl', '-o', 'said.jsonl', '--force', '--quiet')
  assert.deepEqual(quiet, { status: 0, out: '', err: '' })
  const json = await shop.run('dedupe', 'in.jsonl', '-o', 'said.jsonl', '--force', '--json')
  assert.deepEqual([json.status, json.err, JSON.parse(json.out).counts.kept], [0, '', 2])
})

test('a child process prints nothing else: no warnings of the runtime', () => {
  shop.write('in.jsonl.zst', zstdCompressSync(records))
  const run = shop.child(['dedupe', 'in.jsonl.zst', '-o', 'z.jsonl.zst', '--quiet', '--threads', '2'])
  assert.deepEqual(run, { status: 0, out: '', err: '' })
})

test('--plan does nothing, --dry-run does everything but write KEPT', async () => {
  const before = shop.names()
  const plan = await shop.run('dedupe in.jsonl -o plan.jsonl --removed plan-r.jsonl --plan')
  assert.equal(plan.status, 0)
  assert.notEqual(plan.out, '')
  assert.deepEqual(shop.names(), before)
  const dry = await shop.run('dedupe in.jsonl -o dry.jsonl --removed dry-r.jsonl --dry-run')
  assert.equal(dry.status, 0)
  assert.match(dry.err, /\n {2}no output written \(--dry-run\)\n$/)
  assert.deepEqual(
    shop.names().filter(name => name.startsWith('dry')),
    ['dry-r.jsonl'],
  )
})

test('a dry run refuses the same outputs as a run, except existing ones, which stay', async () => {
  shop.write('taken.jsonl', 'old')
  const against = ['--against', 'in.jsonl']
  for (const [command, ...more] of [['dedupe'], ['pairs'], ['sign'], ['match', ...against]]) {
    for (const [status, code, ...outputs] of [
      [2, 'OUTPUT_EXISTS', '-o', 'dry.jsonl', '--bad', 'taken.jsonl'],
      [2, 'OUTPUT_IS_INPUT', '-o', 'in.jsonl'],
      [2, 'OUTPUT_DIRECTORY', '-o', 'none/dry.jsonl'],
      [2, 'OUTPUT_TWICE', '-o', 'dry.jsonl', '--bad', 'dry.jsonl'],
    ] as const) {
      const dry = await shop.run(command, 'in.jsonl', ...more, ...outputs, '--dry-run')
      assert.equal(dry.status, status, `${command} ${code}`)
      assert(dry.err.startsWith(`nearsame: ${code}: `), dry.err)
    }
  }
  const kept = ['-o', 'dry.csv', '--kept', 'none/kept.jsonl', '--dry-run']
  assert.match((await shop.run('match', 'in.jsonl', ...against, ...kept)).err, /OUTPUT_DIRECTORY/)
  assert.equal((await shop.run('dedupe', 'in.jsonl', '-o', 'taken.jsonl', '--dry-run')).status, 0)
  assert.equal(shop.read('taken.jsonl'), 'old')
  for (const only of ['--dry-run', '--plan']) {
    const other = await shop.run('dedupe', 'in.jsonl', '-o', 'dry.xlsx.gz', only)
    assert.match(other.err, /OUTPUT_FORMAT/, only)
  }
  rmSync('taken.jsonl')
})

test('an existing output is refused, and overwritten with --force', async () => {
  for (const flag of ['-o', '--removed', '--clusters', '--pairs', '--report', '--bad']) {
    const old = flag === '--report' ? 'old.json' : 'old.jsonl'
    shop.write(old, 'old')
    const files = flag === '-o' ? ['-o', old] : ['-o', 'new.jsonl', flag, old]
    await shop.refused(2, 'OUTPUT_EXISTS', 'in.jsonl', ...files)
    assert.deepEqual([shop.read(old), shop.names().includes('new.jsonl')], ['old', false])
  }
  await shop.dedupe('in.jsonl', '-o', 'old.jsonl')
  assert.equal(shop.rows('old.jsonl').length, 2)
  mkdirSync('full')
  shop.write('full/file', 'x')
  await shop.refused(2, 'OUTPUT_EXISTS', 'in.jsonl', '-o', 'full')
  mkdirSync('free')
  for (const flag of ['--removed', '--clusters', '--pairs', '--report', '--bad']) {
    await shop.refused(2, 'OUTPUT_EXISTS', 'in.jsonl', '-o', 'new.jsonl', flag, 'free', '--force')
  }
  assert.deepEqual(shop.names('free'), [])
  for (const command of [['sign', '--method', 'nutch-md5'], ['pairs']]) {
    const { status, err } = await shop.run(...command, 'in.jsonl', '-o', 'free', '--force')
    assert.deepEqual([status, err.slice(0, 24)], [2, 'nearsame: OUTPUT_EXISTS:'])
  }
})

test('a new file gets the permissions of the old one, even through a link; a directory keeps its own', async () => {
  const outputs = {
    '-o': 0o600,
    '--removed': 0o664,
    '--clusters': 0o444,
    '--pairs': 0o640,
    '--report': 0o777,
  }
  const flags = Object.keys(outputs)
  for (const [i, mode] of Object.values(outputs).entries()) {
    shop.write(`mode${i}`, 'old')
    chmodSync(`mode${i}`, mode)
  }
  symlinkSync('mode0', 'mode-link')
  const files = flags.flatMap((flag, i) => [flag, i === 0 ? 'mode-link' : `mode${i}`])
  await shop.dedupe('in.jsonl', ...files)
  const modes = flags.map((_, i) => lstatSync(`mode${i}`).mode & 0o777)
  assert.deepEqual(modes, Object.values(outputs))
  assert(lstatSync('mode-link').isSymbolicLink() && shop.rows('mode0').length === 2)
  mkdirSync('mode-directory', { mode: 0o700 })
  shop.write('mode-in/a.txt', a)
  await shop.dedupe('mode-in', '-o', 'mode-directory')
  assert.deepEqual(
    [lstatSync('mode-directory').mode & 0o777, shop.names('mode-directory')],
    [0o700, ['a.txt']],
  )
})

test('names may be as long as the system allows', async () => {
  const longest = `${'n'.repeat(249)}.jsonl`
  await shop.dedupe('in.jsonl', '-o', longest, '--removed', `r${longest.slice(1)}`)
  assert.equal(shop.rows(longest).length, 2)
  const { status, err } = await shop.run('dedupe', 'in.jsonl', '-o', `n${longest}`)
  assert.deepEqual(
    [status, /got ENAMETOOLONG, at n+\.jsonl\. To fix: choose a shorter name/.test(err)],
    [1, true],
  )
})

test('files that claim to be empty, names that are not UTF-8, and a directory as standard input', async () => {
  const { counts } = await shop.dedupe(
    '/proc/version',
    '--input-format',
    'txt',
    '-o',
    'version.txt',
    '--force',
  )
  assert.equal(counts.read, 1)
  assert.deepEqual(shop.bytes('version.txt'), readFileSync('/proc/version'))
  mkdirSync('names')
  writeFileSync(Buffer.from([...Buffer.from('names/'), 0xff, 0xfe]), 'one')
  const { status, err } = await shop.run('dedupe', 'names', '-o', 'named')
  assert.equal(status, 3)
  assert.match(err, /INPUT_UNREADABLE: expected a name in UTF-8, .* names\/\ufffd\ufffd\./)
  shop.write('names/\ufffd\ufffd', 'two') // by this name one of the two would be read twice
  assert.equal((await shop.run('dedupe', 'names', '-o', 'named')).err, err)
  const child = byShell('- --input-format jsonl -o none.jsonl < .')
  assert.deepEqual(
    [child.status, /INPUT_MISSING: expected a file, got a directory/.test(child.stderr)],
    [2, true],
  )
})

test('a name that is not UTF-8 is refused as such, and nothing is written under another one', async () => {
  writeFileSync(Buffer.from('o\xe9.jsonl', 'latin1'), shop.bytes('in.jsonl'))
  // A command sees such a name as U+FFFD.
  const input = await shop.run('dedupe', 'o\ufffd.jsonl', '-o', 'no.jsonl')
  assert.equal(input.status, 3)
  assert.match(
    input.err,
    /INPUT_UNREADABLE: expected a name in UTF-8, .*, at o\ufffd\.jsonl\. To fix: rename/,
  )
  for (const outputs of [
    ['-o', 'o\ufffd.jsonl'],
    ['-o', 'no.jsonl', '--removed', 'o\ufffd.jsonl'],
  ]) {
    const { status, err } = await shop.run('dedupe', 'in.jsonl', ...outputs, '--force')
    assert.equal(status, 1)
    assert.match(err, /OUTPUT_FAILED: expected a name in UTF-8, .*, at o\ufffd\.jsonl\. To fix: choose/)
  }
  const directory = await shop.run('index', 'add', 'i\ufffd', 'in.jsonl')
  assert.equal(directory.status, 2)
  assert.match(directory.err, /OPTION_VALUE: expected a name in UTF-8, .*, at i\ufffd\. To fix: choose/)
  assert.deepEqual(
    shop.names().filter(name => /^(no\.jsonl|i\ufffd)$/.test(name)),
    [],
  )
})

test('a name that really contains U+FFFD is distinguished from one in other bytes', {
  skip: noCommandLine,
}, () => {
  const named = byShell('-o "$(printf \'u\\357\\277\\275.jsonl\')" --quiet')
  assert.deepEqual([named.status, named.stderr], [0, ''])
  assert.equal(shop.rows('u\ufffd.jsonl').length, 2)
  const gone = byShell('"$(printf \'g\\357\\277\\275.jsonl\')" -o no.jsonl')
  assert.match(gone.stderr, /^nearsame: INPUT_MISSING: /)
  const other = byShell('-o "$(printf \'u\\351.jsonl\')" --force')
  assert.match(other.stderr, /^nearsame: OUTPUT_FAILED: expected a name in UTF-8, .*, at u\ufffd\.jsonl\. /)
})

/** Runs the command in a shell, with the given rest of the line. */
function byShell(args: string): { status: number | null; stdout: string; stderr: string } {
  const command = `${process.execPath} ${launcher()} dedupe in.jsonl ${args}`
  return spawnSync('sh', ['-c', command], { cwd: shop.path, encoding: 'utf8' })
}

test('standard output is written to by its name in /dev, whatever it is', () => {
  for (const redirect of ['> stream.jsonl', '| cat > stream.jsonl']) {
    const { status, stderr } = byShell(`-o /dev/stdout --quiet ${redirect}`)
    assert.deepEqual([status, stderr], [0, ''])
    assert.equal(shop.rows('stream.jsonl').length, 2)
    assert(lstatSync('/dev/stdout').isSymbolicLink())
  }
})

test('a stream that goes to a file loses neither earlier nor later output', () => {
  shop.write('log', 'kept\n')
  assert.equal(byShell('-o new1.jsonl --removed /dev/stdout --quiet >> log').status, 0)
  assert.match(shop.read('log'), /^kept\n\{"id":.*\}\n$/)
  assert.equal(byShell('-o new2.jsonl --removed /dev/fd/1 --plan --json > log').status, 0)
  assert.match(shop.read('log'), /^\{\n {2}"versions"/)
  assert.equal(byShell('-o new3.jsonl --removed /dev/stderr 2> log').status, 0)
  assert.match(shop.read('log'), /^\{"id":.*\}\nnearsame dedupe: /)
  const twice = byShell('-o /dev/fd/1 --removed /dev/stdout > log')
  assert.deepEqual([twice.status, twice.stderr.split(':')[1]], [2, ' OUTPUT_TWICE'])
})

test('a number that the shell did not open is not a file, whatever Node has there', () => {
  const output = byShell('-o /dev/fd/5')
  assert.match(
    output.stderr,
    /^nearsame: OUTPUT_FAILED: expected a file that is open for writing, .* at \/dev\/fd\/5\. To fix: open it/,
  )
  // One of them is the /dev/null of the runtime, where all output would be lost silently.
  for (let number = 3; number < 3 + runs(29); number++) {
    const { status, stderr } = byShell(`-o /dev/fd/${number}`)
    assert.deepEqual([status, /^nearsame: OUTPUT_FAILED: /.test(stderr)], [1, true], `${number}: ${stderr}`)
  }
  assert.match(byShell('-o /dev/fd/9 9</dev/null').stderr, /OUTPUT_FAILED: .* the caller did not open/)
  assert.equal(byShell('-o /dev/fd/9 --quiet 9>/dev/null').status, 0)
  assert.match(
    byShell('/dev/fd/5 --input-format jsonl -o no').stderr,
    /^nearsame: INPUT_MISSING: .* "\/dev\/fd\/5"/,
  )
  assert.equal(byShell('-o /dev/fd/5 --quiet 5>log').status, 0)
  assert.equal(shop.rows('log').length, 2)
})

test('two outputs to one stream are refused, whatever their names and its target', () => {
  const refused = /^nearsame: OUTPUT_TWICE: expected a different file for each output, got \S+ twice\. /
  for (const names of ['-o /dev/stdout --removed /proc/self/fd/1', '-o /dev/fd/1 --bad /dev/stdout']) {
    for (const redirect of ['| cat', '> log']) {
      const { stdout, stderr } = byShell(`${names} ${redirect}`)
      assert.deepEqual([stdout, refused.test(stderr)], ['', true], `${names} ${redirect}`)
    }
  }
  assert.match(byShell('-o /dev/stdout --removed /dev/fd/3 > log 3>&1').stderr, refused)
  const behind = byShell('-o /dev/stdout --removed log --force > log')
  assert.deepEqual([behind.status, refused.test(behind.stderr)], [2, true])
  assert.equal(byShell('-o /dev/stdout --removed /dev/fd/3 > out.log 3>log').status, 0)
})

test('records and the report cannot share standard output; each may have it alone', () => {
  const refused =
    'nearsame: OUTPUT_TWICE: expected standard output for one thing only, got /dev/stdout, where the report ' +
    'goes, too. To fix: name a file, or leave out `--json`.\n'
  for (const flag of ['-o', '-o one.jsonl --removed', '-o one.jsonl --report']) {
    const { status, stdout, stderr } = byShell(`${flag} /dev/stdout --json`)
    assert.deepEqual([status, JSON.parse(stdout).error.code, stderr], [2, 'OUTPUT_TWICE', refused])
  }
  assert.equal(byShell('-o log --json --force > log').status, 2)
  const plot = shop.child(['odds', '--plot', '/dev/stdout'])
  assert.match(
    plot.err,
    /OUTPUT_TWICE: .* got \/dev\/stdout, where the table goes, too\. To fix: name a file\.\n$/,
  )
  const { status, stdout, stderr } = byShell('-o /dev/stdout | cat')
  assert.deepEqual([status, stdout.split('\n').length], [0, 3])
  assert.match(stderr, /^nearsame dedupe: 3 records/)
  for (const free of ['--dry-run --json', '--plan --json', '--json > /dev/null']) {
    assert.equal(byShell(`-o /dev/stdout ${free}`).status, 0, free)
  }
})

test('an output that is an input is refused under any name, even with --force', async () => {
  symlinkSync('in.jsonl', 'soft.jsonl')
  linkSync('in.jsonl', 'hard.jsonl')
  symlinkSync('.', 'here')
  for (const name of ['in.jsonl', './in.jsonl', 'soft.jsonl', 'hard.jsonl', 'here/in.jsonl']) {
    await shop.refused(2, 'OUTPUT_IS_INPUT', 'in.jsonl', '-o', name, '--force')
    await shop.refused(2, 'OUTPUT_IS_INPUT', 'in.jsonl', '-o', 'new.jsonl', '--removed', name, '--force')
  }
  assert.equal(shop.read('in.jsonl'), records)
  await shop.refused(2, 'OUTPUT_TWICE', 'in.jsonl', '-o', 'new.jsonl', '--removed', 'here/new.jsonl')
})

test('wrong usage is status 2', async () => {
  const usages = [
    ['--memory', 'much'],
    ['--recall', 'all'],
    ['--method', 'simhash'],
    ['--threshold', '1.5'],
    ['--threshold', '0'],
    ['--shingle', 'lines:2'],
    ['--cluster', 'tree'],
    ['--near', 'maybe'],
    ['--threads', '0'],
    ['--param', 'x=1'],
    ['--max-record', '300MB'],
    ['--nonsense'],
  ]
  for (const options of usages) {
    const { status, out, err } = await shop.run('dedupe', 'in.jsonl', '-o', 'no.jsonl', ...options)
    assert.deepEqual([status, out, options], [2, '', options])
    assert.match(err, /^nearsame: [^\n]+\n$/)
  }
  assert.equal((await shop.run('dedupe', 'in.jsonl')).status, 2)
  assert.equal((await shop.run('dedupe', '-o', 'no.jsonl')).status, 2)
  await shop.refused(2, 'OUTPUT_DIRECTORY', 'in.jsonl', '-o', 'nowhere/k.jsonl')
  await shop.refused(2, 'INPUT_MISSING', 'gone.jsonl', '-o', 'no.jsonl')
  await shop.refused(2, 'INPUT_MISSING', '*.nothing', '-o', 'no.jsonl')
  assert(!shop.names().includes('no.jsonl'))
})

test('a file whose name begins as an option does is named with its folder', async () => {
  shop.write('-x.jsonl', '{"text":"a"}\n')
  const { status, err } = await shop.run('dedupe -x.jsonl -o k.jsonl')
  assert.deepEqual(
    [status, /got -x\.jsonl\. To fix: write \.\/-x\.jsonl if the file is meant\.\n$/.test(err)],
    [2, true],
  )
})

test('a directory for temporary files that is missing, or a file, is refused before anything is read, and never made', async () => {
  shop.write('no-json.jsonl', 'no JSON\n')
  for (const command of [
    'dedupe no-json.jsonl -o t.jsonl',
    'passages no-json.jsonl -o t.jsonl',
    'tune no-json.jsonl',
  ])
    for (const [temp, got] of [
      ['missing', 'none'],
      ['in.jsonl', 'something that is not a directory'],
    ])
      for (const resume of command.startsWith('tune') ? [[]] : [[], ['--resume']]) {
        const { status, err } = await shop.run(...command.split(' '), '--temp', temp, ...resume)
        assert.deepEqual(
          [status, err],
          [
            2,
            `nearsame: OUTPUT_DIRECTORY: expected an existing directory to write in, got ${got}, at ${temp}. ` +
              'To fix: name with `--temp` an existing, writable directory.\n',
          ],
        )
      }
  assert.ok(!shop.names().some(name => name === 'missing' || name === 't.jsonl'))
})

test('a file in the place of a directory for states is no directory', async () => {
  shop.write('taken.txt', 'x')
  shop.write('some.jsonl', '{"text":"a"}\n')
  const { status, err } = await shop.run('dedupe some.jsonl -o k-some.jsonl --state taken.txt')
  assert.deepEqual(
    [status, /OUTPUT_DIRECTORY: .* got something that is not a directory, at \S+taken\.txt\./.test(err)],
    [2, true],
  )
})

test('files of many columns that differ in the last one are refused', async () => {
  const columns = Array.from({ length: 25 }, (_, i) => (i === 0 ? 'text' : `c${i}`))
  const row = `${columns.map(() => 'x').join(',')}\n`
  shop.write('wide.csv', `${columns.join(',')}\n${row}`)
  shop.write('wider.csv', `${columns.slice(0, -1).join(',')},other\n${row}`)
  await shop.refused(2, 'CSV_HEADERS_DIFFER', 'wide.csv', 'wider.csv', '-o', 'no.csv')
})

test('inputs must have the same header', async () => {
  shop.write('a.csv', 'id,text\n1,x\n')
  shop.write('b.csv', 'text,id\nx,1\n')
  shop.write('twice.csv', 'id,text,text\n1,x,y\n')
  shop.write('none.csv', '\n')
  const message = await shop.refused(2, 'CSV_HEADERS_DIFFER', 'a.csv', 'b.csv', '-o', 'no.csv')
  assert.match(
    message,
    /expected the columns of the first input: "id", "text", got "text", "id", at b\.csv\./,
  )
  shop.write('c.csv', 'id,body\n1,x\n')
  shop.write('c.csv.gz', gzipSync('id,body\n1,x\n'))
  for (const other of ['c.csv', 'c.csv.gz']) {
    const said = await shop.refused(2, 'CSV_HEADERS_DIFFER', 'a.csv', other, '-o', 'no.csv')
    assert.ok(said.includes(`"id", "text", got "id", "body", at ${other}.`), said)
  }
  assert.match(
    await shop.refused(3, 'CSV_HEADER', 'twice.csv', '-o', 'no.csv'),
    /got "text" twice, at twice\.csv\./,
  )
  await shop.refused(3, 'CSV_HEADER', 'none.csv', '-o', 'no.csv')
})

test('an empty corpus is kept, with a warning that it is empty', async () => {
  shop.write('empty.jsonl', '')
  shop.write('blank.jsonl', '\n  \n\n')
  shop.write('empty.txt', '')
  for (const name of ['empty.jsonl', 'blank.jsonl', 'empty.txt']) {
    const files = ['-o', `kept-${name}`, '--removed', `r-${name}`, '--clusters', `c-${name}`]
    const { counts } = await shop.dedupe(name, ...files)
    assert.deepEqual([counts.read, counts.kept, shop.read(`kept-${name}`)], [0, 0, ''])
  }
})

test('an input without a byte is empty in every format and compression, from a file and as standard input', async () => {
  const names = ['jsonl', 'csv', 'tsv', 'txt'].flatMap(format => [format, `${format}.gz`, `${format}.zst`])
  const warning = /^nearsame: warning: INPUT_NONE: expected at least one record, got none, at nil\./
  for (const name of [...names, 'parquet']) {
    shop.write(`nil.${name}`, '')
    const { status, err } = await shop.run('dedupe', `nil.${name}`, '-o', `kept-nil.${name}`)
    assert.match(err, warning, name)
    assert.equal(status, 0)
    if (!/gz|zst/.test(name)) assert.equal(shop.read(`kept-nil.${name}`), '')
    const sides = await shop.run(
      'match',
      `nil.${name}`,
      '--against',
      `nil.${name}`,
      '-o',
      `twins-${name}.csv`,
    )
    assert.deepEqual([sides.status, shop.read(`twins-${name}.csv`)], [0, 'id1,id2,measure,similarity\n'])
    const added = await shop.run('index', 'add', 'nil-data', `nil.${name}`)
    assert.deepEqual([added.status, added.out], [0, ''])
    assert.match(added.err, warning, name)
  }
  for (const format of ['jsonl', 'csv', 'tsv', 'txt', 'id-text']) {
    const { status, out, err } = shop.child(['dedupe', '-', '--input-format', format, '-o', '-'], {
      input: '',
    })
    assert.deepEqual([status, out], [0, ''], format)
    assert.match(err, /^nearsame: warning: INPUT_NONE: expected at least one record, got none, at -\./)
  }
  const report = await shop.dedupe('in.jsonl', 'nil.jsonl.gz', '-o', 'beside.jsonl')
  assert.deepEqual(report.ignoredFiles, [{ path: 'nil.jsonl.gz', reason: 'empty' }])
})
