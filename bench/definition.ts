/** Definition: the interface of a benchmark and its context. Each file of `definitions/` exports one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SizeName } from './corpus.ts'
import type { Usage } from './measure.ts'
import { venvPython } from './venv.ts'

/** One line of the record: figures of one contender, or a ratio with its target. */
export interface Row {
  readonly name: string
  readonly usage?: Usage
  readonly megabytesPerSecond?: number
  readonly recall?: number
  readonly precision?: number
  /** Further figures, and the criterion of `met`. */
  readonly note?: string
  /** Whether the target is met; absent without a target. */
  readonly met?: boolean
}

export interface Context {
  readonly out: string
  readonly runs: number
  readonly corpus: string
  readonly seed: number
  /** Creates a corpus, and its truth on request, unless they exist. @returns path of the JSONL */
  readonly corpusOf: (size: SizeName) => Promise<string>
  readonly truthOf: (size: SizeName) => Promise<string>
  readonly say: (words: string) => void
}

export interface Definition {
  readonly name: string
  readonly about: string
  /** Whether it generates its texts, so that it runs without the real corpus. */
  readonly isGenerated?: boolean
  readonly run: (context: Context) => Promise<readonly Row[]>
}

const root = new URL('../', import.meta.url).pathname

/** The product as a user starts it, without npx. */
export function nearsame(...args: string[]): string[] {
  return [process.execPath, join(root, 'bin/nearsame.js'), ...args]
}

/** A peer's script in its virtual environment; without one, prints so and returns undefined. */
export function peer(context: Context, script: string, ...args: string[]): string[] | undefined {
  const python = venvPython(context.out)
  if (existsSync(python)) return [python, join(root, 'bench/peers', script), ...args]
  context.say(`no peers here: run \`node bench/venv.ts\` first; ${script} is skipped`)
  return undefined
}

/** "ours / peer" as a row that says whether it is at most `limit`. */
export function ratioRow(name: string, ours: number, theirs: number, limit: number): Row {
  const ratio = ours / theirs
  return {
    name,
    note: `${ratio.toFixed(3)} of the peer's; at most ${limit.toFixed(3)} wanted`,
    met: ratio <= limit,
  }
}
