/**
 * Online, durable: documents per second, each on disk when acknowledged: 16 clients with 8 requests in
 * flight each over HTTP, and through the library, beside the disk's own time and datasketch with Redis.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Context, type Definition, peer, type Row } from '../definition.ts'
import { medianOf } from '../median.ts'
import { type ClientFigures, runClient } from '../online/client-task.ts'
import { syncDelays } from '../online/disk.ts'
import { against, type ContenderFigures, delaysOf } from '../online/figures.ts'
import { dataFolder, fill, removeFolder, withIndex } from '../online/prepared.ts'
import { cpuSecondsOf } from '../online/processes.ts'
import { RunningServer } from '../online/running-server.ts'
import { redisSkip, startRedis } from '../online/start-redis.ts'
import { readLines, type Workload, workload } from '../online/workload.ts'

const documents = 100_000
const eachRun = 20_000
const inFlight = 16 * 8
const wantedPerSecond = 5_000
const wantedP99 = 60

interface Group {
  readonly figures: ClientFigures
  readonly group: number
  readonly serverCpuSeconds: number
  readonly syncMs: number
}

async function overHttp(
  server: RunningServer,
  { documents }: Workload,
  run: number,
  bulk: number,
): Promise<Group> {
  const collection = `run${run + 1}-${bulk}`
  await server.create(collection)
  const before = await server.commits()
  const cpu = cpuSecondsOf(server.processId)
  const figures = await runClient({
    ...{ url: server.url, collection, kind: 'add', file: documents, list: 'mixed', isChecked: false },
    ...{ skip: ((run + 4) % 4) * eachRun, count: eachRun, bulk, connections: bulk === 1 ? inFlight : 4 },
  })
  const serverCpuSeconds = cpuSecondsOf(server.processId) - cpu
  const after = await server.commits()
  const there = await server.documents(collection)
  if (there !== eachRun) throw new Error(`expected ${eachRun} documents, got ${there}`)
  const group = (after.documents - before.documents) / (after.commits - before.commits)
  return { figures, group, serverCpuSeconds, syncMs: 0 }
}

function httpRow(name: string, runs: readonly Group[]): Row {
  const of = (figure: 'perSecond' | 'p50' | 'p99'): number =>
    medianOf(runs.map(({ figures }) => figures[figure]))
  const best = Math.max(...runs.map(({ figures }) => figures.perSecond))
  const cpu = medianOf(runs.map(({ serverCpuSeconds }) => (1e6 * serverCpuSeconds) / eachRun))
  const words = [
    `${of('perSecond').toFixed(0)} documents per second (best run ${best.toFixed(0)})`,
    `p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms (best run ${Math.min(...runs.map(({ figures }) => figures.p99)).toFixed(1)})`,
    `${medianOf(runs.map(({ group }) => group)).toFixed(0)} documents per commit`,
    `${cpu.toFixed(0)} CPU microseconds of the server per document`,
    `fdatasync ${medianOf(runs.map(({ syncMs }) => syncMs)).toFixed(1)} ms at the same time`,
  ]
  return { name, note: words.join(', ') }
}

/** As many concurrent `add` calls as over HTTP, and one list with `addEach`. */
async function throughLibrary(folder: string, files: Workload): Promise<Row[]> {
  const given = (await readLines<object>(files.documents, 2 * eachRun)) as { id: number; text: string }[]
  return withIndex(join(folder, 'library'), 'bench', async index => {
    const delays: number[] = []
    let next = 0
    const from = performance.now()
    const adding = async (): Promise<void> => {
      while (next < eachRun) {
        const sent = performance.now()
        await index.add(given[next++])
        delays.push(performance.now() - sent)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, adding))
    const middle = performance.now()
    await fill(index, given.slice(eachRun))
    const { documents: there } = await index.stats()
    if (there !== given.length) throw new Error(`expected ${given.length} documents, got ${there}`)
    const { p50, p99 } = delaysOf(delays)
    const rate = (seconds: number): string => `${(eachRun / seconds).toFixed(0)} documents per second`
    return [
      {
        name: `library: ${inFlight} add calls at a time`,
        note: `${rate((middle - from) / 1000)}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      },
      { name: 'library: addEach', note: rate((performance.now() - middle) / 1000) },
    ]
  })
}

/** Inserts only: Redis holds keys and bands, no texts, and nothing is verified. */
async function besideRedis(context: Context, files: Workload): Promise<Row[]> {
  const skip = redisSkip()
  if (skip !== false) {
    context.say(skip)
    return []
  }
  const rows: Row[] = []
  for (const appendfsync of ['always', 'everysec'] as const) {
    const redis = await startRedis(appendfsync)
    try {
      for (const [kind, count] of [
        ['datasketch-redis', appendfsync === 'always' ? '500' : '5000'],
        ['datasketch-redis-session', '20000'],
      ]) {
        const args = [kind, files.documents, files.checks, count, '100', new URL(redis.url).port]
        const command = peer(context, 'online_index.py', ...args)
        if (command === undefined) return rows
        const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { maxBuffer: 1 << 28 })
        if (status !== 0)
          throw new Error(`${kind} ended with status ${status}: ${`${stderr}`.slice(-2000)}`)
        const { addsPerSecond } = JSON.parse(`${stdout}`) as ContenderFigures
        const note = `${addsPerSecond.toFixed(0)} documents per second of ${count}, one client, appendfsync ${appendfsync}`
        rows.push({
          name: kind.replace('-redis', ' + Redis').replace('-session', ', insertion session'),
          note,
        })
      }
    } finally {
      await redis.stop()
    }
  }
  return rows
}

async function ours(context: Context, files: Workload, folder: string): Promise<Row[]> {
  const runs: Group[] = []
  const bulk: Group[] = []
  const server = await RunningServer.start(join(folder, 'server'))
  try {
    // A new server first compiles its code.
    await overHttp(server, files, -1, 1)
    for (let run = 0; run < context.runs; run++) {
      const syncMs = syncDelays(folder).p50
      runs.push({ ...(await overHttp(server, files, run, 1)), syncMs })
      bulk.push({ ...(await overHttp(server, files, run, 100)), syncMs })
    }
  } finally {
    await server.stop()
  }
  const best = Math.max(...runs.map(({ figures }) => figures.perSecond))
  const p99 = Math.min(...runs.map(({ figures }) => figures.p99))
  const note = [
    against(best, wantedPerSecond, 'documents per second in the best run', true),
    `p99 ${against(p99, wantedP99, 'ms', false)}`,
  ]
  return [
    httpRow(`HTTP: 16 clients, 8 in flight each, ${eachRun} documents`, runs),
    httpRow('HTTP: arrays of 100 by 4 clients', bulk),
    ...(await throughLibrary(folder, files)),
    { name: 'durable adds', note: note.join('; '), met: best >= wantedPerSecond && p99 < wantedP99 },
  ]
}

export const onlineDurable: Definition = {
  name: 'online-durable',
  isGenerated: true,
  about: `durable adds >= ${wantedPerSecond} documents per second over HTTP, p99 < ${wantedP99} ms, beside datasketch + Redis`,
  async run(context) {
    const files = await workload(context.out, documents, context.seed)
    const folder = dataFolder(context.out)
    try {
      const { p50, p99 } = syncDelays(folder)
      const disk = {
        name: 'this disk',
        note: `4 KB and fdatasync: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
      }
      return [disk, ...(await ours(context, files, folder)), ...(await besideRedis(context, files))]
    } finally {
      removeFolder(folder)
    }
  },
}
