/**
 * Online, a collection that grows: CPU of an add and of a check at 1,000,000 documents, beside those at 100,000.
 * NEARSAME_BENCH_DOCUMENTS sets another number of documents.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Context, Definition, Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { against } from '../online/figures.ts'
import { dataFolder, removeFolder } from '../online/prepared.ts'

const wanted = 2
const entry = new URL('../online/growth-process.ts', import.meta.url).pathname

interface Tenth {
  readonly documents: number
  /** CPU microseconds of a call. */
  readonly addCpu: number
  readonly checkCpu: number
}

function tenthsOf(place: string, count: number, seed: number): Tenth[] {
  const command = [entry, place, String(count), String(seed)]
  const { status, stdout, stderr } = spawnSync(process.execPath, command)
  if (status !== 0) throw new Error(`${place} ended with status ${status}: ${`${stderr}`.slice(-2000)}`)
  return `${stdout}`
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

function rows({ seed }: Context, store: string, place: string, count: number): Row[] {
  const tenths = tenthsOf(place, count, seed)
  return (['addCpu', 'checkCpu'] as const).map(figure => {
    const figures = tenths.map(tenth => tenth[figure])
    const [first] = figures
    const last = figures[figures.length - 1]
    const all = `${first.toFixed(0)} and ${last.toFixed(0)} CPU microseconds, median ${medianOf(figures).toFixed(0)}`
    return {
      name: `${figure === 'addCpu' ? 'adds' : 'checks'}, ${store}`,
      note: `${against(last / first, wanted, 'times the CPU at a tenth of the documents', false)}; ${all}`,
      met: last <= wanted * first,
    }
  })
}

export const onlineGrowth: Definition = {
  name: 'online-growth',
  isGenerated: true,
  about:
    'an add and a check at 1,000,000 documents take at most 2 times the CPU at 100,000, in memory and in SQLite',
  async run(context) {
    const folder = dataFolder(context.out)
    const count = Number(process.env.NEARSAME_BENCH_DOCUMENTS ?? 1_000_000)
    try {
      return [
        ...rows(context, 'memory', 'memory', count),
        ...rows(context, 'SQLite', join(folder, 'data'), count),
      ]
    } finally {
      removeFolder(folder)
    }
  },
}
