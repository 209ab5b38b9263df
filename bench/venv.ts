/**
 * Virtual environment: the peers, at the versions of `peers/requirements.txt`, in bench/out/venv.
 *
 *     node bench/venv.ts [--out DIR]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outPath } from './corpus.ts'

/** Path of the environment's Python, which may not exist. */
export function venvPython(out: string): string {
  return join(out, 'venv/bin/python')
}

function run(command: string, ...args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `status ${status}`}`)
}

function main(): void {
  const { values } = parseArgs({ options: { out: { type: 'string', default: outPath } } })
  mkdirSync(values.out, { recursive: true })
  run('python3', '-m', 'venv', join(values.out, 'venv'))
  const requirements = new URL('peers/requirements.txt', import.meta.url).pathname
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]
  run(venvPython(values.out), ...pip)
  run(venvPython(values.out), '-m', 'pip', 'list', '--disable-pip-version-check')
}

if (import.meta.main) main()
