/**
 * Online, in memory: texts checked per second against 100,000 documents, signing included, one thread, beside rensa
 * and datasketch on the same texts.
 *
 * Ours measures every candidate; the others return everything that shares a band. So recall and precision, by the exact
 * Jaccards of the planted copies (`online/workload.ts`), are shown beside the speed.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, type Definition, peer, type Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { against, type ContenderFigures, qualityOf } from '../online/figures.ts'
import { redisSkip, startRedis } from '../online/start-redis.ts'
import { type Check, listNames, readChecks, type Workload, workload } from '../online/workload.ts'

const documents = 100_000
const wantedPerSecond = 20_000

interface Contender {
  readonly name: string
  readonly command: readonly string[]
  readonly note: string
}

const own = new URL('../online/memory-process.ts', import.meta.url).pathname

function peers(context: Context, { documents, checks }: Workload, redisPort: number | undefined) {
  const kinds = [
    ['rensa', 'rensa RMinHashLSH, 16 bands', '0', '0'],
    ['datasketch', 'datasketch MinHashLSH', '30000', '2000'],
    ['datasketch-redis', 'datasketch + Redis (everysec)', '5000', '1000'],
    ['datasketch-redis-session', 'datasketch + Redis, insertion session', '20000', '1000'],
  ] as const
  return kinds.flatMap(([kind, name, most, mostChecks]): Contender[] => {
    const needsRedis = kind.startsWith('datasketch-redis')
    if (needsRedis && redisPort === undefined) return []
    const args = [kind, documents, checks, most, mostChecks, `${needsRedis ? redisPort : 0}`]
    const command = peer(context, 'online_index.py', ...args)
    return command === undefined ? [] : [{ name, command, note: 'does not verify' }]
  })
}

function run({ name, command }: Contender): ContenderFigures {
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${name} ended with status ${status}: ${`${stderr}`.slice(-2000)}`)
  return JSON.parse(`${stdout}`)
}

/** The figures of one contender over all runs. */
function rowsOf(
  { name, note }: Contender,
  runs: readonly ContenderFigures[],
  checks: readonly Check[],
): Row[] {
  const [{ answers, documents: count }] = runs
  const { recall, precision, wanted, wrong } = qualityOf(checks, answers, count)
  const adds = medianOf(runs.map(run => run.addsPerSecond))
  const found = `${wanted} planted matches, ${wrong} false ones`
  const rows: Row[] = [
    {
      name: `${name}: ${count} documents`,
      recall,
      precision,
      note: `adds ${adds.toFixed(0)} per second, ${medianOf(runs.map(run => run.addsPerCpuSecond)).toFixed(0)} per CPU second; ${found}; ${note}`,
    },
  ]
  for (const list of listNames) {
    const of = (figure: 'perSecond' | 'perCpuSecond' | 'p50' | 'p99'): number =>
      medianOf(runs.map(({ checks }) => checks[list][figure]))
    const best = Math.max(...runs.map(({ checks }) => checks[list].perSecond))
    const words = [
      `${of('perSecond').toFixed(0)} texts per second (best run ${best.toFixed(0)}), ${of('perCpuSecond').toFixed(0)} per CPU second`,
      `p50 ${of('p50').toFixed(3)} ms, p99 ${of('p99').toFixed(3)} ms`,
    ]
    rows.push({ name: `${name}: ${list} checks`, note: words.join(', ') })
  }
  return rows
}

export const onlineMemory: Definition = {
  name: 'online-memory',
  isGenerated: true,
  about: `check >= ${wantedPerSecond} texts of 3 KB per second through the library, beside rensa and datasketch`,
  async run(context) {
    const files = await workload(context.out, documents, context.seed)
    const checks = await readChecks(files)
    const command = [process.execPath, own, files.documents, files.checks]
    const us = { name: 'nearsame', command, note: 'every match verified, similarities exact' }
    const skip = redisSkip()
    if (skip !== false) context.say(skip)
    const redis = skip === false ? await startRedis('everysec') : undefined
    try {
      const others = peers(context, files, redis && Number(new URL(redis.url).port))
      const contenders = [us, ...others]
      const runs: ContenderFigures[][] = contenders.map(() => [])
      for (let i = 0; i < context.runs; i++) {
        for (const [place, contender] of contenders.entries()) {
          // Redis is too slow, and its storage too full, for a second run.
          if (i > 0 && contender.name.includes('Redis')) continue
          runs[place].push(run(contender))
          await sleep(200)
        }
      }
      const rows = contenders.flatMap((contender, i) => rowsOf(contender, runs[i], checks))
      const rate = medianOf(runs[0].map(({ checks }) => checks.mixed.perCpuSecond))
      const { recall, precision } = rows[0]
      const note = `${against(rate, wantedPerSecond, 'mixed checks per CPU second', true)}; recall and precision 1 wanted`
      const met = rate >= wantedPerSecond && precision === 1 && (recall ?? 0) >= 0.99
      return [...rows, { name: 'nearsame: checks in memory', note, met }]
    } finally {
      await redis?.stop()
    }
  },
}
