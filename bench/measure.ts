/**
 * Measure: the cost of a whole process, from start to end, and alternating runs.
 *
 * Figures come from the system, through `measure.py` (any python3), not from the measured process.
 */
import { spawnSync } from 'node:child_process'
import { medianOf } from './median.ts'

export interface Usage {
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

/** A command to time: its name, and its arguments, program first. */
export interface Contender {
  readonly name: string
  readonly command: readonly string[]
  /** Called before each run, not timed. */
  readonly before?: () => void
}

const wrapper = new URL('measure.py', import.meta.url).pathname

/** Runs a command to its end. @throws Error with the end of the command's output, if it fails */
export function usageOf(command: readonly string[]): Usage {
  const child = spawnSync('python3', [wrapper, ...command], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  if (child.error !== undefined)
    throw new Error(`expected python3 to measure with, got: ${child.error.message}`)
  const figures = JSON.parse(child.output[3]?.toString() || '{"status":-1}')
  if (figures.status !== 0) {
    const words = `${child.stderr}`.trim().slice(-2000)
    throw new Error(`${command.slice(0, 4).join(' ')} … ended with status ${figures.status}: ${words}`)
  }
  return figures
}

/**
 * The serial share of a command: the time in which exactly one of its threads ran, divided by the CPU of all; the median
 * of some runs. By Amdahl's law n threads are at most 1 / (share + (1 - share) / n) times as fast as one. Linux only; the
 * command should have the machine for itself, because a thread that waits for a core counts as running.
 */
export function serialShare({ command, before }: Omit<Contender, 'name'>, runs: number): number {
  const shares = Array.from({ length: runs }, () => {
    before?.()
    const { aloneSeconds, cpuSeconds } = usageOf(['--alone', ...command]) as Usage & {
      readonly aloneSeconds: number
    }
    return aloneSeconds / cpuSeconds
  })
  return medianOf(shares)
}

/** The median of each figure separately. */
export function medianUsage(runs: readonly Usage[]): Usage {
  const of = (figure: keyof Usage): number => medianOf(runs.map(run => run[figure]))
  return { wallSeconds: of('wallSeconds'), cpuSeconds: of('cpuSeconds'), peakBytes: of('peakBytes') }
}

/** Runs the contenders in turn (A B A B …), `runs` times each, so that a busy machine affects all of them. */
export function alternate(contenders: readonly Contender[], runs: number): Usage[] {
  const usages: Usage[][] = contenders.map(() => [])
  for (let run = 0; run < runs; run++) {
    contenders.forEach(({ command, before }, i) => {
      before?.()
      usages[i].push(usageOf(command))
    })
  }
  return usages.map(medianUsage)
}

/** Seconds of one thread over several passes. */
export interface PassSeconds {
  readonly median: number
  readonly best: number
}

/**
 * This thread's own CPU seconds for `work` over `runs` passes, after one to warm up: the load of other processes does
 * not count.
 */
export function passSeconds(work: () => void, runs: number): PassSeconds {
  work()
  const seconds: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(started)
    seconds.push((user + system) / 1e6)
  }
  return { median: medianOf(seconds), best: Math.min(...seconds) }
}
