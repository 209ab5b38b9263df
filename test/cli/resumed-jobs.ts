/** Runs that are killed and go on: what the tests of `--resume` share. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { Workshop } from './command.ts'

/** The directories of progress beside the outputs. */
export const progress = (): string[] =>
  readdirSync('.').filter(name => name.startsWith('.nearsame-progress-'))

/** Runs until it is killed after `ms`, or done. @returns whether it was killed */
export async function killedAfter(shop: Workshop, ms: number, args: readonly string[]): Promise<boolean> {
  const it = shop.start(...args)
  const timer = setTimeout(() => it.child.kill('SIGKILL'), ms)
  const { status, err } = await it.ended
  clearTimeout(timer)
  assert(status === 0 || err === '', err)
  return status !== 0
}

interface ResumedJob {
  readonly args: readonly string[]
  readonly outputs: readonly string[]
  /** Options of another job, and how its refusal names the difference. */
  readonly other: readonly string[]
  readonly difference: RegExp
}

/** Jobs beside `dedupe` over `small.jsonl` and `against.jsonl`. */
export const resumedJobs: readonly ResumedJob[] = [
  {
    args: ['pairs', 'small.jsonl', '-o', 'p.csv'],
    outputs: ['p.csv'],
    other: ['--threshold', '0.9'],
    difference: /RESUME_REFUSED: .*got `threshold` 0\.9 instead of 0\.8\./,
  },
  {
    args: ['match', 'small.jsonl', '--against', 'against.jsonl', '-o', 'm.csv', '--kept', 'kept.jsonl'],
    outputs: ['m.csv', 'kept.jsonl'],
    other: ['--one-to-one'],
    difference: /RESUME_REFUSED: .*got `oneToOne` true instead of false\./,
  },
  {
    args: ['passages', 'small.jsonl', '-o', 'l.jsonl', '--kept', 'cut.jsonl', '--least', '20'],
    outputs: ['l.jsonl', 'cut.jsonl'],
    other: ['--cut', 'all'],
    difference: /RESUME_REFUSED: .*got `cut` "all" instead of "later"\./,
  },
  {
    args: ['passages', 'small.jsonl', '--against', 'against.jsonl', '-o', 'l.jsonl', '--least', '20'],
    outputs: ['l.jsonl'],
    other: ['--least', '30'],
    difference: /RESUME_REFUSED: .*got `least` 30 instead of 20\./,
  },
]
