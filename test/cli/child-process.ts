/** The command as a child process in a directory of its own, for tests that compare files byte for byte. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after } from 'node:test'
import type { CommandResult } from './recording-terminal.ts'

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')

export interface Workplace {
  readonly path: string
  write(name: string, content: string | Uint8Array): void
  read(name: string): string
  readBytes(name: string): Buffer
  run(...args: readonly string[]): CommandResult
}

/** A temporary directory in which the command runs; removed after the tests of the file. */
export function workplace(): Workplace {
  const path = mkdtempSync(join(tmpdir(), 'nearsame-command-'))
  after(() => rmSync(path, { recursive: true }))
  return {
    path,
    write: (name, content) => writeFileSync(join(path, name), content),
    read: name => readFileSync(join(path, name), 'utf8'),
    readBytes: name => readFileSync(join(path, name)),
    run(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
        cwd: path,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      return { status: status ?? -1, out: stdout, err: stderr }
    },
  }
}
