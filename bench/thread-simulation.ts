/**
 * Thread simulation: how long each stage of `dedupe` would take with more threads than this machine has cores.
 *
 *     node bench/thread-simulation.ts INPUT.jsonl [THREADS...]
 *
 * One run with one thread notes the CPU time of each task, and for each stage what the calling thread does beside them.
 * For n threads the tasks of a stage go, in order, to the thread that is free first. What the calling thread does beside
 * them comes before all tasks, of which the others do not wait (the least time), or waits for none of them and none for
 * it (the most). Starting threads, memory that they share, the disk and the start of
 * the program are left out, so times are too short.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface TracedStage {
  readonly name: string
  /** CPU seconds of the calling thread beside its tasks. */
  readonly serial: number
  /** Of each task, by the order in which they ended. */
  readonly tasks: readonly number[]
}

let tasks: number[] = []

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

Object.assign(globalThis, {
  async tracedTask(work: () => Promise<unknown>) {
    const before = cpuSeconds()
    const result = await work()
    tasks.push(cpuSeconds() - before)
    return result
  },
})

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/src/files/work/tasks.ts')) return loaded
    const source = String(loaded.source).replace('async function runTask(', 'async function runUntraced(')
    const traced = 'return globalThis.tracedTask(() => runUntraced(thread, task, rest))'
    return {
      ...loaded,
      source: `${source.replace('export async function runUntraced', 'async function runUntraced')}
export async function runTask(thread, task, rest) { ${traced} }`,
    }
  },
})

async function tracedRun(input: string): Promise<TracedStage[]> {
  const { Stages } = await import('../src/files/run/stages.ts')
  const { dedupeFiles } = await import('../src/doors/node.ts')
  const stages: TracedStage[] = []
  let before = 0
  const end = (name: string) => {
    const serial = cpuSeconds() - before - tasks.reduce((sum, task) => sum + task, 0)
    stages.push({ name, serial: Math.max(0, serial), tasks })
    tasks = []
    before = cpuSeconds()
  }
  const { time } = Stages.prototype
  Stages.prototype.time = async function (name, work, bytesOf) {
    // Before the first stage the sources of this program are loaded, which no user waits for.
    if (before > 0) end(`before ${name}`)
    before = cpuSeconds()
    const result = await time.call(this, name, work as () => unknown, bytesOf as () => number)
    end(name)
    return result as never
  }
  const directory = mkdtempSync(join(tmpdir(), 'nearsame-threads-'))
  try {
    await dedupeFiles({ inputs: [input], output: join(directory, 'kept.jsonl'), threads: 1 })
  } finally {
    rmSync(directory, { recursive: true })
  }
  end('end')
  return stages
}

/** The time at which the last of the tasks ends. @param free when each thread is free */
function endOf(all: readonly number[], free: number[]): number {
  for (const task of all) {
    const next = free.indexOf(Math.min(...free))
    free[next] += task
  }
  return Math.max(...free)
}

function secondsOf(
  { serial, tasks: all }: TracedStage,
  threads: number,
): readonly [least: number, most: number] {
  const others = new Array<number>(threads - 1).fill(0)
  return [endOf(all, [serial, ...others]), serial + endOf(all, [0, ...others])]
}

const [input, ...counts] = process.argv.slice(2)
if (input === undefined) throw new Error('expected the path of JSON lines')
const threads = counts.length > 0 ? counts.map(Number) : [1, 2, 4, 16, 64]
const stages = await tracedRun(input)
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
row(['stage', 'beside tasks', 'in tasks', 'tasks', ...threads.map(count => `${count} threads`)])
row(new Array(4 + threads.length).fill('---'))
const range = (least: number, most: number) => `${least.toFixed(2)} to ${most.toFixed(2)}`
const totals = threads.map(() => [0, 0])
for (const stage of stages) {
  const inTasks = stage.tasks.reduce((sum, task) => sum + task, 0)
  const times = threads.map(count => secondsOf(stage, count))
  for (const [i, [least, most]] of times.entries()) {
    totals[i][0] += least
    totals[i][1] += most
  }
  if (stage.serial + inTasks < 0.005) continue
  const figures = [stage.serial.toFixed(2), inTasks.toFixed(2), stage.tasks.length]
  row([stage.name, ...figures, ...times.map(([least, most]) => range(least, most))])
}
row(['all', '', '', '', ...totals.map(([least, most]) => range(least, most))])
