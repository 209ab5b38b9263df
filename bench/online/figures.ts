/** Figures: rates and delays of many small requests, and the answers of an index compared with the truth. */
import type { Check, ListName } from './workload.ts'

export interface Delays {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Percentiles of delays in milliseconds. */
export function delaysOf(milliseconds: ArrayLike<number>): Delays {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? Number.NaN }
}

/** Figures of a contender for one list of checks. */
export interface CheckFigures extends Delays {
  readonly perSecond: number
  readonly perCpuSecond: number
}

/** Output of a contender: one JSON object. */
export interface ContenderFigures {
  readonly documents: number
  readonly addsPerSecond: number
  readonly addsPerCpuSecond: number
  readonly checks: Readonly<Record<ListName, CheckFigures>>
  /** The ids found for each check; null if the check was not run. */
  readonly answers: readonly (readonly number[] | null)[]
}

export interface Quality {
  readonly recall: number
  readonly precision: number
  readonly found: number
  readonly wrong: number
  readonly wanted: number
}

/** Judges pairs of a check and a document; documents that a contender did not store do not count against it. */
export function qualityOf(
  checks: readonly Check[],
  answers: ContenderFigures['answers'],
  documents: number,
): Quality {
  let wanted = 0
  let found = 0
  let wrong = 0
  checks.forEach(({ matches }, i) => {
    const answer = answers[i]
    if (answer === null) return
    wanted += Object.keys(matches).filter(id => Number(id) < documents).length
    for (const id of new Set(answer)) {
      if (matches[id] === undefined) wrong++
      else found++
    }
  })
  const precision = found + wrong === 0 ? 1 : found / (found + wrong)
  return { recall: wanted === 0 ? 1 : found / wanted, precision, found, wrong, wanted }
}

/** Describes `have` against `wanted`; the ratio is above 1 if more is better and `have` is more. */
export function against(have: number, wanted: number, unit: string, isLeast: boolean): string {
  const ratio = isLeast ? have / wanted : wanted / have
  const shown = have >= 100 ? have.toFixed(0) : have.toFixed(2)
  return `${shown} ${unit}; at ${isLeast ? 'least' : 'most'} ${wanted} wanted, ratio ${ratio.toFixed(2)}`
}

/** Wall and CPU seconds of `work`. */
export async function timed<T>(work: () => Promise<T>): Promise<{ wall: number; cpu: number; result: T }> {
  const cpu = process.cpuUsage()
  const from = performance.now()
  const result = await work()
  const wall = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { wall, cpu: (user + system) / 1e6, result }
}
