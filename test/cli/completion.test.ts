/** `completion`: the script completes in a real bash, and in zsh where there is one; `-h` is a part of `--help`. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { nearsame } from './recording-terminal.ts'

const shop = new Workshop()
const { out: script } = await nearsame('completion', 'bash')
shop.write('completion.bash', script)
shop.write('one text.jsonl', '')
shop.write('two.csv', '')

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const line = words.map(word => `'${word}'`).join(' ')
  const ask = `
    source ./completion.bash
    COMP_WORDS=(nearsame ${line}) COMP_CWORD=${words.length}
    _nearsame
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', ask], {
    cwd: shop.path,
    encoding: 'utf8',
    timeout: 20_000,
  })
  assert.deepEqual([status, stderr], [0, ''])
  return stdout.split('\n').filter(Boolean)
}

test('completes commands, and commands of commands', () => {
  assert.deepEqual(offered('de'), ['dedupe', 'demo'])
  assert.ok(['dedupe', 'index', 'completion', 'help'].every(name => offered('').includes(name)))
  assert.deepEqual(offered('index', 'cre'), ['create'])
  assert.deepEqual(offered('completion', ''), ['bash', 'zsh'])
  assert.deepEqual(offered('methods', 'lucene-m'), ['lucene-min-hash'])
})

test('completes every option of a command, and only its own', async () => {
  const { out } = await nearsame('dedupe', '--help')
  const flags = [...out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag)
  assert.ok(flags.length > 30)
  const all = offered('dedupe', '-')
  assert.deepEqual(
    flags.filter(flag => !all.includes(flag)),
    [],
  )
  assert.deepEqual(offered('dedupe', 'two.csv', '--thr'), ['--threshold', '--threads'])
  assert.deepEqual(offered('pairs', '--kee'), [])
  assert.deepEqual(offered('index', 'add', 'dir', '--on-d'), ['--on-duplicate'])
})

test('completes the values of closed options, also after an equals sign', () => {
  assert.deepEqual(offered('dedupe', '--cluster', ''), ['star', 'components', 'complete'])
  assert.deepEqual(offered('dedupe', '--cluster', 'comp'), ['components', 'complete'])
  assert.deepEqual(offered('dedupe', '--near', '=', 'of'), ['off'])
  assert.deepEqual(offered('dedupe', '--near', '='), ['on', 'off'])
  assert.deepEqual(offered('dedupe', '--method', 'rep'), ['repeated-trials'])
  assert.deepEqual(offered('serve', '--log', 'd'), ['debug'])
})

test('completes files as inputs and as values of other options', () => {
  assert.deepEqual(offered('dedupe', 'on'), ['one text.jsonl'])
  assert.deepEqual(offered('dedupe', 'two.csv', '-o', 'tw'), ['two.csv'])
  assert.deepEqual(offered('match', 'two.csv', '--against', 'o'), ['one text.jsonl'])
})

test('completes the same in zsh', async () => {
  const { out } = await nearsame('completion', 'zsh')
  assert.match(out, /^#compdef nearsame\n/)
  shop.write('completion.zsh', out)
  /** What the function adds, without zsh's own filter by prefix. */
  const added = (...words: readonly string[]) => {
    const ask = `
      compdef() {}; compset() { return 1 }; _files() { print FILES }
      compadd() { shift; print -l -- "$@" }
      source ./completion.zsh
      words=(nearsame ${words.map(word => `'${word}'`).join(' ')}); CURRENT=$#words; PREFIX=$words[-1]
      _nearsame`
    const options = { cwd: shop.path, encoding: 'utf8', timeout: 20_000 } as const
    const { stdout, stderr, status } = spawnSync('zsh', ['-f', '-c', ask], options)
    assert.deepEqual([status, stderr], [0, ''])
    return stdout.trim().split('\n')
  }
  // A machine without zsh checks no more.
  if (spawnSync('zsh', ['--version']).error !== undefined) return
  assert.deepEqual(added('dedupe', '--cluster', ''), ['star', 'components', 'complete'])
  assert.ok(added('index', 'add', 'dir', '--').includes('--on-duplicate'))
  assert.ok(added('').includes('dedupe'))
  assert.deepEqual(added('dedupe', ''), ['FILES'])
  assert.deepEqual(added('dedupe', 'a.csv', '-o', ''), ['FILES'])
})

test('refuses other shells', async () => {
  const { status, err } = await nearsame('completion', 'fish')
  assert.equal(status, 2)
  assert.match(err, /^nearsame: USAGE: expected shell to be one of bash, zsh, got "fish"\./)
})

test('-h lists the most used options and says where the rest is, --help lists all', async () => {
  for (const command of ['dedupe', 'pairs', 'match', 'tune', 'serve', 'chain', 'index add']) {
    const words = command.split(' ')
    const [short, long] = [await nearsame(...words, '-h'), await nearsame(...words, '--help')]
    assert.deepEqual([short.status, short.err, long.status], [0, '', 0])
    const count = (help: string) => help.match(/^ {2}(-\w, )?--/gm)?.length ?? 0
    const more = Number(/\n(\d+) more options, examples: nearsame [a-z ]+ --help\n$/.exec(short.out)?.[1])
    assert.equal(count(short.out) + more, count(long.out), command)
    assert.ok(count(short.out) <= 20 && more > 0, command)
    assert.doesNotMatch(long.out, /more options/)
  }
  // Few options are all shown.
  const [short, long] = [await nearsame('methods', '-h'), await nearsame('methods', '--help')]
  assert.equal(long.out.split('\nExamples:\n')[0], short.out)
  const program = [await nearsame('-h'), await nearsame('--help')]
  assert.equal(program[0].out, program[1].out)
})
