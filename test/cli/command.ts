/**
 * Runs the command in a directory of its own, as a user would: in this process, which is fast, or as a child process
 * where a test needs one (standard input, signals, memory, environment).
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { listTemporaries } from '../../src/files/io/temporaries.ts'
import { launcher } from '../runtimes/build.ts'
import { parsedLines } from './json-lines.ts'
import { type CommandResult, nearsame } from './recording-terminal.ts'

const main = launcher()

export interface ChildSettings {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** User to run as. */
  readonly uid?: number
}

export class Workshop {
  readonly path = mkdtempSync(join(tmpdir(), 'nearsame-test-'))

  /** The current directory of this test file, removed after its tests. */
  constructor() {
    process.chdir(this.path)
    after(() => {
      process.chdir(tmpdir())
      rmSync(this.path, { recursive: true, force: true })
    })
  }

  /** Writes a file, and creates its directories. */
  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(name), { recursive: true })
    writeFileSync(name, content)
  }

  read(name: string): string {
    return readFileSync(name, 'utf8')
  }

  bytes(name: string): Buffer {
    return readFileSync(name)
  }

  /** The values of a file of JSON lines. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the output
  rows(name: string): any[] {
    return parsedLines(this.read(name))
  }

  /** Names in a directory, hidden ones included. */
  names(below = '.'): string[] {
    return readdirSync(below).sort()
  }

  /** Removes what the command wrote. */
  remove(...names: readonly string[]): void {
    for (const name of names) rmSync(name, { recursive: true, force: true })
  }

  /** Runs in this process and checks that no temporary file remains. @param args the first may be several words */
  async run(...args: readonly string[]): Promise<CommandResult> {
    const words = args.flatMap((arg, at) => (at === 0 ? arg.split(' ') : arg))
    const result = await nearsame(...words)
    assert.deepEqual(listTemporaries(), [])
    assert.deepEqual(
      this.names().filter(name => name.includes('nearsame-')),
      [],
      'a temporary file is left',
    )
    return result
  }

  /** Runs `dedupe`, which must succeed and print nothing but the warning of an empty corpus; returns the report. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the report
  async dedupe(...args: readonly string[]): Promise<any> {
    const { status, out, err } = await this.run('dedupe', ...args, '--force', '--json')
    assert.equal(status, 0, err)
    const report = JSON.parse(out)
    const isEmpty = report.counts.read + report.counts.bad === 0 && !args.includes('--plan')
    assert.match(
      err,
      isEmpty ? /^nearsame: warning: INPUT_NONE: expected at least one record, got none, .+\n$/ : /^$/,
    )
    return report
  }

  /** Runs `dedupe`, which must fail with this status and code; returns the message. */
  async refused(status: number, code: string, ...args: readonly string[]): Promise<string> {
    const result = await this.run('dedupe', ...args)
    assert.equal(result.status, status, result.err)
    assert.equal(result.out, '')
    assert.match(result.err, new RegExp(`^nearsame: ${code}: expected [^\n]+\\. To fix: [^\n]+\\.\n$`))
    return result.err
  }

  child(args: readonly string[], { input, env, uid }: ChildSettings = {}): CommandResult {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd: this.path,
      encoding: 'utf8',
      ...(input !== undefined && { input }),
      env: { ...process.env, ...env },
      ...(uid !== undefined && { uid }),
    })
    return { status: status ?? -1, out: stdout, err: stderr }
  }

  /** A running child process; `ended` resolves with its output. */
  start(...args: readonly string[]) {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: this.path,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', text => {
      out += text
    })
    child.stderr.on('data', text => {
      err += text
    })
    const ended = new Promise<CommandResult>(done =>
      child.on('close', (status, signal) => done({ status: status ?? shellStatus(signal), out, err })),
    )
    return { child, ended }
  }
}

/** Makes `nearsame` in a directory the command of this checkout, for shells with that directory in their path. */
export function installCommand(directory: string): void {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'nearsame'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
    mode: 0o755,
  })
}

/** What a shell reports of a process that a signal ended. */
const shellStatus = (signal: NodeJS.Signals | null) => 128 + constants.signals[signal ?? 'SIGKILL']

/** Words derived from a number: equal numbers give equal texts, different ones share no word. */
export function wordsOf(seed: number, count = 20): string {
  return Array.from({ length: count }, (_, i) => `w${seed}x${i}`).join(' ')
}

/** The same words except for the last `changed` ones. */
export function nearly(seed: number, changed: number, count = 20): string {
  const kept = wordsOf(seed, count)
    .split(' ')
    .slice(0, count - changed)
  return [...kept, ...Array.from({ length: changed }, (_, i) => `other${seed}y${i}`)].join(' ')
}
